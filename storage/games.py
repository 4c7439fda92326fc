"""Tables: opened, set, started, finished; and their secret seeds, which stand apart."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from storage import chain
from storage.connection import Connection, Row
from storage.consent import forget_consents
from storage.core import MOST, changed, first, inserted, require, transaction
from storage.errors import ChannelBusy, DatabaseDamaged, UnknownGame
from storage.lobbies import DrawnTable, Newcomer, belong, sit_down
from storage.moments import read_or_epoch, written
from storage.rows import Finished, GameRow, NewGame, Outcome
from storage.seal import Seals, put_seed, reveal_seed
from storage.shards import EVERYTHING, Served

_INSERT = """
INSERT INTO games (guild, channel, kind, edition, language, options, turn_seconds, window_seconds, bank_seconds, pace,
    created, host, hints)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_FINISH = """
UPDATE games SET phase = ?, result = ?, finished = ?, link = ?, paused_at = NULL, remaining = NULL WHERE id = ?
"""
STATES: Final = ("lobby", "running", "paused", "set aside", "over", "ended")
"""What a table can be counted as."""
_BY_STATE: Final = """
SELECT CASE WHEN id IN (SELECT game FROM set_aside) AND COALESCE(phase, '') NOT IN ('over', 'ended') THEN 'set aside'
            WHEN phase = 'running' AND paused_at IS NOT NULL THEN 'paused' ELSE phase END AS state,
       COUNT(*) AS tables
FROM games WHERE {which} GROUP BY state
"""
_SERVED: Final = "(COALESCE(guild, 0) >> 22) % ?1 IN ({shards})"
_UNFINISHED = "phase IN ('lobby', 'running')"
_NOT_FINISHED = "COALESCE(phase, '') NOT IN ('over', 'ended')"
_COLUMNS: Final = tuple(one.name for one in fields(GameRow))
_OF_USER = """
SELECT * FROM games WHERE id IN (
    SELECT game FROM seats WHERE user = ?1 UNION SELECT game FROM substitutions WHERE former_user = ?1
) ORDER BY id DESC
"""


_ARCHIVE = """
SELECT games.*, (
    SELECT group_concat(name, ', ') FROM (SELECT name FROM seats WHERE game = games.id ORDER BY position) AS seated
) AS names
FROM games WHERE phase IN ('over', 'ended') AND started IS NOT NULL
"""
_IN_GUILD = "AND guild = ?1"
_SEEN_BY = (
    "AND id IN (SELECT game FROM seats WHERE user = ?1 UNION SELECT game FROM substitutions WHERE former_user = ?1)"
)


