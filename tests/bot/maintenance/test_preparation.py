"""Tests that a process that waits for shards reads what a start needs before it serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import puzzles
from bot.maintenance import warm_start
from bot.maintenance.warm_start import prepare
from bot.texts import translator_for
from bot.texts.languages import LANGUAGES
from rules import GAMES


def test_files_of_a_start_are_read_only_by_the_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    for cache in (warm_start.program, translator_for, puzzles.puzzles_for):
        cache.cache_clear()
    prepare()

    def read(file: Path, *_: object, **__: object) -> None:
        raise AssertionError(f"{file} is read after the preparation")

    for name in ("open", "read_bytes", "read_text"):
        monkeypatch.setattr(Path, name, read)
    assert warm_start.program()
    assert [translator_for(code).language for code in LANGUAGES] == list(LANGUAGES)
    assert all(puzzles.puzzles_for(kind) for kind in GAMES)
