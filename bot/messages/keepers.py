"""What is known of every board: noted soon after it was shown, and forgotten where nothing happens any more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.messages.board_post import Keeper
from bot.messages.looks import Looks
from storage import DatabaseError, Store
from storage.rows import Showing

log = logging.getLogger(__name__)

KEPT: Final = 1_000
"""Boards of which something is kept in memory; of more only where they are in the middle of something."""
NOTED_EVERY: Final = timedelta(seconds=10)
"""Whatever a crash keeps from being noted is shown once more after it."""


class Keepers(dict[int, Keeper]):
    """One for each board that was shown lately, by its game."""

    def __init__(self, store: Store, now: Callable[[], datetime], background: Background) -> None:
        super().__init__()
        self._store = store
        self._now = now
        self._background = background
        self._unnoted: dict[int, Showing] = {}
        self._noted: datetime | None = None

    def of(self, game: int) -> Keeper:
        """The board's; of too many those are kept that were used last."""
        keeper = self.pop(game, None)
        if keeper is None:
            self._make_room()
            keeper = Keeper(game)
        self[game] = keeper
        return keeper

    async def know(self, keeper: Keeper) -> None:
        """Where the board is and what it shows, as far as that was noted."""
        if not keeper.known:
            row = await self._store.board(keeper.game)
            if not keeper.known:
                keeper.row, keeper.known = row, True
                if row is not None:
                    keeper.last, keeper.mark = Looks.read(row.shows), row.mark or None

    def shows(self, keeper: Keeper, looks: Looks, mark: str) -> None:
        """The board shows this now: soon it is noted."""
        keeper.last, keeper.mark = looks, mark
        if keeper.row is not None:
            self._unnoted[keeper.game] = Showing(keeper.game, keeper.row.message, looks.written, mark)

    def look(self) -> None:
        """Begin to note what boards show, where it is time for that, so that a restart need not show it again."""
        if self._unnoted and (self._noted is None or self._now() - self._noted >= NOTED_EVERY):
            self._background.run(self.note(), "what boards show")

    async def note(self) -> None:
        """Note what boards show, all in one transaction; where the database fails, a little later."""
        self._noted, noted, self._unnoted = self._now(), self._unnoted, {}
        try:
            await self._store.set_showing(list(noted.values()))
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

    def _is_busy(self, keeper: Keeper) -> bool:
        """Whether it knows what stands nowhere else."""
        at_work = keeper.lock.locked() or (keeper.task is not None and not keeper.task.done())
        lent = any(handle.until > self._now() for handle in keeper.handles.values())
        unfinished = keeper.wanted or keeper.afresh or keeper.unclosed or bool(keeper.nonce) or keeper.later is not None
        return at_work or lent or unfinished or keeper.game in self._unnoted
