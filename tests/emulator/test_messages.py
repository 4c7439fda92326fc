"""Tests messages with the real discord.py: sending, editing, deleting, files, DMs, permissions, threads, pins."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest

from bot.emulator import Limits
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.world import acts
from bot.emulator.world.events import Event
from bot.emulator.world.permissions import bits
from tests.emulator import moderation
from tests.emulator.croupier import Croupier, picture, table
from tests.emulator.driven_clock import DrivenClock


def room(bot: Croupier, channel: Channel) -> discord.TextChannel:
    """Returns the client's object for a text channel."""
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_message_is_written_edited_and_deleted() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-1")
        sent = await room(bot, here).send("one")
        anna = crowd.person(world, "Anna")
        assert [seen.text for seen in anna.messages(here)] == ["one"]
        await sent.edit(content="two")
        assert (anna.latest(here).text, anna.latest(here).edited) == ("two", True)
        await sent.delete()
        assert anna.messages(here) == []
        with pytest.raises(discord.NotFound) as wrong:
            await sent.edit(content="three")
        assert wrong.value.code == 10008


async def test_files_come_and_go_with_edits() -> None:
    async with table() as (world, served, bot):
        here, anna = world.channel("table-1"), crowd.person(world, "Anna")
        sent = await room(bot, here).send("board", file=picture())
        (shown,) = anna.latest(here).attachments
        assert (shown["filename"], shown["description"], shown["width"], shown["height"]) == (
            "board.png",
            "The city",
            4,
            3,
        )
        assert anna.download(shown) == picture().fp.read()
        assert await bot.http.get_from_cdn(shown["url"]) == picture().fp.read()
        with pytest.raises(discord.NotFound):
            await bot.http.get_from_cdn(shown["url"].partition("?")[0])
        assert anna.latest(here).text == "board\nThe city"
        await sent.edit(attachments=[picture("new.png")])
        assert [one["filename"] for one in anna.latest(here).attachments] == ["new.png"]
        assert int(shown["id"]) not in world.files
        assert await bot.http.get_from_cdn(shown["url"]) == picture().fp.read(), "a page may be fetching it"
        await sent.edit(attachments=[])
        assert world.files == {}
        assert world.refusals == []
        assert served.requests[-1].name == "PATCH /channels/{channel_id}/messages/{message_id}"


async def test_a_components_v2_board_is_posted_with_its_picture() -> None:
    class Board(discord.ui.LayoutView):
        def __init__(self) -> None:
            super().__init__(timeout=None)
            box: discord.ui.Container[Board] = discord.ui.Container(accent_colour=0x112233)
            box.add_item(discord.ui.TextDisplay("# City"))
            gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery()
            box.add_item(gallery.add_item(media="attachment://board.png", description="Five hexes"))
            button: discord.ui.Button[Board] = discord.ui.Button(label="Hand", custom_id="hand")
            box.add_item(discord.ui.Section("Whose turn", accessory=button))
            box.add_item(discord.ui.Separator())
            row: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
            box.add_item(row.add_item(discord.ui.Button(label="My move", custom_id="move")))
            self.add_item(box)

    async with table() as (world, _, bot):
        here, anna = world.channel("table-1"), crowd.person(world, "Anna")
        sent = await room(bot, here).send(view=Board(), file=picture())
        seen = anna.latest(here)
        assert seen.text == "# City\nFive hexes\nWhose turn"
        assert [button.label for button in seen.buttons] == ["Hand", "My move"]
        assert [part.kind for part in seen.parts] == [
            *("container", "text", "gallery", "section", "text", "button", "separator", "row", "button")
        ]
        ids = [part.data["id"] for part in seen.parts]
        assert len(set(ids)) == len(ids)
        assert sent.attachments == []
        await sent.edit(view=Board())
        assert [file["filename"] for file in seen.attachments] == ["board.png"]
        with pytest.raises(discord.HTTPException) as wrong:
            await sent.edit(content="words")
        assert wrong.value.code == 50035
        assert "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2" in world.refusals[-1].message


