"""Verifies the file of a finished tournament: all draws, pairings and points (docs/protocol.md, "The draws of a
tournament").

The lines of rounds are in the order in which things happened. So the points before a round follow from the results and
rulings above it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules import GAMES
from rules.chance import Chance, cut_hash
from rules.description import Rules
from rules.errors import BadRecord
from rules.tournaments.pairing import ORDER, Standing, TooFew, paired
from rules.tournaments.points import POINT, shares

BEGINNING: Final = "id tournament-"
"""The beginning of each tournament's file, which no record of a game has."""

_HASH = "[0-9a-f]{64}"
_NUMBER = "[1-9][0-9]{0,18}"
_DRAW = re.compile(rf"draw ({_NUMBER}): ({_NUMBER}(?: {_NUMBER})*) -> ({_NUMBER}(?: {_NUMBER})*)")
_POINTS = re.compile(rf"points ({_NUMBER}): ((?:0|{_NUMBER})(?: (?:0|{_NUMBER}))*)")
_PLACES = "(?:[1-9]|-)(?: (?:[1-9]|-))+"
_RESULT = re.compile(rf"result ({_NUMBER}) game {_NUMBER}: ({_PLACES})(?: \+ ([1-9](?: [1-9])*))?")
_RULING = re.compile(rf"ruling ({_NUMBER}): ({_PLACES})()")


@dataclass(frozen=True, slots=True)
class Verified:
    """The contents of a verified file: the numbers of draws, rounds and cuts, and the rounds with unproven points.

    The points before a round are unproven if the file lacks the result of an earlier table.
    """

    draws: int
    rounds: int
    cuts: int
    unproven: tuple[int, ...]


def verify(lines: Sequence[str]) -> Verified:
    """Repeats all draws and pairings of a tournament's file; raises BadRecord at the first line that does not fit."""
    file = _Lines(lines)
    tournament = _beginning(file)
    while file.more():
        tournament.read_round(file)
        tournament.read_rulings(file)
    return Verified(tournament.draws, tournament.rounds, tournament.cuts, tuple(tournament.unproven))


