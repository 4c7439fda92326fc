"""Closes messages that are no longer a table's board, by removing their buttons."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
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
"""The number of attempts to close the old boards of a finished game, with a pause in between."""


@dataclass(eq=False, repr=False)
class OldBoards:
    """A service that closes old boards; the database has a list of those that still have buttons."""

    _db: Database
    _tables: Tables
    _boards: MessageStates
    _reconciler: Reconciler
    _sequences: Sequences

    def pressed(self, game: int, interaction: Interaction) -> MessageRow | None:
        """Returns the pressed message if it is public and not known to be the table's present board; None otherwise."""
        message, board = interaction.message, self._boards.get(game)
        if message is None or interaction.guild_id is None or message.flags.ephemeral:
            return None
        if board is not None and board.message == message.id:
            return None
        return MessageRow(PostSlot("board", game), message.channel.id, message.id)

    async def close(self, old: MessageRow) -> None:
        """Removes the buttons of a message, unless it is the table's board."""
        game = old.slot.subject
        known, board = game in self._boards, self._boards.of(game)
        try:
            async with board.lock:
                await self._boards.know(board)
                if old.message not in (board.closed, board.message):
                    await self._close(board, old)
        except EXPECTED_ERRORS as error:
            log.info("table %s: cannot update an old board (%s)", game, type(error).__name__)
        if not known and board.task is None:
            self._boards.forget(game)

    async def close_all(self, board: Board, *, tries: int = 1) -> None:
        """Closes all old boards of a table, and notes in `board.unclosed` whether one is left. The caller holds the
        board's lock.

        `tries`: the number of attempts, with a pause in between.
        """
        for left in reversed(range(tries)):
            board.unclosed = False
            for old in await self._db.messages.of("board", board.game, old=True):
                if not self._sequences.runs(old.message):
                    await self._close(board, old)
            if not board.unclosed:
                return
            if left:
                await asyncio.sleep(reconciler.QUICK_PAUSE)

    async def _close(self, board: Board, old: MessageRow) -> None:
        live = await self._tables.get(board.game)
        self._sequences.forget(old.message)
        view = closed_board_of(live, old.channel, in_lobby=board.about == "lobby")
        closed = await self._reconciler.close(board, old.channel, old.message, view)
        if closed.ok:
            board.closed = old.message
        else:
            log.info("table %s: cannot update the old board (%s)", live.id, closed)
        if not closed.is_final and not closed.ok:
            board.unclosed = True
        elif closed.outcome is not Outcome.FORBIDDEN:
            await self._db.messages.remove_old(board.slot, old.message)
