"""The boards of all tables, as the rest of the bot sees them.

A press on the board that was acknowledged by a deferred update lends its token: for fourteen minutes the board is
edited through it, which costs nothing of Discord's global limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.features.play.board import Face, answered, board_of
from bot.features.play.board_owner import BoardOwner, Trouble
from bot.features.play.board_states import MessageStates
from bot.features.play.old_boards import OldBoards
from bot.features.play.sequences import Sequences
from bot.messages.api import Client, Interaction
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import Token
from bot.messages.reconciler import Reconciler
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from bot.tables.wakeups import Wakeups
from storage import Database, MessageRow, PostSlot

LENT_FOR: Final = timedelta(minutes=14)


class Publisher:
    """All boards."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, client: Client, db: Database, tables: Tables, now: Callable[[], datetime], background: Background,
        illustrator: Illustrator, reconciler: Reconciler, trouble: Trouble, wakeups: Wakeups,
    ) -> None:  # fmt: skip
        self._db = db
        self._now = now
        self._reconciler = reconciler
        self.sequences = Sequences(reconciler, illustrator, now, wakeups)
        self.boards = MessageStates(db, now, background)
        self.old_boards = OldBoards(db, tables, self.boards, reconciler, self.sequences)
        self._owner = BoardOwner(
            client, db, tables, now, illustrator, reconciler, self.boards, self.sequences, self.old_boards, trouble
        )

    def changed(self, game: int, *, afresh: bool = False) -> None:
        """Schedules an update of a changed table's board. With `afresh`, the board is posted as a new message."""
        board = self.boards.of(game)
        board.afresh |= afresh
        self._reconciler.want(self._owner, board)

    def deleted(self, game: int, message: int) -> None:
        """Posts a new board, because this message was deleted."""
        self.boards.of(game).deleted = message
        self.changed(game)

    def moved(self, game: int) -> None:
        """The table is in another channel now: its board is posted there."""
        board = self.boards.of(game)
        board.is_lost()
        board.known, board.plain = True, False
        self.changed(game)

    def leave(self, game: int) -> None:
        """Another process owns the table: nothing more of it is shown here, and nothing of it is remembered."""
        self._owner.leave(game)

    async def present_board(self, game: int) -> MessageRow | None:
        """Returns the table's board message; waits while a board is being posted."""
        board = self.boards.get(game)
        if board is None:
            row = await self._db.messages.get(PostSlot("board", game))
            return row if row is not None and row.message else None
        async with board.lock:
            await self.boards.know(board)
            return board.row if board.message else None

    async def followed(self, game: int) -> None:
        """Waits until the board shows the table's present state, or cannot: a message about it comes after it."""
        board = self.boards.get(game)
        if board is not None and board.task is not None:
            await asyncio.wait({board.task})

    def rests(self, live: LiveTable) -> bool:
        """Whether the board shows the table's present state and nothing is left to be done."""
        board = self.boards.get(live.id)
        if board is None or not board.fingerprint or board.about != live.epoch():
            return False
        return not (board.is_busy or board.is_unfinished or board.plain or self.sequences.runs(board.message))

    def lend(self, game: int, interaction: Interaction) -> None:
        """A press on a message was acknowledged by a deferred update: its token serves to edit that message."""
        # Only for a board that is remembered already: a forged number adds none.
        board = self.boards.get(game)
        if board is not None and interaction.message is not None:
            until = min(self._now(), interaction.created_at) + LENT_FOR
            board.tokens[interaction.message.id] = Token(interaction, until)

    def has_handle(self, game: int) -> bool:
        """Whether a token for the present board is valid; then a press need not lend another."""
        board = self.boards.get(game)
        return board is not None and self._reconciler.lives(board.tokens.get(board.message))

    async def open(self, live: LiveTable, interaction: Interaction) -> None:
        """Shows a lobby as the public answer to the command that has opened it."""
        board, view = self.boards.of(live.id), board_of(live)
        async with board.lock:
            message, lent = await answered(interaction, view)
            board.known, board.about = True, live.epoch()
            if message is None:
                return
            # The same moment in memory and in the database: a later claim compares them.
            now = self._now()
            board.is_at(live.row.channel, message, now)
            board.picture, board.tokens = None, {}
            if lent:
                board.tokens[message] = Token(interaction, now + LENT_FOR)
            await self._db.messages.put(board.row, posted=True)
            self.boards.shows(board, Face(view).looks.written, live.epoch())
