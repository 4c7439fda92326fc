"""The shards that this process serves: all of them, or those that it has claimed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from storage.shards import EVERYTHING, Served, shard_of

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class Shards:
    """The shards of this process, and listeners for changes.

    Until `share` is called, no other process serves: every shard is its own.
    """

    def __init__(self) -> None:
        self.count = 1
        """Of how many."""
        self.shared = False
        """Whether other processes may serve what this one does not."""
        self.held = frozenset({0})
        self.lease: Callable[[], bool] = _lasting
        """Whether what was claimed can still be relied on at this moment."""
        self._gained: list[Listener] = []
        self._lost: list[Listener] = []

    def alone(self, count: int) -> None:
        """Sets the number of shards, all of them of this process."""
        self.count, self.shared, self.held = count, False, frozenset(range(count))

    def share(self, count: int, held: Iterable[int] = ()) -> None:
        """Begins to share with other processes; `held` are the first shards, for which no listener is called."""
        self.count, self.shared, self.held = count, True, frozenset(held)

    @property
    def served(self) -> Served:
        """The shards of this process, for the storage."""
        return Served(self.count, self.held) if self.shared else EVERYTHING

    def only(self, shard: int) -> Served:
        """Returns that shard only, for the storage."""
        return Served(self.count, frozenset({shard}))

    @property
    def others(self) -> bool:
        """Whether another process may serve some shard."""
        return self.shared and len(self.held) < self.count

    @property
    def valid(self) -> bool:
        """Whether this process may act at this moment: no other process can have its shards."""
        return not self.shared or (bool(self.held) and self.lease())

    def of(self, guild_id: int | None) -> int:
        """The shard of a server's tables; no server: shard 0."""
        return shard_of(guild_id, self.count)

    def owns(self, guild_id: int | None) -> bool:
        """Returns whether this process shows and times the tables of that server (None: of no server) now."""
        return not self.shared or (self.of(guild_id) in self.held and self.lease())

    def listen(self, *, gained: Listener | None = None, lost: Listener | None = None) -> None:
        """Be told of each shard right after it has come, or right after it has gone; neither may fail or wait."""
        if gained is not None:
            self._gained.append(gained)
        if lost is not None:
            self._lost.append(lost)

    def gain(self, shard: int) -> None:
        """Adds a shard; a second call does nothing."""
        if shard not in self.held:
            self.held |= {shard}
            _tell(self._gained, shard)

    def lose(self, shard: int) -> None:
        """Removes a shard that may belong to another process now; a second call does nothing."""
        if shard in self.held:
            self.held -= {shard}
            _tell(self._lost, shard)

    def lose_all(self) -> None:
        """Removes all shards, including those for which no listener was called yet."""
        going, self.held, self.shared = sorted(self.held), frozenset(), True
        for shard in going:
            _tell(self._lost, shard)


def _lasting() -> bool:
    return True


def _tell(listeners: list[Listener], shard: int) -> None:
    for listener in listeners:
        try:
            listener(shard)
        except Exception:
            log.exception("a listener failed on shard %s", shard)
