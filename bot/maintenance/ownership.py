"""The tables of this process: taken up with a shard, released with it."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.bus import Bus
from bot.tables.events import ShardGained, TableReleased
from bot.tables.live import LiveTable
from bot.tables.shards import Shards
from storage import GameRow

Servers = Callable[[int | None], bool]
"""Returns whether a server's tables are meant."""


class Ownership:
    """The tables that are timed and shown here, as far as they were loaded."""

    def __init__(self, shards: Shards, bus: Bus) -> None:
        self._shards = shards
        self._bus = bus
        self._guilds: dict[int, int | None] = {}
        self._begun = False
        shards.listen(gained=self._gained, lost=self._lost)

    def begin(self) -> None:
        """From now on shards that come are taken up; those that are there already the start looks after."""
        self._begun = True

    def keep(self, live: LiveTable) -> None:
        """An unfinished table is timed and shown here."""
        if live.row.finished_yet:
            self._guilds.pop(live.id, None)
        else:
            self._guilds[live.id] = live.row.guild

    def sleeps(self, row: GameRow) -> None:
        """Times an unfinished table here without showing it."""
        self._guilds[row.id] = row.guild

    # Inside

    def _gained(self, shard: int) -> None:
        if self._begun:
            self._bus.publish(ShardGained(shard))

    def _lost(self, shard: int) -> None:
        for game in [game for game, guild in self._guilds.items() if self._shards.of(guild) == shard]:
            del self._guilds[game]
            self._bus.publish(TableReleased(game))
