"""The commands `/league leaderboard` and `/league me`: ratings of a server, and hiding from them."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.features.league import view as league
from bot.features.statistics.service import Statistics
from bot.games import GAME_UIS
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, option, press
from bot.interactions.options import DEFAULT_GAME, game_choices
from bot.interactions.resolvers import Resolver, guild_of
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack
from bot.tables.lobby import Lobby
from bot.tables.refusals import Refused
from bot.texts import N_
from storage import Database


@dataclass(frozen=True)
class LeagueHandlers:
    """Handlers of a server's leaderboard, and of the setting that hides a user from all leaderboards."""

    db: Database
    lobby: Lobby
    statistics: Statistics
    replies: Replies
    resolver: Resolver

    @command(N_("/league leaderboard"), N_("Ratings of the players on this server"))
    @option(N_("option game"), N_("Which game"), choices=game_choices)
    async def _leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        await ack(interaction)
        await self._show(interaction, game or DEFAULT_GAME, 0)

    @command(N_("/league me"), N_("Show me on leaderboards or hide me"))
    async def _me(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        hidden = interaction.user.id in await self.db.people.unlisted()
        await self.replies.reply(
            interaction, league.own_listing(await self.resolver.words_for(interaction), hidden=hidden)
        )

    async def _show(self, interaction: Interaction, kind: str, page: int) -> None:
        if kind not in GAME_UIS:
            raise Refused(UNKNOWN)
        lines = await self.statistics.leaderboard(kind, guild_of(interaction))
        await self.replies.reply(
            interaction, league.leaderboard(kind, lines, page, await self.resolver.words_for(interaction))
        )

    # Buttons

    @press("l_top")
    async def _page_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        kinds = list(GAME_UIS)
        number = press.custom.number
        if number is None or number >= len(kinds):
            raise Refused(UNKNOWN)
        await self._show(press.interaction, kinds[number], next(iter(press.custom.path), 0))

    @press("l_hide", "l_show")
    async def _listing_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        hidden = press.custom.verb == "l_hide"
        await self.db.people.set_listed(press.user, not hidden)
        await self.lobby.show_again(press.user)
        await press.show(league.own_listing(press.words, hidden=hidden))
