"""The live messages of boards in memory; what they show is stored in batches."""

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
"""The most boards in memory, apart from those that are in the middle of something."""
NOTED_EVERY: Final = timedelta(seconds=10)
"""How often it is stored what boards show. What a crash prevents from being stored is shown again after it."""


class MessageStates(dict[int, Board]):
    """The boards that were used last, by game."""

    def __init__(self, db: Database, now: Callable[[], datetime], background: Background) -> None:
        super().__init__()
        self._db = db
        self._now = now
        self._background = background
        self._unnoted: dict[int, MessageRow] = {}
        self._noted: datetime | None = None

    def of(self, game: int) -> Board:
        """Returns the board, a new one if it is not in memory; makes room for it."""
        board = self.pop(game, None)
        if board is None:
            self._make_room()
            board = Board.of(game)
        self[game] = board
        return board

    async def know(self, board: Board) -> None:
        """Reads once from the database where the board is and what it shows."""
        if not board.known:
            row = await self._db.messages.get(board.slot)
            if not board.known:
                board.known = True
                board.load(row or MessageRow(board.slot, board.channel))

    def shows(self, board: Board, looks: str, mark: str) -> None:
        """The board shows this now; it is stored soon."""
        board.fingerprint, board.about = looks, mark
        if board.message:
            self._unnoted[board.game] = board.row

    def look(self) -> None:
        """Stores what boards show, if it is time for that: a restart then need not show it again."""
        if self._unnoted and (self._noted is None or self._now() - self._noted >= NOTED_EVERY):
            self._background.run(self.note(), "what boards show")

    async def note(self) -> None:
        """Stores in one transaction what boards show; if the database fails, the next call does."""
        self._noted, noted, self._unnoted = self._now(), self._unnoted, {}
        try:
            await self._db.messages.set_shown(list(noted.values()))
        except DatabaseError as error:
            self._unnoted = {**noted, **self._unnoted}
            log.warning("what boards show could not be noted (%s)", type(error).__name__)

    def forget(self, game: int) -> None:
        """Removes a board from memory."""
        board = self.pop(game, None)
        if board is not None:
            board.wanted = False
            board.cancel_pause()
        self._unnoted.pop(game, None)

    # Inside

    def _make_room(self) -> None:
        for game in list(self)[: max(len(self) - KEPT + 1, 0)]:
            board = self.pop(game)
            if self._is_busy(board):
                self[game] = board

    def _is_busy(self, board: Board) -> bool:
        """Whether it holds something that is stored nowhere else."""
        lent = any(token.until > self._now() for token in board.tokens.values())
        unfinished = board.afresh or board.unclosed or board.pending
        return board.is_busy or lent or unfinished or board.game in self._unnoted
