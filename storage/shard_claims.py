"""Claims of shards and identify buckets, if several processes share a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from storage.dsn import Dsn, Place


class Claims(Protocol):
    """The interface of this process's claims; once `lost` is set, they are void."""

    @property
    def lost(self) -> asyncio.Event:
        """An event that is set as soon as another process may have the same claims."""

    async def counts(self) -> list[int]:
        """Returns the number of shards with which processes run now, or nothing if none runs."""

    async def agree(self, count: int) -> None:
        """Stores the number of shards with which this process runs; raises OtherCount if others have another number."""

    async def claim_all(self, count: int) -> None:
        """Waits until this process has all shards; raises ClaimsLost."""

    async def claim_some(self, count: int, most: int) -> list[int]:
        """Claims free shards among `count` until this process has `most`; returns the new ones."""

    async def unclaimed(self, count: int) -> list[int]:
        """Returns the shards among `count` that no process has."""

    def valid(self) -> bool:
        """Returns whether no other process can have what this one has claimed."""

    async def claim_bucket(self, bucket: int) -> bool:
        """Claims a bucket of identifies if it is free, and returns whether this call claimed it."""

    async def release_bucket(self, bucket: int) -> None:
        """Releases a bucket, so that its next shard may identify."""


@asynccontextmanager
async def claiming(database: Place) -> AsyncIterator[Claims | None]:
    """Opens the claims of this process and releases them at the end of the block; None if the database cannot be
    shared."""
    if not isinstance(database, Dsn):
        yield None
        return
    from storage.postgres import claims  # noqa: PLC0415 - only a database on a server needs its driver

    async with claims.Claims.opened(database) as opened:
        yield opened
