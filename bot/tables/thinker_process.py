"""Runs the searches of computer players and judges answers, in worker processes.

The functions for answers without a search also run in threads of the bot. A worker has only the question of one seat.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

import rules
from bot.games.levels import search_seconds
from bot.processes import pool as processes
from rules.players.levels import Keys, Question, Thought, allowed, player, silent
from rules.players.review import Judgement, judge
from rules.players.search import never
from storage import NORMAL

log = logging.getLogger(__name__)

NICENESS: Final = 10
"""The low scheduling priority of the workers, which leaves the CPU to the bot."""
ADVICE_SECONDS: Final = 1.0
"""The maximum CPU time, in seconds, of a search for a hint."""
ADVISER: Final = "hard"
"""The level that searches for hints."""


class Judged(NamedTuple):
    """The judgement of a player's answer, and the CPU time that it took."""

    judgement: Judgement | None
    """None: the game does not support it, the time was too short, or the computer player failed."""
    seconds: float
    interrupted: bool = False
    """Whether a search for a running game needed the process first."""


@dataclass
class _Here:
    """The state that exists once in each worker process: the load of all workers."""

    searches: Any = None
    """The number of unfinished searches, in memory that the bot's process writes."""
    workers: int = 1

    def share(self) -> float:
        """Returns the share of its time that the present search may use: less than 1 if other searches wait."""
        asked_for: int = self.searches.value if self.searches is not None else 1
        return self.workers / max(self.workers, asked_for)


_here = _Here()


def begin(settings: Mapping[str, str], searches: Any = None, size: int = 1) -> None:
    """Initialises a worker process: lowers its priority, makes it end with the bot, and sets the operator's settings of
    games.
    """
    processes.begin(NICENESS)
    _here.searches, _here.workers = searches, size
    rules.install(settings)


def search(asked: Question, level: str, until: float) -> Thought:
    """Searches in a worker until its share of the time or of the CPU time is used up.

    `until`: the end of the time on the monotonic clock.
    """
    return think(asked, level, _late(until, search_seconds(level)))


def judge_answer(asked: Question, done: Keys, seconds: float) -> Judged:
    """Judges an answer in a worker until the CPU time is used up or any search for a running game begins."""
    begun = time.process_time()

    def interrupted() -> bool:
        return _here.searches is not None and _here.searches.value > 0

    def late() -> bool:
        return interrupted() or time.process_time() - begun > seconds

    try:
        found = judge(asked, done, SystemRandom(), None, late)
    except Exception as error:
        # The error may name cards, so only its type is logged.
        log.error("cannot review a decision (%s): %s", asked.game, type(error).__name__)  # noqa: TRY400
        found = None
    return Judged(found, time.process_time() - begun, interrupted())


def _late(until: float, seconds: float) -> Callable[[], bool]:
    """Returns a function that tells whether a search that begins now must stop.

    `until`: the end of the time on the monotonic clock. `seconds`: the maximum CPU time. Both are reduced if other
    searches wait for a worker.
    """
    now, begun = time.monotonic(), time.process_time()

    def late() -> bool:
        share = _here.share()
        return time.monotonic() - now > share * (until - now) or time.process_time() - begun > share * seconds

    return late


def search_for_hint(asked: Question, seed: str) -> Thought | None:
    """Searches in a worker for `ADVICE_SECONDS` of CPU time."""
    begun = time.process_time()
    return think_from_seed(asked, ADVISER, seed, lambda: time.process_time() - begun > ADVICE_SECONDS)


def think_from_seed(asked: Question, level: str, seed: str, late: Callable[[], bool] = never) -> Thought | None:
    """Returns the thought of a player of that level with random numbers from a seed; None if the player fails."""
    try:
        thought = player(asked.game, level, late=late).think(asked, Random(seed))  # noqa: S311 - no secret
    except Exception as error:
        log.error("a computer player (%s, %s) failed with %s", asked.game, level, type(error).__name__)  # noqa: TRY400
        return None
    return thought if allowed(asked, thought.keys) else None


def think(asked: Question, level: str, late: Callable[[], bool] = never) -> Thought:
    """Returns an allowed answer and its reasons; if the player fails, that of *normal*, at worst the silent answer."""
    for tried in dict.fromkeys((level, NORMAL)):
        try:
            thought = player(asked.game, tried, late=late).think(asked, SystemRandom())
            if allowed(asked, thought.keys):
                return thought
            log.error("a computer player (%s, %s) chose an answer that is not allowed", asked.game, tried)
        except Exception as error:
            # The error may name cards, so only its type is logged.
            log.error("a computer player (%s, %s) failed with %s", asked.game, tried, type(error).__name__)  # noqa: TRY400
    return Thought(silent(asked))
