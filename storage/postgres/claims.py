"""Which worker serves what: session-level advisory locks on a connection of their own.

PostgreSQL gives them back by itself when the process or its machine dies; there is no leader and no list of members.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from storage.claim_errors import ClaimsLost, OtherCount
from storage.dsn import Dsn
from storage.postgres.errors import DRIVERS, explained

SHARD, COUNT, TURN = 0x4B52_5001, 0x4B52_5002, 0x4B52_5003
"""The first half of a lock's key: what its number is one of."""
PULSE: Final = 2.0
"""Seconds between two looks whether the connection still answers."""
ANSWERS_WITHIN: Final = 5.0
"""Seconds after which a server that says nothing is taken for gone."""
SEEK: Final = 2.0
"""Seconds between two looks for a shard that another worker has."""
NAME: Final = "krupier claims"
SETTINGS: Final = {
    "application_name": NAME,
    # A machine that is gone without a word loses its claims as soon as the server notices.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    # Whoever stands still (a stopped process) is taken for dead as well.
    "idle_session_timeout": "10s",
}
LEASE: Final = 8.0
"""Seconds after the last sign of the server's for which a claim is relied on: less than the server waits for us."""
_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_NUMBERS: Final = """
SELECT DISTINCT objid::bigint AS number FROM pg_locks
WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY number
"""


class Claims:
    """What one worker has claimed; `lost` is set as soon as nothing of it can be relied on any more."""

    def __init__(self, place: Dsn, genuine: Any) -> None:
        self.place = place
        self.lost = asyncio.Event()
        self.shards: set[int] = set()
        """Those that it has."""
        self._turns: set[int] = set()
        self._returning: set[asyncio.Task[None]] = set()
        self._heard = _now()
        self._genuine = genuine
        self._asking = asyncio.Lock()
        genuine.add_termination_listener(self._gone)
        self._pulse = asyncio.create_task(self._watch(), name="the pulse of the claims")

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, place: Dsn, patience: float = 5.0) -> AsyncIterator[Claims]:
        """A connection for claims, which are given back at the end of the block; raises DatabaseError."""
        with explained(place):
            genuine = await asyncpg.connect(place.url, timeout=patience, server_settings=SETTINGS)
        claims = cls(place, genuine)
        try:
            yield claims
        finally:
            await claims.close()

    async def close(self) -> None:
        """Give everything back; again does nothing."""
        self._pulse.cancel()
        self._gone()
        if not self._genuine.is_closed():
            with contextlib.suppress(*DRIVERS):
                await self._genuine.close(timeout=PULSE)
        self._genuine.terminate()

    async def agree(self, count: int) -> None:
        """Note with how many shards this worker runs; OtherCount where others run with another number."""
        await self._ask("SELECT pg_advisory_lock_shared($1, $2)", COUNT, count)
        others = [found for found in await self.counts() if found != count]
        if others:
            raise OtherCount(count, others[0])

    async def counts(self) -> list[int]:
        """With how many shards workers run now: one number, or none."""
        return [int(row[0]) for row in await self._ask(_NUMBERS, COUNT)]

    async def claim(self, shard: int) -> bool:
        """Take that shard if no other worker has it."""
        if shard not in self.shards:
            ((taken,),) = await self._ask("SELECT pg_try_advisory_lock($1, $2)", SHARD, shard)
            if not taken or self.lost.is_set():
                return False
            self.shards.add(shard)
        return True

    async def claim_all(self, count: int) -> None:
        """Wait until all of so many shards are this worker's, one after the other, so that two never wait in a ring."""
        for shard in range(count):
            while not await self.claim(shard):  # noqa: ASYNC110
                await asyncio.sleep(SEEK)  # the server tells nobody of a lock that is free

    async def claim_some(self, count: int, most: int) -> list[int]:
        """Take unclaimed ones of so many shards, until this worker has that many; those that are new."""
        taken: list[int] = []
        # One question, however many shards there are: it is asked every few seconds by everybody who has room.
        held = {int(row[0]) for row in await self._ask(_NUMBERS, SHARD)} if len(self.shards) < most else set()
        for shard in range(count):
            if len(self.shards) >= most:
                break
            if shard not in held and await self.claim(shard):
                taken.append(shard)
        return taken

    async def unclaimed(self, count: int) -> list[int]:
        """Those of so many shards that no worker has."""
        held = {int(row[0]) for row in await self._ask(_NUMBERS, SHARD)}
        return [shard for shard in range(count) if shard not in held]

    def valid(self) -> bool:
        """Whether nobody else can have what was claimed; who has stood still for too long gives it up."""
        if not self.lost.is_set() and _now() - self._heard > LEASE:
            self._gone()
        return not self.lost.is_set()

    async def begin_turn(self, bucket: int) -> bool:
        """Take a bucket of identifies if nobody has it; `end_turn` gives it back, as does the end of this worker."""
        if bucket in self._turns:
            return False  # the server would let us have it once more
        self._turns.add(bucket)
        try:
            ((taken,),) = await self._ask("SELECT pg_try_advisory_lock($1, $2)", TURN, bucket)
        except asyncio.CancelledError:
            # Whether the server has given it to us, nobody will ever say.
            self._returning.add(asyncio.create_task(self._return(bucket), name="a turn that nobody waits for"))
            raise
        if not taken:
            self._turns.discard(bucket)
        return bool(taken)

    async def end_turn(self, bucket: int) -> None:
        """The bucket's next one may identify."""
        if bucket in self._turns:
            await self._ask("SELECT pg_advisory_unlock($1, $2)", TURN, bucket)
            self._turns.discard(bucket)

    # Inside

    def _gone(self, _connection: object = None) -> None:
        self.shards.clear()
        self.lost.set()

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        """What the server answers in good time; otherwise all claims are given up (ClaimsLost)."""
        if not self.valid():
            raise ClaimsLost(self.place)
        try:
            async with self._asking:
                begun = _now()
                answer: list[Any] = await self._genuine.fetch(sql, *values, timeout=ANSWERS_WITHIN)
        except DRIVERS:
            self._gone()
            self._genuine.terminate()
            raise ClaimsLost(self.place) from None
        if not self.valid():
            raise ClaimsLost(self.place)
        self._heard = begun
        return answer

    async def _return(self, bucket: int) -> None:
        with contextlib.suppress(ClaimsLost):
            await self.end_turn(bucket)

    async def _watch(self) -> None:
        with contextlib.suppress(ClaimsLost):
            while True:
                await asyncio.sleep(PULSE)
                await self._ask("SELECT 1")


def _now() -> float:
    """Seconds that also pass while the machine sleeps, where the system counts them."""
    return time.clock_gettime(_CLOCK)
