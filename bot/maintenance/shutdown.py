"""Orderly shutdown: finishes work in progress, then closes the database."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.background import Background
from bot.features.play.publisher import Publisher
from bot.features.review.jobs import ReviewJobs
from bot.maintenance.startup import Startup
from bot.messages.illustrator import Illustrator
from bot.tables.clock import Clocks
from bot.tables.shards import Shards
from bot.tables.thinkers import Thinkers
from storage import Database
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class Shutdown:
    """A service that closes all other services of this process in order."""

    _db: Database
    _now: Callable[[], datetime]
    _shards: Shards
    _background: Background
    _clocks: Clocks
    _publisher: Publisher
    _thinkers: Thinkers
    _illustrator: Illustrator
    _startup: Startup
    _review_jobs: ReviewJobs

    async def close(self) -> None:
        """Stops loading and computing, gives background tasks five seconds, and closes the other services.

        Then stores the last heartbeat, if this process still has its shards and all are connected, and closes the
        database.
        """
        self._startup.stop()
        self._review_jobs.stop()
        await self._background.close()
        await self._publisher.boards.note()
        self._thinkers.close()
        await self._illustrator.close()
        try:
            if not self._clocks.cut_off and self._shards.valid:
                await self._db.deadlines.heartbeat(self._now(), self._shards.served)
        except TRANSIENT_ERRORS as error:
            log.warning(
                "the last heartbeat could not be written (%s): a little more time is given back", type(error).__name__
            )
        finally:
            await self._db.close()
