"""Finds the tables that a user may see in a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import discord
from cachetools import FIFOCache

from bot.features.table_list.view import GROUPS
from bot.games import GAME_UIS
from bot.messages.api import Interaction
from bot.messages.outcomes import safe_call
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from storage import Database, ListedTable

NEVER: Final = datetime.max.replace(tzinfo=UTC)
REMEMBERED: Final = 1_000
"""The maximum number of archived threads that are kept in memory."""
FETCHED: Final = 20
"""The maximum number of archived threads that one list fetches from Discord."""


@dataclass(eq=False, repr=False)
class VisibleChannels:
    """A service that says whether the user of an interaction may view a channel of that server.

    discord.py forgets archived threads, so those are fetched once.
    """

    _archived: FIFOCache[int, discord.Thread] = field(init=False, default_factory=lambda: FIFOCache(REMEMBERED))

    async def sees(self, interaction: Interaction, channel: int, *, may_fetch: bool = True) -> bool:
        """Returns whether the user may view the channel; a private thread, only with the permission Manage Threads.

        The members of a private thread are not known without a request. `may_fetch`: whether an unknown channel may be
        fetched from Discord; otherwise, the result for it is False.
        """
        if channel == interaction.channel_id:
            return True
        guild, member = interaction.guild, interaction.user
        if guild is None or not isinstance(member, discord.Member):
            return False
        place = guild.get_channel_or_thread(channel) or self._archived.get(channel)
        if place is None and may_fetch:
            place = await self._fetched(guild, channel)
        if place is None or (isinstance(place, discord.Thread) and place.parent is None):
            return False
        granted = place.permissions_for(member)
        hidden = isinstance(place, discord.Thread) and place.is_private() and not granted.manage_threads
        return granted.view_channel and not hidden

    def knows(self, interaction: Interaction, channel: int) -> bool:
        """Returns whether `sees` can answer for a channel without a request to Discord."""
        guild = interaction.guild
        return guild is not None and (
            guild.get_channel_or_thread(channel) is not None or channel in self._archived or guild.unavailable
        )

    async def _fetched(self, guild: discord.Guild, channel: int) -> discord.Thread | None:
        found = (await safe_call(guild.fetch_channel(channel))).value
        if not isinstance(found, discord.Thread):
            return None
        self._archived[channel] = found
        return found


@dataclass(frozen=True)
class TableLists:
    """A service that lists tables for a user."""

    db: Database
    tables: Tables
    channels: VisibleChannels

    async def open_on(self, interaction: Interaction) -> list[ListedTable]:
        """Returns the open tables of this server whose channel the user sees.

        Private tables are listed for invited people only, and tables of hosts that the user blocks are left out. Tables
        of hosts who block the user are listed like all others, so that the list does not reveal a block.
        """
        guild, user = interaction.guild_id, interaction.user.id
        if guild is None:
            return []
        found = await self.db.listings.lobbies(guild, user)
        blocked = await self.db.blocks.blocked_by(user) if found else ()
        known = [table for table in found if table.row.kind in GAME_UIS]
        admitted = [
            table for table in known if table.seated or (table.row.host not in blocked and table.row.admits(user))
        ]
        return await self._visible(interaction, admitted)

    async def _visible(self, interaction: Interaction, tables: Sequence[ListedTable]) -> list[ListedTable]:
        """Returns the tables at which the user sits or whose channel the user may view."""
        visible, left = list[ListedTable](), FETCHED
        for table in tables:
            channel = table.row.channel
            left -= not (table.seated or self.channels.knows(interaction, channel))
            if table.seated or await self.channels.sees(interaction, channel, may_fetch=left >= 0):
                visible.append(table)
        return visible

    async def own(self, user: int) -> Mapping[str, Sequence[ListedTable]]:
        """Returns a user's tables by group (`GROUPS`), in each group the earliest deadline first."""
        groups: dict[str, list[ListedTable]] = {group: [] for group in GROUPS}
        for table in await self.db.listings.of_player(user):
            if table.row.kind in GAME_UIS:
                jump = self.tables.clock_jump()
                due = None if table.due is None or table.row.paused_at is not None else table.due + jump
                groups[await self._group(table)].append(table._replace(due=due))
        return {group: sorted(found, key=lambda one: one.due or NEVER) for group, found in groups.items()}

    async def _group(self, table: ListedTable) -> str:
        if table.row.phase == "lobby":
            return "lobby"
        if table.row.paused_at is not None:
            return "paused"
        live = self.tables.peek(table.row.id)
        if live is None or live.game is None or live.stored != table.answers:
            live = None
            with suppress(*EXPECTED_ERRORS):
                live = await self.tables.get(table.row.id)
        return "turn" if live is not None and live.game is not None and table.seat in live.game.waiting else "wait"
