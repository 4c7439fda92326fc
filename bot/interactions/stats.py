"""/game stats: games, victories and ratings, derived from finished games; also of a game, a season, with a partner."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.lobby import GAMES
from bot.interactions.naming import named
from bot.interactions.seasons import season_meant, seasons_matching
from bot.interactions.which import words_for
from bot.messages.api import Interaction
from bot.messages.reply import ack
from bot.tables.ratings import Asked
from bot.tables.refusals import Refused
from bot.texts import later
from bot.texts.isolation import isolated

OPTIONS = {
    "player": named("player", later("option player")),
    "game": named("game", later("option game")),
    "season": named("season", later("option season")),
    "partner": named("partner", later("option partner")),
}
MEANINGS = {
    "player": named(later("Whose statistics; without it mine")),
    "game": named(later("Of this game alone")),
    "season": named(later("Of this season alone")),
    "partner": named(later("Of games with this person alone")),
}


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(
        name=named("stats", later("/game stats")),
        description=named(later("Games, victories, rating; mine or somebody's")),
    )
    @app_commands.rename(**OPTIONS)
    @app_commands.describe(**MEANINGS)
    @app_commands.choices(game=GAMES)
    async def stats(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
        season: str | None = None,
        partner: discord.User | None = None,
    ) -> None:
        await ack(interaction)
        meant = None if season is None else await season_meant(app, interaction, season)
        asked = Asked(
            interaction.guild_id, game, None if meant is None else meant.id, None if partner is None else partner.id
        )
        await _tell(
            app, interaction, player or interaction.user, asked, None if meant is None else isolated(meant.name)
        )

    @stats.autocomplete("season")
    async def _seasons(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seasons_matching(app, interaction, typed)


async def _tell(
    app: App, interaction: Interaction, person: discord.User | discord.Member, asked: Asked, season: str | None
) -> None:
    """The answer to whoever asks; raises Refused."""
    own = person.id == interaction.user.id
    await _may_be_told(app, interaction, person.id, asked.partner)
    here = None if asked.guild is None else await app.statistics.about(person.id, asked)
    # What somebody plays on other servers is for themselves alone.
    everywhere = None
    if own and asked.season is None:
        everywhere = await app.statistics.about(person.id, replace(asked, guild=None))
    if here is None and everywhere is None:
        raise Refused(later("Other people's statistics are told on the server where you play with them."))
    view = views.statistics(
        f"<@{person.id}>", here, everywhere, await words_for(app, interaction),
        season=season, partner=None if asked.partner is None else f"<@{asked.partner}>",
    )  # fmt: skip
    await app.replies.reply(interaction, view)


async def _may_be_told(app: App, interaction: Interaction, *about: int | None) -> None:
    """Who wants to stand in no public table keeps their statistics to themselves; raises Refused."""
    others = set(about) - {None, interaction.user.id}
    if others and others & await app.store.unlisted():
        raise Refused(later("This player keeps the statistics to themselves."))
