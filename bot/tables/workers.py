"""Where computers think: easy and normal ones in a thread, hard ones in processes that hold nothing but a question.

The more searches wait, the shorter is each. Whoever is not ready in time all the same plays the easy move rather than
late.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawValue
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import rules
from bot.processes import pool as processes
from bot.processes.pool import WITHOUT_WORKERS
from bot.tables.live import SEARCHES
from rules.players.levels import Keys, Question, Thought, allowed, player, silent
from rules.players.search import PLAYOUTS, never

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds after which a hard player's own move is no longer waited for, unless there is more time."""
SECONDS: Final = 1.5
"""Of the processor for one decision of a hard player, at most; shared fairly where others wait for the worker."""
SHARE: Final = 0.8
"""Of the time that there is: so long a hard player may search, the rest is for bringing its answer."""
NICENESS: Final = 10
"""Thinking leaves the processor to whoever answers people."""
EASY: Final = "easy"
NORMAL: Final = "normal"
By = TypeVar("By")
Found = TypeVar("Found")
REFLECTING: Final = 15.0
"""Seconds after which a thought about a finished game is no longer waited for, its worker's beginning included."""


def default_size() -> int:
    """So many may search at once: half of the processors, at least one."""
    return max(1, (os.cpu_count() or 1) // 2)


class Workers:
    """Moves of computers by level; no error and no delay comes out of it, only ever an allowed answer."""

    def __init__(self, settings: Mapping[str, str] | None = None, size: int | None = None) -> None:
        self._settings = dict(settings or {})
        """What the operator has set for the games: a worker's process knows it only from here."""
        self._size = default_size() if size is None else size
        self._pool: ProcessPoolExecutor | None = None
        self._searches: Any = SimpleNamespace(value=0)
        """How many searches are asked for and not over: a number that workers see, where there are any."""

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

    async def consider(self, asked: Question, seed: str, level: str = NORMAL) -> tuple[Thought, str] | None:
        """What a computer of that level makes of a question, and at which level after all; None where it fails.

        The same question and seed give the same thought, as far as a search has the time.
        """
        if level in SEARCHES and len(asked.keys) > 1:
            found = await self._searched(_considered, asked, (level, seed), REFLECTING)
            if found is not None:
                return found, level
            level = NORMAL
        thought = await asyncio.to_thread(_considered, asked, (level, seed))
        return None if thought is None else (thought, level)

    async def choose(self, asked: Question, level: str, patience: float = PATIENCE) -> Keys:
        """What a computer of that level answers; its easy move where its own has not come in so many seconds."""
        if level in SEARCHES and len(asked.keys) > 1:
            found = await self._searched(_search, asked, level, patience)
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

    async def _searched(
        self, how: Callable[[Question, By, float], Found], asked: Question, by: By, patience: float
    ) -> Found | None:
        """What a worker has found; None where none has come to it, or it takes too long, or it fails."""
        pool = None
        try:
            pool = self._present_pool()
            with self._one_more():
                work = pool.submit(how, asked, by, time.monotonic() + patience * SHARE)
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
        """A search is asked for, until it is over or nobody waits for it any more."""
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
    """What a worker's process knows of the others."""

    searches: Any = None
    """A number that the bot's process writes: how many searches are asked for and not over."""
    workers: int = 1

    def share(self) -> float:
        """How much of its time the present search may take: less than all of it where others wait for a worker."""
        asked_for: int = self.searches.value if self.searches is not None else 1
        return self.workers / max(self.workers, asked_for)


_here = _Here()


def _begin(settings: Mapping[str, str], searches: Any = None, size: int = 1) -> None:
    """A worker's process: it yields to others, ends with the bot, and knows the games as they are."""
    processes.begin(NICENESS)
    _here.searches, _here.workers = searches, size
    rules.install(settings)


def _search(asked: Question, level: str, until: float) -> Keys:
    """A search in a worker, until that moment of the machine's clock or as long as the processor's time allows."""
    return _thought(asked, level, _late(until))


def _late(until: float) -> Callable[[], bool]:
    """Whether a search that begins now must end: its share of the time until then, or of the processor, is used up."""
    now, begun = time.monotonic(), time.process_time()

    def late() -> bool:
        share = _here.share()
        return time.monotonic() - now > share * (until - now) or time.process_time() - begun > share * SECONDS

    return late


def _considered(asked: Question, by: tuple[str, str], until: float = math.inf) -> Thought | None:
    """A thought of that level, its random numbers from a seed; None whatever goes wrong inside its head."""
    level, seed = by
    try:
        late = never if until == math.inf else _late(until)
        thought = player(asked.game, level, PLAYOUTS, late).think(asked, Random(seed))  # noqa: S311 - no secret
    except Exception as error:
        log.error("a computer (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
        return None
    return thought if allowed(asked, thought.keys) else None


def _thought(asked: Question, level: str, late: Callable[[], bool] = never) -> Keys:
    """A move that is allowed, whatever happens inside a player's head."""
    try:
        keys = player(asked.game, level, PLAYOUTS, late).choose(asked, SystemRandom())
        if allowed(asked, keys):
            return keys
        log.error("a computer (%s, %s) has chosen what is not allowed", asked.game, level)
    except Exception as error:
        # Nor what went wrong in its head: that may name cards.
        log.error("a computer (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
    return silent(asked)
