"""Computes reviews in the background after games have ended, in the processes of computer players.

A review is computed only by the process that serves the game's server, and stored once. Games whose review is not
stored yet are found again after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.background import Background
from bot.processes.pool import WITHOUT_WORKERS
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.thinkers import Thinkers
from rules.players.review import Judgement, Moment, moments
from storage import Database, ReviewedMove
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

CPU_SECONDS: Final = 60.0
"""The maximum CPU seconds for all reviews of one game."""
DECISION_SECONDS: Final = 1.5
"""The maximum CPU seconds for one decision."""
HEADSTART: Final = 1.5
"""A decision may use its equal share of the remaining time times this, because many answers had no alternative."""


@dataclass(slots=True)
class _Budget:
    """The CPU time that is left for the reviews of one game, and the answers that are left."""

    answers: int
    seconds: float = CPU_SECONDS

    def share(self) -> float:
        """Returns the seconds that the next decision may use."""
        return min(DECISION_SECONDS, self.seconds, HEADSTART * self.seconds / max(1, self.answers))


@dataclass(eq=False, repr=False)
class ReviewJobs:
    """The background job that computes all reviews of this process's servers, one after another."""

    _db: Database
    _tables: Tables
    _thinkers: Thinkers
    _background: Background
    _shards: Shards
    automatic: bool
    """Whether the job starts by itself; otherwise it runs only when `run` is called."""
    _running: asyncio.Task[None] | None = field(default=None, init=False)
    _again: bool = field(default=False, init=False)
    _failed: set[int] = field(default_factory=set, init=False)
    """The games whose record cannot be reviewed, so that they are not tried again in this process."""

    def ended(self) -> None:
        """Starts the computation after a game has ended, or repeats the search for games if it is running."""
        if not self.automatic:
            return
        if self._running is not None and not self._running.done():
            self._again = True
            return
        self._running = self._background.run(self._run_all(), "reviews of finished games")

    def stop(self) -> None:
        """Cancels the computation; the next start of the process finds the missing reviews again."""
        if self._running is not None:
            self._running.cancel()

    async def look(self, _now: datetime) -> None:
        """Starts the computation of missing reviews, some of which perhaps could not be computed before."""
        self.ended()

    async def run(self) -> None:
        """Computes and stores all missing reviews of this process; raises TRANSIENT_ERRORS and WITHOUT_WORKERS."""
        pending: dict[int, list[str]] = {}
        for one in await self._db.reviews.pending():
            if self._shards.owns(one.guild) and one.game not in self._failed:
                pending.setdefault(one.game, []).append(one.seat)
        for game, seats in pending.items():
            await self._review(game, seats)

    async def _run_all(self) -> None:
        self._again = True
        while self._again:
            self._again = False
            try:
                await self.run()
            except (*TRANSIENT_ERRORS, *WITHOUT_WORKERS) as error:
                log.warning("reviews cannot be computed now (%s); trying again later", type(error).__name__)

    async def _review(self, game: int, seats: Sequence[str]) -> None:
        try:
            await self._review_seats(game, seats)
        except (*TRANSIENT_ERRORS, *WITHOUT_WORKERS):
            raise
        except Exception as error:
            self._failed.add(game)
            # The error may name cards, so only its type is logged.
            log.warning("table %s: its decisions cannot be reviewed (%s)", game, type(error).__name__)
            with contextlib.suppress(*EXPECTED_ERRORS):
                await self._store(game, {seat: [] for seat in seats})

    async def _review_seats(self, game: int, seats: Sequence[str]) -> None:
        live = await self._tables.get(game)
        if live.game is None or not live.row.finished_yet:
            return
        own = await self._own_answers(game, {seat.seat: seat.joined for seat in live.seats if seat.seat in seats})
        budget, found = _Budget(len(own)), moments(live.game, seats)
        moves: dict[str, list[ReviewedMove]] = {seat: [] for seat in seats}
        while (moment := await asyncio.to_thread(next, found, None)) is not None:
            if moment.entries not in own:
                continue
            budget.answers = sum(at >= moment.entries for at in own)
            judgement = await self._judged(moment, budget)
            if judgement is not None:
                move = ReviewedMove(moment.entries, judgement.chance, judgement.best, judgement.cost)
                moves[moment.asked.seat].append(move)
        await self._store(game, moves)

    async def _store(self, game: int, moves: Mapping[str, Sequence[ReviewedMove]]) -> None:
        async with self._tables.held(game):
            for seat, found in moves.items():
                await self._db.reviews.put(game, seat, found)

    async def _own_answers(self, game: int, joined: dict[str, datetime | None]) -> set[int]:
        """Returns the indices of the answers that the present holders of these seats gave themselves."""
        by_computers = {(one.number, one.seat) for one in await self._db.record.reasons(game)}
        return {
            at
            for at, entry in enumerate(await self._db.record.entries(game))
            if entry.seat in joined and (entry.number, entry.seat) not in by_computers
            and entry.at >= (joined[entry.seat] or entry.at)
        }  # fmt: skip

    async def _judged(self, moment: Moment, budget: _Budget) -> Judgement | None:
        """Returns the judgement of one answer; begins again whenever a search for a running game interrupts it.

        Reduces the budget by the CPU time; returns None if no time is left or there is no judgement.
        """
        while budget.seconds > 0:
            judged = await self._thinkers.judge(moment.asked, moment.done, budget.share())
            budget.seconds -= judged.seconds
            if not judged.interrupted:
                return judged.judgement
        return None
