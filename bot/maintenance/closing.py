"""Closes tables for the operator or the archive, and tells their players why.

The shell's commands end no game themselves: they leave a request with the database (a file `<database>.close-<TABLE>`
next to it, or a row on a server). The bot looks for such requests at every tick of its clocks.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from bot import views
from bot.features.hand.service import Hands, tell
from bot.messages.api import Client, edit, post
from bot.messages.outcomes import safe_call
from bot.tables.bus import Bus
from bot.tables.refusals import DAMAGED, EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.texts import N_, translator_for
from storage import Database, DatabaseError, GameRow, PostSlot, UnknownGame, WrongPhase
from storage.errors import DatabaseDamaged

log = logging.getLogger(__name__)

APOLOGY: Final = N_(
    "The bot's operator had to close this table because it could not continue. Its record is kept; open a "
    "new table with `/game new`."
)


class Closing:
    """Ends tables that no one can or will play on."""

    def __init__(self, client: Client, db: Database, tables: Tables, hands: Hands, bus: Bus) -> None:
        self._client = client
        self._db = db
        self._tables = tables
        self._hands = hands
        self._bus = bus

    async def look(self, now: datetime) -> None:
        """Carry out what the shell has asked for since."""
        for game in await self._db.ownership.close_requests():
            if await self._is_ours(game):
                await self._carry_out(game, now)

    async def finish(self, row: GameRow, now: datetime, why: str) -> None:
        """Ends a game without a winner, also at a table that cannot be loaded any more, and tells its players why."""
        hands = await self._db.messages.of("hand", row.id)
        board = await self._db.messages.get(PostSlot("board", row.id))
        async with self._tables.alone(row.id):
            await self._db.tables.finish(row.id, "ended", None, now)
        text = translator_for(row.language)(why)
        try:
            self._bus.table_changed(await self._tables.get(row.id))
        except EXPECTED_ERRORS:
            for hand in hands:
                await self._hands.retire(row.id, hand.slot.user, text)
            if board is not None and board.message:
                await self._try_edit(row, board.channel, board.message, text)
        if not await self.say(row, text):
            await tell(self._client, row.host, text)

    async def quarantine(self, row: GameRow, now: datetime) -> None:
        """Announces once at the table that its record is damaged, as far as the file can store that."""
        text = translator_for(row.language)(DAMAGED, game=row.id)
        if not await self.say(row, text):
            await tell(self._client, row.host, text)
        try:
            await self._db.games.quarantine(row.id, now)
        except DatabaseError as error:
            log.warning("that table %s is set aside cannot be noted (%s)", row.id, type(error).__name__)

    async def say(self, row: GameRow, text: str) -> bool:
        """A public word in the table's channel; whether it was taken."""
        posted = await safe_call(post(self._client, row.channel, views.say(text)))
        if not posted.ok:
            log.info("table %s: a word did not arrive (%s)", row.id, posted)
        return posted.ok

    # Inside

    async def _carry_out(self, game: int, now: datetime) -> None:
        try:
            row = await self._db.games.get(game)
            await self.finish(row, now, APOLOGY)
            log.warning("table %s is closed, as the shell has asked", game)
        except (UnknownGame, WrongPhase):
            log.warning("table %s cannot be closed: it is finished already, or there is none", game)
        finally:
            await self._db.ownership.end_close_request(game)

    async def _is_ours(self, game: int) -> bool:
        """Of several processes one does it; what is no table any of them."""
        try:
            return self._tables.owns((await self._db.games.get(game)).guild)
        except (UnknownGame, DatabaseDamaged):
            return True

    async def _try_edit(self, row: GameRow, channel: int, message: int, text: str) -> None:
        edited = await safe_call(edit(self._client, channel, message, views.say(text)))
        if not edited.ok:
            log.info("table %s: its board stays as it is (%s)", row.id, edited)
