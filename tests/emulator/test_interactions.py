"""Tests the real discord.py with every kind of interaction, and what users see of it."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.emulator import LocalDiscord, NotVisible, World
from bot.emulator.objects import Upload
from bot.emulator.people import crowd
from tests.emulator import moderation
from tests.emulator.croupier import Croupier, Lobby, lobby, orders, picture, running, table


def nothing_refused(world: World) -> bool:
    return world.refusals == []


async def test_a_command_is_answered_with_its_options() -> None:
    async with table() as (world, _, _bot):
        out = await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new", goal="advanced", seats=5)
        assert (out.kind, out.text) == ("message", "A table for 5, advanced")
        assert out.message is not None
        assert [button.label for button in out.message.buttons] == ["Join", "Start"]
        assert [seen.text for seen in crowd.person(world, "Bert").messages(world.channel("table-1"))] == [out.text]
        assert nothing_refused(world)


async def test_commands_come_in_the_users_language_and_with_choices() -> None:
    async with table() as (world, _, bot):
        group = bot.tree.get_command("game")
        assert isinstance(group, discord.app_commands.Group)
        translated = group.to_dict(bot.tree)
        translated["name_localizations"] = {"cs": "hra"}
        translated["options"][0]["name_localizations"] = {"cs": "nová"}
        assert bot.application_id
        await bot.http.bulk_upsert_global_commands(bot.application_id, payload=[translated])
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        anna.locale = "cs"
        assert [command.name for command in anna.commands(here, "hra no")] == ["hra nová"]
        assert [command.path for command in anna.commands(here, "hra no")] == ["game new"]
        assert (await anna.slash(here, "hra nová", goal="Advanced")).text == "A table for 3, advanced"


async def test_a_user_given_as_an_option_is_resolved() -> None:
    async with table() as (world, _, _bot):
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        out = await anna.slash(world.channel("table-1"), "game peek", player=bert)
        assert out.text == f"You look at <@{bert.id}>"
        assert out.message is not None
        assert out.message.ephemeral
        assert bert.messages(world.channel("table-1")) == []


async def test_thinking_becomes_the_answer() -> None:
    async with table() as (world, _, _bot):
        out = await crowd.person(world, "Anna").slash(world.channel("table-1"), "game rules", topic="cell")
        assert out.kind == "thinking"
        await out.done()
        assert out.message is not None
        assert (out.message.text, out.message.thinking, out.message.ephemeral) == ("About cell", False, True)
        assert len(crowd.person(world, "Anna").messages(world.channel("table-1"))) == 1
        assert crowd.person(world, "Bert").messages(world.channel("table-1")) == []


async def test_autocompletion_offers_what_the_bot_says() -> None:
    async with table() as (world, _, _bot):
        out = await crowd.person(world, "Anna").autocomplete(world.channel("table-1"), "game rules", "topic", "m")
        assert out.choices == [("mobster", "mobster"), ("map", "map")]


async def test_a_modal_opens_and_is_sent() -> None:
    async with table() as (world, _, _bot):
        anna = crowd.person(world, "Anna")
        out = await anna.slash(world.channel("table-1"), "game ask")
        assert out.modal is not None
        assert (out.kind, out.modal.title, out.modal.fields[0].label) == ("modal", "Your bid", "Points 1-9")
        with pytest.raises(NotVisible):
            await anna.submit(out.modal, {"amount": "10"})
        with pytest.raises(NotVisible):
            await anna.submit(out.modal, {})
        assert (await anna.submit(out.modal, {"Points 1-9": "7"})).text == "You bid 7"


async def test_a_modal_with_groups_and_a_file_is_sent() -> None:
    async with table() as (world, _, bot):
        bot.presses["join"] = orders
        anna, files = crowd.person(world, "Anna"), len(world.files)
        board = await lobby(world)
        out = await anna.press(board, "Join")
        assert out.modal is not None
        assert "Sugar" in out.modal.text
        with pytest.raises(NotVisible):
            await anna.submit(out.modal, {"Extras": ["Milk"]})
        values = {"Size": "Large", "Extras": ["Milk", "Ice"], "Recipe": [Upload(0, "tea.txt", b"water")]}
        assert (await anna.submit(out.modal, values)).text == "Large with ['Milk', 'Ice'] by ['water']"
        assert len(world.files) == files + 1
        out = await anna.press(board, "Join")
        assert (await anna.submit(out.modal, {"Size": "Small"})).text == "Small with [] by []"


async def test_a_press_may_update_the_message_it_sits_on() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)

        async def join(press: discord.Interaction) -> None:
            await press.response.edit_message(content=f"{press.user.name} sits", view=Lobby())
            await press.edit_original_response(content=f"{press.user.name} sits still")

        bot.presses["join"] = join
        out = await crowd.person(world, "Bert").press(board, "Join")
        assert out.kind == "updated"
        await world.until(lambda: board.text == "bert sits still")
        assert out.message == crowd.person(world, "Bert").latest(world.channel("table-1"))
        assert nothing_refused(world)


async def test_a_deferred_update_edits_the_message_later() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)

        async def join(press: discord.Interaction) -> None:
            await press.response.defer()
            await press.edit_original_response(content="later")

        bot.presses["join"] = join
        out = await crowd.person(world, "Bert").press(board, "join")
        assert out.kind == "deferred"
        await out.done()
        assert board.text == "later"


async def test_an_ephemeral_panel_is_updated_and_deleted_only_by_its_user() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)

        async def join(press: discord.Interaction) -> None:
            await press.response.send_message("Your move?", view=Lobby(), ephemeral=True)

        async def again(press: discord.Interaction) -> None:
            await press.response.edit_message(content="Sure?", view=None)
            await press.delete_original_response()

        bot.presses["join"] = join
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        panel = (await anna.press(board, "join")).message
        assert panel is not None
        with pytest.raises(NotVisible):
            await bert.press(panel, "join")
        with pytest.raises(NotVisible):
            await bert.forge(panel, "join")
        bot.presses["join"] = again
        await anna.press(panel, "join")
        await world.until(lambda: not panel.visible)
        assert anna.messages(world.channel("table-1")) == [board]
        assert nothing_refused(world)


async def test_a_select_brings_values_and_only_offered_ones() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)
        chosen: list[object] = []

        async def pace(choice: discord.Interaction) -> None:
            assert choice.data
            chosen.append(choice.data.get("values"))
            await choice.response.defer()

        bot.presses["pace"] = pace
        anna = crowd.person(world, "Anna")
        await anna.select(board, "Pace", ["Slow"])
        assert chosen == [["slow"]]
        with pytest.raises(NotVisible):
            await anna.select(board, "Pace", ["never"])
        with pytest.raises(NotVisible):
            await anna.select(board, "Pace", ["slow", "live"])


async def test_no_one_presses_what_is_disabled_or_absent_but_can_forge() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)

        async def strange(press: discord.Interaction) -> None:
            await press.response.send_message("What was that?", ephemeral=True)

        bot.presses["mc:9:9:zz"] = strange
        bert = crowd.person(world, "Bert")
        with pytest.raises(NotVisible):
            await bert.press(board, "Start")
        with pytest.raises(NotVisible):
            await bert.press(board, "Leave")
        assert (await bert.forge(board, "mc:9:9:zz")).text == "What was that?"


async def test_a_followup_can_be_edited_and_deleted() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)
        done = asyncio.Event()

        async def join(press: discord.Interaction) -> None:
            await press.response.send_message("first", ephemeral=True)
            more = await press.followup.send("second", ephemeral=True, wait=True)
            await more.edit(content="changed", attachments=[picture()])
            assert (await press.followup.fetch_message(more.id)).content == "changed"
            first = await press.original_response()
            await more.delete()
            await first.edit(content="first again")
            done.set()

        bot.presses["join"] = join
        out = await crowd.person(world, "Anna").press(board, "join")
        await asyncio.wait_for(done.wait(), 30)
        assert (out.text, out.followups) == ("first again", [])
        assert nothing_refused(world)


async def test_an_ephemeral_message_is_out_of_reach_of_the_channel_route() -> None:
    async with table() as (world, _, bot):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        out = await anna.slash(here, "game peek", player=anna)
        assert out.message is not None
        channel = bot.get_partial_messageable(here.id)
        partial = channel.get_partial_message(out.message.id)
        for act in (partial.edit(content="x"), partial.delete(), channel.fetch_message(out.message.id)):
            with pytest.raises(discord.NotFound) as wrong:
                await act
            assert wrong.value.code == 10008


async def test_commands_work_in_the_dm_and_not_where_they_are_forbidden() -> None:
    async with table() as (world, _, _bot):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        bert = crowd.person(world, "Bert")
        assert (await anna.slash(anna.dm(), "game new")).text == "A table for 3, beginners"
        moderation.forbid(world, here, "use_application_commands", who=bert.id)
        with pytest.raises(NotVisible):
            await bert.slash(here, "game new")
        with pytest.raises(NotVisible):
            await anna.slash(here, "game stop")
        with pytest.raises(NotVisible):
            await anna.slash(here, "game new", goal="nonsense")


async def test_guild_commands_appear_only_there() -> None:
    world = crowd.with_people("Anna", guilds=2)
    bot = Croupier()
    async with LocalDiscord(world) as served, running(served, bot):
        first, second = world.guilds.values()
        command = {"name": "only", "description": "here", "type": 1}
        assert bot.application_id
        await bot.http.bulk_upsert_guild_commands(bot.application_id, first.id, payload=[command])
        anna = crowd.person(world, "Anna")
        assert anna.commands(world.channel("table-1", first), "only")
        assert not anna.commands(world.channel("table-1", second), "only")
        moderation.leave(world, first, world.bot.id)
        assert not anna.commands(world.channel("table-1", first))
