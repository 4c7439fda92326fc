"""/game export, verify: what anybody may have once the game is over."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands

from bot import showing
from bot.commands.naming import named
from bot.commands.places import begun
from bot.discords import SILENT, Interaction
from bot.house import House
from bot.refusals import NotHere, Refused
from bot.replying import ack, reply
from bot.tables import LiveTable
from bot.texts import Words, later
from rules.errors import BadRecord
from rules.verify import verify as checked


def add(group: app_commands.Group, house: House) -> None:
    """Put these commands into the group."""

    @group.command(
        name=named("export", later("/game export")), description=named(later("After the end: the record as a file"))
    )
    async def export(interaction: discord.Interaction) -> None:
        game = await _finished_here(house, interaction)
        await interaction.response.defer(thinking=True)
        live = await house.tables.get(game)
        text = "\n".join(begun(live).record().lines()) + "\n"
        file = discord.File(io.BytesIO(text.encode()), filename=f"krupier-{game}.txt")
        said = await house.people.words(interaction)
        content = said("The record of table {game}.", game=game)
        await interaction.followup.send(content, file=file, allowed_mentions=SILENT)

    @group.command(
        name=named("verify", later("/game verify")),
        description=named(later("After the end: a check of the shuffles against the commitment")),
    )
    async def verify(interaction: discord.Interaction) -> None:
        game = await _finished_here(house, interaction)
        await ack(interaction)
        live = await house.tables.get(game)
        said = await house.people.words(interaction)
        if begun(live).over is None:
            raise Refused(
                later("This game ended without a winner, so there is nothing to check: its seed stays secret.")
            )
        await reply(interaction, showing.say(await _checked(live, said)))


async def _finished_here(house: House, interaction: Interaction) -> int:
    """The channel's latest game, which must be finished; raises Refused."""
    row = await house.store.latest_game_in(interaction.channel_id or 0)
    if row is None:
        raise NotHere
    if not row.finished_yet or row.started is None:
        raise Refused(later("That comes after the end of the game: before it the record would betray the hands."))
    return row.id


async def _checked(live: LiveTable, words: Words) -> str:
    lines = begun(live).record().lines()
    try:
        game = await asyncio.to_thread(checked, lines)
    except BadRecord as bad:
        return words("❌ The record does not hold: {why}", why=bad)
    draws = sum(entry.seat == "chance" for entry in game.entries)
    return words(
        "✅ All {draws} draws are those of the seed, and the seed keeps the commitment `{commitment}` "
        "that was shown before the game. Anybody can check it: `/game export`, then `python -m rules verify FILE`.",
        draws=draws,
        commitment=live.commitment,
    )
