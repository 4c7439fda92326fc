"""The metrics for Prometheus: numbers about the process and its work, never about a hand, a player or a text.

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
"""Every figure of this process."""
FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0)
"""Seconds: what is done in a moment."""
ANSWERED: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Seconds: Discord waits for three."""
LATE: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0)

PROCESS: Final = (ProcessCollector(registry=REGISTRY), PlatformCollector(registry=REGISTRY))
INTERACTIONS: Final = Counter(
    "krupier_interactions", "Commands, presses, forms and autocompletions let in.", ["kind"], registry=REGISTRY
)
ACKNOWLEDGED: Final = Histogram(
    "krupier_acknowledge_seconds", "From an interaction's arrival until Discord has taken its first response.",
    buckets=ANSWERED, registry=REGISTRY,
)  # fmt: skip
REFUSED: Final = Counter(
    "krupier_refused_answers", "Interactions answered by a refusal or an excuse, by its kind.", ["kind"],
    registry=REGISTRY,
)  # fmt: skip
REQUESTS: Final = Counter(
    "krupier_requests", "Requests to Discord, by route and status (or the error's kind).",
    ["method", "route", "outcome"], registry=REGISTRY,
)  # fmt: skip
LATENESS: Final = Histogram(
    "krupier_clock_lateness_seconds", "How long after its deadline a decision's silence was played.",
    buckets=LATE, registry=REGISTRY,
)  # fmt: skip
COMMIT: Final = Histogram(
    "krupier_commit_seconds", "One transaction of the database, from its begin until it is committed.",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
REPLAY: Final = Histogram(
    "krupier_replay_seconds", "One table brought back into memory by replaying its record.",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
PICTURE: Final = Histogram(
    "krupier_picture_seconds", "One picture, from being wanted until it is there (or given up).",
    buckets=FAST, registry=REGISTRY,
)  # fmt: skip
GAMES: Final = Gauge("krupier_games", "Tables in the database by their state.", ["state"], registry=REGISTRY)
ERRORS: Final = Counter(
    "krupier_errors", "What the log has at level ERROR and above, by the logger's room.", ["logger"], registry=REGISTRY
)
UNSERVED: Final = Gauge(
    "krupier_shards_unserved", "Shards that no process has had for half a minute.", registry=REGISTRY
)
IN_MEMORY: Final = Gauge("krupier_games_in_memory", "Tables that are in memory now.", registry=REGISTRY)
READY: Final = Gauge(
    "krupier_ready", "1 while the bot serves: connected, every table awake; else 0.", registry=REGISTRY
)


ROOMS: Final = (*sorted(f"bot.{one.name}" for one in iter_modules(bot.__path__)), "storage", "rules", "discord")
"""The loggers whose errors are counted, each with those below it."""
ELSEWHERE: Final = "elsewhere"
"""All other loggers."""
UNSERVED_BY_THE_DATABASE: Final = (DatabaseBusy, DatabaseUnreachable, DatabaseDamaged, DiskTrouble)
"""Refusals that an operator must correct."""
# From zero on: Prometheus sees no increase if a series begins with its first event.
for _room in (*ROOMS, ELSEWHERE):
    ERRORS.labels(_room)
for _kind in UNSERVED_BY_THE_DATABASE:
    REFUSED.labels(_kind.__name__)


def room(logger: str) -> str:
    """Under which of the fixed names an error of that logger is counted."""
    return next((name for name in ROOMS if logger == name or logger.startswith(f"{name}.")), ELSEWHERE)


@contextmanager
def timed(figure: Histogram) -> Iterator[None]:
    """Observes the duration of the block in seconds, also if it fails."""
    begun = time.monotonic()
    try:
        yield
    finally:
        figure.observe(time.monotonic() - begun)


def text(states: Mapping[str, int]) -> bytes:
    """All figures in Prometheus's text format; `states`: how many tables are in which state now."""
    GAMES.clear()
    for state, count in states.items():
        GAMES.labels(state).set(count)
    return generate_latest(REGISTRY)
