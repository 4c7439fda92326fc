"""The permissions of users and of the bot in channels, as far as Discord has reported them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.texts import N_

Client = discord.Client
Interaction = discord.Interaction[Any]

NEEDED: Final[Mapping[str, str]] = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
}
IN_THREADS: Final[Mapping[str, str]] = {"send_messages": "send_messages_in_threads"}
"""Permission -> the permission that replaces it in threads."""


def may_manage(interaction: Interaction) -> bool:
    """Returns whether the user may manage the channel; False in direct messages."""
    return interaction.guild_id is not None and interaction.permissions.manage_channels


def may_organise(interaction: Interaction) -> bool:
    """Returns whether the user may manage the channel or the server; False in direct messages."""
    permissions = interaction.permissions
    return interaction.guild_id is not None and (permissions.manage_channels or permissions.manage_guild)


def may_write(interaction: Interaction) -> bool:
    """Returns whether the user may write in the channel; False in direct messages."""
    allowed = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return interaction.guild_id is not None and (
        allowed.send_messages_in_threads if in_thread else allowed.send_messages
    )


def may(client: Client, number: int, *wanted: str) -> bool:
    """Returns whether the bot has these permissions in a channel; True if that is not known."""
    channel = client.get_channel(number)
    thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return True
    if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
        return True
    granted = channel.permissions_for(channel.guild.me)
    return all(getattr(granted, IN_THREADS.get(name, name) if thread else name) for name in wanted)


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """Returns the names (to be translated) of the permissions that the bot needs in a table's channel but lacks."""
    needed = dict(NEEDED)
    if thread:
        needed["send_messages_in_threads"] = N_("Send Messages in Threads")
        del needed["send_messages"]
    return [name for flag, name in needed.items() if not getattr(permissions, flag)]


def lacking(client: Client, number: int) -> list[str]:
    """Returns the names of the permissions that the bot lacks in a table's channel; empty if that is not known."""
    channel = client.get_channel(number)
    if isinstance(channel, discord.abc.GuildChannel) or (isinstance(channel, discord.Thread) and channel.parent):
        return missing(channel.permissions_for(channel.guild.me), thread=isinstance(channel, discord.Thread))
    return []


def lacks_threads(granted: discord.Permissions) -> bool:
    """Returns whether the bot lacks the permission to open public threads for tables or to write in them."""
    return not (granted.create_public_threads and granted.send_messages_in_threads)