async def test_a_closed_dm_and_one_without_a_shared_guild_are_refused() -> None:
    async with table() as (world, _, bot):
        anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
        user = await bot.fetch_user(anna.id)
        await user.send("your hand")
        assert [seen.text for seen in anna.dms()] == ["your hand"]
        assert bert.messages(anna.dm()) == []
        anna.close_dms()
        with pytest.raises(discord.Forbidden) as closed:
            await user.send("again")
        assert closed.value.code == 50007
        anna.close_dms(False)
        moderation.leave(world, next(iter(world.guilds.values())), anna.id)
        with pytest.raises(discord.Forbidden) as strange:
            await user.send("again")
        assert strange.value.code == 50278


async def test_missing_permissions_are_named() -> None:
    async with table(crowd.with_people("Anna", limits=Limits.generous())) as (world, _, bot):
        here = world.channel("table-1")
        channel = room(bot, here)
        sent = await channel.send("one")
        for taken, code in (("send_messages", 50013), ("view_channel", 50001)):
            moderation.forbid(world, here, taken)
            with pytest.raises(discord.Forbidden) as wrong:
                await channel.send("two")
            assert wrong.value.code == code
        with pytest.raises(discord.Forbidden) as unseen:
            await sent.edit(content="three")
        assert unseen.value.code == 50001
        moderation.forbid(world, here, "attach_files")
        await channel.send("words go")
        with pytest.raises(discord.Forbidden):
            await channel.send(file=picture())
        moderation.allow(world, here, "send_messages")
        await channel.send(file=picture())


async def test_a_deleted_channel_is_unknown() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-2")
        channel = room(bot, here)
        moderation.delete_channel(world, here)
        with pytest.raises(discord.NotFound) as wrong:
            await channel.send("anybody?")
        assert wrong.value.code == 10003


async def test_a_thread_is_made_where_that_is_allowed() -> None:
    async with table() as (world, _, bot):
        here, anna = world.channel("table-1"), crowd.person(world, "Anna")
        thread = await room(bot, here).create_thread(name="Round 1", type=discord.ChannelType.public_thread)
        await thread.send("hello")
        made = world.channels[thread.id]
        assert (made.name, made.parent_id, made.owner_id) == ("Round 1", here.id, world.bot.id)
        assert [seen.text for seen in anna.messages(made)] == ["hello"]
        with pytest.raises(discord.HTTPException) as wrong:
            await bot.http.start_thread_without_message(
                thread.id, name="inner", auto_archive_duration=1440, type=discord.ChannelType.public_thread.value
            )
        assert wrong.value.code == 50024
        guild = world.guilds[here.guild_id or 0]
        here.overwrites[guild.id] = (0, bits("create_public_threads"))
        with pytest.raises(discord.Forbidden) as forbidden:
            await room(bot, here).create_thread(name="Round 2", type=discord.ChannelType.public_thread)
        assert forbidden.value.code == 50013


async def test_the_event_of_a_deleted_thread_is_short_as_on_discord_and_it_is_unknown() -> None:
    async with table() as (world, _, bot):
        thread = acts.add_thread(world, world.channel("table-1"), "evening")
        told: list[Event] = []
        world.listen(told.append)
        heard: asyncio.Future[discord.RawThreadDeleteEvent] = asyncio.get_running_loop().create_future()

        @bot.event
        async def on_raw_thread_delete(event: discord.RawThreadDeleteEvent) -> None:
            heard.set_result(event)

        moderation.delete_channel(world, thread)
        event = await asyncio.wait_for(heard, 30)
        assert (event.thread_id, event.parent_id) == (thread.id, world.channel("table-1").id)
        assert [set(one.data) for one in told if one.name == "THREAD_DELETE"] == [
            {"id", "guild_id", "parent_id", "type"}
        ]
        with pytest.raises(discord.NotFound):
            await bot.get_partial_messageable(thread.id).send("anybody?")


