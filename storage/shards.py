"""Which shard a server's events come through; where processes share the shards, whose a table is."""

from __future__ import annotations

from typing import Final

WITHOUT_SERVER: Final = 0
"""Where direct messages, and presses in them, arrive."""


def shard_of(guild: int | None, count: int) -> int:
    """The one of so many shards that a server belongs to, as Discord computes it; no server: shard 0."""
    return WITHOUT_SERVER if guild is None else (guild >> 22) % count
