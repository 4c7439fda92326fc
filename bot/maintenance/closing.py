"""A table is shut by whoever runs the bot, or by the archive; its people are told why.

The shell's commands end no game themselves: they leave a request with the database (a file `<database>.close-<TABLE>`
beside it, or a row on a server). The bot looks for such requests at every tick of its clocks and carries them out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

import discord

from bot import views
from bot.messages.api import Client, edit, post
from bot.messages.hands import Hands, tell
from bot.messages.requests import LOST
from bot.tables.live import LiveTable
from bot.tables.refusals import DAMAGED, Known
from bot.tables.registry import Tables
from bot.texts import later, words
from storage import DatabaseError, GameRow, Store, UnknownGame, WrongPhase
from storage.errors import DatabaseDamaged

log = logging.getLogger(__name__)

APOLOGY: Final = later(
    "I am sorry: whoever runs me had to close this table, because it could not go on. Its record is kept. "
    "`/game new` opens a new one."
)


class Closing:
    """Ends tables that nobody can or will play on."""

    def __init__(
        self, client: Client, store: Store, tables: Tables, hands: Hands, changed: Callable[[LiveTable], None]
    ) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._hands = hands
        self._changed = changed

    async def look(self, now: datetime) -> None:
        """Carry out what the shell has asked for since."""
        for game in await self._store.asked_to_close():
            if await self._is_ours(game):
                await self._carry_out(game, now)

    async def finish(self, row: GameRow, now: datetime, why: str) -> None:
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
        if not await self.say(row, text):
            await tell(self._client, row.host, text)

    async def set_aside(self, row: GameRow, now: datetime) -> None:
        """The table whose record is damaged is told so: once, as far as the file can keep that."""
        text = words(row.language)(DAMAGED, game=row.id)
        if not await self.say(row, text):
            await tell(self._client, row.host, text)
        try:
            await self._store.set_aside(row.id, now)
        except DatabaseError as error:
            log.warning("that table %s is set aside cannot be noted (%s)", row.id, type(error).__name__)

    async def say(self, row: GameRow, text: str) -> bool:
        """A public word in the table's channel; whether it was taken."""
        try:
            await post(self._client, row.channel, views.say(text))
        except (discord.HTTPException, *LOST) as error:
            log.info("table %s: a word did not arrive (%s)", row.id, type(error).__name__)
            return False
        return True

    # Inside

    async def _carry_out(self, game: int, now: datetime) -> None:
        try:
            row = await self._store.game(game)
            await self.finish(row, now, APOLOGY)
            log.warning("table %s is closed, as the shell has asked", game)
        except (UnknownGame, WrongPhase):
            log.warning("table %s cannot be closed: it is finished already, or there is none", game)
        finally:
            await self._store.carried_out(game)

    async def _is_ours(self, game: int) -> bool:
        """Of several processes one does it; what is no table any of them."""
        try:
            return self._tables.owns((await self._store.game(game)).guild)
        except (UnknownGame, DatabaseDamaged):
            return True

    async def _try_edit(self, row: GameRow, channel: int, message: int, text: str) -> None:
        try:
            await edit(self._client, channel, message, views.say(text))
        except (discord.HTTPException, *LOST) as error:
            log.info("table %s: its board stays as it is (%s)", row.id, type(error).__name__)
