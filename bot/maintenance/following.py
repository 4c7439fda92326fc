"""Where processes share a database: what others have done at a table is shown by the one that looks after it.

Hints come at once and may be lost; a look every few seconds finds what was. What stands in the database decides.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.refusals import Known
from bot.tables.registry import Tables
from storage import Store
from storage.errors import FOR_NOW

log = logging.getLogger(__name__)

EVERY: Final = timedelta(seconds=3)


class Following:
    """Goes on with tables that other processes have changed."""

    def __init__(
        self, store: Store, tables: Tables, referee: Referee, background: Background,
        concerns: Callable[[int], bool], show: Callable[[LiveTable], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._store = store
        self._tables = tables
        self._referee = referee
        self._background = background
        self._concerns = concerns
        """Whether this process shows anything of a table that is not its own."""
        self._show = show
        """Shows a table as it is committed now."""
        self.wake: Callable[[datetime], None] = lambda _at: None
        """Told when it is to be looked again."""
        self._mark: str | None = None
        self._due: datetime | None = None
        self._heard: set[int] = set()
        """Tables that are to be looked at, each once, however often hints come."""
        self._missed: set[int] = set()
        """Those that the database did not give."""

    async def begin(self) -> None:
        """Listen from now on; what has changed before is found by reading all tables, as after any start."""
        if self._store.shared:
            self._store.listen(self.hear)
            _, self._mark = await self._store.changed_since(None)

    def hear(self, game: int) -> None:
        """Another process says that it has changed a table."""
        if game not in self._heard:
            self._heard.add(game)
            self._background.run(self._go_on(game), f"what another process did at table {game}")

    async def look(self, now: datetime) -> None:
        """What others have changed since the last look, whether they said so or not."""
        if not self._store.shared or (self._due is not None and now < self._due):
            return
        self._due = now + EVERY
        self.wake(self._due)
        try:
            changed, self._mark = await self._store.changed_since(self._mark)
        except FOR_NOW as error:
            log.warning("what other processes do cannot be seen now (%s)", type(error).__name__)
            return
        missed, self._missed = self._missed, set()
        for game in missed:
            self.hear(game)
        for game, guild in changed.items():
            if self._tables.owns(guild) or self._concerns(game):
                self.hear(game)

    # Inside

    async def _go_on(self, game: int) -> None:
        self._heard.discard(game)
        try:
            if await self._is_ours(game) or self._concerns(game):
                await self._show(await self._referee.follow(game))
        except Known as error:
            log.info("table %s is not followed (%s)", game, type(error).__name__)
        except FOR_NOW as error:
            log.warning("table %s is followed later (%s)", game, type(error).__name__)
            self._missed.add(game)

    async def _is_ours(self, game: int) -> bool:
        return self._tables.owns((await self._store.game(game)).guild)
