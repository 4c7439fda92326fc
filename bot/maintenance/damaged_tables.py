"""Tracks tables whose record is damaged (quarantined), and announces the damage to their players, once per table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.background import Background
from bot.maintenance.closing import Closing
from storage import Database
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class DamagedTables:
    """The registry of the quarantined tables: those whose record is damaged."""

    _db: Database
    _closing: Closing
    _background: Background
    _now: Callable[[], datetime]
    _known: set[int] = field(default_factory=set, init=False)

    def __contains__(self, game: int) -> bool:
        """Returns whether the table is quarantined, so that its players were notified or are being notified."""
        return game in self._known

    async def load(self) -> None:
        """Loads the numbers of the tables that are quarantined in the database."""
        self._known = await self._db.games.quarantined()

    async def restore(self, game: int) -> None:
        """Ends the quarantine of a table that could be read again."""
        if game in self._known:
            self._known.remove(game)
            await self._db.games.end_quarantine(game)

    def quarantine(self, game: int) -> None:
        """Quarantines a table and notifies its players in the background; does nothing if it is quarantined already."""
        if game not in self._known:
            self._known.add(game)
            self._background.run(self._tell(game), f"the notice at damaged table {game}")

    async def _tell(self, game: int) -> None:
        try:
            row = await self._db.games.get(game)
            # Another process may have told the table already; no one waits at a table that is over.
            if not row.finished_yet and game not in await self._db.games.quarantined():
                await self._closing.quarantine(row, self._now())
        except TRANSIENT_ERRORS as error:
            log.warning(
                "table %s: its players are notified later of the damaged record (%s)", game, type(error).__name__
            )
            self._known.discard(game)
