"""The faults of an evening of several workers: those of Discord and of users as with one process, and others here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from tests.simulation import damage
from tests.simulation.troubles import TROUBLES as OF_ONE
from tests.simulation.troubles import Trouble
from tests.simulation.virtual import PROCESS


async def _kill(evening: Any, dice: Random) -> None:
    worker = evening.a_worker(dice)
    evening.downtime = dice.expovariate(1 / 8)
    if worker.exists:
        evening.report.kills += 1
        evening.struck_at("kill", [worker])
        worker.killed()


async def _stop(evening: Any, dice: Random) -> None:
    """Stops a worker (SIGSTOP), often for longer than the lease of its claims, and continues it."""
    worker = evening.a_worker(dice)
    if worker.runs:
        evening.struck_at("stop", [worker])
        worker.stops()
        await asyncio.sleep(dice.choice((2.0, 4.0, 6.0, 12.0, 30.0)) * dice.uniform(0.8, 1.2))
        worker.goes_on()


async def _restart(evening: Any, dice: Random) -> None:
    """Restarts the PostgreSQL server at once; for some seconds no client can connect."""
    if evening.server.up:
        evening.struck("restart")
    evening.server.stop()
    await asyncio.sleep(dice.expovariate(1 / 3))
    evening.server.up, evening.server.starting = True, True
    await asyncio.sleep(dice.uniform(0.0, 1.0))
    evening.server.start()


async def _connection(evening: Any, dice: Random) -> None:
    """Ends some of the workers' database connections at once, or the next one that commits, before or after the
    commit.
    """
    if dice.random() < 0.5:
        evening.losses.append(dice.choice(("before", "after")))
        return
    open_ones = [one for one in evening.server.sessions if one.client.get(PROCESS) is not None]
    ended = dice.sample(open_ones, min(len(open_ones), dice.randint(1, 3)))
    evening.struck_at("connection", evening.workers_of(ended))
    for session in ended:
        session.end()


OF_BOTH: Final = (
    "refusal", "press", "session", "board", "permission", "outage", "letters", "race", "clock",
)  # fmt: skip
"""The kinds of faults that evenings of one process have, too."""
TROUBLES: Final[Mapping[str, tuple[Trouble, float]]] = {
    **{kind: OF_ONE[kind] for kind in OF_BOTH},
    "kill": (_kill, 60.0),
    "stop": (_stop, 60.0),
    "restart": (_restart, 120.0),
    "connection": (_connection, 30.0),
    "damage": (damage.strikes, 200.0),
}
"""The kinds of faults, each with the average number of seconds between two of them."""
