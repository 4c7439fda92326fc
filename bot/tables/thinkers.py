"""Computes the moves of computer players: easy and normal ones in a thread, hard ones in worker processes.

A worker only receives the question of one seat. The more searches wait, the shorter each one is. A computer that is not
ready in time plays the easy move. The same workers also judge the answers of finished games for reviews.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.sharedctypes import RawValue
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from bot.games.levels import searches
from bot.processes import pool as processes
from bot.processes.pool import WITHOUT_WORKERS
from bot.tables import thinker_process
from bot.tables.live import LiveTable
from bot.tables.thinker_process import ADVISER, Judged
from rules.players.levels import LEVELS, Keys, Question, Thought
from storage import NORMAL

log = logging.getLogger(__name__)

CHOICE_TIMEOUT: Final = 1.5
"""The seconds after which the easy move replaces the move of a search, unless more time is available."""
SEARCH_SHARE: Final = 0.8
"""The share of the available time that a search may use; the rest is for submitting its answer."""
ADVICE_TIMEOUT: Final = 2.5
"""The seconds after which the answer of *normal* replaces that of a search for a hint."""
EASY: Final = next(iter(LEVELS))
"""The weakest level, which answers at once."""


class Choice(NamedTuple):
    """The answer of a computer with its reasons, and the level that computed it."""

    thought: Thought
    level: str

    @property
    def keys(self) -> Keys:
        """The keys of the answer."""
        return self.thought.keys


class Thinkers:
    """A service that computes the moves of computer players, in threads or in a pool of worker processes.

    `choose` always returns an allowed answer, in time and without errors.
    """

    def __init__(
        self, settings: Mapping[str, str] | None = None, size: int | None = None, *, instant: bool = False
    ) -> None:
        self._settings = dict(settings or {})
        """The operator's settings of the games, which are passed to each worker process."""
        self._size = max(1, (os.cpu_count() or 1) // 2) if size is None else size
        """The number of simultaneous searches: by default half of the cores, at least one."""
        self._early = not instant
        """Whether worker processes are started before they are needed."""
        self._searches_for_hints = not instant
        """Whether hints may search; else they are those of the middle level, which are there at once."""
        self._pool: ProcessPoolExecutor | None = None
        self._advisers: ProcessPoolExecutor | None = None
        """The process that searches for hints."""
        self._searches: Any = SimpleNamespace(value=0)
        """The number of unfinished searches, in memory that is shared with the workers."""
        self._quiet = asyncio.Event()
        """Set while no search is unfinished."""
        self._quiet.set()

    def prepare(self, live: LiveTable) -> None:
        """Starts the worker processes that the table needs, unless they start only when needed: for computers that
        search, and for hints."""
        if live.searches and self._early:
            self.warm()
        hints = live.row.hints and live.solo and not live.row.finished_yet
        if hints and self._searches_for_hints and self._advisers is None:
            with suppress(*WITHOUT_WORKERS):
                self._present_advisers().submit(processes.ready)

    def warm(self) -> None:
        """Starts the worker processes, so that the first search need not wait for them."""
        if self._pool is not None:
            return
        try:
            pool = self._present_pool()
            for _ in range(self._size):
                pool.submit(processes.ready)
        except WITHOUT_WORKERS as error:
            log.warning("cannot start a process for computer players (%s)", type(error).__name__)
            self._close_pool()

    async def consider(self, asked: Question, seed: str, *, search: bool) -> Choice | None:
        """Returns the choice of the middle level for a hint, or with `search` that of the level *hard*; None if it
        fails.

        A search has another process than the computers at tables. Without a process or enough time, the choice is that
        of the middle level, which depends only on question and seed.
        """
        if search and self._searches_for_hints and asked.has_choice:
            thought = await self._advised(asked, seed)
            if thought is not None:
                return Choice(thought, ADVISER)
        thought = await asyncio.to_thread(thinker_process.think_from_seed, asked, NORMAL, seed)
        return None if thought is None else Choice(thought, NORMAL)

    async def choose(self, asked: Question, level: str, patience: float = CHOICE_TIMEOUT) -> Choice:
        """Returns the answer of a computer of that level; the easy move if its own takes too long.

        `patience`: the maximum duration in seconds.
        """
        if searches(level) and asked.has_choice:
            found = await self._searched(asked, level, patience)
            if found is not None:
                return Choice(found, level)
            level = EASY
        return Choice(await asyncio.to_thread(thinker_process.think, asked, level), level)

    async def judge(self, asked: Question, done: Keys, seconds: float) -> Judged:
        """Returns the judgement of an answer in a finished game.

        Computers in running games go first: waits until none of them searches, and stops early if one begins
        (`interrupted`). `seconds`: the maximum CPU time. Raises one of `WITHOUT_WORKERS` if no process is available.
        """
        await self._quiet.wait()
        pool = self._present_pool()
        try:
            return await asyncio.wrap_future(pool.submit(thinker_process.judge_answer, asked, done, seconds))
        except WITHOUT_WORKERS:
            if pool is self._pool:
                self._close_pool()
            raise

    def close(self) -> None:
        """Shuts the pools down without waiting: waiting searches are cancelled, and each worker process ends after its
        present one."""
        self._close_pool()
        advisers, self._advisers = self._advisers, None
        if advisers is not None:
            advisers.shutdown(wait=False, cancel_futures=True)

    def _close_pool(self) -> None:
        """Shuts down only the pool of the computers at tables."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def _searched(self, asked: Question, level: str, patience: float) -> Thought | None:
        """Returns the result of a search in a worker; None if no worker is available, the search fails or takes too
        long."""
        pool = None
        try:
            pool = self._present_pool()
            with self._one_more():
                work = pool.submit(thinker_process.search, asked, level, time.monotonic() + patience * SEARCH_SHARE)
                return await asyncio.wait_for(asyncio.wrap_future(work), patience)
        except TimeoutError:
            log.info("a computer player was not ready in time and plays at the level easy")
        except WITHOUT_WORKERS as error:
            log.warning("the processes for computer players have died (%s); starting new ones", type(error).__name__)
            if pool is self._pool:
                self._close_pool()
        return None

    async def _advised(self, asked: Question, seed: str) -> Thought | None:
        """Returns the result of a search for a hint; None without a process, or if it fails or takes too long."""
        pool = None
        try:
            pool = self._present_advisers()
            work = asyncio.wrap_future(pool.submit(thinker_process.search_for_hint, asked, seed))
            return await asyncio.wait_for(work, ADVICE_TIMEOUT)
        except TimeoutError:
            log.info("the search for a hint was not ready in time")
        except WITHOUT_WORKERS as error:
            log.warning("the process that searches for hints has died (%s); starting a new one", type(error).__name__)
            if pool is self._advisers:
                self._advisers = None
        return None

    @contextmanager
    def _one_more(self) -> Iterator[None]:
        """Counts one more unfinished search for the length of the block."""
        self._searches.value += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._searches.value -= 1
            if not self._searches.value:
                self._quiet.set()

    def _present_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._searches = RawValue("i", self._searches.value)
            self._pool = processes.pool(self._size, thinker_process.begin, self._settings, self._searches, self._size)
        return self._pool

    def _present_advisers(self) -> ProcessPoolExecutor:
        if self._advisers is None:
            self._advisers = processes.pool(1, thinker_process.begin, self._settings)
        return self._advisers
