"""The state of every board: stored soon after it was shown, and forgotten when nothing changes any more."""

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
"""Boards of which something is kept in memory; of more only where they are in the middle of something."""
NOTED_EVERY: Final = timedelta(seconds=10)
"""The interval of storing; after a crash, boards that were not stored are shown again."""


class MessageStates(dict[int, Board]):
    """One for each board that was shown lately, by its game."""

    def __init__(self, db: Database, now: Callable[[], datetime], background: Background) -> None:
        super().__init__()
        self._db = db
        self._now = now
        self._background = background
        self._unnoted: dict[int, MessageRow] = {}
        self._noted: datetime | None = None

    def of(self, game: int) -> Board:
        """The board's; of too many those are kept that were used last."""
        board = self.pop(game, None)
        if board is None:
            self._make_room()
            board = Board.of(game)
        self[game] = board
        return board

    async def know(self, board: Board) -> None:
        """Takes over the stored place and content of a board."""
        if not board.known:
            row = await self._db.messages.get(board.slot)
            if not board.known:
                board.known = True
                board.load(row or MessageRow(board.slot, board.channel))

    def shows(self, board: Board, looks: str, mark: str) -> None:
        """The board shows this now: soon it is noted."""
        board.fingerprint, board.about = looks, mark
        if board.message:
            self._unnoted[board.game] = board.row

    def look(self) -> None:
        """Begin to note what boards show, where it is time for that, so that a restart need not show it again."""
        if self._unnoted and (self._noted is None or self._now() - self._noted >= NOTED_EVERY):
            self._background.run(self.note(), "what boards show")

    async def note(self) -> None:
        """Note what boards show, all in one transaction; where the database fails, a little later."""
        self._noted, noted, self._unnoted = self._now(), self._unnoted, {}
        try:
            await self._db.messages.set_shown(list(noted.values()))
        except DatabaseError as error:
            self._unnoted = {**noted, **self._unnoted}
            log.warning("what boards show could not be noted (%s)", type(error).__name__)

    def forget(self, game: int) -> None:
        """Nothing is kept of that board."""
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
        """Whether it knows what stands nowhere else."""
        lent = any(token.until > self._now() for token in board.tokens.values())
        unfinished = board.afresh or board.unclosed or board.pending
        return board.is_busy or lent or unfinished or board.game in self._unnoted
