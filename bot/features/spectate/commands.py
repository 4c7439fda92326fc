"""The command `/game watch` and its button, by which a user follows the public facts of a table without a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from bot import views
from bot.features.spectate.service import Spectators
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import choice, command, menu, option, press
from bot.interactions.resolvers import Resolver
from bot.measuring.parsing import parse_int
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack
from bot.tables.registry import Tables
from bot.texts import N_

MINUTE: Final = 60
STOP: Final = "stop"
DELAYS: Final = [
    choice(N_("no delay"), "0"),
    choice(N_("1 minute late"), "1"),
    choice(N_("5 minutes late"), "5"),
    choice(N_("15 minutes late"), "15"),
    choice(N_("an hour late"), "60"),
    choice(N_("Stop watching"), STOP),
]
STOPPED: Final = N_("You do not watch this table any more.")


@dataclass(frozen=True)
class WatchHandlers:
    """Handlers by which users watch a table as spectators."""

    tables: Tables
    replies: Replies
    spectators: Spectators
    resolver: Resolver

    @command(N_("/game watch"), N_("Follow this table by direct message without a seat"))
    @option(N_("option delay"), N_("Delay of the public log; default: none"), choices=DELAYS)
    async def _watch(self, interaction: discord.Interaction, delay: str = "0") -> None:
        await ack(interaction)
        said = await self.resolver.words_for(interaction)
        game = (await self.resolver.unfinished_here(interaction)).id
        if delay == STOP:
            await self.spectators.stop(game, interaction.user.id)
            await self.replies.reply(interaction, views.say(said(STOPPED)))
            return
        await self._start(interaction, game, MINUTE * (parse_int(delay) or 0))

    @menu(N_("Watch"))
    async def _watch_board(self, interaction: discord.Interaction, message: discord.Message) -> None:
        await ack(interaction)
        await self._start(interaction, (await self.resolver.table_of(interaction, message)).id, 0)

    async def _start(self, interaction: Interaction, game: int, delay: int) -> None:
        """Lets the user watch a table with that delay in seconds; raises Refused."""
        await self.spectators.start(await self.tables.get(game), interaction.user.id, delay)
        said = await self.resolver.words_for(interaction)
        text = said("You watch this table: its public log comes by direct message.")
        await self.replies.reply(interaction, views.say(text))

    @press("unwatch")
    async def _unwatch(self, press: ComponentContext) -> None:
        await press.ack()
        await self.spectators.stop(press.custom.game, press.user)
        if press.interaction.guild_id is not None:
            # The spectator's own message says so itself.
            await press.say(press.words(STOPPED))
