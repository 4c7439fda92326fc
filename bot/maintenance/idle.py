"""What whoever runs the bot asks of it, and tables that everybody has forgotten.

The shell's commands may not write: one process serves one database. They leave a file `<database>.close-<TABLE>` beside
it; the bot looks for such files at every tick of its clocks, carries them out and removes them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Final

import discord

from bot import views
from bot.maintenance.trouble import Troubles
from bot.messages.api import Client, edit, post
from bot.messages.board import Publisher
from bot.messages.hands import Hands, tell
from bot.tables.live import LiveTable
from bot.tables.refusals import Known
from bot.tables.registry import Tables
from bot.texts import Words, later, words
from storage import GameRow, Store, UnknownGame, WrongPhase

log = logging.getLogger(__name__)

CLOSE: Final = ".close-"
"""Stands between the database's name and the number of a table to be closed."""
IDLE: Final = timedelta(days=30)
WARNING: Final = timedelta(days=3)
"""So long before it is archived a table is told."""
QUIET: Final = timedelta(days=1)
"""After so long without a move it is looked who is still there."""
HOUR: Final = timedelta(hours=1)
NOTICE: Final = "notice"
"""Noted beside the votes: when (unix time, in the place of a user) the table was told that it will be archived."""

APOLOGY: Final = later(
    "I am sorry: whoever runs me had to close this table, because it could not go on. Its record is kept. "
    "`/game new` opens a new one."
)
ARCHIVED: Final = later(
    "Nobody has played at this table for 30 days, so it is archived. Its record is kept: `/game log` shows what has "
    "happened. `/game new` opens a new table."
)


class IdleTables:
    """Operators' requests and the archive."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, store: Store, tables: Tables, troubles: Troubles, publisher: Publisher, hands: Hands,
        changed: Callable[[LiveTable], None],
    ) -> None:  # fmt: skip
        self._client = client
        self._store = store
        self._tables = tables
        self._troubles = troubles
        self._publisher = publisher
        self._hands = hands
        self._changed = changed
        self._last: datetime | None = None

    async def look(self, now: datetime) -> None:
        """At every tick: requests of the shell; every hour: idle tables. Never raises."""
        try:
            for path in await asyncio.to_thread(requests, Path(self._store.path)):
                await self._close(path, now)
            if self._last is None or now - self._last >= HOUR:
                self._last = now
                await self._look_for_idle(now)
        except Exception:
            log.exception("looking after the tables failed; it is done again later")

    # Inside

    async def _close(self, path: Path, now: datetime) -> None:
        game = int(path.name.rpartition("-")[2])
        try:
            row = await self._store.game(game)
            await self._finish(row, now, APOLOGY)
            log.warning("table %s is closed, as the shell has asked", game)
        except (UnknownGame, WrongPhase):
            log.warning("table %s cannot be closed: it is finished already, or there is none", game)
        finally:
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def _finish(self, row: GameRow, now: datetime, why: str) -> None:
        """The end without a winner, also of a table that cannot be opened any more; its people are told why."""
        hands, board = await self._store.hand_messages(row.id), await self._store.board(row.id)
        async with self._tables.alone(row.id):
            await self._store.finish_game(row.id, "ended", None, now)
        text = words(row.language)(why)
        try:
            self._changed(await self._tables.get(row.id))
        except Known:
            for hand in hands:
                await self._hands.retire(row.id, hand.user, text)
            if board is not None:
                await self._try_edit(row, board.channel, board.message, text)
        if not await self._say(row, text):
            await tell(self._client, row.host, text)

    async def _try_edit(self, row: GameRow, channel: int, message: int, text: str) -> None:
        try:
            await edit(self._client, channel, message, views.say(text))
        except discord.HTTPException as error:
            log.info("table %s: its board stays as it is (%s, code %s)", row.id, error.status, error.code)

    async def _say(self, row: GameRow, text: str) -> bool:
        try:
            await post(self._client, row.channel, views.say(text))
        except discord.HTTPException as error:
            log.info("table %s: a word was refused (%s, code %s)", row.id, error.status, error.code)
            return False
        return True

    async def _look_for_idle(self, now: datetime) -> None:
        moved = await self._store.last_moved()
        for row in await self._store.unfinished():
            since = moved.get(row.id, now)
            still, told = now - since, await self._told(row, since)
            if told is not None and now - told >= WARNING and still >= IDLE:
                await self._finish(row, now, ARCHIVED)
            elif still >= IDLE - WARNING:
                if told is None:
                    await self._warn(row, still, now)
            elif still >= QUIET and row.phase == "running":
                await self._look_after(row)

    async def _told(self, row: GameRow, since: datetime) -> datetime | None:
        """When the table was told that it will be archived, unless something has moved after that."""
        told = [datetime.fromtimestamp(second, UTC) for second in await self._store.votes(row.id, NOTICE)]
        return max((moment for moment in told if moment >= since), default=None)

    async def _warn(self, row: GameRow, still: timedelta, now: datetime) -> None:
        text = _warning(words(row.language), still.days)
        await self._store.clear_votes(row.id, NOTICE)
        await self._store.set_vote(row.id, NOTICE, ceil(now.timestamp()), True)
        if not await self._say(row, text):
            await tell(self._client, row.host, text)

    async def _look_after(self, row: GameRow) -> None:
        try:
            await self._troubles.look_after(await self._tables.get(row.id))
        except Known as error:
            log.info("table %s is not looked after (%s)", row.id, type(error).__name__)


def _warning(said: Words, days: int) -> str:
    still = said.plural(
        "Nobody has played at this table for {n} day.", "Nobody has played at this table for {n} days.", days
    )
    then = said.plural(
        "In {n} day it is archived, unless somebody plays on or joins; a paused game goes on with `/game resume`.",
        "In {n} days it is archived, unless somebody plays on or joins; a paused game goes on with `/game resume`.",
        WARNING.days,
    )
    return f"{still} {then}"


def requests(database: Path) -> list[Path]:
    """The files by which the shell asks for tables to be closed, lowest number first."""
    start = database.name + CLOSE
    found = [
        path for path in database.parent.iterdir()
        if path.name.startswith(start) and path.name[len(start) :].isascii() and path.name[len(start) :].isdigit()
    ]  # fmt: skip
    return sorted(found, key=lambda path: int(path.name[len(start) :]))
