"""Stores the results of an order's games in a file, so that the arena can be stopped and continued later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import rules
from rules.arena.games import Order, Played, Tally
from rules.errors import BadRequest


class Results:
    """The results of an order's games by number, and what a file contains of them.

    The first line of the file is the order without its number of games, and a hash of the rules and players; each
    other line is one game (JSON). Raises BadRequest if the file belongs to another order or to other rules or players,
    or cannot be read.
    """

    def __init__(self, order: Order, file: Path | None) -> None:
        self.played: dict[int, Played] = {}
        self._heading = json.dumps({**asdict(order), "games": None, "rules": _version(order.game)})
        if file is None:
            return
        try:
            if file.exists():
                self._read(file)
            else:
                file.write_text(self._heading + "\n", encoding="utf-8")
        except OSError as problem:
            raise BadRequest(f"{file} cannot be used: {problem.strerror}") from problem

    def add_all(self, shares: Iterable[Sequence[Played]]) -> None:
        """Adds the results of games that are already in the file."""
        for share in shares:
            self.played.update((game.number, game) for game in share)

    def _read(self, file: Path) -> None:
        """Reads a file; its last line is ignored if it was not completely written."""
        heading, *lines = file.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
        if heading.rstrip() != self._heading:
            raise BadRequest(f"{file} contains games of another command or version; name another file")
        whole = [line for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):
            file.write_text("".join([heading, *whole]), encoding="utf-8")
        try:
            games = [_game(json.loads(line)) for line in whole]
        except (ValueError, TypeError, KeyError) as problem:
            raise BadRequest(f"{file} is damaged; name another file") from problem
        self.played = {game.number: game for game in games}


def _version(game: str) -> str:
    """Returns a hash of the files of `rules` without those of other games, because a change there may change games."""
    folder, found = Path(rules.__file__).parent, hashlib.sha256()
    others = rules.GAMES.keys() - {game}
    for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        name = file.relative_to(folder)
        if name.parts[0] not in others:
            found.update(name.as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


def append(file: Path | None, game: Played) -> None:
    """Adds one game to a file of results, if there is one, by a single write, because several processes write."""
    if file is not None:
        with file.open("ab", buffering=0) as lines:
            lines.write((json.dumps(asdict(game)) + "\n").encode())


def _game(read: dict[str, Any]) -> Played:
    game = Played(**read)
    return replace(game, tallies=[Tally(**tally) for tally in read["tallies"]])
