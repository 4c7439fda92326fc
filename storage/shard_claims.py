"""The exclusive claims of a process on shards and identify buckets, if several processes share a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from storage.dsn import Dsn, Place


class Claims(Protocol):
    """The interface of this process's exclusive claims on shards and buckets; once `lost` is set, they are void."""

    @property
    def lost(self) -> asyncio.Event:
        """An event that is set as soon as another process may have the same claims."""

    async def counts(self) -> list[int]:
        """Returns the total numbers of shards for which processes run now, normally one; empty if no process runs."""

    async def agree(self, count: int) -> None:
        """Registers the total number of shards of this process; raises OtherCount if others have another number."""

    async def claim_all(self, count: int) -> None:
        """Waits until this process has all shards; raises ClaimsLost."""

    async def claim_some(self, count: int, most: int) -> list[int]:
        """Claims free ones of the `count` shards until this process has `most`; returns the new ones."""

    async def unclaimed(self, count: int) -> list[int]:
        """Returns those of the `count` shards that no process has."""

    def valid(self) -> bool:
        """Returns whether this process still has its claims, so that no other process can have them."""

    async def claim_bucket(self, bucket: int) -> bool:
        """Claims a bucket of shards, of which one may identify at a time, if it is free; returns whether it did."""

    async def release_bucket(self, bucket: int) -> None:
        """Releases a bucket, so that its next shard may identify."""


@asynccontextmanager
async def claiming(database: Place) -> AsyncIterator[Claims | None]:
    """Yields an object with which this process claims shards, and releases all claims at the end of the block.

    Yields None for a file, which no other process can share.
    """
    if not isinstance(database, Dsn):
        yield None
        return
    from storage.postgres import claims  # noqa: PLC0415 - only a database on a server needs its driver

    async with claims.Claims.opened(database) as opened:
        yield opened