class Games(Seals):
    """The tables themselves."""

    @transaction
    async def create_game(
        self,
        db: Connection,
        new: NewGame,
        seed: bytes,
        people: Iterable[Newcomer] = (),
        drawn: DrawnTable | None = None,
    ) -> int:
        """Open a lobby of these people, perhaps a tournament's table, and give its number: all of it or nothing.

        ChannelBusy where the channel has an unfinished game; AlreadySeated.
        """
        busy = await first(db, f"SELECT id FROM games WHERE channel = ? AND {_UNFINISHED}", (new.channel,))  # noqa: S608
        if busy is not None:
            raise ChannelBusy(new.channel, busy["id"])
        game = await inserted(db, _INSERT, _values(new))
        await put_seed(db, game, seed)
        await put_link(db, game, chain.opened(game, seed))
        for who in people:
            await sit_down(db, game, who)
        if drawn is not None:
            await belong(db, game, drawn)
        return game

    async def game(self, game: int) -> GameRow:
        """The table with this number; UnknownGame where there is none."""
        try:
            row = await self._row("SELECT * FROM games WHERE id = ?", game)
        except DatabaseDamaged:
            row = await self._legible(game)
        if row is None:
            raise UnknownGame(game)
        return game_row(row)

    async def game_in(self, channel: int) -> GameRow | None:
        """The channel's unfinished game, where it has one."""
        row = await self._row(f"SELECT * FROM games WHERE channel = ? AND {_UNFINISHED}", channel)  # noqa: S608
        return None if row is None else game_row(row)

    async def latest_game_in(self, channel: int) -> GameRow | None:
        """The channel's latest game, finished or not."""
        row = await self._row("SELECT * FROM games WHERE channel = ? ORDER BY id DESC LIMIT 1", channel)
        return None if row is None else game_row(row)

    async def latest_played_in(self, channel: int) -> GameRow | None:
        """The channel's latest finished game that had begun."""
        sql = "SELECT * FROM games WHERE channel = ? AND phase IN ('over', 'ended') AND started IS NOT NULL"
        row = await self._row(f"{sql} ORDER BY id DESC LIMIT 1", channel)
        return None if row is None else game_row(row)

    async def unfinished(self, after: int = 0, most: int = MOST) -> list[GameRow]:
        """All lobbies and running games, oldest first; what a disk has altered beyond a phase is among them.

        Of those numbered behind `after`, and at most so many.
        """
        sql = f"SELECT * FROM games WHERE id > ? AND {_NOT_FINISHED} ORDER BY id LIMIT ?"  # noqa: S608
        try:
            rows = await self._rows(sql, after, most)
        except DatabaseDamaged:
            rows = await self._readable(after, most)
        return [game_row(row) for row in rows]

    async def legible_games(self) -> tuple[list[GameRow], list[int]]:
        """Every table whose row can be read, text by text, oldest first; the numbers of those that cannot be."""
        found, lost = [], []
        for game in range(1, await self._engine.counter("games") + 1):
            try:
                if await self._row("SELECT id FROM games WHERE id = ?", game):
                    found.append(game_row(await self._legible(game)))
            except DatabaseDamaged:
                lost.append(game)
        return found, lost

    async def _readable(self, after: int, most: int) -> list[Row]:
        """The rows of unfinished games, one by one, as far as the file can be read."""
        found: list[Row] = []
        for game in range(after + 1, await self._engine.counter("games") + 1):
            if len(found) == most:
                break
            with suppress(DatabaseDamaged):
                if await self._row(f"SELECT id FROM games WHERE id = ? AND {_NOT_FINISHED}", game):  # noqa: S608
                    found.append(await self._legible(game))
        return found

    async def _legible(self, game: int) -> Row:
        """A row of which a disk has made some text none: that column alone is empty, so that the table is not lost."""
        legible = await self._column(game, "id")
        for column in _COLUMNS:
            try:
                legible |= await self._column(game, column)
            except DatabaseDamaged:
                legible[column] = ""
        return legible

    async def _column(self, game: int, column: str) -> dict[str, Any]:
        row = await self._row(f"SELECT {column} FROM games WHERE id = ?", game)  # noqa: S608 - a column's name
        if row is None:
            raise UnknownGame(game)
        return dict(row)

    async def all_games(self) -> list[GameRow]:
        """Every table there ever was, oldest first."""
        return [game_row(row) for row in await self._rows("SELECT * FROM games ORDER BY id")]

    async def count_by_state(self, served: Served = EVERYTHING) -> dict[str, int]:
        """How many tables are in the lobby, running, paused, set aside, over and ended, of those that are served."""
        if served == EVERYTHING:
            rows = await self._rows(_BY_STATE.format(which="TRUE"))
        else:
            shards = ", ".join(map(str, sorted(served.shards))) or "-1"
            rows = await self._rows(_BY_STATE.format(which=_SERVED.format(shards=shards)), served.count)
        found = {row["state"]: row["tables"] for row in rows}
        return {state: found.get(state, 0) for state in STATES}

    async def games_of(self, user: int) -> list[GameRow]:
        """All games in which the user sits or sat before handing over, latest first."""
        return [game_row(row) for row in await self._rows(_OF_USER, user)]

    async def archive(self, guild: int, most: int) -> list[tuple[GameRow, str]]:
        """A server's finished games with the names of who sat there at the end, latest first."""
        return await self._finished(f"{_ARCHIVE} {_IN_GUILD} ORDER BY id DESC LIMIT ?2", guild, most)

    async def archive_of(self, user: int, most: int) -> list[tuple[GameRow, str]]:
        """The finished games in which the user sat, likewise."""
        return await self._finished(f"{_ARCHIVE} {_SEEN_BY} ORDER BY id DESC LIMIT ?2", user, most)

    async def _finished(self, sql: str, *values: int) -> list[tuple[GameRow, str]]:
        found = [dict(row) for row in await self._rows(sql, *values)]
        return [(game_row(row), names) for row in found for names in [row.pop("names") or ""]]

    @transaction
    async def move_game(self, db: Connection, game: int, channel: int) -> None:
        """Let an unfinished game go on in another channel (WrongPhase, ChannelBusy); its board is forgotten."""
        await require(db, game, "lobby", "running")
        busy = await first(db, f"SELECT id FROM games WHERE channel = ? AND {_UNFINISHED}", (channel,))  # noqa: S608
        if busy is not None:
            raise ChannelBusy(channel, busy["id"])
        await db.execute("UPDATE games SET channel = ? WHERE id = ?", (channel, game))
        await db.execute("DELETE FROM boards WHERE game = ?", (game,))

    @transaction
    async def finish_game(self, db: Connection, game: int, phase: Finished, result: str | None, at: datetime) -> None:
        """End an unfinished game: `over` with a result (JSON) or `ended` without a winner (WrongPhase)."""
        await require(db, game, "lobby", "running")
        await finish(db, game, Outcome(phase, result, at))


