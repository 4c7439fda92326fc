"""The repository of seasons of a game on a server, their members, and the games that count in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Final

from storage.connection import Row
from storage.repository import LOCKED, Repository, transaction
from storage.statistics import Statistics
from storage.table_errors import NoMember, SeasonClosed, SeasonNameTaken, SeasonOpen, UnknownSeason
from storage.timestamps import read, read_or_none, written

MIN_MEMBERS: Final = 2
"""The minimum number of members among a game's players for the game to count in a season."""

_MEMBER: Final = """EXISTS (
    SELECT 1 FROM memberships WHERE season = seasons.id AND user = standings.user AND joined <= games.started
        AND (left_at IS NULL OR left_at > games.started)
)"""
_COUNTED: Final = f"""
SELECT standings.game, games.finished, standings.user, standings.place, standings.won
FROM seasons
JOIN games ON games.guild = seasons.guild AND games.kind = seasons.kind AND games.phase = 'over'
    AND games.hints = 0 AND games.practice_of IS NULL
    AND games.started >= seasons.opened AND (seasons.closed IS NULL OR games.finished <= seasons.closed)
JOIN standings ON standings.game = games.id
WHERE seasons.id = ? AND {_MEMBER}
    AND NOT EXISTS (SELECT 1 FROM standings AS machine WHERE machine.game = games.id AND machine.user < 0)
ORDER BY games.finished, games.id, standings.seat
"""


_MEMBERS: Final = """
SELECT user, COUNT(*) - COUNT(left_at) AS now FROM memberships WHERE season = ? GROUP BY user ORDER BY MIN(id)
"""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season of a game on a server, which is open until it has a `closed` time."""

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
    """A game that counts in a season: the time of its end, and each member's place and whether they won."""

    game: int
    finished: datetime
    results: tuple[tuple[int, int, bool], ...]


class Seasons(Repository):
    """The repository of all seasons. Derived facts are not stored."""

    @transaction
    async def open(self, guild: int, kind: str, name: str, by: int, at: datetime) -> SeasonRow:
        """Opens a season; raises SeasonOpen if that game has an open one on the server, or SeasonNameTaken."""
        busy = await self._row("SELECT name FROM seasons WHERE guild = ? AND kind = ? AND closed IS NULL", guild, kind)
        if busy is not None:
            raise SeasonOpen(busy["name"])
        if await self._row("SELECT 1 FROM seasons WHERE guild = ? AND name = ?", guild, name) is not None:
            raise SeasonNameTaken
        sql = "INSERT INTO seasons (guild, kind, name, opened_by, opened) VALUES (?, ?, ?, ?, ?)"
        number = await self._insert(sql, guild, kind, name, by, written(at))
        return SeasonRow(number, guild, kind, name, by, at, None, None)

    @transaction
    async def close(self, season: int, by: int | None, at: datetime) -> SeasonRow:
        """Closes an open season permanently and returns it; raises UnknownSeason or SeasonClosed.

        `by`: the user who closes it; None: its server has removed the bot.
        """
        row = await self._require_open(season)
        await self._execute("UPDATE seasons SET closed = ?, closed_by = ? WHERE id = ?", written(at), by, season)
        return replace(row, closed_by=by, closed=at)

    @transaction
    async def join(self, season: int, user: int, at: datetime) -> bool:
        """Makes a user a member of a season; returns False if the user is one. Raises UnknownSeason or SeasonClosed."""
        await self._require_open(season)
        sql = "INSERT INTO memberships (season, user, joined) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        return bool(await self._execute(sql, season, user, written(at)))

    @transaction
    async def leave(self, season: int, user: int, at: datetime) -> None:
        """Ends a membership; raises NoMember, UnknownSeason or SeasonClosed."""
        await self._require_open(season)
        sql = "UPDATE memberships SET left_at = ? WHERE season = ? AND user = ? AND left_at IS NULL"
        if not await self._execute(sql, written(at), season, user):
            raise NoMember

    async def get(self, season: int) -> SeasonRow:
        """Returns the season with this number; raises UnknownSeason."""
        row = await self._row("SELECT * FROM seasons WHERE id = ?", season)
        if row is None:
            raise UnknownSeason
        return _season(row)

    async def in_guild(self, guild: int) -> list[SeasonRow]:
        """Returns a server's seasons, the open ones first, then the latest."""
        sql = "SELECT * FROM seasons WHERE guild = ? ORDER BY closed IS NOT NULL, id DESC"
        return [_season(row) for row in await self._rows(sql, guild)]

    async def members(self, season: int) -> dict[int, bool]:
        """Returns all users who ever joined a season, in that order, and whether they are still members."""
        return {row["user"]: bool(row["now"]) for row in await self._rows(_MEMBERS, season)}

    async def counted(self, season: int) -> list[Counted]:
        """Returns the games that count in a season, in the order of their ends.

        A game counts if it began while the season was open, ended with a winner before it was closed, had no computer's
        seat and no advice, was no practice, and at least two players at the end were members when it began.
        """
        await Statistics(self.session).up_to_date()
        found = groupby(await self._rows(_COUNTED, season), key=lambda row: (int(row["game"]), str(row["finished"])))
        games = [
            Counted(game, read(finished), tuple((row["user"], row["place"], bool(row["won"])) for row in rows))
            for (game, finished), rows in found
        ]
        return [game for game in games if len(game.results) >= MIN_MEMBERS]

    async def archived(self, game: int) -> bool:
        """Returns whether a game belongs to a tournament, or counts in a season of its server."""
        if await self._row("SELECT 1 FROM tournament_games WHERE game = ?", game) is not None:
            return True
        sql = "SELECT seasons.id FROM seasons JOIN games USING (guild, kind) WHERE games.id = ?"
        seasons = await self._column(sql, game)
        return any([game in {one.game for one in await self.counted(season)} for season in seasons])

    async def _require_open(self, season: int) -> SeasonRow:
        """Locks an open season until the transaction ends and returns it; raises UnknownSeason or SeasonClosed."""
        row = await self._row(f"SELECT * FROM seasons WHERE id = ? {LOCKED}", season)
        if row is None:
            raise UnknownSeason
        if row["closed"] is not None:
            raise SeasonClosed
        return _season(row)


def _season(row: Row) -> SeasonRow:
    times = {"opened": read(row["opened"]), "closed": read_or_none(row["closed"])}
    return SeasonRow(**(dict(row) | times))
