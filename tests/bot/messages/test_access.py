"""Tests whether a user may view a channel if Discord answers with an error, or the table is in a private thread."""

from __future__ import annotations

from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.messages.access import Access
from tests.bot.tables.backend import NOON

GUILD, CHANNEL, USER = 1, 2, 3


def refused(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    return kind(Mock(status=status, reason=""), {"code": code, "message": ""})


def thread(*, private: bool, manages: bool = False) -> Mock:
    """Returns a thread whose parent the user may view, and of which the user is no member."""
    place = Mock(spec=discord.Thread)
    place.permissions_for.return_value = discord.Permissions(view_channel=True, manage_threads=manages)
    place.is_private.return_value = private
    place.fetch_member = AsyncMock(side_effect=refused(discord.NotFound, 404, 10007))
    return place


async def may_view(place: object, member: object = None, *, unavailable: bool = False) -> bool | None:
    """Returns whether a user may view a channel, by the bot's check (None: unknown).

    `place`, `member`: what Discord answers about the channel and about the server's member, or the error it raises.
    """
    guild = Mock(spec=discord.Guild, unavailable=unavailable)
    guild.fetch_member = AsyncMock(side_effect=[member or Mock(spec=discord.Member, id=USER)])
    known = None if isinstance(place, Exception) else place
    guild.get_channel_or_thread.return_value = known
    guild.fetch_channel = AsyncMock(side_effect=place)
    client = Mock(spec=discord.Client)
    client.get_guild.return_value = guild
    return await Access(client, lambda: NOON).may_view(GUILD, CHANNEL, USER)


@pytest.mark.parametrize(
    ("private", "manages", "allowed"), [(False, False, True), (True, False, False), (True, True, True)]
)
async def test_a_private_thread_is_closed_to_users_who_are_no_members(
    private: bool, manages: bool, allowed: bool
) -> None:
    assert await may_view(thread(private=private, manages=manages)) is allowed


async def test_a_member_of_a_private_thread_may_view_it() -> None:
    place = thread(private=True)
    place.fetch_member = AsyncMock()
    assert await may_view(place) is True


async def test_a_user_who_is_no_member_of_the_server_may_not() -> None:
    assert await may_view(thread(private=False), refused(discord.NotFound, 404, 10007)) is False


async def test_a_channel_that_is_closed_to_the_bot_is_closed_to_the_user() -> None:
    assert await may_view(refused(discord.Forbidden, 403, 50001)) is False


@pytest.mark.parametrize(
    "error",
    [
        refused(discord.DiscordServerError, 503, 0),
        refused(discord.HTTPException, 429, 0),
        aiohttp.ClientConnectionError(),
        discord.ClientException("Parent channel not found"),
    ],
)
async def test_an_answer_that_fails_is_neither_yes_nor_no(error: Exception) -> None:
    assert await may_view(thread(private=False), error) is None


async def test_nothing_is_known_of_a_server_that_is_unavailable() -> None:
    assert await may_view(thread(private=False), unavailable=True) is None
