"""The limits of open tables, which are checked in the transaction that opens one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from storage.games import Games
from storage.limited_uses import LimitedUses
from storage.repository import Repository
from storage.rows import NewGame
from storage.table_errors import ChannelFull, OpenedOften, TooManyOpen

_LOCK: Final = "SELECT CAST(?1 AS BIGINT) AS locked /*! FROM pg_advisory_xact_lock(CAST(?1 AS BIGINT)) */"
"""The query that locks one of Discord's IDs until the transaction ends. SQLite has only one writer at a time."""
_IN_CHANNEL: Final = """
SELECT COUNT(*) FROM games WHERE guild = ? AND phase = 'lobby' AND COALESCE(parent, channel) = ?
    AND id NOT IN (SELECT game FROM set_aside) AND id NOT IN (SELECT game FROM tournament_games)
"""


@dataclass(frozen=True, slots=True)
class Room:
    """The limits that a new table must keep."""

    lobbies: int
    """The maximum number of open lobbies of its host on its server."""
    in_channel: int
    """The maximum number of open lobbies in its channel and the threads of that."""
    opened: int
    """The maximum number of tables without other people that its host opens after `since`."""
    since: datetime


class Openings(Repository):
    """The repository that checks the limits of open tables."""

    async def check_locked(self, new: NewGame, room: Room) -> None:
        """Locks the host and channel of a new table, and raises TooManyOpen, OpenedOften or ChannelFull at a limit.

        Part of a transaction: until its end, no one else opens a table of the same host or in the same channel.
        """
        home = new.channel if new.parent is None else new.parent
        for locked in (new.host, home):  # always in this order, so that two processes never wait for each other
            await self._rows(_LOCK, locked)
        await self.check(new.host, new.guild, home, room)

    async def check(self, host: int, guild: int | None, channel: int, room: Room) -> None:
        """Raises TooManyOpen, OpenedOften or ChannelFull if the limits do not allow a host another table.

        `channel`: the channel of the table, or that of its thread.
        """
        games = Games(self.session)
        lobbies = [lobby.channel for lobby in await games.lobbies_of(host) if lobby.guild == guild]
        if len(lobbies) >= room.lobbies:
            raise TooManyOpen(lobbies)
        forgotten = await LimitedUses(self.session).openings(host, room.since)
        opened = sorted([*forgotten, *await games.opened_alone_since(host, room.since)])
        if len(opened) >= room.opened:
            raise OpenedOften(opened[-room.opened])
        if guild is not None:
            await self.check_channel(guild, channel, room.in_channel)

    async def check_channel(self, guild: int, channel: int, most: int) -> None:
        """Raises ChannelFull if a channel and its threads have that many open lobbies; tournaments' do not count."""
        lobbies = await self._value(_IN_CHANNEL, guild, channel)
        if lobbies is not None and lobbies >= most:
            raise ChannelFull(lobbies)
