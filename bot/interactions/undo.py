"""/game undo and the buttons of whoever must agree to it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.naming import named
from bot.interactions.press import Press, Verbs
from bot.interactions.which import own_table, words_for
from bot.messages.reply import ack
from bot.texts import later


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(name=named("undo", later("/game undo")), description=named(later("Take my last move back")))
    async def undo(interaction: discord.Interaction) -> None:
        await ack(interaction)
        said = await words_for(app, interaction)
        live = await own_table(app, interaction)
        text = await app.undos.ask(live.id, interaction.user.id, said)
        await app.replies.reply(interaction, views.say(text))


async def _agree(press: Press) -> None:
    await press.ack()
    await press.say(await press.app.undos.agree(press.custom.game, press.user, press.custom.number, press.words))


async def _refuse(press: Press) -> None:
    await press.ack()
    await press.say(await press.app.undos.refuse(press.custom.game, press.user, press.custom.number, press.words))


VERBS: Final[Verbs] = {"agree_undo": _agree, "refuse_undo": _refuse}
