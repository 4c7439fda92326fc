"""Tests that recorded games of this edition replay unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..kept import check_course, kept


@pytest.mark.parametrize("file", kept("kralovske_rosady"), ids=lambda file: file.stem)
def test_a_game_that_was_begun_goes_on_as_it_began(file: Path) -> None:
    check_course(file)
