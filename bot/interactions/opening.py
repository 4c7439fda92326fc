"""A lobby as the public answer to whoever wants a table: where it may stand, and how it is shown."""

from __future__ import annotations

import discord

from bot import views
from bot.app import App
from bot.interactions.seating import greet
from bot.messages.api import Interaction, missing
from bot.tables.live import LiveTable, by_computer
from bot.tables.lobby import Place
from bot.tables.refusals import Listed, Refused
from bot.texts import later


def place_here(interaction: Interaction, language: str) -> Place:
    """The channel as a place for a table of whoever asks; raises Refused, with what is missing."""
    guild, user = interaction.guild_id, interaction.user
    if guild is None or interaction.channel_id is None:
        raise Refused(later("A table is opened in a channel of a server, with `/game new`; here nobody could join it."))
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=thread)
    if lacking:
        raise Refused(later("I may not write here. I need: {permissions}."), permissions=Listed(lacking))
    return Place(guild, interaction.channel_id, user.id, views.clean(user.display_name), language)


async def show_lobby(app: App, interaction: Interaction, live: LiveTable) -> None:
    """The lobby as the answer; everybody who sits there already is greeted by DM."""
    try:
        await app.publisher.open(live, interaction)
    except discord.HTTPException:
        # Nobody would ever see this lobby, and it would block the channel.
        await app.lobby.call_off(live.id)
        raise
    said = await app.people.words(interaction)
    app.background.run(greet(app, interaction, live, said), f"a greeting of table {live.id}")
    for seat in live.seats:
        if seat.user != interaction.user.id and not by_computer(seat):
            words = await app.people.words_for(seat.user, live.row.language)
            app.background.run(app.hands.greet(live, seat.user, words), f"a greeting of table {live.id}")
