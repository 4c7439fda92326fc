"""Claims of the workers that share a database: each is an advisory lock of one worker's session.

PostgreSQL releases them when the process or its machine dies; there is no leader and no list of members.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from storage.dsn import Dsn
from storage.errors import OtherCount
from storage.postgres.claims_session import ClaimsSession
from storage.postgres.session import QUERY_TIMEOUT, Lock
from storage.shards import SEEK_INTERVAL

SHARD, COUNT, BUCKET = 0x4B52_5001, 0x4B52_5002, 0x4B52_5003
"""The first half of an advisory lock's key: whether its second half is a shard, a number of shards, or a bucket."""
NAME: Final = "krupier claims"
_NUMBERS: Final = """
SELECT DISTINCT objid::bigint AS number FROM pg_locks
WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY number
"""


class Claims:
    """The claims of one worker on shards and buckets.

    Once `lost` is set, they are void, and each method that asks the server raises ClaimsLost.
    """

    def __init__(self, session: ClaimsSession) -> None:
        self.lost = session.lost
        self.close = session.close
        self.valid = session.valid
        self.session = session
        self._shards: set[int] = set()
        self._buckets: dict[int, Lock | None] = {}
        """Buckets that are claimed or (None) being claimed."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, place: Dsn, connect_timeout: float = QUERY_TIMEOUT) -> AsyncIterator[Claims]:
        """Opens a session and yields its claims, which are released at the end of the block; raises DatabaseError."""
        session = ClaimsSession(place, NAME, connect_timeout)
        try:
            await session.open()
            yield cls(session)
        finally:
            await session.close()

    @property
    def shards(self) -> set[int]:
        """The claimed shards; empty once the claims are lost."""
        return set() if self.lost.is_set() else self._shards

    async def agree(self, count: int) -> None:
        """Registers the total number of shards of this worker by a shared lock.

        Raises OtherCount if other workers have another number.
        """
        await self.session.fetch("SELECT pg_advisory_lock_shared($1, $2)", COUNT, count)
        others = [found for found in await self.counts() if found != count]
        if others:
            raise OtherCount(count, others[0])

    async def counts(self) -> list[int]:
        """Returns the total numbers of shards for which workers run now, normally one; empty if no worker runs."""
        return await self._numbers(COUNT)

    async def claim(self, shard: int) -> bool:
        """Claims a shard if no other worker has it; returns whether this worker has it now."""
        if shard not in self.shards and await self.session.try_lock(SHARD, shard) is not None:
            self._shards.add(shard)
        return shard in self.shards

    async def claim_all(self, count: int) -> None:
        """Waits until this worker has all shards. It claims them in order, so that no two workers wait in a ring."""
        for shard in range(count):
            while not await self.claim(shard):  # noqa: ASYNC110
                await asyncio.sleep(SEEK_INTERVAL)  # the server does not notify when a lock becomes free

    async def claim_some(self, count: int, most: int) -> list[int]:
        """Claims free ones of the `count` shards until this worker has `most`; returns the new ones."""
        new: list[int] = []
        # A single query is used because every worker that has room repeats it twice a second.
        free = await self.unclaimed(count) if len(self.shards) < most else []
        for shard in free:
            if len(self.shards) >= most:
                break
            if await self.claim(shard):
                new.append(shard)
        return new

    async def unclaimed(self, count: int) -> list[int]:
        """Returns those of the `count` shards that no worker has."""
        claimed = await self._numbers(SHARD)
        return [shard for shard in range(count) if shard not in claimed]

    async def claim_bucket(self, bucket: int) -> bool:
        """Claims a bucket of shards, of which one may identify at a time, if it is free; returns whether it did.

        `release_bucket` or the end of this worker releases it.
        """
        if bucket in self._buckets:
            return False  # the server would grant the lock to this session a second time
        self._buckets[bucket] = None
        try:
            self._buckets[bucket] = await self.session.try_lock(BUCKET, bucket)
        finally:
            if self._buckets[bucket] is None:
                del self._buckets[bucket]
        return bucket in self._buckets

    async def release_bucket(self, bucket: int) -> None:
        """Releases a bucket, so that its next shard may identify."""
        lock = self._buckets.get(bucket)
        if lock is not None:
            await self.session.unlock(lock)
            del self._buckets[bucket]

    async def _numbers(self, kind: int) -> list[int]:
        return [int(row["number"]) for row in await self.session.fetch(_NUMBERS, kind)]
