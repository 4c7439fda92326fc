"""Checks whether a user may still view a channel: without the members intent, members have to be fetched."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import TTLCache

from bot.messages.outcomes import Outcome, safe_call

log = logging.getLogger(__name__)

MEMBER_TTL: Final = timedelta(seconds=25)
"""The time for which a fetched member is reused when permissions change. A delivery always fetches the member again."""
MAX_MEMBERS: Final = 2_000
NOT_HERE: Final = frozenset({10003, 10007, 10013, 50001})
"""Discord's error codes for an unknown channel, member or user, and for missing access."""

Place = discord.abc.GuildChannel | discord.Thread


class Access:
    """A service that checks who may view a channel; roles come from the gateway, members from cached requests."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._members: TTLCache[tuple[int, int], discord.Member | None] = TTLCache(
            MAX_MEMBERS, MEMBER_TTL.total_seconds(), timer=lambda: now().timestamp()
        )

    async def may_view(self, guild: int | None, channel: int, user: int, *, cached: bool = False) -> bool | None:
        """Returns whether the user may view the channel; None if that cannot be checked now. Always True in direct
        messages.

        `cached`: a member who was fetched within `MEMBER_TTL` is not fetched again.
        """
        if guild is None:
            return True
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return None
        allowed = await safe_call(self._may_view(server, channel, user, cached=cached))
        if allowed.ok or allowed.code in NOT_HERE:
            return allowed.value or False
        log.info("channel %s: cannot check the access of spectators now (%s)", channel, allowed)
        return None

    async def _may_view(self, guild: discord.Guild, channel: int, user: int, *, cached: bool) -> bool:
        member = await self._member(guild, user, cached=cached)
        place = guild.get_channel_or_thread(channel) or await guild.fetch_channel(channel)
        return member is not None and await _may_view(place, member)

    async def _member(self, guild: discord.Guild, user: int, *, cached: bool) -> discord.Member | None:
        """Returns the member; None if the user is not in the server."""
        key = guild.id, user
        if not cached or key not in self._members:
            member = await safe_call(guild.fetch_member(user))
            self._members[key] = None if member.outcome is Outcome.GONE else member.unwrap()
        return self._members[key]


async def _may_view(place: Place, member: discord.Member) -> bool:
    granted = place.permissions_for(member)
    if not granted.view_channel:
        return False
    if not isinstance(place, discord.Thread) or not place.is_private() or granted.manage_threads:
        return True
    found = await safe_call(place.fetch_member(member.id))
    if found.outcome is Outcome.GONE:
        return False
    found.unwrap()
    return True
