"""The thinking of computers: easy and normal ones in a thread, hard ones in processes that contain only a question.

The more searches wait, the shorter each one is. A computer that is not ready in time plays the easy move.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawValue
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import rules
from bot.games.levels import searches
from bot.processes import pool as processes
from bot.processes.pool import WITHOUT_WORKERS
from bot.tables.live import LiveTable
from rules.players.levels import LEVELS, Keys, Question, Thought, allowed, player, silent
from rules.players.search import PLAYOUTS, never
from storage import NORMAL

log = logging.getLogger(__name__)

CHOICE_TIMEOUT: Final = 1.5
"""Seconds after which a hard player's own move is no longer waited for, unless there is more time."""
CPU_SECONDS: Final = 1.5
"""CPU seconds for one decision of a hard player, at most; shared if others wait for the worker."""
SEARCH_SHARE: Final = 0.8
"""Of the time that there is: so long a hard player may search, the rest is for bringing its answer."""
NICENESS: Final = 10
"""The low priority of the workers, which leaves the CPU to the bot."""
EASY: Final = next(iter(LEVELS))
"""The weakest level, which answers at once."""


def default_size() -> int:
    """Returns the number of simultaneous searches: half of the cores, at least one."""
    return max(1, (os.cpu_count() or 1) // 2)


class Choice(NamedTuple):
    """A computer's answer, its reasons and the level that was used."""

    thought: Thought
    level: str

    @property
    def keys(self) -> Keys:
        """The answer."""
        return self.thought.keys


class Thinkers:
    """Moves of computers by level; no error and no delay comes out of it, only ever an allowed answer."""

    def __init__(
        self, settings: Mapping[str, str] | None = None, size: int | None = None, *, early: bool = True
    ) -> None:
        self._settings = dict(settings or {})
        """The operator's settings of the games; a worker process gets them only from here."""
        self._size = default_size() if size is None else size
        self._early = early
        """Whether processes start before they are needed."""
        self._pool: ProcessPoolExecutor | None = None
        self._searches: Any = SimpleNamespace(value=0)
        """The number of searches that are not finished, shared with the workers."""

    def prepare(self, live: LiveTable) -> None:
        """Starts the processes if a computer at the table searches, unless they start only when needed."""
        if live.searches and self._early:
            self.warm()

    def warm(self) -> None:
        """The workers' processes begin now, so that the first search finds them ready; they wait for it idle."""
        if self._pool is not None:
            return
        try:
            pool = self._present_pool()
            for _ in range(self._size):
                pool.submit(processes.ready)
        except WITHOUT_WORKERS as error:
            log.warning("no worker of computers can begin (%s)", type(error).__name__)
            self.close()

    async def consider(self, asked: Question, seed: str) -> Choice | None:
        """Returns the choice of a computer of the middle level; None if it fails.

        The same question and seed give the same thought.
        """
        thought = await asyncio.to_thread(_considered, asked, NORMAL, seed)
        return None if thought is None else Choice(thought, NORMAL)

    async def choose(self, asked: Question, level: str, patience: float = CHOICE_TIMEOUT) -> Choice:
        """Returns what a computer of that level answers; the easy move if its own takes too long.

        `patience`: how long to wait (seconds).
        """
        if searches(level) and len(asked.keys) > 1:
            found = await self._searched(asked, level, patience)
            if found is not None:
                return Choice(found, level)
            level = EASY
        return Choice(await asyncio.to_thread(_thought, asked, level), level)

    def close(self) -> None:
        """Stops all thinking."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    # Inside

    async def _searched(self, asked: Question, level: str, patience: float) -> Thought | None:
        """Returns what a worker has found; None if none is available, or it takes too long, or it fails."""
        pool = None
        try:
            pool = self._present_pool()
            with self._one_more():
                work = pool.submit(_search, asked, level, time.monotonic() + patience * SEARCH_SHARE)
                return await asyncio.wait_for(asyncio.wrap_future(work), patience)
        except TimeoutError:
            log.info("a computer was not ready in time and plays its easy move")
        except WITHOUT_WORKERS as error:
            log.warning("the workers of computers have died (%s); new ones are begun", type(error).__name__)
            if pool is self._pool:
                self.close()
        return None

    @contextmanager
    def _one_more(self) -> Iterator[None]:
        """Counts a search until it is over or no longer needed."""
        self._searches.value += 1
        try:
            yield
        finally:
            self._searches.value -= 1

    def _present_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._searches = RawValue("i", self._searches.value)
            self._pool = processes.pool(self._size, _begin, self._settings, self._searches, self._size)
        return self._pool


@dataclass
class _Here:
    """The state of a worker process about the others."""

    searches: Any = None
    """A number that the bot's process writes: how many searches are asked for and not over."""
    workers: int = 1

    def share(self) -> float:
        """Returns the share of its time that the present search may use: less than 1 if others wait for a worker."""
        asked_for: int = self.searches.value if self.searches is not None else 1
        return self.workers / max(self.workers, asked_for)


_here = _Here()


def _begin(settings: Mapping[str, str], searches: Any = None, size: int = 1) -> None:
    """A worker's process: it yields to others, ends with the bot, and knows the games as they are."""
    processes.begin(NICENESS)
    _here.searches, _here.workers = searches, size
    rules.install(settings)


def _search(asked: Question, level: str, until: float) -> Thought:
    """Searches in a worker until its share of the time, or of the CPU time, is used up (`until`: monotonic clock)."""
    return _thought(asked, level, _late(until))


def _late(until: float) -> Callable[[], bool]:
    """Returns a function that says whether a new search must end: its share of the time or CPU is used up."""
    now, begun = time.monotonic(), time.process_time()

    def late() -> bool:
        share = _here.share()
        return time.monotonic() - now > share * (until - now) or time.process_time() - begun > share * CPU_SECONDS

    return late


def _considered(asked: Question, level: str, seed: str) -> Thought | None:
    """Returns a thought of that level with random numbers from a seed; None if the player fails."""
    try:
        thought = player(asked.game, level).think(asked, Random(seed))  # noqa: S311 - no secret
    except Exception as error:
        log.error("a computer (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
        return None
    return thought if allowed(asked, thought.keys) else None


def _thought(asked: Question, level: str, late: Callable[[], bool] = never) -> Thought:
    """Returns an allowed answer and its reasons, even if the computer player fails."""
    try:
        thought = player(asked.game, level, PLAYOUTS, late).think(asked, SystemRandom())
        if allowed(asked, thought.keys):
            return thought
        log.error("a computer (%s, %s) has chosen what is not allowed", asked.game, level)
    except Exception as error:
        # Nor what went wrong in its head: that may name cards.
        log.error("a computer (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
    return Thought(silent(asked))
