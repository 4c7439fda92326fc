"""Who serves: where several processes share a database, whoever has claimed the shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from storage.dsn import Dsn, Place


class Claims(Protocol):
    """What this process has claimed; nothing of it counts any more once `lost` is set."""

    @property
    def lost(self) -> asyncio.Event:
        """Set as soon as another process may have it all."""

    async def counts(self) -> list[int]:
        """With how many shards processes run now: one number, or none."""

    async def agree(self, count: int) -> None:
        """Run with that many; OtherCount (a DatabaseError) while others run with another number."""

    async def claim_all(self, count: int) -> None:
        """Wait until all of so many shards are this process's; ClaimsLost (a DatabaseError) where that ends."""

    async def claim_some(self, count: int, most: int) -> list[int]:
        """Take unclaimed ones of so many shards, until this process has that many; those that are new."""

    async def unclaimed(self, count: int) -> list[int]:
        """Those of so many shards that no process has."""

    def valid(self) -> bool:
        """Whether nobody else can have what was claimed, at this moment."""

    async def begin_turn(self, bucket: int) -> bool:
        """Whether it is this process's turn to identify in a bucket; until `end_turn` nobody else may."""

    async def end_turn(self, bucket: int) -> None:
        """The bucket's next one may identify."""


@asynccontextmanager
async def claiming(database: Place) -> AsyncIterator[Claims | None]:
    """The claims of this process, given back at the end; None where it has the database for itself anyway."""
    if not isinstance(database, Dsn):
        yield None
        return
    from storage.postgres.claims import Claims as Genuine  # noqa: PLC0415 - only who wants a server needs its driver

    async with Genuine.opened(database) as claims:
        yield claims
