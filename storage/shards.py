"""Which shard a server's events come through; where processes share the shards, whose a table is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WITHOUT_SERVER: Final = 0
"""Where direct messages, and presses in them, arrive."""


def shard_of(guild: int | None, count: int) -> int:
    """The one of so many shards that a server belongs to, as Discord computes it; no server: shard 0."""
    return WITHOUT_SERVER if guild is None else (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Served:
    """These of so many shards."""

    count: int
    shards: frozenset[int]

    def covers(self, guild: int | None) -> bool:
        """Whether the tables of that server (None: of no server) are among them."""
        return shard_of(guild, self.count) in self.shards


EVERYTHING: Final = Served(1, frozenset({0}))
"""What a process serves that is alone, in however many shards Discord splits its servers."""
