"""/game hand, board, peek, log, and their buttons: looking changes nothing."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.ending import finished_table, last_hand
from bot.interactions.naming import named
from bot.interactions.press import Press, Verbs
from bot.interactions.which import begun, latest_here, own_seat, seat_named, seats_matching, words_for
from bot.messages.api import Interaction, place
from bot.messages.reply import ack
from bot.tables.refusals import NotHere, Refused
from bot.texts import later

NOT_TO_SEE: Final = later("You may not see that hand now; `/game rules` says when somebody may.")


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_hand, _board, _peek, _log):
        command(group, app)


def _hand(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("hand", later("/game hand")), description=named(later("My hand and what I may do now")))
    async def hand(interaction: discord.Interaction) -> None:
        said = await words_for(app, interaction)
        try:
            live, game, seat = await own_seat(app, interaction)
        except NotHere:
            await last_hand(app, interaction, said)
            return
        sketch = app.illustrator.hand(game, seat, seat, said)
        where = place(app.client, live.row.channel, live.row.guild)
        view = views.hand(live.facts, game, seat, said, place=where, now=True)
        await app.replies.answer(interaction, view, sketch)


def _board(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("board", later("/game board")), description=named(later("Post the board afresh")))
    async def board(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await app.store.latest_game_in(interaction.channel_id or 0)
        if row is None:
            raise NotHere
        app.publisher.changed(row.id, afresh=True)
        said = await words_for(app, interaction)
        await app.replies.reply(interaction, views.say(said("The board comes at the bottom of the channel.")))


def _peek(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("peek", later("/game peek")), description=named(later("Look at a hand, where the rules let you"))
    )
    @app_commands.rename(player=named("player", later("option player")))
    @app_commands.describe(player=named(later("Whose hand")))
    async def peek(interaction: discord.Interaction, player: str) -> None:
        await look_at_a_hand(app, interaction, player)

    @peek.autocomplete("player")
    async def _players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seats_matching(app, interaction, typed)


def _log(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("log", later("/game log")), description=named(later("What has happened so far, publicly"))
    )
    @app_commands.rename(page=named("page", later("option page")))
    @app_commands.describe(page=named(later("Which page; without it the last one")))
    async def log(interaction: discord.Interaction, page: app_commands.Range[int, 1, 999] | None = None) -> None:
        said = await words_for(app, interaction)
        live = await latest_here(app, interaction)
        number = None if page is None else page - 1
        await app.replies.reply(interaction, views.log_page(live.facts, begun(live), number, said))


async def look_at_a_hand(app: App, interaction: Interaction, player: str) -> None:
    """A hand that the rules let the asker see now, to them alone; raises Refused."""
    said = await words_for(app, interaction)
    live, game, seat = await own_seat(app, interaction)
    other = seat_named(live, player)
    view = views.peek(live.facts, game, seat, other, said)
    if view is None:
        raise Refused(NOT_TO_SEE, rule=live.board.rule("peek"))
    await app.replies.answer(interaction, view, app.illustrator.hand(game, seat, other, said))


# Buttons


async def _hand_button(press: Press) -> None:
    live = await press.table()
    game, seat = live.running(), live.holder(press.user).seat
    sketch = press.app.illustrator.hand(game, seat, seat, press.words)
    where = place(press.app.client, live.row.channel, live.row.guild)
    await press.show(views.hand(live.facts, game, seat, press.words, place=where, now=True), sketch)


async def _log_button(press: Press) -> None:
    if press.custom.game:
        live, page = await press.table(), press.custom.number
    else:
        live = await finished_table(press)
        page = next(iter(press.custom.path), None)
    await press.show(views.log_page(live.facts, begun(live), page, press.words))


VERBS: Final[Verbs] = {"hand": _hand_button, "log": _log_button}
