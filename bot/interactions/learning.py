"""/game learn: the walk-through for newcomers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import App
from bot.interactions.looking import kind_here
from bot.interactions.naming import named
from bot.messages.reply import ack
from bot.texts import later


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(
        name=named("learn", later("/game learn")), description=named(later("How it is played, in five short pages"))
    )
    async def learn(interaction: discord.Interaction) -> None:
        await ack(interaction)
        said = await app.people.words(interaction)
        await app.lessons.begin(interaction, await kind_here(app, interaction), said)
