"""Where computers think: easy and normal ones in a thread, hard ones in processes that hold nothing but a question.

Whoever is not ready in time, because it thinks too long or all workers are busy, plays the easy move rather than late.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom
from typing import Final

from rules.players.levels import Keys, Question, allowed, player, silent

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds after which a hard player's own move is no longer waited for."""
NICENESS: Final = 10
"""Thinking leaves the processor to whoever answers people."""
SEARCHES: Final = frozenset({"hard"})
"""The levels that take long enough for a process of their own."""
EASY: Final = "easy"


def default_size() -> int:
    """So many may search at once: half of the processors, at least one."""
    return max(1, (os.cpu_count() or 1) // 2)


class Workers:
    """Moves of computers by level; no error and no delay comes out of it, only ever an allowed answer."""

    def __init__(self, size: int | None = None, patience: float = PATIENCE) -> None:
        self._size = default_size() if size is None else size
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._busy: set[Future[Keys]] = set()

    async def choose(self, asked: Question, level: str) -> Keys:
        """What a computer of that level answers; its easy move where its own does not come in time."""
        if level in SEARCHES and len(asked.keys) > 1:
            found = await self._searched(asked, level)
            if found is not None:
                return found
            level = EASY
        return await asyncio.to_thread(_thought, asked, level)

    def close(self) -> None:
        """Nobody thinks any more."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    # Inside

    async def _searched(self, asked: Question, level: str) -> Keys | None:
        """A move that a worker has found; None where none is free, or it takes too long, or it fails."""
        if len(self._busy) >= self._size:
            return None
        try:
            work = self._present_pool().submit(_thought, asked, level)
        except (BrokenProcessPool, OSError, RuntimeError) as error:
            self._give_up(error)
            return None
        self._busy.add(work)
        work.add_done_callback(self._busy.discard)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(work)), self._patience)
        except TimeoutError:
            log.info("a computer thought for too long and plays its easy move")
        except BrokenProcessPool as error:
            self._give_up(error)
        return None

    def _present_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: a copy of this process would hold every game.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._size, mp_context=context, initializer=_begin)
        return self._pool

    def _give_up(self, error: Exception) -> None:
        """The workers have died; the next search begins with new ones."""
        log.warning("the workers of computers have died (%s); new ones are begun", type(error).__name__)
        self.close()
        self._busy.clear()


def _begin() -> None:
    os.nice(NICENESS)


def _thought(asked: Question, level: str) -> Keys:
    """A move that is allowed, whatever happens inside a player's head."""
    try:
        keys = player(asked.game, level).choose(asked, SystemRandom())
        if allowed(asked, keys):
            return keys
        log.error("a computer (%s, %s) has chosen what is not allowed", asked.game, level)
    except Exception as error:
        # Nor what went wrong in its head: that may name cards.
        log.error("a computer (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
    return silent(asked)
