"""What this process serves: all tables, or those of the shards that it has claimed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from storage.shards import EVERYTHING, Served, shard_of

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class Shards:
    """The shards that are this process's, and who wants to hear where one comes or goes.

    Until `share` is called, nobody else serves: everything is its own.
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
        """So many shards, all of them this process's."""
        self.count, self.shared, self.held = count, False, frozenset(range(count))

    def share(self, count: int, held: Iterable[int] = ()) -> None:
        """Others serve as well; it begins with these of so many, of which no listener is told."""
        self.count, self.shared, self.held = count, True, frozenset(held)

    @property
    def served(self) -> Served:
        """What this process serves, as the store wants to know it."""
        return Served(self.count, self.held) if self.shared else EVERYTHING

    def only(self, shard: int) -> Served:
        """That one alone, as the store wants to know it."""
        return Served(self.count, frozenset({shard}))

    @property
    def others(self) -> bool:
        """Whether another process may serve some shard."""
        return self.shared and len(self.held) < self.count

    @property
    def valid(self) -> bool:
        """Whether this process may act at this moment: nobody else can have what it holds."""
        return not self.shared or (bool(self.held) and self.lease())

    def of(self, guild_id: int | None) -> int:
        """The shard of a server's tables; no server: shard 0."""
        return shard_of(guild_id, self.count)

    def owns(self, guild_id: int | None) -> bool:
        """Whether the tables of that server (None: of no server) are this process's to show and to time, now."""
        return not self.shared or (self.of(guild_id) in self.held and self.lease())

    def listen(self, *, gained: Listener | None = None, lost: Listener | None = None) -> None:
        """Be told of each shard right after it has come, or right after it has gone; neither may fail or wait."""
        if gained is not None:
            self._gained.append(gained)
        if lost is not None:
            self._lost.append(lost)

    def gain(self, shard: int) -> None:
        """That one is this process's from now on; again does nothing."""
        if shard not in self.held:
            self.held |= {shard}
            _tell(self._gained, shard)

    def lose(self, shard: int) -> None:
        """That one may be another's by now; again does nothing."""
        if shard in self.held:
            self.held -= {shard}
            _tell(self._lost, shard)

    def lose_all(self) -> None:
        """None is this process's any more: not even those that nobody was told of come back."""
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
