"""Tests the context menus of users and messages with the real discord.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
from discord import app_commands

from bot.emulator import NotVisible, World
from bot.emulator.people import crowd
from tests.emulator.croupier import Croupier, lobby, table

ON_A_USER, ON_A_MESSAGE = 2, 3
CONTEXT_MENU_COMMAND = 23
"""Discord's type of a message that answers such a command."""


async def greet(interaction: discord.Interaction, member: discord.User) -> None:
    kind = "member" if isinstance(member, discord.Member) else "user"
    await interaction.response.send_message(f"Hello {kind} {member.mention}", ephemeral=True)


async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"{message.author.display_name} in {message.channel.id}: {message.content}")


@asynccontextmanager
async def menus() -> AsyncIterator[tuple[World, Croupier]]:
    """Runs a bot that has registered an entry in each context menu; yields the world and the bot."""
    bot = Croupier()
    bot.tree.add_command(app_commands.ContextMenu(name="Say hello", callback=greet))
    bot.tree.add_command(app_commands.ContextMenu(name="Quote", callback=quote))
    async with table(bot=bot) as (world, _, _):
        yield world, bot


async def test_a_menu_on_a_user_resolves_the_member() -> None:
    async with menus() as (world, _bot):
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        here = world.channel("table-1")
        assert (anna.menu(here, ON_A_USER), anna.menu(here, ON_A_MESSAGE)) == (["Say hello"], ["Quote"])
        out = await anna.choose_on(here, "Say hello", bert)
        assert out.text == f"Hello member {bert.mention}"
        assert out.message is not None
        assert out.message.ephemeral
        metadata = out.message.data["interaction_metadata"]
        assert (out.message.data["type"], metadata["target_user"]["id"]) == (CONTEXT_MENU_COMMAND, str(bert.id))
        assert world.refusals == []


async def test_a_menu_on_a_user_who_has_left_or_in_a_dm_resolves_no_member() -> None:
    async with menus() as (world, _bot):
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        assert (await anna.choose_on(anna.dm(), "Say hello", world.bot)).text == f"Hello user <@{world.bot.id}>"
        (guild,) = world.guilds.values()
        del guild.members[bert.id]
        assert (await anna.choose_on(world.channel("table-1"), "Say hello", bert)).text == f"Hello user {bert.mention}"


async def test_a_menu_on_a_message_resolves_the_message() -> None:
    async with menus() as (world, _bot):
        board, here = await lobby(world), world.channel("table-1")
        out = await crowd.person(world, "Bert").choose_on(here, "Quote", board)
        assert out.text == f"{world.bot.name} in {here.id}: {board.content}"
        assert out.message is not None
        assert not out.message.ephemeral
        assert out.message.data["interaction_metadata"]["target_message_id"] == str(board.id)
        assert world.refusals == []


async def test_no_one_uses_a_menu_on_what_they_do_not_see_or_what_is_not_offered() -> None:
    async with menus() as (world, _bot):
        anna, bert, here = crowd.person(world, "Anna"), crowd.person(world, "Bert"), world.channel("table-1")
        own = (await anna.choose_on(here, "Say hello", bert)).message
        assert own is not None
        for person in (anna, bert):
            with pytest.raises(NotVisible):
                await person.choose_on(here, "Quote", own)
        with pytest.raises(NotVisible):
            await anna.choose_on(here, "Quote", bert)
        with pytest.raises(NotVisible):
            await anna.choose_on(here, "Say goodbye", bert)


async def test_entries_are_named_in_the_users_language() -> None:
    async with menus() as (world, bot):
        translated = next(one for one in bot.tree.get_commands() if one.name == "Quote").to_dict(bot.tree)
        assert bot.application_id
        translated["name_localizations"] = {"cs": "Ocituj to"}
        await bot.http.bulk_upsert_global_commands(bot.application_id, payload=[translated])
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        anna.locale = "cs"
        assert anna.menu(here, ON_A_MESSAGE) == ["Ocituj to"]
        said = anna.say(here, "Hello")
        assert (await anna.choose_on(here, "Ocituj to", said)).text == f"Anna in {here.id}: Hello"
