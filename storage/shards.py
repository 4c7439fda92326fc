"""Shards: which one a server's events come through, and which process a table belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WITHOUT_SERVER: Final = 0
"""The shard of direct messages, and of presses in them."""


def shard_of(guild: int | None, count: int) -> int:
    """Returns the shard of a server among `count`, as Discord computes it; no server: shard 0."""
    return WITHOUT_SERVER if guild is None else (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Served:
    """Some shards of a number of shards."""

    count: int
    shards: frozenset[int]

    def covers(self, guild: int | None) -> bool:
        """Returns whether the tables of that server (None: of no server) belong to these shards."""
        return shard_of(guild, self.count) in self.shards


EVERYTHING: Final = Served(1, frozenset({0}))
"""The shards of a process that runs without others, no matter how many there are."""
