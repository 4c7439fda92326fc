"""Tests users and channels that fail the bot: nothing is lost, the reason is named, and the game goes on."""

from __future__ import annotations

import pytest

from bot.emulator.world import acts
from tests.emulator import moderation
from tests.wire.shared_bot import FAULTS, PATIENCE, SharedBot, answer, refused
from tests.wire.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_closed_dm_is_said_at_once_and_blocks_nothing(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        closed = server.table.robots[1]
        closed.person.close_dms()
        await server.table.lobby()
        words = [seen.text for seen in closed.person.messages(server.channel) if seen.ephemeral]
        await server.changes(lambda: any(seen.ephemeral for seen in closed.person.messages(server.channel)))
        words = [seen.text for seen in closed.person.messages(server.channel) if seen.ephemeral]
        assert any("/game hand" in text for text in words), words
        await server.table.robots[0].start()
        await server.changes(server.table.asks)
        assert len(await server.table.hands()) == 3
        await server.play_on()


async def test_a_deleted_board_comes_back_with_the_next_move(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        person = server.turn()
        panel = await server.panel(person)
        server.manager.remove(server.table.final)
        await server.confirm(person, panel, "Keep")
        # Posted again on its deletion, the board may still be that of before the move.
        await server.changes(lambda: server.table.asks() and server.turn() != person)
        await server.play_on()


async def test_a_deleted_board_comes_back_when_it_is_asked_for(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        server.manager.remove(server.table.final)
        await answer(await server.table.people[1].slash(server.channel, "game board"))
        await server.changes(server.table.asks)
        await server.play_on()


async def test_a_deleted_lobby_comes_back_too(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        outcome = await server.table.host.slash(server.channel, "game new", game="mafia_city")
        assert outcome.message is not None
        server.manager.remove(outcome.message)
        await answer(await server.table.host.slash(server.channel, "game board"))
        await server.changes(lambda: server.table.watch.messages(server.stranger))
        for robot in server.table.robots[1:]:
            await robot.join()
        await server.table.robots[0].start()
        await server.play_on()


async def test_a_missing_permission_is_named_and_the_game_waits(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        host = server.table.host
        moderation.forbid(server.world, server.channel, "send_messages")
        await answer(await host.slash(server.channel, "game board"))
        await server.changes(lambda: any("Send Messages" in letter.text for letter in host.dms()))
        moderation.allow(server.world, server.channel, "send_messages")
        await answer(await host.slash(server.channel, "game resume"))
        await server.changes(server.table.asks)
        await server.play_on()


async def test_a_table_is_not_opened_where_the_bot_may_not_write(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        moderation.forbid(server.world, server.channel, "send_messages")
        await refused(await server.table.host.slash(server.channel, "game new", game="mafia_city"), "Send Messages")
        moderation.allow(server.world, server.channel, "send_messages")
        await server.table.open()


async def test_a_deleted_channel_ends_nothing_else(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        host = server.table.host
        moderation.delete_channel(server.world, server.channel)
        await server.changes(lambda: any("gone" in letter.text for letter in host.dms()))
        another = acts.add_channel(server.world, "another", server.guild)
        elsewhere = Table(server.discord, another, server.table.people, 9, server.power)
        await elsewhere.open()
        enough = elsewhere.watch.changes + 5
        await elsewhere.play(lambda: elsewhere.watch.changes < enough)


async def test_a_bot_that_was_sent_away_and_comes_back_goes_on(shared_bot: SharedBot) -> None:
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        while "ready" not in server.bot.log:
            # For two seconds after a start the client takes any news of a server for a part of the start.
            await answer(await server.stranger.slash(server.channel, "learn rules"))
        before = server.turn()
        await server.changes(lambda: any(letter.usable for letter in before.dms()))
        moderation.leave(server.world, server.guild, server.world.bot.id)
        hand = next(letter for letter in before.dms() if letter.usable)
        for _ in range(PATIENCE):
            said = await answer(await before.press(hand, "My move"))
            if "paused" in said.text:
                break
        assert "paused" in said.text, "the game goes on without a table"
        acts.invite_bot(server.world, server.guild)
        for _ in range(PATIENCE):
            if (await server.panel(before)).usable:
                break
        assert server.turn() == before
        await server.play_on()
