"""A cache of the boards' live messages, whose content is stored in batches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.features.play.board import Board
from storage import Database, DatabaseError, MessageRow

log = logging.getLogger(__name__)

KEPT: Final = 1_000
"""The maximum number of boards in memory, except those with work in progress."""
NOTED_EVERY: Final = timedelta(seconds=10)
"""The interval at which fingerprints are stored. After a crash, boards without their latest one are sent again."""


class MessageStates(dict[int, Board]):
    """A cache of the recently used boards by table, which stores what they show in batches."""

    def __init__(self, db: Database, now: Callable[[], datetime], background: Background) -> None:
        super().__init__()
        self._db = db
        self._now = now
        self._background = background
        self._unnoted: dict[int, MessageRow] = {}
        self._noted: datetime | None = None

    def of(self, game: int) -> Board:
        """Returns the board of a table; adds a new one if it is not in memory."""
        board = self.pop(game, None)
        if board is None:
            self._make_room()
            board = Board.of(game)
        self[game] = board
        return board

    async def know(self, board: Board) -> None:
        """Reads the channel, ID and fingerprint of a board's message from the database, once."""
        if not board.known:
            row = await self._db.messages.get(board.slot)
            if not board.known:
                board.known = True
                board.load(row or MessageRow(board.slot, board.channel))

    def set_shown(self, board: Board, fingerprint: str, epoch: str) -> None:
        """Notes a board's fingerprint and epoch, and queues them for the next batch."""
        board.fingerprint, board.about = fingerprint, epoch
        if board.message:
            self._unnoted[board.game] = board.row

    def look(self) -> None:
        """Stores the queued fingerprints once per interval, so that a restart need not send the boards again."""
        if self._unnoted and (self._noted is None or self._now() - self._noted >= NOTED_EVERY):
            self._background.run(self.note(), "storing the states of boards")

    async def note(self) -> None:
        """Stores the queued fingerprints in one transaction; keeps them for the next call if the database fails."""
        self._noted, noted, self._unnoted = self._now(), self._unnoted, {}
        try:
            await self._db.messages.set_shown(list(noted.values()))
        except DatabaseError as error:
            self._unnoted = {**noted, **self._unnoted}
            log.warning("cannot store the states of boards (%s)", type(error).__name__)

    def forget(self, game: int) -> None:
        """Removes a board from memory, and cancels a requested update of it."""
        board = self.pop(game, None)
        if board is not None:
            board.wanted = False
            board.cancel_pause()
        self._unnoted.pop(game, None)

    def _make_room(self) -> None:
        for game in list(self)[: max(len(self) - KEPT + 1, 0)]:
            board = self.pop(game)
            if self._is_busy(board):
                self[game] = board

    def _is_busy(self, board: Board) -> bool:
        """Returns whether a board has work in progress, or data that is stored nowhere else."""
        has_token = any(token.until > self._now() for token in board.tokens.values())
        unfinished = board.repost or board.unclosed or board.pending
        return board.is_busy or has_token or unfinished or board.game in self._unnoted
