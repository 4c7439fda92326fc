"""Messages that were a table's board: they lose their buttons once a newer board exists."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.features.play.board import Board, closed_board_of
from bot.features.play.board_states import MessageStates
from bot.features.play.sequences import Sequences
from bot.messages import reconciler
from bot.messages.api import Interaction
from bot.messages.outcomes import Outcome
from bot.messages.reconciler import Reconciler
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from storage import Database, MessageRow, PostSlot

log = logging.getLogger(__name__)

TRIES: Final = 3
"""How often the old boards of a game that is over are closed, with a pause in between, until all are."""


class OldBoards:
    """Closes old boards; the database knows which of them still have buttons."""

    def __init__(
        self, db: Database, tables: Tables, boards: MessageStates, reconciler: Reconciler, sequences: Sequences
    ) -> None:
        self._db = db
        self._tables = tables
        self._boards = boards
        self._reconciler = reconciler
        self._sequences = sequences

    def pressed(self, game: int, interaction: Interaction) -> MessageRow | None:
        """Returns the pressed message if it is public and not the table's board (any more)."""
        message, board = interaction.message, self._boards.get(game)
        if message is None or interaction.guild_id is None or message.flags.ephemeral:
            return None
        if board is not None and board.message == message.id:
            return None
        return MessageRow(PostSlot("board", game), message.channel.id, message.id)

    async def close(self, old: MessageRow) -> None:
        """Removes a message's buttons, unless it is the table's board."""
        game = old.slot.subject
        known, board = game in self._boards, self._boards.of(game)
        try:
            async with board.lock:
                await self._boards.know(board)
                if old.message not in (board.closed, board.message):
                    await self._close(board, old)
        except EXPECTED_ERRORS as error:
            log.info("an old board of table %s stays as it is (%s)", game, type(error).__name__)
        if not known and board.task is None:
            self._boards.forget(game)

    async def close_all(self, board: Board, *, tries: int = 1) -> None:
        """Closes the table's old boards; the caller holds the board's lock."""
        for left in reversed(range(tries)):
            board.unclosed = False
            for old in await self._db.messages.of("board", board.game, old=True):
                if not self._sequences.runs(old.message):
                    await self._close(board, old)
            if not board.unclosed:
                return
            if left:
                await asyncio.sleep(reconciler.QUICK_PAUSE)

    # Inside

    async def _close(self, board: Board, old: MessageRow) -> None:
        live = await self._tables.get(board.game)
        self._sequences.forget(old.message)
        view = closed_board_of(live, in_lobby=board.about == "lobby")
        closed = await self._reconciler.close(board, old.channel, old.message, view)
        if closed.ok:
            board.closed = old.message
        else:
            log.info("table %s: the old board stays as it is (%s)", live.id, closed)
        if not closed.is_final and not closed.ok:
            board.unclosed = True
        elif closed.outcome is not Outcome.FORBIDDEN:
            await self._db.messages.remove_old(board.slot, old.message)
