"""/game rules and learn, their buttons, and what is what in a panel."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.games import BOARDS
from bot.interactions.finding import topic_named, topics_named
from bot.interactions.naming import named
from bot.interactions.play import what_now
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import OFFERED, words_for
from bot.messages.api import Interaction
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.texts import later


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_rules, _learn):
        command(group, app)


def _learn(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("learn", later("/game learn")), description=named(later("How it is played, in five short pages"))
    )
    async def learn(interaction: discord.Interaction) -> None:
        await ack(interaction)
        said = await words_for(app, interaction)
        await app.lessons.begin(interaction, await kind_here(app, interaction), said)


def _rules(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("rules", later("/game rules")), description=named(later("The rules, topic by topic")))
    @app_commands.rename(topic=named("topic", later("option topic")))
    @app_commands.describe(topic=named(later("A card, location, phase or symbol")))
    async def rules(interaction: discord.Interaction, topic: str | None = None) -> None:
        said = await words_for(app, interaction)
        kind = await kind_here(app, interaction)
        key = topic_named(BOARDS[kind], topic, said) if topic else None
        found = views.rules_topic(BOARDS[kind], key, said, kind) if key else None
        sketch = app.illustrator.topic(kind, key, said, interaction.user.id) if key else None
        await app.replies.answer(interaction, found or views.rules_overview(BOARDS[kind], said, kind), sketch)

    @rules.autocomplete("topic")
    async def _topics(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await topics_matching(app, interaction, typed)


async def topics_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The topics of the rules help whose title, in whatever language, or group fits what is typed."""
    said = await words_for(app, interaction)
    found = topics_named(BOARDS[await kind_here(app, interaction)], typed, said, OFFERED)
    return [app_commands.Choice(name=topic.title[:100], value=topic.key) for topic in found]


async def kind_here(app: App, interaction: Interaction) -> str:
    """The game of the channel's latest table, else the first one there is."""
    row = await app.store.latest_game_in(interaction.channel_id or 0)
    return row.kind if row is not None and row.kind in BOARDS else next(iter(BOARDS))


# Buttons


async def _explain_button(press: Press) -> None:
    """What is what in the panel, beside it."""
    live = await press.table()
    game, seat = live.playing(), live.player(press.user).seat
    if press.custom.number != game.number:
        await what_now(press)
        return
    view = views.explained(live.facts, game, seat, press.custom.path, press.words)
    await press.app.replies.aside(press.interaction, view or views.not_asked(live.facts, game, press.words))


async def _topic_select(press: Press) -> None:
    boards = list(BOARDS.items())
    number = press.custom.number or 0
    if number >= len(boards):
        raise Refused(UNKNOWN)
    kind, board = boards[number]
    view = views.rules_topic(board, press.value, press.words, kind)
    sketch = press.app.illustrator.topic(kind, press.value, press.words, press.user) if view else None
    await press.show(view or views.rules_overview(board, press.words, kind), sketch)


async def _learn_button(press: Press) -> None:
    if press.custom.number is not None:
        kind = next(iter(press.custom.path), 0)
        await press.app.lessons.turn(press.interaction, kind, press.custom.number, press.words)
        return
    row = await press.app.store.game(press.custom.game)
    await press.app.lessons.begin(press.interaction, row.kind, press.words)


VERBS: Final[Verbs] = {"explain": _explain_button, "learn": _learn_button, "topic": _topic_select}
