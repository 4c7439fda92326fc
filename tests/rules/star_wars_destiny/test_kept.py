"""Tests that recorded games of this edition replay unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.verify import verify

from ..kept import check_course, kept

FILES = kept("star_wars_destiny")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_that_was_begun_goes_on_as_it_began(file: Path) -> None:
    check_course(file)


def test_records_from_before_the_fact_into_replay_to_their_result() -> None:
    """Kept records from before the event `returns` got the fact `into` still verify and come out unchanged, because a
    record holds answers and no events.
    """
    returned = 0
    for file in FILES:
        lines = file.read_text("utf-8").splitlines()
        game = verify(lines)
        assert game.record().lines() == lines, file.name
        returned += sum(event.name == "returns" for event in game.told)
    assert returned > 0
