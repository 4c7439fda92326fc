"""The repository of games: their settings, phases and hash chains."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from typing import Any, Final, TypeVar

from storage.connection import Row
from storage.errors import DatabaseDamaged
from storage.repository import NO_LIMIT, Repository, insertion, row_values, transaction
from storage.rows import GameRow, NewGame
from storage.shards import EVERYTHING, Served
from storage.table_errors import ChannelBusy, UnknownGame
from storage.timestamps import EPOCH, read, read_or_epoch, written

T = TypeVar("T")

_INSERT: Final = insertion("games", NewGame)
STATES: Final = ("lobby", "running", "paused", "set aside", "over", "ended")
"""The states of a table in the counts of `count_by_state`; a set-aside (quarantined) table has a damaged record."""
_BY_STATE: Final = """
SELECT CASE WHEN id IN (SELECT game FROM set_aside) AND COALESCE(phase, '') NOT IN ('over', 'ended') THEN 'set aside'
            WHEN phase = 'running' AND paused_at IS NOT NULL THEN 'paused' ELSE phase END AS state,
       COUNT(*) AS tables
FROM games WHERE {which} GROUP BY state
"""
_SERVED: Final = "(COALESCE(guild, 0) >> 22) % ?1 IN ({shards})"
_UNFINISHED: Final = "phase IN ('lobby', 'running')"
_NOT_FINISHED: Final = "COALESCE(phase, '') NOT IN ('over', 'ended')"
_COLUMNS: Final = tuple(one.name for one in fields(GameRow))
_OF_USER: Final = """
SELECT * FROM games WHERE id IN (
    SELECT game FROM seats WHERE user = ?1 UNION SELECT game FROM substitutions WHERE former_user = ?1
) ORDER BY id DESC
"""
_LOBBIES_OF: Final = """
SELECT * FROM games WHERE host = ? AND phase = 'lobby' AND id NOT IN (SELECT game FROM set_aside) ORDER BY id
"""
_OPENED_ALONE: Final = """
SELECT created FROM games
WHERE host = ? AND created > ?
AND (started IS NULL OR (SELECT COUNT(*) FROM seats WHERE seats.game = games.id AND seats.computer = 0) < 2)
ORDER BY created
"""
_LAST_MOVED: Final = """
WITH unfinished AS (
    SELECT id, created, started, paused_at FROM games
    WHERE phase IN ('lobby', 'running') AND id > ?1 AND id <= ?2
),
moments AS (
    SELECT id AS game, created AS at FROM unfinished
    UNION ALL SELECT id, started FROM unfinished
    UNION ALL SELECT id, paused_at FROM unfinished
    UNION ALL SELECT game, MAX(at) FROM entries WHERE game IN (SELECT id FROM unfinished) GROUP BY game
    UNION ALL SELECT game, joined FROM seats WHERE game IN (SELECT id FROM unfinished)
    UNION ALL SELECT game, at FROM substitutions WHERE game IN (SELECT id FROM unfinished)
)
SELECT game AS id, MAX(at) AS moved FROM moments GROUP BY game ORDER BY game
"""


class Games(Repository):
    """The repository of games. Methods that change several tables of the database are in `storage.tables`."""

    async def get(self, game: int) -> GameRow:
        """Returns the game with this number; raises UnknownGame."""
        try:
            row = await self._row("SELECT * FROM games WHERE id = ?", game)
        except DatabaseDamaged:
            row = await self._legible(game)
        if row is None:
            raise UnknownGame(game)
        return game_row(row)

    async def in_channel(self, channel: int) -> GameRow | None:
        """Returns the channel's unfinished game; None if there is none."""
        row = await self._row(f"SELECT * FROM games WHERE channel = ? AND {_UNFINISHED}", channel)
        return None if row is None else game_row(row)

    async def latest_in(self, channel: int) -> GameRow | None:
        """Returns the channel's latest game, finished or not; None if there never was one."""
        row = await self._row("SELECT * FROM games WHERE channel = ? ORDER BY id DESC LIMIT 1", channel)
        return None if row is None else game_row(row)

    async def lobbies_of(self, host: int) -> list[GameRow]:
        """Returns the open lobbies of a host, oldest first, without those that are quarantined."""
        return [game_row(row) for row in await self._rows(_LOBBIES_OF, host)]

    async def opened_alone_since(self, host: int, since: datetime) -> list[datetime]:
        """Returns when a host opened tables after `since`, oldest first, without games begun by two or more people."""
        return [read(created) for created in await self._column(_OPENED_ALONE, host, written(since))]

    async def left_behind(self, guild: int, since: datetime) -> list[GameRow]:
        """Returns a server's unfinished games, and those that ended without a winner since that time."""
        sql = (
            f"SELECT * FROM games WHERE guild = ? AND ({_UNFINISHED} OR phase = 'ended' AND finished >= ?) ORDER BY id"
        )
        return [game_row(row) for row in await self._rows(sql, guild, written(since))]

    async def of_user(self, user: int) -> list[GameRow]:
        """Returns all games in which the user sits, or sat before handing over, latest first."""
        return [game_row(row) for row in await self._rows(_OF_USER, user)]

    async def all(self) -> list[GameRow]:
        """Returns every game that was ever opened, oldest first."""
        return [game_row(row) for row in await self._rows("SELECT * FROM games ORDER BY id")]

    async def unfinished(self, after: int = 0, most: int = NO_LIMIT) -> list[GameRow]:
        """Returns all lobbies and running games, oldest first; including those whose phase a disk has altered.

        `after`: only games with a higher number. `most`: how many games at most.
        """
        sql = f"SELECT * FROM games WHERE id > ? AND {_NOT_FINISHED} ORDER BY id LIMIT ?"
        try:
            rows = await self._rows(sql, after, most)
        except DatabaseDamaged:
            rows = await self._readable(after, most)
        return [game_row(row) for row in rows]

    async def readable(self) -> tuple[list[GameRow], list[int]]:
        """Returns every game whose row can be found in a broken file, and the numbers of those that cannot.

        Each row is read column by column; unreadable columns are empty.
        """
        found, lost = [], []
        for game in range(1, await self.session.engine.counter("games") + 1):
            try:
                if await self._row("SELECT id FROM games WHERE id = ?", game):
                    found.append(game_row(await self._legible(game)))
            except DatabaseDamaged:
                lost.append(game)
        return found, lost

    async def last_moved(self, after: int = 0, until: int = NO_LIMIT) -> dict[int, datetime]:
        """Returns unfinished tables -> when they were last opened, started, joined, answered at, paused or handed over.

        Only tables with a number above `after` and up to `until`, without those whose time a disk has altered.
        """
        try:
            rows = await self._rows(_LAST_MOVED, after, until)
        except DatabaseDamaged:
            rows = await self._legible_moves(after, until)
        found = {row["id"]: read_or_epoch(row["moved"]) for row in rows}
        return {game: moved for game, moved in found.items() if moved is not None and moved != EPOCH}

    async def count_by_state(self, served: Served = EVERYTHING) -> dict[str, int]:
        """Returns the number of tables in each of `STATES`, of the servers in the served shards."""
        if served == EVERYTHING:
            rows = await self._rows(_BY_STATE.format(which="TRUE"))
        else:
            shards = ", ".join(map(str, sorted(served.shards))) or "-1"
            rows = await self._rows(_BY_STATE.format(which=_SERVED.format(shards=shards)), served.count)
        found = {row["state"]: row["tables"] for row in rows}
        return {state: found.get(state, 0) for state in STATES}

    @transaction
    async def set_told(self, game: int, count: int) -> None:
        """Stores how many of the game's events were shown in its channel; raises UnknownGame."""
        if not await self._execute("UPDATE games SET told = ? WHERE id = ?", count, game):
            raise UnknownGame(game)

    @transaction
    async def quarantine(self, game: int, at: datetime) -> None:
        """Stores that a game's record is damaged, and when its players were notified."""
        await self._execute("INSERT INTO set_aside (game, at) VALUES (?, ?) ON CONFLICT DO NOTHING", game, written(at))

    @transaction
    async def end_quarantine(self, game: int) -> None:
        """Deletes the note that a game's record is damaged."""
        await self._execute("DELETE FROM set_aside WHERE game = ?", game)

    async def quarantined(self) -> set[int]:
        """Returns the numbers of the games that are noted as damaged."""
        return set(await self._column("SELECT game FROM set_aside"))

    # Steps of other repositories' transactions

    async def must_be_free(self, channel: int) -> None:
        """Raises ChannelBusy if the channel has an unfinished game."""
        busy = await self._value(f"SELECT id FROM games WHERE channel = ? AND {_UNFINISHED}", channel)
        if busy is not None:
            raise ChannelBusy(channel, busy)

    async def add(self, new: NewGame) -> int:
        """Inserts a lobby and returns its number."""
        options, invited = options_text(new.options), json.dumps(new.invited)
        row = row_values(new, options=options, invited=invited, created=written(new.created))
        return await self._insert(_INSERT, *row)

    async def set(self, game: int, **columns: object) -> None:
        """Changes columns of a game's row."""
        named = ", ".join(f"{column} = ?" for column in columns)
        await self._execute(f"UPDATE games SET {named} WHERE id = ?", *columns.values(), game)

    async def _readable(self, after: int, most: int) -> list[Row]:
        """Returns the rows of unfinished games one by one, as far as the file can be read."""
        found: list[Row] = []
        for game in range(after + 1, await self.session.engine.counter("games") + 1):
            if len(found) == most:
                break
            with suppress(DatabaseDamaged):
                if await self._row(f"SELECT id FROM games WHERE id = ? AND {_NOT_FINISHED}", game):
                    found.append(await self._legible(game))
        return found

    async def _legible(self, game: int) -> Row:
        """Reads a game's row column by column and returns it; an unreadable column is empty, so no game is lost."""
        legible = await self._cell(game, "id")
        for column in _COLUMNS:
            try:
                legible |= await self._cell(game, column)
            except DatabaseDamaged:
                legible[column] = ""
        return legible

    async def _cell(self, game: int, column: str) -> dict[str, Any]:
        row = await self._row(f"SELECT {column} FROM games WHERE id = ?", game)
        if row is None:
            raise UnknownGame(game)
        return dict(row)

    async def _legible_moves(self, after: int, until: int) -> list[Row]:
        rows: list[Row] = []
        sql = "SELECT id FROM games WHERE phase IN ('lobby', 'running') AND id > ? AND id <= ?"
        for row in await self._rows(sql, after, until):
            with suppress(DatabaseDamaged):
                rows += await self._rows(_LAST_MOVED, row["id"] - 1, row["id"])
        return rows


def options_text(options: Mapping[str, str]) -> str:
    """Returns the stored form of a game's options (JSON)."""
    return json.dumps(dict(options), ensure_ascii=False)


def game_row(row: Row) -> GameRow:
    """Returns the game that a row describes. An altered row hides no other game; its chain shows the damage."""
    known: dict[str, Any] = dict(row)
    known["options"] = _parsed(known["options"], dict)
    for switch in ("hints", "hints_chosen", "words", "weekends_off", "called", "starts_full"):
        known[switch] = bool(known[switch])
    known["invited"] = tuple(user for user in _parsed(known["invited"], list) if isinstance(user, int))
    known.pop("link", None)
    for moment in ("created", "started", "finished", "paused_at"):
        known[moment] = read_or_epoch(known[moment])
    return GameRow(**known)


def _parsed(text: str, kind: type[T]) -> T:
    """Returns the content of a JSON text; an empty list or dictionary (`kind`) if the text was altered."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError):
        return kind()
    return found if isinstance(found, kind) else kind()
