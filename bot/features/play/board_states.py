"""What is known of every board: noted soon after it was shown, and forgotten where nothing happens any more."""

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
"""Whatever a crash keeps from being noted is shown once more after it."""


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
        keeper = self.pop(game, None)
        if keeper is None:
            self._make_room()
            keeper = Board.of(game)
        self[game] = keeper
        return keeper

    async def know(self, keeper: Board) -> None:
        """Where the board is and what it shows, as far as that was noted."""
        if not keeper.known:
            row = await self._db.messages.get(keeper.slot)
            if not keeper.known:
                keeper.known = True
                keeper.load(row or MessageRow(keeper.slot, keeper.channel))

    def shows(self, keeper: Board, looks: str, mark: str) -> None:
        """The board shows this now: soon it is noted."""
        keeper.fingerprint, keeper.about = looks, mark
        if keeper.message:
            self._unnoted[keeper.game] = keeper.row

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
        self.pop(game, None)
        self._unnoted.pop(game, None)

    # Inside

    def _make_room(self) -> None:
        for game in list(self)[: max(len(self) - KEPT + 1, 0)]:
            keeper = self.pop(game)
            if self._is_busy(keeper):
                self[game] = keeper

    def _is_busy(self, keeper: Board) -> bool:
        """Whether it knows what stands nowhere else."""
        at_work = keeper.lock.locked() or (keeper.task is not None and not keeper.task.done())
        lent = any(token.until > self._now() for token in keeper.tokens.values())
        unfinished = keeper.wanted or keeper.afresh or keeper.unclosed or keeper.pending or keeper.later is not None
        return at_work or lent or unfinished or keeper.game in self._unnoted
