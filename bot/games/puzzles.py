"""Puzzles: decisions of simulated games whose best answer is known; read from the games' folders.

A puzzle is a file `bot/games/<game>/puzzles/<number>.toml` (docs/puzzles.md). Everyone has the same puzzle on one day.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules import GAMES
from rules.engine import Game
from rules.notation import Record, parse

_GAMES: Final = Path(__file__).parent
FIRST_DAY: Final = date(2026, 1, 1)
"""The day from which the days of puzzles are counted."""


class Judged(NamedTuple):
    """A possible answer to a puzzle, with the chance that it wins the game."""

    key: str
    chance: float
    """The chance to win after this answer, from 0 to 1."""
    tables: int
    """The number of tables at which the answer was tried: possible ones, by what the seat knows."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision whose best answer is clearly best."""

    kind: str
    number: int
    """The number of its file."""
    seat: str
    decision: int
    """The number of the decision in the record."""
    tempting: str
    """The key that a weaker computer player (of the level normal, or else easy) would choose; not the best one."""
    answers: Sequence[Judged]
    """All answers from the best to the worst."""
    record: Record
    """The game up to the decision."""
    why: str = ""
    """The reason for the best answer in one or two sentences, to be translated; empty if the file has none."""

    @property
    def best(self) -> str:
        """The key of the best answer."""
        return self.answers[0].key

    @property
    def game(self) -> Game:
        """The game before the answer; not to be changed."""
        return _game(self.kind, self.number)


@lru_cache
def puzzles_for(kind: str) -> Sequence[Puzzle]:
    """Returns the puzzles of a game in the order of their days, which reveals nothing about their content."""
    files = sorted((_GAMES / kind / "puzzles").glob("*.toml"))
    return sorted(map(_read, files), key=lambda one: sha256(f"{one.kind} {one.number}".encode()).digest())


def puzzle_of(kind: str, day: date) -> Puzzle | None:
    """Returns the puzzle of a day; None if the game has no puzzles."""
    found = puzzles_for(kind)
    return found[(day - FIRST_DAY).days % len(found)] if found else None


@lru_cache(16)
def _game(kind: str, number: int) -> Game:
    found = next(one for one in puzzles_for(kind) if one.number == number)
    return Game.replay(GAMES[kind], found.record)


def _read(file: Path) -> Puzzle:
    """Returns the puzzle of a file; raises OSError, ValueError, KeyError or BadRecord."""
    found: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return Puzzle(
        file.parent.parent.name, int(file.stem), found["seat"], found["decision"], found["tempting"],
        [Judged(*one) for one in found["answers"]], parse(found["record"].strip().splitlines()), found.get("why", ""),
    )  # fmt: skip
