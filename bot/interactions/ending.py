"""/game export, verify, reveal, rematch: what there is once the game is over."""

from __future__ import annotations

import asyncio
import io
from functools import partial

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.interactions.afterwards import finished_here, rematch, reveal, to_repeat, to_reveal
from bot.interactions.naming import PUBLIC, named
from bot.interactions.which import begun
from bot.messages.api import SILENT
from bot.messages.reply import ack, ack_publicly, reply
from bot.tables.live import LiveTable
from bot.texts import Words, later
from rules.errors import BadRecord
from rules.verify import verify, verify_so_far


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_export, _verify, _reveal, _rematch):
        command(group, app)


def _export(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("export", later("/game export")),
        description=named(later("After the end: the record as a file")),
        extras={PUBLIC: True},
    )
    async def hand_out(interaction: discord.Interaction) -> None:
        game = (await finished_here(app, interaction)).id
        await ack_publicly(interaction)
        live = await app.tables.get(game)
        text = "\n".join(begun(live).record().lines()) + "\n"
        file = discord.File(io.BytesIO(text.encode()), filename=f"krupier-{game}.txt")
        said = await app.people.words(interaction)
        content = said("The record of table {game}.", game=game)
        await interaction.followup.send(content, file=file, allowed_mentions=SILENT)


def _verify(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("verify", later("/game verify")),
        description=named(later("After the end: a check of the shuffles against the commitment")),
    )
    async def check(interaction: discord.Interaction) -> None:
        game = (await finished_here(app, interaction)).id
        await ack(interaction)
        live = await app.tables.get(game)
        said = await app.people.words(interaction)
        text, sat_here = await _checked(live, said), any(seat.user == interaction.user.id for seat in live.seats)
        await reply(interaction, views.with_rematch(text, game, said) if sat_here else views.say(text))


def _reveal(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("reveal", later("/game reveal")),
        description=named(later("After the end: show everybody my last hand")),
        extras={PUBLIC: True},
    )
    async def show(interaction: discord.Interaction) -> None:
        await reveal(app, interaction, await to_reveal(app, interaction))


def _rematch(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("rematch", later("/game rematch")),
        description=named(later("After the end: a new table with the same seats and settings")),
        extras={PUBLIC: True},
    )
    async def again(interaction: discord.Interaction) -> None:
        await rematch(app, interaction, await to_repeat(app, interaction))


async def _checked(live: LiveTable, words: Words) -> str:
    record, won = begun(live).record().lines(), begun(live).over is not None
    check = partial(verify, record) if won else partial(verify_so_far, record, live.seed)
    try:
        game = await asyncio.to_thread(check)
    except BadRecord as bad:
        return words("❌ The record does not hold: {why}", why=bad)
    draws = sum(entry.seat == "chance" for entry in game.entries)
    if not won:
        return words(
            "This game ended without a winner. ✅ All its {draws} draws are those of the seed `{seed}`, and the seed "
            "keeps the commitment `{commitment}` that was shown before the game. Anybody can check it: `/game export`, "
            "then `python -m rules verify FILE SEED`.",
            draws=draws, seed=live.seed, commitment=live.commitment,
        )  # fmt: skip
    return words(
        "✅ All {draws} draws are those of the seed, and the seed keeps the commitment `{commitment}` "
        "that was shown before the game. Anybody can check it: `/game export`, then `python -m rules verify FILE`.",
        draws=draws,
        commitment=live.commitment,
    )
