"""/game new, join, leave, start, and the lobby's buttons: a table from its opening to its beginning."""

from __future__ import annotations

from itertools import islice
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import views
from bot.app import App
from bot.games import BOARDS, log
from bot.games.levels import known
from bot.interactions import decks
from bot.interactions.finding import fits
from bot.interactions.naming import PUBLIC, choice, named
from bot.interactions.options import offered, understood
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import OFFERED, unfinished_here, words_for
from bot.messages.api import Interaction, missing
from bot.messages.reply import ack
from bot.tables.live import LiveTable, by_computer
from bot.tables.lobby import Place, Wishes
from bot.tables.refusals import Listed, Refused
from bot.texts import Words, language_of, later, words

ENGLISH = "en"
COMMUNITY_LANGUAGES = ("cs", "sk")
PACES = [
    choice(later("live: 90 s a turn, 20 s a window"), "live"),
    choice(later("time bank: 5 min a phase + 15 s a move, 20 s a window"), "bank"),
    choice(later("relaxed: 10 min a turn, 2 min a window"), "relaxed"),
    choice(later("correspondence: 24 h a turn, 8 h a window"), "correspondence"),
    choice(later("untimed: waits for everybody"), "untimed"),
]
LANGUAGES = [
    app_commands.Choice(name="Čeština", value="cs"),
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="Slovenčina", value="sk"),
]
ANY = next(iter(BOARDS))
"""The game that is opened where none is named."""
GAMES = [choice(board.title(words(ENGLISH)), kind) for kind, board in BOARDS.items()]
OPTIONS = {
    "game": named("game", later("option game")),
    "option": named("option", later("option option")),
    "pace": named("pace", later("option pace")),
    "turn_seconds": named("turn_seconds", later("option turn_seconds")),
    "window_seconds": named("window_seconds", later("option window_seconds")),
    "bank_seconds": named("bank_seconds", later("option bank_seconds")),
    "hints": named("hints", later("option hints")),
    "language": named("language", later("option language")),
}
"""Of `/game new`."""
MEANINGS = {
    "game": named(later("Which game")),
    "option": named(later("A setting of the game itself")),
    "pace": named(later("How long a turn and a window may take")),
    "turn_seconds": named(later("Seconds of a turn instead of the pace's")),
    "window_seconds": named(later("Seconds of a reaction window instead of the pace's")),
    "bank_seconds": named(later("Seconds that everybody has in reserve for a phase, beside each turn's")),
    "hints": named(later("Everybody may ask privately what a computer would do; such a table counts in no season")),
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
    @app_commands.choices(game=GAMES, pace=PACES, language=LANGUAGES)
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: discord.Interaction,
        game: str | None = None,
        option: str | None = None,
        pace: str | None = None,
        turn_seconds: Range[int, 5, 604_800] | None = None,
        window_seconds: Range[int, 3, 86_400] | None = None,
        bank_seconds: Range[int, 10, 604_800] | None = None,
        hints: bool = False,
        language: str | None = None,
    ) -> None:
        chosen = {} if option is None else understood(game or ANY, option, await words_for(app, interaction))
        wishes = Wishes(game, chosen, pace, turn_seconds, window_seconds, bank_seconds, hints)
        await open_table(app, interaction, wishes, language)

    @new.autocomplete("option")
    async def _options(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await options_matching(app, interaction, typed)


def _join(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("join", later("/game join")), description=named(later("Sit down at this channel's table"))
    )
    async def sit_down(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        await join(app, interaction, row.id, await words_for(app, interaction))


def _leave(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("leave", later("/game leave")), description=named(later("Get up from the table")))
    async def get_up(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        await leave(app, interaction, row.id, await words_for(app, interaction))


def _start(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("start", later("/game start")), description=named(later("Begin the game of this lobby")))
    async def start(interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await unfinished_here(app, interaction)
        said = await words_for(app, interaction)
        if await decks.start(app, interaction, row.id, said):
            await app.replies.reply(interaction, views.say(said("The game begins.")))


async def open_table(app: App, interaction: Interaction, wishes: Wishes, language: str | None) -> None:
    """A lobby as the public answer to the command; every refusal is private."""
    place = place_here(interaction, language or await language_here(app, interaction))
    await show_lobby(app, interaction, await app.lobby.open(place, wishes))


async def options_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The settings of the game that is named so far whose words fit what is typed."""
    said = await words_for(app, interaction)
    kind = getattr(interaction.namespace, "game", None) or ANY
    fitting = (one for one in offered(kind, said) if fits(typed, one.words, one.key)) if kind in BOARDS else ()
    return [app_commands.Choice(name=one.words, value=one.key) for one in islice(fitting, OFFERED)]


async def language_here(app: App, interaction: Interaction) -> str:
    """What the host has chosen by `/game me`, else the server's where that is Czech or Slovak, else the host's."""
    own = (await app.people.person(interaction.user.id)).language
    if own is not None:
        return own
    if str(interaction.guild_locale).partition("-")[0] in COMMUNITY_LANGUAGES:
        return language_of(str(interaction.guild_locale))
    return language_of(str(interaction.locale))


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
    said = await words_for(app, interaction)
    app.background.run(greet(app, interaction, live, said), f"a greeting of table {live.id}")
    for seat in live.seats:
        if seat.user != interaction.user.id and not by_computer(seat):
            words = await app.people.words_for(seat.user, live.row.language)
            app.background.run(app.hands.greet(live, seat.user, words), f"a greeting of table {live.id}")


async def join(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Sit down (the interaction is acknowledged already); raises Refused."""
    user = interaction.user
    if user.bot:
        raise Refused(later("Bot accounts do not sit at a table; add a computer in the lobby instead."))
    taken = await app.lobby.join(game, user.id, views.clean(user.display_name))
    live = await app.tables.get(game)
    if taken is None:
        await _in_lobby(app, interaction, live, words)
        return
    back = taken.former == user.id
    if taken.former > 0 and not back:
        said = await app.people.words_for(taken.former, live.row.language)
        text = said("Somebody else plays your seat now.")
        app.background.run(app.hands.retire(game, taken.former, text), f"a farewell of table {game}")
    await _in_game(app, interaction, game, taken.seat, words, back=back)
    await app.referee.settle(game)


async def _in_lobby(app: App, interaction: Interaction, live: LiveTable, words: Words) -> None:
    """A command gets a word; a press sees the lobby change. Either learns about DMs that are closed."""
    if interaction.message is None:
        text = words("You sit at the table. Press Start when everybody is here.")
        await app.replies.reply(interaction, views.say(text))
    app.background.run(greet(app, interaction, live, words), f"a greeting of table {live.id}")


async def greet(app: App, interaction: Interaction, live: LiveTable, words: Words) -> None:
    """The test DM; whoever cannot be reached is told at once where their hand will be."""
    if not await app.hands.greet(live, interaction.user.id, words):
        text = words("I cannot send you direct messages. That is all right: `/game hand` shows your hand, only to you.")
        await app.replies.more(interaction, views.say(text))


async def _in_game(app: App, interaction: Interaction, game: int, seat: str, words: Words, *, back: bool) -> None:
    """A substitute, or an owner who is back, learns privately what the seat lawfully knows."""
    live = await app.tables.get(game)
    await app.replies.reply(interaction, views.say(log.digest(live.facts, live.running(), seat, words, back=back)))


async def leave(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Get up from a lobby; from a running game only after being asked twice; raises Refused."""
    live = await app.tables.get(game)
    if live.row.phase == "running":
        live.player(interaction.user.id)
        await app.replies.reply(interaction, views.leave_twice(live.facts, words))
        return
    await app.lobby.leave(game, interaction.user.id)
    text = words("You have left the table.")
    if interaction.message is None:
        await app.replies.reply(interaction, views.say(text))
    app.background.run(app.hands.retire(game, interaction.user.id, text), f"a farewell of table {game}")


async def leave_for_sure(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """Leave a running game; the hand's message follows."""
    await app.lobby.leave_running(game, interaction.user.id)
    text = words("You have left the game; the computer plays your seat. `/game join` takes it back.")
    await app.replies.reply(interaction, views.say(text))


# Buttons


async def _join_button(press: Press) -> None:
    await press.ack()
    if (await press.app.store.game(press.custom.game)).guild != press.interaction.guild_id:
        raise Refused(UNKNOWN)
    await join(press.app, press.interaction, press.custom.game, press.words)


async def _leave_button(press: Press) -> None:
    await press.ack()
    await leave(press.app, press.interaction, press.custom.game, press.words)


async def _leave_really_button(press: Press) -> None:
    live = await press.table()
    live.player(press.user)
    await press.show(views.leave_really(live.facts, press.words))


async def _leave_sure_button(press: Press) -> None:
    await press.ack()
    await leave_for_sure(press.app, press.interaction, press.custom.game, press.words)


async def _stay_in_button(press: Press) -> None:
    await press.say(press.words("You stay at the table."))


async def _computer_select(press: Press) -> None:
    await press.ack()
    # Messages from before there were levels have a button, which names none.
    level = known(press.value if press.values else None)
    await press.app.lobby.add_computer(press.custom.game, press.user, level)


async def _no_computer_button(press: Press) -> None:
    await press.ack()
    await press.app.lobby.remove_computer(press.custom.game, press.user)


async def _start_button(press: Press) -> None:
    await press.ack()
    await decks.start(press.app, press.interaction, press.custom.game, press.words)


VERBS: Final[Verbs] = {
    "join": _join_button,
    "leave": _leave_button,
    "leave_really": _leave_really_button,
    "leave_sure": _leave_sure_button,
    "stay_in": _stay_in_button,
    "computer": _computer_select,
    "nocomputer": _no_computer_button,
    "start": _start_button,
}
