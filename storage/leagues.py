"""Seasons of a game on a server: opened, joined, closed; and which finished games count in one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from storage.connection import Connection, Row
from storage.core import LOCKED, changed, first, inserted, transaction
from storage.league_errors import NoMember, SeasonClosed, SeasonNameTaken, SeasonOpen, UnknownSeason
from storage.moments import read, read_or_none, written
from storage.stats import Stats

ENOUGH: Final = 2
"""So many members at a table make it count."""

_MEMBER: Final = """EXISTS (
    SELECT 1 FROM memberships WHERE season = seasons.id AND user = standings.user AND joined <= games.started
        AND (left_at IS NULL OR left_at > games.started)
)"""
_COUNTED: Final = f"""
SELECT standings.game, games.finished, standings.user, standings.place, standings.won
FROM seasons
JOIN games ON games.guild = seasons.guild AND games.kind = seasons.kind AND games.phase = 'over'
    AND games.hints = 0
    AND games.started >= seasons.opened AND (seasons.closed IS NULL OR games.finished <= seasons.closed)
JOIN standings ON standings.game = games.id
WHERE seasons.id = ? AND {_MEMBER}
    AND NOT EXISTS (SELECT 1 FROM standings AS machine WHERE machine.game = games.id AND machine.user < 0)
ORDER BY games.finished, games.id, standings.seat
"""  # noqa: S608 - our own condition


_MEMBERS: Final = """
SELECT user, COUNT(*) - COUNT(left_at) AS now FROM memberships WHERE season = ? GROUP BY user ORDER BY MIN(id)
"""
_UNLISTED: Final = "INSERT INTO unlisted (user) VALUES (?) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season; not closed: it is open."""

    id: int
    guild: int
    kind: str
    name: str
    opened_by: int
    opened: datetime
    closed_by: int | None
    closed: datetime | None


@dataclass(frozen=True, slots=True)
class Counted:
    """One game that counts in a season: when it ended, and each member's place and whether they won."""

    game: int
    finished: datetime
    results: tuple[tuple[int, int, bool], ...]


class Leagues(Stats):
    """Seasons and their members; nothing that is derived is kept."""

    @transaction
    async def open_season(self, db: Connection, guild: int, kind: str, name: str, by: int, at: datetime) -> SeasonRow:
        """A new season; SeasonOpen where that game has an open one on the server, SeasonNameTaken."""
        busy = await first(
            db, "SELECT name FROM seasons WHERE guild = ? AND kind = ? AND closed IS NULL", (guild, kind)
        )
        if busy is not None:
            raise SeasonOpen(busy["name"])
        if await first(db, "SELECT 1 FROM seasons WHERE guild = ? AND name = ?", (guild, name)) is not None:
            raise SeasonNameTaken
        sql = "INSERT INTO seasons (guild, kind, name, opened_by, opened) VALUES (?, ?, ?, ?, ?)"
        number = await inserted(db, sql, (guild, kind, name, by, written(at)))
        return SeasonRow(number, guild, kind, name, by, at, None, None)

    @transaction
    async def close_season(self, db: Connection, season: int, by: int, at: datetime) -> SeasonRow:
        """End an open season, for ever; UnknownSeason, SeasonClosed."""
        row = await _open(db, season)
        await db.execute("UPDATE seasons SET closed = ?, closed_by = ? WHERE id = ?", (written(at), by, season))
        return SeasonRow(row.id, row.guild, row.kind, row.name, row.opened_by, row.opened, by, at)

    @transaction
    async def join_season(self, db: Connection, season: int, user: int, at: datetime) -> bool:
        """Whether somebody is new among the members; UnknownSeason, SeasonClosed."""
        await _open(db, season)
        sql = "INSERT INTO memberships (season, user, joined) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        return bool(await changed(db, sql, (season, user, written(at))))

    @transaction
    async def leave_season(self, db: Connection, season: int, user: int, at: datetime) -> None:
        """No member any more; NoMember, UnknownSeason, SeasonClosed."""
        await _open(db, season)
        sql = "UPDATE memberships SET left_at = ? WHERE season = ? AND user = ? AND left_at IS NULL"
        if not await changed(db, sql, (written(at), season, user)):
            raise NoMember

    async def season(self, season: int) -> SeasonRow:
        """The season with this number; UnknownSeason."""
        row = await self._row("SELECT * FROM seasons WHERE id = ?", season)
        if row is None:
            raise UnknownSeason
        return _season(row)

    async def seasons_in(self, guild: int) -> list[SeasonRow]:
        """A server's seasons: those that are open first, then the latest."""
        sql = "SELECT * FROM seasons WHERE guild = ? ORDER BY closed IS NOT NULL, id DESC"
        return [_season(row) for row in await self._rows(sql, guild)]

    async def members(self, season: int) -> dict[int, bool]:
        """Everybody who has ever belonged to a season, in the order of joining, and whether they still do."""
        return {row["user"]: bool(row["now"]) for row in await self._rows(_MEMBERS, season)}

    async def counted(self, season: int) -> list[Counted]:
        """The games that count in a season, in the order of their ends.

        Begun while it was open and ended with a winner before it was closed, without a computer's seat, and with at
        least two people at the end who were members when it began.
        """
        await self.up_to_date()
        found = groupby(await self._rows(_COUNTED, season), key=lambda row: (int(row["game"]), str(row["finished"])))
        games = [
            Counted(game, read(finished), tuple((row["user"], row["place"], bool(row["won"])) for row in rows))
            for (game, finished), rows in found
        ]
        return [game for game in games if len(game.results) >= ENOUGH]

    async def archived(self, game: int) -> bool:
        """Whether a game belongs to a tournament, or counts in a season of its server."""
        if await self._row("SELECT 1 FROM tournament_games WHERE game = ?", game) is not None:
            return True
        sql = "SELECT seasons.id FROM seasons JOIN games USING (guild, kind) WHERE games.id = ?"
        seasons = [row["id"] for row in await self._rows(sql, game)]
        return any([game in {one.game for one in await self.counted(season)} for season in seasons])

    @transaction
    async def set_listed(self, db: Connection, user: int, listed: bool) -> None:
        """Whether somebody may stand in public tables."""
        await db.execute("DELETE FROM unlisted WHERE user = ?" if listed else _UNLISTED, (user,))

    async def unlisted(self) -> frozenset[int]:
        """Everybody who wants to stand in no public table."""
        return frozenset(row["user"] for row in await self._rows("SELECT user FROM unlisted"))


async def _open(db: Connection, season: int) -> SeasonRow:
    row = await first(db, f"SELECT * FROM seasons WHERE id = ? {LOCKED}", (season,))  # noqa: S608 - our own lock
    if row is None:
        raise UnknownSeason
    if row["closed"] is not None:
        raise SeasonClosed
    return _season(row)


def _season(row: Row) -> SeasonRow:
    return SeasonRow(
        row["id"], row["guild"], row["kind"], row["name"], row["opened_by"], read(row["opened"]), row["closed_by"],
        read_or_none(row["closed"]),
    )  # fmt: skip
