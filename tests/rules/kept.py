"""Replays recorded games and checks that every player still sees the same before each decision.

`kept/GAME/*.record` are whole games. The file next to each has one line for each entry, with a hash of everything
that the players saw before it. A game that is running during an upgrade must not change (see "Correcting a rule" in
CONTRIBUTING.md).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from rules import GAMES
from rules.engine import Game
from rules.notation import Record, parse
from rules.protocol import describe

KEPT = Path(__file__).with_name("kept")


def kept(game: str) -> list[Path]:
    """Returns the recorded games of one game."""
    return sorted((KEPT / game).glob("*.record"))


def courses(record: Record) -> Iterator[str]:
    """Yields, for each entry, a hash of what the players saw before it, in 16 hex digits; the last line is for
    the end.
    """
    head = dataclasses.replace(record, entries=(), seed=None, result=None)
    game, heard = Game.replay(GAMES[record.game], head), 0
    for entry in record.entries:
        yield f"{_met(game, heard)} {entry.number} {entry.seat} {entry.kind}"
        heard = len(game.told)
        game.again([entry])
    yield f"{_met(game, heard)} end"


def _met(game: Game, heard: int) -> str:
    met = {
        "asked": describe(game),
        "keys": {seat: list(game.keys(seat)) for seat in game.waiting},
        "told": [event.spoken() for event in game.told[heard:]],
        "shown": [game.view(seat) for seat in (None, *game.seats)],
        "over": game.over,
    }
    return hashlib.sha256(json.dumps(met, sort_keys=True).encode()).hexdigest()[:16]


def read(file: Path) -> Record:
    """Returns the record in a file."""
    return parse(file.read_text("utf-8").splitlines())


def check_course(file: Path) -> None:
    """Checks a recorded game, and names the first entry before which something differs."""
    expected = file.with_suffix(".course").read_text("utf-8").splitlines()
    for met, line in zip(courses(read(file)), expected, strict=True):
        assert met == line, f"{file.name}: something else is offered, told or shown before {line}"


def write_courses() -> None:
    """Writes the hashes of all courses again, computed with the present rules."""
    for file in sorted(KEPT.glob("*/*.record")):
        file.with_suffix(".course").write_text("\n".join(courses(read(file))) + "\n", "utf-8")


if __name__ == "__main__":
    write_courses()
