"""The repository of places in finished games, which are derived from the games' results and can be rebuilt."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from storage.errors import TRANSIENT_ERRORS
from storage.repository import Repository, transaction

_NEW = """
SELECT id, result FROM games
WHERE phase = 'over' AND result IS NOT NULL AND practice_of IS NULL
    AND NOT EXISTS (SELECT 1 FROM standings WHERE game = games.id)
ORDER BY id
"""
_HOLDERS = "SELECT seat, user FROM seats WHERE game = ? AND seat IS NOT NULL"
_NOTE = "INSERT INTO standings (game, seat, user, place, points, won) VALUES (?, ?, ?, ?, ?, ?)"
_RATED = "NOT EXISTS (SELECT 1 FROM standings WHERE game = games.id AND user < 0)"
_TALLIES = f"""
SELECT guild, kind, COUNT(*) AS games, SUM(won) AS wins, COUNT(*) FILTER (WHERE {_RATED}) AS rated
FROM standings JOIN games ON games.id = standings.game
WHERE standings.user = ? GROUP BY guild, kind ORDER BY kind, guild IS NOT NULL, guild
"""
_MATCHES = f"""
SELECT game, user, place FROM standings JOIN (
    SELECT id, finished FROM games
    WHERE phase = 'over' AND kind = ?1 AND (guild = ?2 OR ?2 IS NULL)
        AND EXISTS (SELECT 1 FROM standings WHERE game = games.id) AND {_RATED}
    ORDER BY finished, id LIMIT 9223372036854775807 OFFSET ?3
) AS rated ON rated.id = standings.game
ORDER BY rated.finished, rated.id, seat
"""
_PLAYED = f"""
SELECT user, COUNT(*) AS games, SUM(won) AS wins
FROM standings JOIN games ON games.id = standings.game
WHERE games.guild = ? AND games.kind = ? AND user > 0 AND {_RATED}
GROUP BY user
"""
_MET = """
SELECT guild, kind, own.place, own.won, other.place AS others_place
FROM standings AS own
JOIN standings AS other ON other.game = own.game AND other.user = ?2
JOIN games ON games.id = own.game
WHERE own.user = ?1 ORDER BY kind, own.game
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one seat in a finished game. The same place twice is an undecided tie; winners have place 1."""

    seat: str
    place: int
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of a user's games with a winner, of one kind on one server; `rated`: those without computers."""

    guild: int | None
    kind: str
    games: int
    wins: int
    rated: int


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game with a winner in which two users played against each other, with the places of both."""

    guild: int | None
    kind: str
    place: int
    won: bool
    others_place: int


@dataclass(frozen=True, slots=True)
class Match:
    """A rated game: its number, and each user's place."""

    game: int
    places: tuple[tuple[int, int], ...]


class Statistics(Repository):
    """The repository of the places in games with a winner (table `standings`), which are derived from stored results.

    Each query first adds the games that have ended since; if the database fails temporarily, it uses what is there.
    """

    async def tallies(self, user: int) -> list[Tally]:
        """Returns the numbers of games with a winner in which the user held a seat at the end, by kind and server."""
        await self._refresh()
        return [Tally(**dict(row)) for row in await self._rows(_TALLIES, user)]

    async def matches(self, kind: str, guild: int | None, skipped: int = 0) -> list[Match]:
        """Returns the rated games of a kind on a server (None: on all), in the order of their ends.

        `skipped`: how many of the first games are left out.
        """
        await self._refresh()
        rows = await self._rows(_MATCHES, kind, guild, skipped)
        return [
            Match(game, tuple((row["user"], row["place"]) for row in group))
            for game, group in groupby(rows, key=lambda row: int(row["game"]))
        ]

    async def played(self, kind: str, guild: int) -> dict[int, tuple[int, int]]:
        """Returns users -> the numbers of their rated games of that kind on a server, and of their victories there."""
        await self._refresh()
        return {row["user"]: (row["games"], row["wins"]) for row in await self._rows(_PLAYED, guild, kind)}

    async def encounters(self, user: int, other: int) -> list[Encounter]:
        """Returns the games with a winner in which both held a seat at the end, by kind and number."""
        await self._refresh()
        rows = await self._rows(_MET, user, other)
        return [Encounter(**(dict(row) | {"won": bool(row["won"])})) for row in rows]

    async def up_to_date(self) -> None:
        """Stores the standings of games that have ended since the last call, if there are any; may raise
        TRANSIENT_ERRORS."""
        if any(standings_of(row["result"]) is not None for row in await self._rows(_NEW)):
            await self.note_results()

    async def _refresh(self) -> None:
        with contextlib.suppress(*TRANSIENT_ERRORS):
            await self.up_to_date()

    @transaction
    async def note_results(self) -> int:
        """Stores the standings of games with a winner that have none yet, and returns the number of these games."""
        noted = 0
        for row in await self._rows(_NEW):
            found = standings_of(row["result"])
            if found is not None:
                noted += await self._note(row["id"], found)
        return noted

    @transaction
    async def put_standings(self, by_game: Mapping[int, Sequence[Standing]]) -> list[int]:
        """Replaces all standings by these and returns the games whose seats they do not fit."""
        await self._execute("DELETE FROM standings")
        return [game for game, found in by_game.items() if not await self._note(game, found)]

    async def _note(self, game: int, found: Sequence[Standing]) -> bool:
        """Stores standings if they fit this game's seats; returns whether they do."""
        holders = {row["seat"]: row["user"] for row in await self._rows(_HOLDERS, game)}
        if set(holders) != {one.seat for one in found}:
            return False
        rows = [(game, one.seat, holders[one.seat], one.place, one.points, one.won) for one in found]
        await self.session.executemany(_NOTE, rows)
        return True


def standings_of(result: str | None) -> list[Standing] | None:
    """Returns the standings in a stored result (JSON); None if it is missing or has none."""
    if result is None:
        return None
    try:
        return standings(json.loads(result))
    except (ValueError, KeyError, TypeError):
        return None


def standings(over: Mapping[str, Any]) -> list[Standing]:
    """Returns each seat's place in a game's result; equal points share a place unless a tie-break decided."""
    found: list[Standing] = []
    shared = False
    for at, entry in enumerate(over["ranking"], start=1):
        points = entry["points"]
        place = found[-1].place if found and shared and found[-1].points == points else at
        found.append(Standing(entry["seat"], place, points, entry["seat"] in over["winners"]))
        shared = entry.get("tie_break") is None
    return found
