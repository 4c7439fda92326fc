"""Computes the gateway shard of a Discord server, and describes the set of shards that a process serves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WITHOUT_SERVER: Final = 0
"""The shard of direct messages."""
SEEK_INTERVAL: Final = 0.5
"""Seconds between two attempts of a process to claim shards that others have."""


def shard_of(guild: int | None, count: int) -> int:
    """Returns the shard of a server among `count`, as Discord computes it; 0 for direct messages."""
    return WITHOUT_SERVER if guild is None else (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Served:
    """The shards that a process serves (`shards`), and the total number of shards (`count`)."""

    count: int
    shards: frozenset[int]


EVERYTHING: Final = Served(1, frozenset({0}))
"""All shards, for the only process on a database: one shard, which covers every server."""
