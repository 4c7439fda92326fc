"""Tests users and channels that fail the bot: nothing is lost, the reason is named, and the game goes on."""

from __future__ import annotations

import pytest

from bot.emulator.world import acts
from tests.wire.inn import FAULTS, PATIENCE, Inn, answer, refused
from tests.wire.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_closed_dm_is_said_at_once_and_blocks_nothing(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        closed = room.table.robots[1]
        closed.person.close_dms()
        await room.table.lobby()
        words = [seen.text for seen in closed.person.messages(room.channel) if seen.ephemeral]
        await room.changes(lambda: any(seen.ephemeral for seen in closed.person.messages(room.channel)))
        words = [seen.text for seen in closed.person.messages(room.channel) if seen.ephemeral]
        assert any("/game hand" in text for text in words), words
        await room.table.robots[0].start()
        await room.changes(room.table.asks)
        assert len(await room.table.hands()) == 3
        await room.play_on()


async def test_a_deleted_board_comes_back_with_the_next_move(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        person = room.turn()
        panel = await room.panel(person)
        room.manager.remove(room.table.final)
        await room.confirm(person, panel, "Keep")
        # Posted again on its deletion, the board may still be that of before the move.
        await room.changes(lambda: room.table.asks() and room.turn() != person)
        await room.play_on()


async def test_a_deleted_board_comes_back_when_it_is_asked_for(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        room.manager.remove(room.table.final)
        await answer(await room.table.people[1].slash(room.channel, "game board"))
        await room.changes(room.table.asks)
        await room.play_on()


async def test_a_deleted_lobby_comes_back_too(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        outcome = await room.table.host.slash(room.channel, "game new", game="mafia_city")
        assert outcome.message is not None
        room.manager.remove(outcome.message)
        await answer(await room.table.host.slash(room.channel, "game board"))
        await room.changes(lambda: room.table.watch.messages(room.stranger))
        for robot in room.table.robots[1:]:
            await robot.join()
        await room.table.robots[0].start()
        await room.play_on()


async def test_a_missing_permission_is_named_and_the_game_waits(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        host = room.table.host
        acts.forbid(room.world, room.channel, "send_messages")
        await answer(await host.slash(room.channel, "game board"))
        await room.changes(lambda: any("Send Messages" in letter.text for letter in host.dms()))
        acts.allow(room.world, room.channel, "send_messages")
        await answer(await host.slash(room.channel, "game resume"))
        await room.changes(room.table.asks)
        await room.play_on()


async def test_a_table_is_not_opened_where_the_bot_may_not_write(inn: Inn) -> None:
    async with inn.room() as room:
        acts.forbid(room.world, room.channel, "send_messages")
        await refused(await room.table.host.slash(room.channel, "game new", game="mafia_city"), "Send Messages")
        acts.allow(room.world, room.channel, "send_messages")
        await room.table.open()


async def test_a_deleted_channel_ends_nothing_else(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        host = room.table.host
        acts.delete_channel(room.world, room.channel)
        await room.changes(lambda: any("gone" in letter.text for letter in host.dms()))
        another = acts.add_channel(room.world, "another", room.guild)
        elsewhere = Table(room.discord, another, room.table.people, 9, room.power)
        await elsewhere.open()
        enough = elsewhere.watch.changes + 5
        await elsewhere.play(lambda: elsewhere.watch.changes < enough)


async def test_a_bot_that_was_sent_away_and_comes_back_goes_on(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        while "ready" not in room.bot.log:
            # For two seconds after a start the client takes any news of a server for a part of the start.
            await answer(await room.stranger.slash(room.channel, "learn rules"))
        before = room.turn()
        await room.changes(lambda: any(letter.usable for letter in before.dms()))
        acts.leave(room.world, room.guild, room.world.bot.id)
        hand = next(letter for letter in before.dms() if letter.usable)
        for _ in range(PATIENCE):
            said = await answer(await before.press(hand, "My move"))
            if "paused" in said.text:
                break
        assert "paused" in said.text, "the game goes on without a table"
        acts.invite_bot(room.world, room.guild)
        for _ in range(PATIENCE):
            if (await room.panel(before)).usable:
                break
        assert room.turn() == before
        await room.play_on()
