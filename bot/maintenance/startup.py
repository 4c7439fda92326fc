"""The first and the last work of a process: loads its unfinished tables, and closes its services at the end."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.background import Background, pauses, retry_with_backoff
from bot.features.play.publisher import Publisher
from bot.features.reminders.service import Reminders
from bot.features.review.jobs import ReviewJobs
from bot.features.spectate.service import Spectators
from bot.features.tournaments.tournament_message import TournamentMessages
from bot.maintenance.damaged_tables import DamagedTables
from bot.maintenance.orphan_cleanup import OrphanCleanup
from bot.maintenance.ownership import Ownership, Servers
from bot.maintenance.remote_changes import RemoteChanges
from bot.maintenance.turn_calls import TurnCalls
from bot.maintenance.warm_start import WarmStart
from bot.messages.illustrator import Illustrator
from bot.tables.clock import Clocks
from bot.tables.complete_votes import CompleteVotes
from bot.tables.referee import Referee
from bot.tables.refusals import EXPECTED_ERRORS, TableQuarantined
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.thinkers import Thinkers
from storage import Database, DatabaseError, GameRow
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

BOARD_TIMEOUT: Final = 1.0
"""The seconds to wait for a table's board before the next table is loaded, so that not all boards are sent at once."""
PAUSE: Final = 1.0
"""The seconds before a table is loaded again after a database error; each further pause is twice as long."""


@dataclass(eq=False, repr=False)
class Startup:
    """A job that loads tables, updates their messages and schedules their deadlines, the most urgent first."""

    _db: Database
    _background: Background
    _shards: Shards
    _tables: Tables
    _clocks: Clocks
    _referee: Referee
    _thinkers: Thinkers
    _publisher: Publisher
    _spectators: Spectators
    _reminders: Reminders
    _tournaments: TournamentMessages
    _ownership: Ownership
    _remote_changes: RemoteChanges
    _warm_start: WarmStart
    _orphan_cleanup: OrphanCleanup
    _damaged: DamagedTables
    _calls: TurnCalls
    _complete_votes: CompleteVotes
    _begun: bool = field(default=False, init=False)
    _stopping: bool = field(default=False, init=False)

    async def begin(self) -> None:
        """Schedules all deadlines and loads the most urgent table, then the other ones in the background.

        Retries after database errors.
        """
        self._begun = True
        await retry_with_backoff(self._remote_changes.begin, "listening to other processes", DatabaseError, PAUSE)
        await self._wake(self._shards.owns)

    def take_up(self, shard: int) -> None:
        """Takes up the tables of a shard that another process has released, in the background.

        Does nothing before `begin`, which loads the tables of all shards.
        """
        if self._begun:
            self._background.run(self._take_up(shard), f"the tables of shard {shard}")

    def stop(self) -> None:
        """Stops loading tables."""
        self._stopping = True

    async def _take_up(self, shard: int) -> None:
        """Schedules and loads the tables of a shard, and cleans up what another process left."""

        def of(guild: int | None) -> bool:
            return self._shards.of(guild) == shard

        await self._wake(of)
        await retry_with_backoff(
            lambda: self._orphan_cleanup.run(None, of), "the cleanup after a takeover", DatabaseError, PAUSE
        )

    async def _wake(self, of: Servers) -> None:
        await retry_with_backoff(self._spectators.load, "reading the watchers", DatabaseError, PAUSE)
        await retry_with_backoff(self._damaged.load, "reading the quarantined tables", DatabaseError, PAUSE)
        rows = await retry_with_backoff(self._tables.owned, "reading the unfinished tables", DatabaseError, PAUSE)
        rows = [row for row in rows if of(row.guild)]
        load = functools.partial(self._clocks.load, {row.id for row in rows})
        await retry_with_backoff(load, "reading the deadlines", DatabaseError, PAUSE)
        rows = await self._awoken(rows)
        # The most urgent table comes first: a computer must be asked before its silence counts.
        rows.sort(key=lambda row: self._clocks.due(row.id))
        self._background.run(self._reminders.tidy(), "deleting reminders left by a crash")
        # The first table shows that the database can be read; the others are loaded in the background.
        await self._wake_tables(rows[:1])
        self._background.run(self._wake_tables(rows[1:]), "loading the tables after a start")
        self._background.run(self._tournaments.wake(of), "loading the tournaments after a start")

    async def _awoken(self, rows: Sequence[GameRow]) -> list[GameRow]:
        """Returns the tables that must be loaded after a start; for the other tables, only the deadlines are
        scheduled.

        Tables with breaks are loaded, because their pings may wait for the end of a break.
        """
        resting = await retry_with_backoff(
            self._warm_start.found, "reading the tables that need not be loaded", DatabaseError, PAUSE
        )
        quiet = await retry_with_backoff(self._db.servers.quiet, "reading quiet hours", DatabaseError, PAUSE)
        breaks = await retry_with_backoff(self._db.schedules.games, "reading breaks", DatabaseError, PAUSE)
        rest = {row.id for row in rows if row.by_day and (row.weekends_off or row.id in breaks)}
        awake = {row.id for row in rows if row.guild in quiet} | rest
        sleeping = [row for row in rows if row.id in resting and row.id not in self._damaged and row.id not in awake]
        for row in sleeping:
            self._ownership.keep_unloaded(row)
            self._calls.note_sleeping(row.id, resting[row.id])
        return [row for row in rows if row not in sleeping]

    async def _wake_tables(self, rows: Sequence[GameRow]) -> None:
        waits = pauses(PAUSE)
        while rows := [row for row in rows if not self._stopping and not await self._awake(row)]:
            names, pause = ", ".join(str(row.id) for row in rows), next(waits)
            log.warning("table %s could not be loaded; trying again in %.0f s", names, pause)
            await asyncio.sleep(pause)

    async def _awake(self, row: GameRow) -> bool:
        """Loads a table; returns False if a retry may succeed."""
        try:
            await self._wake_table(row)
        except TableQuarantined:
            pass  # its players were notified when it was read
        except EXPECTED_ERRORS as error:
            log.warning("table %s: cannot show it (%s)", row.id, type(error).__name__)
        except TRANSIENT_ERRORS:
            return False
        except Exception:
            log.exception("table %s could not be opened", row.id)
        return True

    async def _wake_table(self, row: GameRow) -> None:
        live = await self._tables.get(row.id)
        if not live.ours:
            return
        self._ownership.keep(live)
        await self._damaged.restore(row.id)
        self._thinkers.prepare(live)
        self._calls.note(live)
        self._complete_votes.follow(live)
        if row.phase == "running" and row.paused_at is None:
            await self._referee.settle(row.id)
            self._background.run(self._reminders.resume(live), f"the reminders of table {row.id} after quiet hours")
        elif not live.in_trouble:
            self._publisher.changed(row.id)
        with suppress(TimeoutError):
            async with asyncio.timeout(BOARD_TIMEOUT):
                await self._publisher.followed(row.id)
                await self._warm_start.note(row.id)


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
