"""The command `/record stats`, and *Profile* in the menu of a user: games, victories and ratings of a player, perhaps
of one game, season or partner only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.features.lobby.guest_view import reliability_lines
from bot.features.seasons.service import Seasons
from bot.features.statistics import view
from bot.features.statistics.service import Asked, Statistics
from bot.interactions.handlers import command, menu, option
from bot.interactions.options import game_choices
from bot.interactions.resolvers import Resolver, guild_of
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack
from bot.tables.refusals import Refused
from bot.texts import N_
from bot.texts.isolation import isolated
from storage import Database

ELSEWHERE: Final = N_("You can see another player's statistics on a server where you play with them.")


@dataclass(frozen=True)
class StatisticsHandlers:
    """Handlers of the command `/record stats`, and of *Profile* in the menu of a user."""

    db: Database
    statistics: Statistics
    replies: Replies
    resolver: Resolver
    seasons: Seasons

    @command(N_("/record stats"), N_("Games, victories and rating of a player"), formerly=N_("/game stats"))
    @option(N_("option player"), N_("Which player; default: me"))
    @option(N_("option game"), N_("Only of this game"), choices=game_choices)
    @option(N_("option season"), N_("Only of this season"), complete=Seasons.matching)
    @option(N_("option partner"), N_("Only of games with this player"))
    async def _stats(
        self,
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
        season: str | None = None,
        partner: discord.User | None = None,
    ) -> None:
        await ack(interaction)
        meant = None if season is None else await self.seasons.find(guild_of(interaction), season)
        asked = Asked(
            interaction.guild_id, game, None if meant is None else meant.id, None if partner is None else partner.id
        )
        await self._tell(
            interaction, player or interaction.user, asked, None if meant is None else isolated(meant.name)
        )

    @menu(N_("Profile"))
    async def _profile(self, interaction: discord.Interaction, person: discord.User) -> None:
        await ack(interaction)
        if person.bot:
            raise Refused(N_("Bots have no profile. Choose a person."))
        if person.id != interaction.user.id and not isinstance(person, discord.Member):
            raise Refused(ELSEWHERE)
        said = await self.resolver.words_for(interaction)
        lines = reliability_lines(await self.db.reliability.of(person.id), said)
        await self._tell(interaction, person, Asked(interaction.guild_id), None, lines)

    async def _tell(
        self, interaction: Interaction, person: discord.User | discord.Member, asked: Asked, season: str | None,
        lines: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Replies with the statistics, and these further lines about the person; raises Refused."""
        own = person.id == interaction.user.id
        others = {person.id, asked.partner} - {None, interaction.user.id}
        if others and others & await self.db.people.unlisted():
            raise Refused(N_("This player's statistics are private."))
        here = None if asked.guild is None else await self.statistics.about(person.id, asked)
        # Results on other servers are shown only to the user themselves.
        everywhere = None
        if own and asked.season is None:
            everywhere = await self.statistics.about(person.id, replace(asked, guild=None))
        if here is None and everywhere is None:
            raise Refused(ELSEWHERE)
        answer = view.statistics(
            f"<@{person.id}>", here, everywhere, await self.resolver.words_for(interaction),
            season=season, partner=None if asked.partner is None else f"<@{asked.partner}>", lines=lines,
        )  # fmt: skip
        await self.replies.reply(interaction, answer)
