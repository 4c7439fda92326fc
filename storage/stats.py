"""Who came where: derived from the results of finished games, thrown away and made again at will."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from storage.connection import Connection
from storage.core import Core, transaction
from storage.errors import FOR_NOW

_NEW = """
SELECT id, result FROM games
WHERE phase = 'over' AND result IS NOT NULL AND NOT EXISTS (SELECT 1 FROM standings WHERE game = games.id)
ORDER BY id
"""
_HOLDERS = "SELECT seat, user FROM seats WHERE game = ? AND seat IS NOT NULL"
_NOTE = "INSERT INTO standings (game, seat, user, place, points, won) VALUES (?, ?, ?, ?, ?, ?)"
_RATED = "NOT EXISTS (SELECT 1 FROM standings WHERE game = games.id AND user < 0)"
_TALLIES = f"""
SELECT guild, kind, COUNT(*) AS games, SUM(won) AS wins, COUNT(*) FILTER (WHERE {_RATED}) AS rated
FROM standings JOIN games ON games.id = standings.game
WHERE standings.user = ? GROUP BY guild, kind ORDER BY kind, guild IS NOT NULL, guild
"""  # noqa: S608 - our own condition
_MATCHES = f"""
SELECT game, user, place FROM standings JOIN (
    SELECT id, finished FROM games
    WHERE phase = 'over' AND kind = ?1 AND (guild = ?2 OR ?2 IS NULL)
        AND EXISTS (SELECT 1 FROM standings WHERE game = games.id) AND {_RATED}
    ORDER BY finished, id LIMIT 9223372036854775807 OFFSET ?3
) AS rated ON rated.id = standings.game
ORDER BY rated.finished, rated.id, seat
"""  # noqa: S608 - our own condition
_PLAYED = f"""
SELECT user, COUNT(*) AS games, SUM(won) AS wins
FROM standings JOIN games ON games.id = standings.game
WHERE games.guild = ? AND games.kind = ? AND user > 0 AND {_RATED}
GROUP BY user
"""  # noqa: S608 - our own condition
_MET = """
SELECT own.game, guild, kind, own.place, own.won, other.place AS others_place, other.won AS other_won
FROM standings AS own
JOIN standings AS other ON other.game = own.game AND other.user = ?2
JOIN games ON games.id = own.game
WHERE own.user = ?1 ORDER BY kind, own.game
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one seat came: equal places are a tie that nothing decided; a winner has place 1."""

    seat: str
    place: int
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """A user's finished games of one kind on one server; `rated` are those without a computer's seat."""

    guild: int | None
    kind: str
    games: int
    wins: int
    rated: int


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished game of two people: what it was, and where both came."""

    game: int
    guild: int | None
    kind: str
    place: int
    won: bool
    others_place: int
    other_won: bool


@dataclass(frozen=True, slots=True)
class Match:
    """One rated game: its number, and for each user the place."""

    game: int
    places: tuple[tuple[int, int], ...]


class Stats(Core):
    """The derived table and what is read from it; reading brings it up to date first.

    What is only looked at is shown as far as it was derived, while nothing can be written.
    """

    async def tallies(self, user: int) -> list[Tally]:
        """The user's games that had a winner, in which they held a seat at the end, by kind and server."""
        await self._refresh()
        rows = await self._rows(_TALLIES, user)
        return [Tally(row["guild"], row["kind"], row["games"], row["wins"], row["rated"]) for row in rows]

    async def matches(self, kind: str, guild: int | None, skipped: int = 0) -> list[Match]:
        """The rated games of a kind on a server (None: on all), in the order of their ends, without the first ones."""
        await self._refresh()
        rows = await self._rows(_MATCHES, kind, guild, skipped)
        return [
            Match(game, tuple((row["user"], row["place"]) for row in group))
            for game, group in groupby(rows, key=lambda row: int(row["game"]))
        ]

    async def played(self, kind: str, guild: int) -> dict[int, tuple[int, int]]:
        """For everybody who has a rated game of that kind on a server how many they are, and how many were won."""
        await self._refresh()
        return {row["user"]: (row["games"], row["wins"]) for row in await self._rows(_PLAYED, guild, kind)}

    async def encounters(self, user: int, other: int) -> list[Encounter]:
        """The games with a winner in which both held a seat at the end, by kind, in the order of their numbers."""
        await self._refresh()
        rows = await self._rows(_MET, user, other)
        return [
            Encounter(
                row["game"], row["guild"], row["kind"], row["place"], bool(row["won"]), row["others_place"],
                bool(row["other_won"]),
            )
            for row in rows
        ]  # fmt: skip

    async def up_to_date(self) -> None:
        """Derive the standings of games that have ended since, where there are any; what FOR_NOW says."""
        if any(standings_of(row["result"]) is not None for row in await self._rows(_NEW)):
            await self.note_results()

    async def _refresh(self) -> None:
        with contextlib.suppress(*FOR_NOW):
            await self.up_to_date()

    @transaction
    async def note_results(self, db: Connection) -> int:
        """Derive the standings of games that have ended since; gives their number."""
        noted = 0
        for row in await db.execute_fetchall(_NEW):
            found = standings_of(row["result"])
            if found is not None:
                noted += await _note(db, row["id"], found)
        return noted

    @transaction
    async def put_standings(self, db: Connection, by_game: Mapping[int, Sequence[Standing]]) -> list[int]:
        """Throw away what was derived and put these in its place; gives the games whose seats they do not fit."""
        await db.execute("DELETE FROM standings")
        return [game for game, found in by_game.items() if not await _note(db, game, found)]

    async def games_with_a_winner(self) -> list[int]:
        """The numbers of all games that were played to their end, oldest first."""
        return [row["id"] for row in await self._rows("SELECT id FROM games WHERE phase = 'over' ORDER BY id")]


async def _note(db: Connection, game: int, found: Sequence[Standing]) -> bool:
    """Whether the standings are of this game's seats, and so were noted."""
    holders = {row["seat"]: row["user"] for row in await db.execute_fetchall(_HOLDERS, (game,))}
    if set(holders) != {one.seat for one in found}:
        return False
    rows = [(game, one.seat, holders[one.seat], one.place, one.points, one.won) for one in found]
    await db.executemany(_NOTE, rows)
    return True


def standings_of(result: str | None) -> list[Standing] | None:
    """The standings that a stored result (JSON) tells; None where it is missing or tells none."""
    if result is None:
        return None
    try:
        return standings(json.loads(result))
    except (ValueError, KeyError, TypeError):
        return None


def standings(over: Mapping[str, Any]) -> list[Standing]:
    """Everybody's place in a game's result: equal points share it, unless a tie-break is named that decided."""
    found: list[Standing] = []
    shared = False
    for at, entry in enumerate(over["ranking"], start=1):
        points = entry["points"]
        place = found[-1].place if found and shared and found[-1].points == points else at
        found.append(Standing(entry["seat"], place, points, entry["seat"] in over["winners"]))
        shared = entry.get("tie_break") is None
    return found