async def link_of(db: Connection, game: int) -> bytes:
    """The latest link of a game's chain, inside a transaction; UnknownGame where there is none."""
    row = await first(db, "SELECT link FROM games WHERE id = ?", (game,))
    if row is None:
        raise UnknownGame(game)
    return bytes(row["link"] or b"")


async def put_link(db: Connection, game: int, link: bytes) -> None:
    """Something was added to a game's chain, inside a transaction."""
    await db.execute("UPDATE games SET link = ? WHERE id = ?", (link, game))


async def put_host(db: Connection, game: int, host: int) -> None:
    """Make another user the host, inside a transaction."""
    await db.execute("UPDATE games SET host = ? WHERE id = ?", (host, game))


async def put_options(db: Connection, game: int, options: Mapping[str, str]) -> None:
    """Set the rules' options, inside a transaction."""
    await db.execute("UPDATE games SET options = ? WHERE id = ?", (_options(options), game))


async def finish(db: Connection, game: int, outcome: Outcome) -> None:
    """Mark a game as finished, its end as not told yet, and drop what only a running game needs; in a transaction."""
    at = written(outcome.at)
    link = chain.finished(await link_of(db, game), outcome.phase, outcome.result, at)
    await changed(db, _FINISH, (outcome.phase, outcome.result, at, link, game))
    await db.execute("INSERT INTO untold_ends (game) VALUES (?) ON CONFLICT DO NOTHING", (game,))
    await reveal_seed(db, game)
    await forget_consents(db, game)
    for table in ("deadlines", "standing_orders", "lasting_orders", "staying_out", "graces", "banks"):
        await db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608 - names of our own tables


def _options(options: Mapping[str, str]) -> str:
    return json.dumps(dict(options), ensure_ascii=False)


def _values(new: NewGame) -> tuple[object, ...]:
    settings = (new.kind, new.edition, new.language, _options(new.options))
    times = (new.turn_seconds, new.window_seconds, new.bank_seconds, new.pace, written(new.created))
    return (new.guild, new.channel, *settings, *times, new.host, new.hints)


def game_row(row: Row) -> GameRow:
    """The table that a row of `games` describes; one that a disk has altered hides no other, its chain tells."""
    known: dict[str, Any] = dict(row)
    known["options"] = _read_options(known["options"])
    known["hints"] = bool(known["hints"])
    known.pop("link", None)
    for moment in ("created", "started", "finished", "paused_at"):
        known[moment] = read_or_epoch(known[moment])
    return GameRow(**known)


def _read_options(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
