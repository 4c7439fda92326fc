"""The greeting that a server gets once, after it has invited the bot."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.features.server import view as server_view
from bot.messages.api import Client, post
from bot.messages.direct_messages import send
from bot.messages.outcomes import safe_call
from bot.tables.referee import Now
from bot.texts import language_of, translator_for
from bot.views import clean
from storage import Database
from storage.settings import Settings

log = logging.getLogger(__name__)

LATEST: Final = 20
"""The maximum number of entries of the audit log, or of messages of a channel, that are read, the latest first."""

CHANNELS: Final = 5
"""The number of channels in which a greeting is tried, because Discord counts refused requests."""


@dataclass(eq=False, repr=False)
class Greetings:
    """A service that greets each server once: in a channel where the bot may write, otherwise by direct message the
    person who has added the bot, or the owner.
    """

    client: Client
    db: Database
    now: Now
    settings: Settings

    async def greet_missed(self, guilds: Iterable[discord.Guild], since: datetime) -> None:
        """Greets the servers that have invited the bot since then, or whose greeting was interrupted."""
        begun = await self.db.servers.begun_greetings()
        for guild in guilds:
            if guild.unavailable:
                continue
            if guild.id in begun:
                await self._resume(guild)
            elif guild.me.joined_at is not None and guild.me.joined_at > since:
                await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Greets a server that the bot has just joined, unless it was greeted before."""
        if await self.db.servers.claim_greeting(guild.id):
            await self._send(guild)

    async def _resume(self, guild: discord.Guild) -> None:
        """Sends a greeting that was interrupted, unless a channel shows that it has arrived."""
        for channel in itertools.islice(writable(guild), CHANNELS):
            latest = await safe_call(self.client.http.logs_from(channel.id, LATEST))
            if latest.ok and any(int(one["author"]["id"]) == guild.me.id for one in latest.unwrap()):
                await self.db.servers.end_greeting(guild.id, self.now())
                return
        await self._send(guild)

    async def _send(self, guild: discord.Guild) -> None:
        """Sends a greeting that was claimed. If it is unknown whether it arrived, `_resume` looks after the next start.

        The nonce is the same each time; Discord recognises it for a few minutes.
        """
        nonce = f"greeting{guild.id % 10**16}"
        for channel in itertools.islice(writable(guild), CHANNELS):
            posted = await safe_call(post(self.client, channel.id, self._view(guild, channel), nonce=nonce))
            if posted.ok:
                await self.db.servers.end_greeting(guild.id, self.now())
                return
            log.info("server %s: cannot send the greeting (%s)", guild.id, posted)
            if not posted.was_answered:
                return
        person = await installer(guild) or guild.owner_id
        if person is not None:
            await send(self.client, person, self._view(guild), partial(post, self.client, nonce=nonce))
        await self.db.servers.end_greeting(guild.id, self.now())

    def _view(self, guild: discord.Guild, channel: discord.TextChannel | None = None) -> ui.LayoutView:
        """Returns the greeting for a channel, with the permissions that the bot lacks there; None: for a DM."""
        granted = guild.me.guild_permissions if channel is None else channel.permissions_for(guild.me)
        said = translator_for(language_of(str(guild.preferred_locale)))
        links = server_view.links(self.settings, said)
        return server_view.greeting(granted, None if channel else clean(guild.name), links, said)


async def installer(guild: discord.Guild) -> int | None:
    """Returns the user who added the bot to a server; None if the bot may not view the audit log, or it names none."""
    if not guild.me.guild_permissions.view_audit_log:
        return None

    async def found() -> int | None:
        async for entry in guild.audit_logs(limit=LATEST, action=discord.AuditLogAction.bot_add):
            if getattr(entry.target, "id", None) == guild.me.id:
                return entry.user_id
        return None

    return (await safe_call(found())).value


def writable(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yields the text channels in which the bot may write, the one for system messages first."""
    system = guild.system_channel
    for channel in (*((system,) if system is not None else ()), *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages:
            yield channel
