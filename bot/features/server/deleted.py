"""Settings that name channels or roles which the server has deleted: they are shown as such and not applied."""

from __future__ import annotations

from dataclasses import replace

import discord

from storage import ServerSettings


def without_deleted(settings: ServerSettings, guild: discord.Guild) -> ServerSettings:
    """Returns the settings as they apply on a server: those that name a deleted channel or role are left out.

    If no allowed channel is left, tables are allowed in all. If the role that may open tables was deleted, only
    managers open tables.
    """
    opener = _role(guild, settings.opener_role)
    return replace(
        settings,
        channels=tuple(one for one in settings.channels if guild.get_channel(one) is not None),
        opener_role=opener,
        openers="managers" if settings.openers == "role" and opener is None else settings.openers,
        call_role=_role(guild, settings.call_role),
        log_channel=_channel(guild, settings.log_channel),
        puzzle_channel=_channel(guild, settings.puzzle_channel),
    )


def _role(guild: discord.Guild, role: int | None) -> int | None:
    return None if role is None or guild.get_role(role) is None else role


def _channel(guild: discord.Guild, channel: int | None) -> int | None:
    return None if channel is None or guild.get_channel(channel) is None else channel
