"""/game stats: games, victories and ratings, derived from finished games."""

from __future__ import annotations

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.naming import named
from bot.interactions.which import words_for
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.texts import later


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(
        name=named("stats", later("/game stats")),
        description=named(later("Games, victories, rating; mine or somebody's")),
    )
    @app_commands.rename(player=named("player", later("option player")))
    @app_commands.describe(player=named(later("Whose statistics; without it mine")))
    async def stats(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        await ack(interaction)
        person = player or interaction.user
        said = await words_for(app, interaction)
        here = None if interaction.guild_id is None else await app.statistics.of(person.id, interaction.guild_id)
        # What somebody plays on other servers is for themselves alone.
        everywhere = await app.statistics.of(person.id, None) if person.id == interaction.user.id else None
        if here is None and everywhere is None:
            raise Refused(later("Other people's statistics are told on the server where you play with them."))
        await app.replies.reply(interaction, views.statistics(f"<@{person.id}>", here, everywhere, said))
