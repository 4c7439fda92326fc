"""/game hand, board, peek, rules, log, me: looking changes nothing."""

from __future__ import annotations

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.games import BOARDS
from bot.interactions.afterwards import last_hand
from bot.interactions.finding import fits, topic_named
from bot.interactions.naming import named
from bot.interactions.settings import settings_of
from bot.interactions.which import begun, latest_here, own_seat, own_table, seat_named, unfinished_here
from bot.messages.api import Interaction
from bot.messages.reply import ack, answer, reply
from bot.tables.refusals import NotHere, Refused
from bot.texts import later

OFFERED = 25
"""Choices that an autocompletion may have."""


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_hand, _board, _peek, _rules, _log, _me):
        command(group, app)


def _hand(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("hand", later("/game hand")), description=named(later("My hand and what I may do now")))
    async def hand(interaction: discord.Interaction) -> None:
        said = await app.people.words(interaction)
        try:
            live, game, seat = await own_seat(app, interaction)
        except NotHere:
            await last_hand(app, interaction, said)
            return
        sketch = app.illustrator.hand(game, seat, seat, said)
        await answer(
            interaction, views.hand(live.facts, game, seat, said, now=True), sketch, app.illustrator
        )  # fmt: skip


def _board(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("board", later("/game board")), description=named(later("Post the board afresh")))
    async def board(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await app.store.latest_game_in(interaction.channel_id or 0)
        if row is None:
            raise NotHere
        app.publisher.changed(row.id, afresh=True)
        said = await app.people.words(interaction)
        await reply(interaction, views.say(said("The board comes at the bottom of the channel.")))


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


def _rules(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("rules", later("/game rules")), description=named(later("The rules, topic by topic")))
    @app_commands.rename(topic=named("topic", later("option topic")))
    @app_commands.describe(topic=named(later("A card, location, phase or symbol")))
    async def rules(interaction: discord.Interaction, topic: str | None = None) -> None:
        said = await app.people.words(interaction)
        kind = await kind_here(app, interaction)
        key = topic_named(BOARDS[kind].topics(said), topic) if topic else None
        found = views.rules_topic(BOARDS[kind], key, said, kind) if key else None
        sketch = app.illustrator.topic(kind, key, said) if key else None
        await answer(interaction, found or views.rules_overview(BOARDS[kind], said, kind), sketch, app.illustrator)

    @rules.autocomplete("topic")
    async def _topics(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await topics_matching(app, interaction, typed)


def _log(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("log", later("/game log")), description=named(later("What has happened so far, publicly"))
    )
    @app_commands.rename(page=named("page", later("option page")))
    @app_commands.describe(page=named(later("Which page; without it the last one")))
    async def log(interaction: discord.Interaction, page: app_commands.Range[int, 1, 999] | None = None) -> None:
        live = await latest_here(app, interaction)
        said = await app.people.words(interaction)
        number = None if page is None else page - 1
        await reply(interaction, views.log_page(live.facts, begun(live), number, said))


def _me(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("me", later("/game me")), description=named(later("My settings")))
    async def me(interaction: discord.Interaction) -> None:
        try:
            live = await own_table(app, interaction)
        except NotHere:
            live = None
        said = await app.people.words(interaction)
        await reply(interaction, await settings_of(app, interaction.user.id, live, said))


async def look_at_a_hand(app: App, interaction: Interaction, player: str) -> None:
    """A hand that the rules let the asker see now, to them alone; raises Refused."""
    live, game, seat = await own_seat(app, interaction)
    said = await app.people.words(interaction)
    other = seat_named(live, player)
    view = views.peek(live.facts, game, seat, other, said)
    if view is None:
        refusal = later("You may not see that hand now; `/game rules` says when somebody may.")
        raise Refused(refusal, rule=live.board.rule("peek"))
    await answer(interaction, view, app.illustrator.hand(game, seat, other, said), app.illustrator)


async def topics_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The topics of the rules help whose title or group fits what is typed."""
    said = await app.people.words(interaction)
    board = BOARDS[await kind_here(app, interaction)]
    found = [topic for topic in board.topics(said) if fits(typed, topic.title, topic.group)]
    return [app_commands.Choice(name=topic.title[:100], value=topic.key) for topic in found[:OFFERED]]


async def seats_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's table whose name fits what is typed."""
    try:
        row = await unfinished_here(app, interaction)
    except NotHere:
        return []
    seats = [seat for seat in await app.store.seats(row.id) if fits(typed, seat.seat, seat.name)]
    return [app_commands.Choice(name=f"{seat.seat.upper()} · {seat.name}", value=seat.seat) for seat in seats]


async def kind_here(app: App, interaction: Interaction) -> str:
    """The game of the channel's latest table, else the first one there is."""
    row = await app.store.latest_game_in(interaction.channel_id or 0)
    return row.kind if row is not None and row.kind in BOARDS else next(iter(BOARDS))