class _Lines:
    """The lines of a file, which are read one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def more(self) -> bool:
        """Returns whether a line is left."""
        return self._at < len(self._lines)

    def read_if(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Reads the next line if it fits the pattern and returns the match; otherwise returns None."""
        found = pattern.fullmatch(self._lines[self._at]) if self.more() else None
        self._at += found is not None
        return found

    def read(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Reads the next line; raises BadRecord with the description of what was expected if it does not fit."""
        found = self.read_if(pattern)
        if found is None:
            raise self.misfit(expected)
        return found

    def read_exactly(self, line: str) -> None:
        """Reads the next line; raises BadRecord if it is any other line."""
        self.read(re.compile(re.escape(line)), line)

    def reread_exactly(self, line: str) -> None:
        """Reads the last line again; raises BadRecord if it is any other line."""
        self._at -= 1
        self.read_exactly(line)

    def misfit(self, expected: str, back: int = 0) -> BadRecord:
        """Returns the error that the next line, or one of the last lines read, is not the expected one."""
        at = self._at - back
        found = self._lines[at] if at < len(self._lines) else "the end of the file"
        return BadRecord(expected, found, at + 1)


def _beginning(file: _Lines) -> _Tournament:
    """Reads the lines before the first round; raises BadRecord if the seed does not fit the commitment."""
    name = file.read(re.compile("id (tournament-[1-9][0-9]*)"), "the id of a tournament")[1]
    commitment = file.read(re.compile(f"commitment ({_HASH})"), "a commitment")[1]
    seed = bytes.fromhex(file.read(re.compile(f"seed ({_HASH})"), "a seed")[1])
    if Chance(seed, name).commitment != commitment:
        raise file.misfit(f"a seed that keeps the commitment {commitment}", back=1)
    found = file.read_if(re.compile(f"cuts ((?:-|{_HASH})(?: (?:-|{_HASH}))*)"))
    cuts = [] if found is None else [None if cut == "-" else cut for cut in found[1].split()]
    while (found := file.read_if(re.compile(f"cut ({_HASH}) (.+)"))) is not None:
        if found[1] not in cuts or cut_hash(name, found[2]) != found[1]:
            raise file.misfit("the text of one of the cuts", back=1)
    return _tables(file, Chance(seed, name, cuts), cuts)


def _tables(file: _Lines, chance: Chance, cuts: Sequence[str | None]) -> _Tournament:
    """Reads the line about the sizes of tables; raises BadRecord if they are not those of the game."""
    found = file.read(re.compile(r"tables (\w+): ([1-9](?: [1-9])*) about ([1-9])"), "the sizes of tables")
    rules: Rules | None = GAMES.get(found[1])
    sizes = [int(size) for size in found[2].split()]
    if rules is None or sizes != list(rules.seats):
        raise file.misfit("a game with the sizes of its tables", back=1)
    return _Tournament(chance, cuts, sizes, int(found[3]))


@dataclass(slots=True)
class _Table:
    """A table of a round: its players in the order of their seats, and their points so far (None: no result)."""

    users: tuple[int, ...]
    points: tuple[int, ...] | None = None


class _Tournament:
    """A tournament, as far as its file has been read."""

    def __init__(self, chance: Chance, cuts: Sequence[str | None], sizes: Sequence[int], wished: int) -> None:
        self.rounds = 0
        self.draws = 0
        self.cuts = sum(cut is not None for cut in cuts)
        self.unproven: list[int] = []
        self._chance = chance
        self._players = len(cuts)
        """The number of players in the line about cuts; 0 if there is none."""
        self._joined: tuple[int, ...] = ()
        self._sizes = sizes
        self._wished = wished
        self._tables: dict[int, _Table] = {}
        self._byes = Counter[int]()
        self._met = Counter[frozenset[int]]()

    def read_round(self, file: _Lines) -> None:
        """Reads the next round from its points to its results; raises BadRecord unless all of it follows from the
        seed and from the results of earlier rounds."""
        self.rounds += 1
        stated = self._stated_points(file)
        order = file.read(_DRAW, f"draw {ORDER * self.rounds}")
        there = tuple(int(user) for user in order[2].split())
        self._check_players(file, there)
        points = (0,) * len(there) if stated is None else self._checked_points(file, there, stated)
        standings = [Standing(user, found, self._byes[user]) for user, found in zip(there, points, strict=True)]
        self._read_draws(file, standings)
        self._read_results(file)

    def read_rulings(self, file: _Lines) -> None:
        """Reads the organiser's rulings before the next round; raises BadRecord for one about an unknown table."""
        while (found := file.read_if(_RULING)) is not None:
            self._set_points(file, found)

    # Internal methods

    def _stated_points(self, file: _Lines) -> tuple[int, ...] | None:
        """Reads the points before a round; returns None for the first round, which has none."""
        if self.rounds == 1:
            return None
        number = ORDER * self.rounds
        found = file.read(_POINTS, f"points {number}, or the end of the file")
        if found[1] != str(number):
            raise file.misfit(f"points {number}", back=1)
        return tuple(int(points) for points in found[2].split())

    def _check_players(self, file: _Lines, there: tuple[int, ...]) -> None:
        """Raises BadRecord unless the players of the draw just read are different and in the order of joining."""
        if self.rounds == 1:
            self._joined = tuple(dict.fromkeys(there))
            if self._players not in (0, len(there)):
                raise file.misfit(f"{self._players} players, as in the line about cuts", back=1)
        if there != tuple(user for user in self._joined if user in there):
            raise file.misfit("the players in the order of joining", back=1)

    def _checked_points(self, file: _Lines, there: Sequence[int], stated: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the stated points; raises BadRecord if other points follow from the results so far.

        If an earlier table has no result, the round is noted as unproven.
        """
        if len(stated) != len(there):
            raise file.misfit(f"the points of {len(there)} players", back=2)
        if any(table.points is None for table in self._tables.values()):
            self.unproven.append(self.rounds)
            return stated
        totals = Counter({user: POINT * byes for user, byes in self._byes.items()})
        for table in self._tables.values():
            totals.update(dict(zip(table.users, table.points or (), strict=True)))
        expected = tuple(totals[user] for user in there)
        if stated != expected:
            raise file.misfit(f"points {ORDER * self.rounds}: {' '.join(map(str, expected))}", back=2)
        return stated

    def _read_draws(self, file: _Lines, standings: Sequence[Standing]) -> None:
        """Pairs the round again; raises BadRecord at the first draw of the file that is not the one of the pairing."""
        lines: list[str] = []

        def draw(number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
            drawn = self._chance.pick(number, options, count)
            lines.append(f"draw {number}: {' '.join(options)} -> {' '.join(drawn)}")
            return drawn

        try:
            found = paired(self.rounds, standings, self._met, self._sizes, self._wished, draw)
        except TooFew:
            raise file.misfit("enough players for a table", back=1) from None
        file.reread_exactly(lines[0])
        for line in lines[1:]:
            file.read_exactly(line)
        self.draws += len(lines)
        self._byes.update(found.byes)
        for number, users in enumerate(found.tables, ORDER * self.rounds + 1):
            self._tables[number] = _Table(users)
            self._met.update(frozenset(pair) for pair in combinations(users, 2))

    def _read_results(self, file: _Lines) -> None:
        """Reads the results of the round's games; raises BadRecord for one about another round, or a second one."""
        while (found := file.read_if(_RESULT)) is not None:
            number = int(found[1])
            if number // ORDER != self.rounds or self._tables.get(number, _Table((), ())).points is not None:
                raise file.misfit(f"one result for each table of round {self.rounds}", back=1)
            self._set_points(file, found)

    def _set_points(self, file: _Lines, found: re.Match[str]) -> None:
        """Takes over the places of a result or ruling; raises BadRecord if there is no such table of this size."""
        table = self._tables.get(int(found[1]))
        places = [None if place == "-" else int(place) for place in found[2].split()]
        if table is None or len(places) != len(table.users):
            raise file.misfit("a place for each player of a table", back=1)
        table.points = shares(places, [int(place) for place in (found[3] or "").split()])
