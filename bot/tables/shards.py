"""The set of shards that this process serves: all of them, or those that it has claimed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.tables.bus import Bus
from bot.tables.events import ShardGained, ShardLost
from storage.shards import EVERYTHING, Served, shard_of


def always() -> bool:
    """Returns True: the lease of a process that shares its shards with no other one."""
    return True


class Shards:
    """The shards that this process serves; publishes an event when it gains or loses one.

    Until `share` is called, this is the only process and serves all shards.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.count = 1
        """The total number of shards."""
        self.shared = False
        """Whether other processes may serve the remaining shards."""
        self.held = frozenset({0})
        self.lease: Callable[[], bool] = always
        """Returns whether the claims of this process are still valid at this moment."""

    def alone(self, count: int) -> None:
        """Sets the number of shards for a process that serves all of them."""
        self.count, self.shared, self.held = count, False, frozenset(range(count))

    def share(self, count: int, held: Iterable[int] = (), lease: Callable[[], bool] = always) -> None:
        """Starts to share the shards with other processes.

        `held`: the shards at the start, for which no event is published. `lease`: returns whether the claims of this
        process are still valid.
        """
        self.count, self.shared, self.held, self.lease = count, True, frozenset(held), lease

    @property
    def served(self) -> Served:
        """The shards of this process, as the storage package filters by them."""
        return Served(self.count, self.held) if self.shared else EVERYTHING

    def only(self, shard: int) -> Served:
        """Returns a filter for that shard only, for the storage package."""
        return Served(self.count, frozenset({shard}))

    @property
    def others(self) -> bool:
        """Whether another process may serve some shard."""
        return self.shared and len(self.held) < self.count

    @property
    def valid(self) -> bool:
        """Whether this process may act at this moment, because no other process can have its shards."""
        return not self.shared or (bool(self.held) and self.lease())

    def of(self, guild_id: int | None) -> int:
        """Returns the shard of a server; 0 for direct messages."""
        return shard_of(guild_id, self.count)

    def owns(self, guild_id: int | None) -> bool:
        """Returns whether this process is responsible for the tables of a server (None: of direct messages) at this
        moment."""
        return not self.shared or (self.of(guild_id) in self.held and self.lease())

    def gain(self, shard: int) -> None:
        """Adds a shard and publishes ShardGained; does nothing if it is already there."""
        if shard not in self.held:
            self.held |= {shard}
            self._bus.publish(ShardGained(shard))

    def lose(self, shard: int) -> None:
        """Removes a shard and publishes ShardLost; does nothing if it is not there."""
        if shard in self.held:
            self.held -= {shard}
            self._bus.publish(ShardLost(shard))

    def lose_all(self) -> None:
        """Removes all shards and publishes ShardLost for each; from now on other processes may serve them."""
        going, self.held, self.shared = sorted(self.held), frozenset(), True
        for shard in going:
            self._bus.publish(ShardLost(shard))
