"""The set of shards that this process serves: all of them, or those that it has claimed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from storage.shards import EVERYTHING, Served, shard_of

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class Shards:
    """The shards that this process serves, with listeners for changes.

    Until `share` is called, this is the only process and serves all shards.
    """

    def __init__(self) -> None:
        self.count = 1
        """The total number of shards."""
        self.shared = False
        """Whether other processes may serve the remaining shards."""
        self.held = frozenset({0})
        self.lease: Callable[[], bool] = lambda: True
        """Returns whether the claims of this process are still valid at this moment."""
        self._gained: list[Listener] = []
        self._lost: list[Listener] = []

    def alone(self, count: int) -> None:
        """Sets the number of shards for a process that serves all of them."""
        self.count, self.shared, self.held = count, False, frozenset(range(count))

    def share(self, count: int, held: Iterable[int] = ()) -> None:
        """Starts to share the shards with other processes. `held`: the shards at the start, for which no listener is
        called.
        """
        self.count, self.shared, self.held = count, True, frozenset(held)

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

    def listen(self, *, gained: Listener | None = None, lost: Listener | None = None) -> None:
        """Registers functions that are called right after a shard is gained or lost; they must not fail or wait."""
        if gained is not None:
            self._gained.append(gained)
        if lost is not None:
            self._lost.append(lost)

    def gain(self, shard: int) -> None:
        """Adds a shard and calls the listeners; does nothing if it is already there."""
        if shard not in self.held:
            self.held |= {shard}
            _tell(self._gained, shard)

    def lose(self, shard: int) -> None:
        """Removes a shard and calls the listeners; does nothing if it is not there."""
        if shard in self.held:
            self.held -= {shard}
            _tell(self._lost, shard)

    def lose_all(self) -> None:
        """Removes all shards and calls the listeners; from now on other processes may serve them."""
        going, self.held, self.shared = sorted(self.held), frozenset(), True
        for shard in going:
            _tell(self._lost, shard)


def _tell(listeners: list[Listener], shard: int) -> None:
    for listener in listeners:
        try:
            listener(shard)
        except Exception:
            log.exception("a listener failed on shard %s", shard)
