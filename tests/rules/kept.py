"""Replays recorded games and checks that every player still sees the same before each decision.

`kept/GAME/*.record` are whole games. The `.course` file next to each has one line for each entry, with a hash of
everything that the players saw before it. A game that is running during an upgrade must not change (see "Correcting a
rule" in CONTRIBUTING.md). As a program, it rewrites all `.course` files.
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
    """Returns the paths of a game's kept records, sorted by name."""
    return sorted((KEPT / game).glob("*.record"))


def courses(record: Record) -> Iterator[str]:
    """Replays a record and yields a line for each entry: a hash of what the players saw before it, and the entry's
    number, seat and kind. The last line is for the end. A hash (16 hex digits) covers the decision, its keys, the new
    events and all views.
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
    """Reads a file and returns the record in it."""
    return parse(file.read_text("utf-8").splitlines())


def check_course(file: Path) -> None:
    """Asserts that a record's replay has the hashes in its `.course` file. The error names the first entry before
    which something differs.
    """
    expected = file.with_suffix(".course").read_text("utf-8").splitlines()
    for met, line in zip(courses(read(file)), expected, strict=True):
        assert met == line, f"{file.name}: something else is offered, told or shown before {line}"


def write_courses() -> None:
    """Overwrites the `.course` file of every kept record with the hashes that the present rules give."""
    for file in sorted(KEPT.glob("*/*.record")):
        file.with_suffix(".course").write_text("\n".join(courses(read(file))) + "\n", "utf-8")


if __name__ == "__main__":
    write_courses()