async def test_an_enforced_nonce_makes_one_message() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-1")
        first = await room(bot, here).send("one", nonce="a1")
        second = await room(bot, here).send("one", nonce="a1")
        assert first.id == second.id
        assert len(crowd.person(world, "Anna").messages(here)) == 1


async def test_an_enforced_nonce_is_forgotten_after_minutes() -> None:
    clock = DrivenClock()
    async with table(crowd.with_people("Anna", channels=1, clock=clock)) as (world, _, bot):
        here = world.channel("table-1")
        first = await room(bot, here).send("one", nonce="a1")
        clock.advance(301)
        second = await room(bot, here).send("one", nonce="a1")
        assert first.id != second.id


async def test_the_nonce_of_a_deleted_message_posts_nothing() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-1")
        await (await room(bot, here).send("one", nonce="a1")).delete()
        with pytest.raises(discord.NotFound) as refused:
            await room(bot, here).send("one", nonce="a1")
        assert refused.value.code == 10008
        await room(bot, here).send("one", nonce="a2")
        assert len(crowd.person(world, "Anna").messages(here)) == 1


async def test_players_are_pinged_as_they_wish() -> None:
    async with table() as (world, _, bot):
        here, anna, bert = world.channel("table-1"), crowd.person(world, "Anna"), crowd.person(world, "Bert")
        both = f"<@{anna.id}> before <@{bert.id}>"
        await room(bot, here).send(both)
        assert not anna.latest(here).pings
        sent = await room(bot, here).send(
            both, allowed_mentions=discord.AllowedMentions(users=[discord.Object(bert.id)])
        )
        assert (anna.latest(here).pings, bert.latest(here).pings) == (False, True)
        assert world.pings == [(bert.id, sent.id)]


async def test_others_messages_cannot_be_edited_nor_deleted_without_permission() -> None:
    async with table() as (world, _, bot):
        here = world.channel("table-1")
        words = crowd.person(world, "Anna").say(here, "hello")
        partial = room(bot, here).get_partial_message(words.id)
        with pytest.raises(discord.Forbidden) as wrong:
            await partial.edit(content="mine")
        assert wrong.value.code == 50005
        with pytest.raises(discord.Forbidden) as other:
            await partial.delete()
        assert other.value.code == 50013
        moderation.allow(world, here, "manage_messages")
        await partial.delete()
        assert crowd.person(world, "Anna").messages(here) == []


async def test_the_last_messages_are_read() -> None:
    async with table() as (world, _, bot):
        channel = room(bot, world.channel("table-1"))
        sent = [await channel.send(str(number)) for number in range(4)]
        assert [message.content async for message in channel.history(limit=3)] == ["3", "2", "1"]
        with pytest.raises(discord.HTTPException, match="no such search"):
            _ = [message async for message in channel.history(after=sent[1])]
        moderation.forbid(world, world.channel("table-1"), "read_message_history")
        assert [message async for message in channel.history(limit=3)] == []


async def test_a_command_in_a_thread_answers_there() -> None:
    async with table() as (world, _, _bot):
        thread = acts.add_thread(world, world.channel("table-1"), "game 2")
        await crowd.person(world, "Anna").slash(thread, "game new")
        assert [seen.text for seen in crowd.person(world, "Bert").messages(thread)] == ["A table for 3, beginners"]


async def test_messages_older_than_an_hour_are_hardly_edited() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    world.limits.old_edits = (1, 3600.0)
    async with table(world) as (_, _served, bot):
        sent = await room(bot, world.channel("table-1")).send("board")
        clock.advance(3599)
        await sent.edit(content="fresh")
        clock.advance(2)
        await sent.edit(content="once")
        bot.http.max_ratelimit_timeout = 30.0
        with pytest.raises(discord.RateLimited):
            await sent.edit(content="twice")
        assert world.refusals[-1].code == 30046


async def test_too_large_a_file_is_refused() -> None:
    async with table() as (world, _, bot):
        big = discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "big.bin")
        with pytest.raises(discord.HTTPException) as wrong:
            await room(bot, world.channel("table-1")).send(file=big)
        assert (wrong.value.status, wrong.value.code) == (413, 40005)
