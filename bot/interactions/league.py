"""/league leaderboard and me: the ratings of a server, and who wants to stand in no public table."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.app import App
from bot.games import BOARDS
from bot.interactions.lobby import ANY, GAMES
from bot.interactions.naming import named
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.seasons import ack_in_place, guild_of
from bot.interactions.which import words_for
from bot.messages.api import Interaction
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.texts import later
from bot.views import league


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    _leaderboard(group, app)
    _me(group, app)


def _leaderboard(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("leaderboard", later("/league leaderboard")),
        description=named(later("Who plays a game how well on this server")),
    )
    @app_commands.rename(game=named("game", later("option game")))
    @app_commands.describe(game=named(later("Which game")))
    @app_commands.choices(game=GAMES)
    async def leaderboard(interaction: discord.Interaction, game: str | None = None) -> None:
        await ack(interaction)
        await _show(app, interaction, game or ANY, 0)


def _me(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("me", later("/league me")), description=named(later("Whether I stand in public tables")))
    async def me(interaction: discord.Interaction) -> None:
        await ack(interaction)
        hidden = interaction.user.id in await app.store.unlisted()
        await app.replies.reply(interaction, league.own_listing(await words_for(app, interaction), hidden=hidden))


async def _show(app: App, interaction: Interaction, kind: str, page: int) -> None:
    if kind not in BOARDS:
        raise Refused(UNKNOWN)
    lines = await app.statistics.leaderboard(kind, guild_of(interaction))
    await app.replies.reply(interaction, league.leaderboard(kind, lines, page, await words_for(app, interaction)))


# Buttons


async def _page_button(press: Press) -> None:
    await ack_in_place(press)
    kinds = list(BOARDS)
    number = press.custom.number
    if number is None or number >= len(kinds):
        raise Refused(UNKNOWN)
    await _show(press.app, press.interaction, kinds[number], next(iter(press.custom.path), 0))


async def _listing_button(press: Press) -> None:
    await ack_in_place(press)
    hidden = press.custom.verb == "l_hide"
    await press.app.store.set_listed(press.user, not hidden)
    await press.show(league.own_listing(press.words, hidden=hidden))


VERBS: Final[Verbs] = {"l_top": _page_button, "l_hide": _listing_button, "l_show": _listing_button}
