"""Judges which workers serve the shards: a shard is served by one worker at a time, and by the one that claimed it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.emulator.objects import Guild
from storage.postgres.claims import SHARD
from tests.simulation.postgres.session import ServerSession
from tests.simulation.postgres.store import Store
from tests.simulation.report import Wrong
from tests.simulation.virtual import PROCESS
from tests.simulation.workers import Worker

INTERVAL: Final = 1.0
"""Seconds between two looks at the claims."""
GRACE: Final = 60.0
"""Seconds for which a running worker may have claimed a shard without serving it, for example while it starts."""


def limits(seed: str, workers: int, shards: int) -> list[int]:
    """Returns how many shards each worker takes at most: any number, but enough for all shards together.

    Limits that differ leave room at a worker that runs, which can then take over a shard of another one.
    """
    dice = Random(f"{seed} limits")
    found = [dice.randint(1, shards) for _ in range(workers)]
    while sum(found) < shards:
        found[dice.randrange(workers)] += 1
    return found


class Service:
    """The judge of who serves: compares the claims at the server with what the workers believe."""

    def __init__(self, store: Store, workers: Sequence[Worker], guilds: Sequence[Guild], wrong: list[str]) -> None:
        self._store, self._workers, self._guilds, self._wrong = store, workers, guilds, wrong
        self._unserved: dict[tuple[int, ServerSession], float] = {}
        """(shard, session of its claim) → the seconds for which a running worker has not served it."""

    async def watch(self) -> None:
        """Looks at the claims again and again; adds an error if a running worker does not serve a shard that it has
        claimed for longer than `GRACE`.
        """
        while True:
            await asyncio.sleep(INTERVAL)
            self._look()

    def _look(self) -> None:
        unserved = {}
        for key, (session, *_) in self._store.locks.items():
            worker = next((one for one in self._workers if one.process is session.client.get(PROCESS)), None)
            if key[0] != SHARD or worker is None or worker.serves(self._guilds[shard := key[1]].id):
                continue
            unserved[shard, session] = self._unserved.get((shard, session), 0.0) + INTERVAL * worker.runs
            if unserved[shard, session] == GRACE:
                self._wrong.append(f"worker {worker.number} has claimed shard {shard} and does not serve it")
        self._unserved = unserved

    def must_be_right(self) -> None:
        """Raises Wrong unless each shard is served by exactly one running worker."""
        for shard, guild in enumerate(self._guilds):
            serving = sum(worker.serves(guild.id) for worker in self._workers)
            if serving != 1:
                raise Wrong(f"{serving} workers serve shard {shard}")
