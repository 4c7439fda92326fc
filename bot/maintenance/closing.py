"""Closes tables for the operator, or because they are idle or their server has removed the bot; tells players why.

The operator's command ends no game itself: it leaves a request in the database (a file `<database>.close-<TABLE>` next
to it, or a row on a server). The bot looks for such requests once a second.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot import views
from bot.features.hand.service import Hands
from bot.messages.api import Client, edit, post
from bot.messages.direct_messages import send
from bot.messages.outcomes import safe_call
from bot.tables.bus import Bus
from bot.tables.events import TableClosed
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


@dataclass(eq=False, repr=False)
class Closing:
    """A service that ends tables at which no one can or will play, and announces damaged records."""

    _client: Client
    _db: Database
    _tables: Tables
    _hands: Hands
    _bus: Bus

    async def look(self, now: datetime) -> None:
        """Executes the requests of operators to close tables of this process, and deletes the requests."""
        for game in await self._db.engine.close_requests():
            if await self._is_ours(game):
                await self._carry_out(game, now)

    async def finish(self, row: GameRow, now: datetime, why: str) -> None:
        """Ends a game without a winner, even if it cannot be loaded, and posts the reason `why` in its channel.

        If that fails, sends it to the host by DM. Publishes TableClosed; raises WrongPhase if the game is finished.
        """
        hands = await self._db.messages.of("hand", row.id)
        board = await self._db.messages.get(PostSlot("board", row.id))
        async with self._tables.alone(row.id):
            await self._db.tables.finish(row.id, "ended", None, now)
        self._bus.publish(TableClosed(row))
        text = translator_for(row.language)(why)
        try:
            self._bus.table_changed(await self._tables.get(row.id))
        except EXPECTED_ERRORS:
            for hand in hands:
                await self._hands.retire(row.id, hand.slot.user, text)
            if board is not None and board.message:
                edited = await safe_call(edit(self._client, board.channel, board.message, views.say(text)))
                if not edited.ok:
                    log.info("table %s: cannot update its board (%s)", row.id, edited)
        await self.say(row, text)

    async def quarantine(self, row: GameRow, now: datetime) -> None:
        """Announces in a table's channel (or to its host by DM) that the record is damaged, and stores that.

        If it cannot be stored, there may be a second announcement later.
        """
        text = translator_for(row.language)(DAMAGED, game=row.id)
        await self.say(row, text)
        try:
            async with self._tables.alone(row.id):
                await self._db.games.quarantine(row.id, now)
        except DatabaseError as error:
            log.warning("table %s: cannot store that it is set aside (%s)", row.id, type(error).__name__)

    async def say(self, row: GameRow, text: str) -> None:
        """Posts a message in the table's channel; if that fails, sends it to the host by DM."""
        posted = await safe_call(post(self._client, row.channel, views.say(text)))
        if not posted.ok:
            log.info("table %s: cannot post a message in its channel (%s)", row.id, posted)
            await send(self._client, row.host, views.say(text))

    async def _carry_out(self, game: int, now: datetime) -> None:
        try:
            row = await self._db.games.get(game)
            await self.finish(row, now, APOLOGY)
            log.warning("table %s is closed, as requested by krupier close", game)
        except (UnknownGame, WrongPhase):
            log.warning("table %s cannot be closed: it is finished or does not exist", game)
        finally:
            await self._db.engine.end_close_request(game)

    async def _is_ours(self, game: int) -> bool:
        """Returns whether this process must execute a request: for its own tables, and those that cannot be found."""
        try:
            return self._tables.owns((await self._db.games.get(game)).guild)
        except (UnknownGame, DatabaseDamaged):
            return True
