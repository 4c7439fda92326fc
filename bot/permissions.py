"""The permissions of users and of the bot in channels, as far as Discord has reported them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.texts import N_

Client = discord.Client
Interaction = discord.Interaction[Any]

PERMISSIONS: Final[Mapping[str, tuple[str, str]]] = {
    "view_channel": (N_("View Channel"), N_("no table can be opened")),
    "send_messages": (N_("Send Messages"), N_("no table can be opened")),
    "send_messages_in_threads": (N_("Send Messages in Threads"), N_("no table can be opened in threads")),
    "create_public_threads": (N_("Create Public Threads"), N_("no table gets a thread of its own")),
    "attach_files": (N_("Attach Files"), N_("boards and hands have no pictures")),
    "read_message_history": (N_("Read Message History"), N_("after a crash, an old board may keep its buttons")),
}
"""Permissions that the bot asks for: the name of each, and what fails without it."""
NEEDED: Final = {flag: PERMISSIONS[flag][0] for flag in ("view_channel", "send_messages")}
"""The permissions without which no table can be opened in a channel, with their names."""
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
    needed = [IN_THREADS.get(flag, flag) if thread else flag for flag in NEEDED]
    return [PERMISSIONS[flag][0] for flag in needed if not getattr(permissions, flag)]


def lacking(client: Client, number: int) -> list[str]:
    """Returns the names of the permissions that the bot lacks in a table's channel; empty if that is not known."""
    channel = client.get_channel(number)
    if isinstance(channel, discord.abc.GuildChannel) or (isinstance(channel, discord.Thread) and channel.parent):
        return missing(channel.permissions_for(channel.guild.me), thread=isinstance(channel, discord.Thread))
    return []


def lacks_threads(granted: discord.Permissions) -> bool:
    """Returns whether the bot lacks the permission to open public threads for tables or to write in them."""
    return not (granted.create_public_threads and granted.send_messages_in_threads)
