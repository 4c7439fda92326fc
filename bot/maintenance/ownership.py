"""Tracks which tables this process is responsible for: gained with a shard and released with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.tables.bus import Bus
from bot.tables.events import TableReleased
from bot.tables.live import LiveTable
from bot.tables.shards import Shards
from storage import GameRow

Servers = Callable[[int | None], bool]
"""A function that returns whether a server is selected."""


@dataclass(eq=False, repr=False)
class Ownership:
    """The registry of the unfinished tables of this process, with their servers."""

    _shards: Shards
    _bus: Bus
    _guilds: dict[int, int | None] = field(default_factory=dict, init=False)

    def keep(self, live: LiveTable) -> None:
        """Adds an unfinished table, and removes a finished one."""
        if live.row.finished_yet:
            self._guilds.pop(live.id, None)
        else:
            self._guilds[live.id] = live.row.guild

    def keep_unloaded(self, row: GameRow) -> None:
        """Adds an unfinished table of this process that is not loaded; only its deadline is scheduled."""
        self._guilds[row.id] = row.guild

    def release(self, shard: int) -> None:
        """Removes the tables of a shard that this process has lost, and publishes TableReleased for each."""
        for game in [game for game, guild in self._guilds.items() if self._shards.of(guild) == shard]:
            del self._guilds[game]
            self._bus.publish(TableReleased(game))
