"""The greeting that a server gets once, after it has invited the bot."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

import discord
from discord import ui

from bot.features.server import view as server_view
from bot.messages.api import Client, post
from bot.messages.direct_messages import send
from bot.messages.outcomes import safe_call
from bot.settings import Settings
from bot.tables.referee import Now
from bot.texts import language_of, translator_for
from bot.views import clean
from storage import Database

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Greetings:
    """A service that greets each server once: in a channel where the bot may write, otherwise its owner by direct
    message.
    """

    client: Client
    db: Database
    now: Now
    settings: Settings

    async def greet(self, guild: discord.Guild) -> None:
        """Greets a server that the bot has just joined, unless it was greeted before."""
        if not await self.db.servers.claim_greeting(guild.id, self.now()):
            return
        for channel in writable(guild):
            posted = await safe_call(post(self.client, channel.id, self._view(guild, here=True)))
            if posted.ok:
                return
            log.info("server %s: cannot send the greeting (%s)", guild.id, posted)
            break
        if guild.owner_id is not None:
            await send(self.client, guild.owner_id, self._view(guild, here=False))

    def _view(self, guild: discord.Guild, *, here: bool) -> ui.LayoutView:
        said = translator_for(language_of(str(guild.preferred_locale)))
        links = server_view.links(self.settings, said)
        return server_view.greeting(guild.me.guild_permissions, None if here else clean(guild.name), links, said)


def writable(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yields the text channels in which the bot may write, the one for system messages first."""
    system = guild.system_channel
    for channel in (*((system,) if system is not None else ()), *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages:
            yield channel
