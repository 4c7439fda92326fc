"""Tracks which tables this process is responsible for: gained with a shard and released with it."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.bus import Bus
from bot.tables.events import ShardGained, TableReleased
from bot.tables.live import LiveTable
from bot.tables.shards import Shards
from storage import GameRow

Servers = Callable[[int | None], bool]
"""A function that returns whether a server is selected."""


class Ownership:
    """The registry of the unfinished tables of this process, with their servers.

    When the process loses a shard, it publishes TableReleased for each of the shard's tables.
    """

    def __init__(self, shards: Shards, bus: Bus) -> None:
        self._shards = shards
        self._bus = bus
        self._guilds: dict[int, int | None] = {}
        self._begun = False
        shards.listen(gained=self._gained, lost=self._lost)

    def begin(self) -> None:
        """Starts to publish ShardGained for each shard that this process gains from now on, after the start."""
        self._begun = True

    def keep(self, live: LiveTable) -> None:
        """Adds an unfinished table, and removes a finished one."""
        if live.row.finished_yet:
            self._guilds.pop(live.id, None)
        else:
            self._guilds[live.id] = live.row.guild

    def keep_unloaded(self, row: GameRow) -> None:
        """Adds an unfinished table of this process that is not loaded; only its deadline is scheduled."""
        self._guilds[row.id] = row.guild

    def _gained(self, shard: int) -> None:
        if self._begun:
            self._bus.publish(ShardGained(shard))

    def _lost(self, shard: int) -> None:
        for game in [game for game, guild in self._guilds.items() if self._shards.of(guild) == shard]:
            del self._guilds[game]
            self._bus.publish(TableReleased(game))
