"""/game pause, resume, replace, end: with the table's consent, or by a member who may manage the channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot import views
from bot.app import House
from bot.interactions import consenting
from bot.interactions.looking import seats_matching
from bot.interactions.naming import named
from bot.interactions.opening import place_here
from bot.interactions.which import seat_named, unfinished_here
from bot.messages.api import Interaction, may_manage
from bot.messages.reply import ack, reply
from bot.tables.refusals import Refused
from bot.texts import later


def add(group: app_commands.Group, house: House) -> None:
    """Put these commands into the group."""
    for command in (_pause, _resume, _end, _replace):
        command(group, house)


def _pause(group: app_commands.Group, house: House) -> None:
    @group.command(name=named("pause", later("/game pause")), description=named(later("Let the game stand still")))
    async def pause(interaction: discord.Interaction) -> None:
        await agree(house, interaction, "pause")


def _resume(group: app_commands.Group, house: House) -> None:
    @group.command(name=named("resume", later("/game resume")), description=named(later("Let a paused game go on")))
    async def resume(interaction: discord.Interaction) -> None:
        await ack(interaction)
        await bring_here(house, interaction)
        await agree(house, interaction, "resume")


def _end(group: app_commands.Group, house: House) -> None:
    @group.command(name=named("end", later("/game end")), description=named(later("End the game without a winner")))
    async def end(interaction: discord.Interaction) -> None:
        await agree(house, interaction, "end")


def _replace(group: app_commands.Group, house: House) -> None:
    @group.command(
        name=named("replace", later("/game replace")),
        description=named(later("Offer a player's seat to somebody else")),
    )
    @app_commands.rename(player=named("player", later("option player")), by=named("by", later("option by")))
    @app_commands.describe(
        player=named(later("Whose seat")), by=named(later("Who takes it; nobody: a computer plays it"))
    )
    async def replace(interaction: discord.Interaction, player: str, by: discord.User | None = None) -> None:
        await ack(interaction)
        await propose(house, interaction, player, by)

    @replace.autocomplete("player")
    async def _players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seats_matching(house, interaction, typed)


async def propose(house: House, interaction: Interaction, player: str, newcomer: discord.User | None) -> None:
    """A substitution by command (None: a computer comes); the interaction is acknowledged; raises Refused."""
    row = await unfinished_here(house, interaction)
    if newcomer is not None and newcomer.bot:
        raise Refused(later("Bot accounts do not sit at a table; leave `by` out and a computer plays the seat."))
    said = await house.people.words(interaction)
    seat = seat_named(await house.tables.get(row.id), player)
    comes = None if newcomer is None else newcomer.id
    manager = may_manage(interaction)
    text = await house.consent.propose(row.id, interaction.user.id, seat, comes, said, manager=manager)
    await reply(interaction, views.say(text))


async def bring_here(house: House, interaction: Interaction) -> None:
    """A table whose channel is gone moves to this one, where there is none; raises Refused."""
    channel, guild = interaction.channel_id, interaction.guild_id
    if channel is None or guild is None or await house.store.game_in(channel) is not None:
        return
    row = await house.mending.homeless(interaction.user.id, guild)
    if row is not None:
        place_here(interaction, row.language)
        await house.mending.move(row.id, channel)
        house.publisher.moved(row.id)


async def agree(house: House, interaction: Interaction, what: str) -> None:
    """A consent by command; whoever may manage the channel decides at once."""
    await ack(interaction)
    row = await unfinished_here(house, interaction)
    said = await house.people.words(interaction)
    await consenting.agree(house, interaction, row.id, what, said)
