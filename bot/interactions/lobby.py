"""/game new, join, leave, start."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import views
from bot.app import App
from bot.games import BOARDS
from bot.interactions.naming import PUBLIC, choice, named
from bot.interactions.opening import place_here, show_lobby
from bot.interactions.seating import join, leave
from bot.interactions.which import unfinished_here
from bot.messages.api import Interaction
from bot.messages.reply import ack, reply
from bot.tables.lobby import Wishes
from bot.texts import language_of, later, words

ENGLISH = "en"
COMMUNITY_LANGUAGES = ("cs", "sk")
GOALS = [choice(later("for beginners"), "beginners"), choice(later("for advanced players"), "advanced")]
PACES = [
    choice(later("live: 90 s a turn, 20 s a window"), "live"),
    choice(later("relaxed: 10 min a turn, 2 min a window"), "relaxed"),
    choice(later("correspondence: 24 h a turn, 8 h a window"), "correspondence"),
    choice(later("untimed: waits for everybody"), "untimed"),
]
LANGUAGES = [
    app_commands.Choice(name="Čeština", value="cs"),
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="Slovenčina", value="sk"),
]
GAMES = [choice(board.title(words(ENGLISH)), kind) for kind, board in BOARDS.items()]
OPTIONS = {
    "game": named("game", later("option game")),
    "goal": named("goal", later("option goal")),
    "pace": named("pace", later("option pace")),
    "turn_seconds": named("turn_seconds", later("option turn_seconds")),
    "window_seconds": named("window_seconds", later("option window_seconds")),
    "language": named("language", later("option language")),
}
"""Of `/game new`."""
MEANINGS = {
    "game": named(later("Which game")),
    "goal": named(later("How many points win")),
    "pace": named(later("How long a turn and a window may take")),
    "turn_seconds": named(later("Seconds of a turn instead of the pace's")),
    "window_seconds": named(later("Seconds of a reaction window instead of the pace's")),
    "language": named(later("The table's language")),
}


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_new, _join, _leave, _start):
        command(group, app)


def _new(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("new", later("/game new")),
        description=named(later("Open a table in this channel")),
        extras={PUBLIC: True},
    )
    @app_commands.rename(**OPTIONS)
    @app_commands.describe(**MEANINGS)
    @app_commands.choices(game=GAMES, goal=GOALS, pace=PACES, language=LANGUAGES)
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: discord.Interaction,
        game: str | None = None,
        goal: str | None = None,
        pace: str | None = None,
        turn_seconds: Range[int, 5, 604_800] | None = None,
        window_seconds: Range[int, 3, 86_400] | None = None,
        language: str | None = None,
    ) -> None:
        options = {} if goal is None else {"goal": goal}
        wishes = Wishes(game, options, pace, turn_seconds, window_seconds)
        await open_table(app, interaction, wishes, language)


def _join(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("join", later("/game join")), description=named(later("Sit down at this channel's table"))
    )
    async def sit_down(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        await join(app, interaction, row.id, await app.people.words(interaction))


def _leave(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("leave", later("/game leave")), description=named(later("Get up from the table")))
    async def get_up(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        await leave(app, interaction, row.id, await app.people.words(interaction))


def _start(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("start", later("/game start")), description=named(later("Begin the game of this lobby")))
    async def start(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        await app.referee.start(row.id, interaction.user.id)
        said = await app.people.words(interaction)
        await reply(interaction, views.say(said("The game begins.")))


async def open_table(app: App, interaction: Interaction, wishes: Wishes, language: str | None) -> None:
    """A lobby as the public answer to the command; every refusal is private."""
    place = place_here(interaction, language or await _language_here(app, interaction))
    await show_lobby(app, interaction, await app.lobby.open(place, wishes))


async def _language_here(app: App, interaction: Interaction) -> str:
    """What the host has chosen by `/game me`, else the server's where that is Czech or Slovak, else the host's."""
    own = (await app.people.person(interaction.user.id)).language
    if own is not None:
        return own
    if str(interaction.guild_locale).partition("-")[0] in COMMUNITY_LANGUAGES:
        return language_of(str(interaction.guild_locale))
    return language_of(str(interaction.locale))
