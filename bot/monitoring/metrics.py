"""The metrics for Prometheus: numbers about the process, never about a hand or a player.

No label comes from user input: every one is of a fixed set.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pkgutil import iter_modules
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

import bot
from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseUnreachable, DiskTrouble

REGISTRY: Final = CollectorRegistry()
"""The registry of all metrics of this process."""
FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0)
"""Histogram buckets in seconds for fast operations."""
ANSWERED: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Histogram buckets in seconds for first responses, which Discord awaits for three seconds."""
LATE: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0)

PROCESS: Final = (ProcessCollector(registry=REGISTRY), PlatformCollector(registry=REGISTRY))
INTERACTIONS: Final = Counter(
    "krupier_interactions",
    "Interactions that were handled: commands, presses, forms and autocompletions.",
    ["kind"],
    registry=REGISTRY,
)
ACKNOWLEDGED: Final = Histogram(
    "krupier_acknowledge_seconds", "Time from an interaction's arrival until Discord has accepted its first response.",
    buckets=ANSWERED, registry=REGISTRY,
)  # fmt: skip
REFUSED: Final = Counter(
    "krupier_refused_answers", "Interactions answered with a refusal or an error message, by the error's class.",
    ["kind"], registry=REGISTRY,
)  # fmt: skip
REQUESTS: Final = Counter(
    "krupier_requests", "Requests to Discord, by route and status (or the error's kind).",
    ["method", "route", "outcome"], registry=REGISTRY,
)  # fmt: skip
LATENESS: Final = Histogram(
    "krupier_clock_lateness_seconds", "Time from a decision's deadline until the default answer was given.",
    buckets=LATE, registry=REGISTRY,
)  # fmt: skip
COMMIT: Final = Histogram(
    "krupier_commit_seconds", "Duration of one database transaction, from its beginning to its commit.",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
REPLAY: Final = Histogram(
    "krupier_replay_seconds", "Time to load one table by replaying its record.",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
PICTURE: Final = Histogram(
    "krupier_picture_seconds", "Time from the request for a picture until it is ready or given up.",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
LESSONS: Final = Counter(
    "krupier_lesson_steps", "Steps of lessons that were begun, finished, skipped, left, or answered wrongly.",
    ["lesson", "step", "what"], registry=REGISTRY,
)  # fmt: skip
GAMES: Final = Gauge("krupier_games", "Tables in the database, by state.", ["state"], registry=REGISTRY)
ERRORS: Final = Counter(
    "krupier_errors", "Log lines at level ERROR and above, by logger.", ["logger"], registry=REGISTRY
)
UNSERVED: Final = Gauge(
    "krupier_shards_unserved", "Shards that no process has served for half a minute.", registry=REGISTRY
)
IN_MEMORY: Final = Gauge("krupier_games_in_memory", "Tables in memory.", registry=REGISTRY)
READY: Final = Gauge(
    "krupier_ready", "1 while the bot serves players (connected, all tables loaded), otherwise 0.", registry=REGISTRY
)


PACKAGES: Final = (*sorted(f"bot.{one.name}" for one in iter_modules(bot.__path__)), "storage", "rules", "discord")
"""Loggers whose errors are counted separately, each including the loggers below it."""
ELSEWHERE: Final = "elsewhere"
"""The label for errors of all other loggers."""
UNSERVED_BY_THE_DATABASE: Final = (DatabaseBusy, DatabaseUnreachable, DatabaseDamaged, DiskTrouble)
"""Errors of the database that an operator must correct; their counters exist before the first one happens."""
# Counters start at zero, because Prometheus sees no increase if a series begins with its first event.
for _package in (*PACKAGES, ELSEWHERE):
    ERRORS.labels(_package)
for _kind in UNSERVED_BY_THE_DATABASE:
    REFUSED.labels(_kind.__name__)


def package_of(logger: str) -> str:
    """Returns the label under which an error of that logger is counted."""
    return next((name for name in PACKAGES if logger == name or logger.startswith(f"{name}.")), ELSEWHERE)


def lesson_step(kind: str, lesson: str, step: int, what: str) -> None:
    """Counts a step of a lesson (from 1 on) that was begun, finished, skipped, left, or answered wrongly."""
    LESSONS.labels(f"{kind}/{lesson}", str(step), what).inc()


@contextmanager
def timed(figure: Histogram) -> Iterator[None]:
    """Observes the duration of the block in seconds, also if it fails."""
    begun = time.monotonic()
    try:
        yield
    finally:
        figure.observe(time.monotonic() - begun)


def text(states: Mapping[str, int]) -> bytes:
    """Sets the gauge of tables to `states` (the number of tables by state) and returns all metrics as text for
    Prometheus."""
    GAMES.clear()
    for state, count in states.items():
        GAMES.labels(state).set(count)
    return generate_latest(REGISTRY)
