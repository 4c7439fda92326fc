"""/game pause, resume, replace, end, and their buttons: with the table's consent, or by who may manage it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.games.levels import NAMES, known
from bot.interactions.lobby import place_here
from bot.interactions.naming import choice, named
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import seat_named, seats_matching, unfinished_here, words_for
from bot.messages.api import Interaction, may_manage
from bot.messages.reply import ack
from bot.tables.live import LET_COMPUTER
from bot.tables.refusals import Refused
from bot.texts import Words, later
from storage import Proposed

LEVEL_CHOICES: Final = [choice(name, level) for level, name in NAMES.items()]


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_pause, _resume, _end, _replace):
        command(group, app)


def _pause(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("pause", later("/game pause")), description=named(later("Let the game stand still")))
    async def pause(interaction: discord.Interaction) -> None:
        await agree_here(app, interaction, "pause")


def _resume(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("resume", later("/game resume")), description=named(later("Let a paused game go on")))
    async def resume(interaction: discord.Interaction) -> None:
        await ack(interaction)
        await bring_here(app, interaction)
        await agree_here(app, interaction, "resume")


def _end(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("end", later("/game end")), description=named(later("End the game without a winner")))
    async def end(interaction: discord.Interaction) -> None:
        await agree_here(app, interaction, "end")


def _replace(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("replace", later("/game replace")),
        description=named(later("Offer a player's seat to somebody else")),
    )
    @app_commands.rename(
        player=named("player", later("option player")), by=named("by", later("option by")),
        level=named("level", later("option level")),
    )  # fmt: skip
    @app_commands.describe(
        player=named(later("Whose seat")), by=named(later("Who takes it; nobody: a computer plays it")),
        level=named(later("How well the computer plays; without it normal")),
    )  # fmt: skip
    @app_commands.choices(level=LEVEL_CHOICES)
    async def replace(
        interaction: discord.Interaction, player: str, by: discord.User | None = None, level: str | None = None
    ) -> None:
        await ack(interaction)
        await propose(app, interaction, player, by, level)

    @replace.autocomplete("player")
    async def _players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seats_matching(app, interaction, typed)


async def propose(
    app: App, interaction: Interaction, player: str, newcomer: discord.User | None, level: str | None = None
) -> None:
    """A substitution by command (None: a computer comes); the interaction is acknowledged; raises Refused."""
    row = await unfinished_here(app, interaction)
    if newcomer is not None and newcomer.bot:
        raise Refused(later("Bot accounts do not sit at a table; leave `by` out and a computer plays the seat."))
    said = await words_for(app, interaction)
    seat = seat_named(await app.tables.get(row.id), player)
    proposed = Proposed(seat, None, known(level)) if newcomer is None else Proposed(seat, newcomer.id)
    manager = may_manage(interaction)
    text = await app.consent.propose(row.id, interaction.user.id, proposed, said, manager=manager)
    await app.replies.reply(interaction, views.say(text))


async def bring_here(app: App, interaction: Interaction) -> None:
    """A table whose channel is gone moves to this one, where there is none; raises Refused."""
    channel, guild = interaction.channel_id, interaction.guild_id
    if channel is None or guild is None or await app.store.game_in(channel) is not None:
        return
    row = await app.troubles.homeless(interaction.user.id, guild)
    if row is not None:
        place_here(interaction, row.language)
        await app.troubles.move(row.id, channel)
        app.publisher.moved(row.id)


async def agree_here(app: App, interaction: Interaction, what: str) -> None:
    """A consent by command; whoever may manage the channel decides at once."""
    await ack(interaction)
    row = await unfinished_here(app, interaction)
    said = await words_for(app, interaction)
    await agree(app, interaction, row.id, what, said)


async def agree(
    app: App, interaction: Interaction, game: int, what: str, words: Words, number: int | None = None
) -> None:
    """Note a consent (the interaction is acknowledged already); raises Refused.

    Whoever may manage the channel decides at once; where that would end a game by a mere button, or one that they
    play in themselves, they are asked once more, and a player's word counts as one meanwhile.
    """
    if what == "resume":
        await app.troubles.check_place(game)
    user, manager, by_button = interaction.user.id, may_manage(interaction), interaction.message is not None
    if what == "end" and manager and await app.consent.ends_alone(game, user):
        plays = await app.consent.plays(game, user)
        if plays or by_button:
            noted = await app.consent.agree(game, user, what, words, by_button=by_button) if plays else ""
            await app.replies.reply(interaction, views.end_twice(game, noted, words))
            return
    text = await app.consent.agree(
        game, user, what, words, manager=manager, number=number, by_button=by_button
    )  # fmt: skip
    await app.replies.reply(interaction, views.say(text))


async def end_for_sure(app: App, interaction: Interaction, game: int, words: Words) -> None:
    """The second answer of whoever was asked once more; raises Refused."""
    text = await app.consent.agree(game, interaction.user.id, "end", words, manager=may_manage(interaction))
    await app.replies.reply(interaction, views.say(text))


# Buttons


async def _agree_button(press: Press) -> None:
    await press.ack()
    what, custom = press.custom.verb.removeprefix("agree_"), press.custom
    await agree(press.app, press.interaction, custom.game, what, press.words, custom.number)


async def _end_sure_button(press: Press) -> None:
    await press.ack()
    await end_for_sure(press.app, press.interaction, press.custom.game, press.words)


async def _keep_on_button(press: Press) -> None:
    await press.say(press.words("The game stays as it is."))


async def _let_level_select(press: Press) -> None:
    """A computer of that level shall play on for the absent one."""
    level = press.value
    what = next((what for what, plays in LET_COMPUTER.items() if plays == level), None)
    if what is None:
        raise Refused(UNKNOWN)
    await press.ack()
    await agree(press.app, press.interaction, press.custom.game, what, press.words)


async def _wait_button(press: Press) -> None:
    await press.ack()
    await press.say(await press.app.consent.wait(press.custom.game, press.user, press.words))


VERBS: Final[Verbs] = {
    "agree_pause": _agree_button,
    "agree_resume": _agree_button,
    "agree_replace": _agree_button,
    "agree_end": _agree_button,
    "let_computer": _agree_button,
    "let_level": _let_level_select,
    "hand_over": _agree_button,
    "end_sure": _end_sure_button,
    "keep_on": _keep_on_button,
    "wait": _wait_button,
}
