"""Updates the boards of all tables at the request of other parts of the bot.

A press on the board that was acknowledged by a deferred update provides its token. For fourteen minutes the board is
edited through that token, which does not count against Discord's global limit.
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

TOKEN_LIFETIME: Final = timedelta(minutes=14)


class Publisher:
    """A service that updates and posts the boards of all tables."""

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

    def changed(self, game: int, *, repost: bool = False) -> None:
        """Requests an update of a table's board; with `repost`, it is posted as a new message."""
        board = self.boards.of(game)
        board.repost |= repost
        self._reconciler.want(self._owner, board)

    def deleted(self, game: int, message: int) -> None:
        """Requests a new post of the board, because this message was deleted."""
        self.boards.of(game).deleted = message
        self.changed(game)

    def moved(self, game: int) -> None:
        """Posts the board in another channel after its table has moved there."""
        board = self.boards.of(game)
        board.is_lost()
        board.known, board.plain = True, False
        self.changed(game)

    def leave(self, game: int) -> None:
        """Forgets the board of a table that another process owns now."""
        self._owner.leave(game)

    async def present_board(self, game: int) -> MessageRow | None:
        """Returns the row of the table's board message, None if there is none; waits while a board is being posted."""
        board = self.boards.get(game)
        if board is None:
            row = await self._db.messages.get(PostSlot("board", game))
            return row if row is not None and row.message else None
        async with board.lock:
            await self.boards.know(board)
            return board.row if board.message else None

    async def followed(self, game: int) -> None:
        """Waits until the present update of the board is finished, so that a message about it comes after it."""
        board = self.boards.get(game)
        if board is not None and board.task is not None:
            await asyncio.wait({board.task})

    def is_up_to_date(self, live: LiveTable) -> bool:
        """Returns whether the board shows the table's present state and has no work left."""
        board = self.boards.get(live.id)
        if board is None or not board.fingerprint or board.about != live.epoch():
            return False
        return not (board.is_busy or board.is_unfinished or board.plain or self.sequences.runs(board.message))

    def add_token(self, game: int, interaction: Interaction) -> None:
        """Keeps the token of an acknowledged press, which edits the pressed message without using the rate limit."""
        # Only boards in memory get a token, so that forged numbers add none.
        board = self.boards.get(game)
        if board is not None and interaction.message is not None:
            until = min(self._now(), interaction.created_at) + TOKEN_LIFETIME
            board.tokens[interaction.message.id] = Token(interaction, until)

    def has_token(self, game: int) -> bool:
        """Returns whether a token for the present board is valid, so that a press need not provide another."""
        board = self.boards.get(game)
        return board is not None and self._reconciler.lives(board.tokens.get(board.message))

    async def adopt(self, live: LiveTable, channel: int, message: int) -> None:
        """Uses an existing message as the board of a lobby: stores it and requests its update."""
        board = self.boards.of(live.id)
        async with board.lock:
            board.known, board.about = True, live.epoch()
            board.is_at(channel, message, self._now())
            await self._db.messages.put(board.row, posted=True)
        self.changed(live.id)

    async def open(self, live: LiveTable, interaction: Interaction) -> None:
        """Posts a lobby, or a game that begins without one, as the public answer to the interaction that has opened it,
        and stores the message. Raises the exceptions of failed requests.
        """
        board, view = self.boards.of(live.id), board_of(live)
        async with board.lock:
            message, usable = await answered(interaction, view)
            board.known, board.about = True, live.epoch()
            if message is None:
                return
            # The time is the same in memory and in the database, because a later claim compares both.
            now = self._now()
            board.is_at(live.row.channel, message, now)
            board.picture, board.tokens = None, {}
            if usable:
                board.tokens[message] = Token(interaction, now + TOKEN_LIFETIME)
            await self._db.messages.put(board.row, posted=True)
            self.boards.set_shown(board, Face.of(view).fingerprint.written, live.epoch())
