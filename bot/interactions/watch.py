"""/game watch and its button: following a table without sitting at it; public facts alone."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.naming import choice, named
from bot.interactions.press import Press, Verbs
from bot.interactions.which import unfinished_here, words_for
from bot.measuring.digits import plain_number
from bot.messages.reply import ack
from bot.texts import later

MINUTE: Final = 60
STOP: Final = "stop"
DELAYS: Final = [
    choice(later("at once"), "0"),
    choice(later("1 minute late"), "1"),
    choice(later("5 minutes late"), "5"),
    choice(later("15 minutes late"), "15"),
    choice(later("an hour late"), "60"),
    choice(later("Stop watching"), STOP),
]
STOPPED: Final = later("You do not watch this table any more.")


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(
        name=named("watch", later("/game watch")),
        description=named(later("Follow this table by direct message, without sitting at it")),
    )
    @app_commands.rename(delay=named("delay", later("option delay")))
    @app_commands.describe(delay=named(later("How late its public log comes; nothing: at once")))
    @app_commands.choices(delay=DELAYS)
    async def watch(interaction: discord.Interaction, delay: str = "0") -> None:
        await ack(interaction)
        said = await words_for(app, interaction)
        game = (await unfinished_here(app, interaction)).id
        if delay == STOP:
            await app.watching.stop(game, interaction.user.id)
            await app.replies.reply(interaction, views.say(said(STOPPED)))
            return
        await app.watching.start(await app.tables.get(game), interaction.user.id, MINUTE * (plain_number(delay) or 0))
        text = said("You watch this table: its public log comes by direct message.")
        await app.replies.reply(interaction, views.say(text))


async def _unwatch(press: Press) -> None:
    await press.ack()
    await press.app.watching.stop(press.custom.game, press.user)
    if press.interaction.guild_id is not None:
        # Not on the watcher's own message, which says so itself.
        await press.say(press.words(STOPPED))


VERBS: Final[Verbs] = {"unwatch": _unwatch}
