"""Tests bad input over sockets, and Discord's failures: a clear private message, nothing lost, everyone answered."""

from __future__ import annotations

import pytest

from tests.wire.shared_bot import FAULTS, SharedBot, answer, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")
# --- commands in the wrong place or order ------------------------------------------------------------------

ANYWHERE = ["join", "leave", "start", "hand", "board", "log", "pause", "resume", "end", "export", "verify"]


async def test_commands_without_a_table_are_refused_with_advice(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        for command in ANYWHERE:
            await refused(await server.stranger.slash(server.channel, f"game {command}"), "/game new")
            await refused(await server.stranger.slash(server.stranger.dm(), f"game {command}"))
        await refused(await server.stranger.slash(server.channel, "game peek", player="a"))
        await refused(await server.stranger.slash(server.channel, "game replace", player="a"))
        await refused(await server.stranger.slash(server.stranger.dm(), "game new", game="mafia_city"))
        assert (await answer(await server.stranger.slash(server.channel, "learn rules"))).usable
        assert (await answer(await server.stranger.slash(server.channel, "profile"))).usable
        board = server.table.watch.board(server.stranger)
        buttons = [] if board is None else board.usable
        assert all(part.custom_id.startswith("kr:0:") for part in buttons), "the channel has at most the greeting"


async def test_commands_at_the_wrong_time_are_refused(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        table = server.table
        outcome = await table.host.slash(server.channel, "game new", game="mafia_city")
        assert outcome.message is not None
        for command in ("hand", "log", "pause", "resume", "export", "verify", "start"):
            await refused(await table.host.slash(server.channel, f"game {command}"))
        await refused(await server.stranger.slash(server.channel, "game new", game="mafia_city"))
        await refused(await server.stranger.slash(server.channel, "game leave"))
        for robot in table.robots[1:]:
            await robot.join()
        await refused(await server.stranger.slash(server.channel, "game start"))
        await refused(await table.people[1].slash(server.channel, "game join"))
        await table.robots[0].start()
        await server.changes(table.asks)
        before = server.words
        for command in ("start", "resume", "export", "verify"):
            await refused(await table.host.slash(server.channel, f"game {command}"))
        for command in ("hand", "join", "leave", "pause", "end", "new"):
            await refused(await server.stranger.slash(server.channel, f"game {command}"))
        await refused(await table.people[2].slash(server.channel, "game peek", player="a"))
        assert server.words == before
        await server.play_on()


# --- presses -----------------------------------------------------------------------------------------------


async def test_forged_presses_of_a_stranger_change_nothing(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        before = server.words
        for custom_id in server.forged():
            for kind, values in ((2, None), (3, ["0"]), (3, ["nonsense"]), (3, ["9" * 100])):
                outcome = await server.stranger.forge(server.table.final, custom_id, component_type=kind, values=values)
                await answer(outcome)
                assert server.words == before, custom_id
        await server.play_on()


async def test_forged_presses_of_a_player_who_is_not_asked(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        before, player = server.words, server.waiting()[0]
        for custom_id in server.forged():
            if not custom_id.endswith(":leave_sure"):
                await answer(await player.forge(server.table.final, custom_id))
        await answer(
            await player.forge(server.table.final, f"kr:{server.number}:set_language", component_type=3, values=["xx"])
        )
        await answer(
            await player.forge(server.table.final, f"kr:{server.number}:set_order", component_type=3, values=["xx"])
        )
        assert server.words == before


async def test_another_players_buttons_do_nothing(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        panel, before = await server.panel(server.turn()), server.words
        for part in panel.usable:
            if part.custom_id.endswith(":learn"):
                continue  # A lesson is for everyone.
            await refused(await server.waiting()[0].forge(server.table.final, part.custom_id))
            await refused(await server.stranger.forge(server.table.final, part.custom_id))
        assert server.words == before
        await server.confirm(server.turn(), panel, "Keep")


async def test_a_stranger_at_the_board_gets_a_friendly_message(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        before = server.words
        for part in server.table.final.usable:
            await refused(await server.stranger.press(server.table.final, part))
        assert server.words == before


async def test_anyone_who_is_not_on_turn_reads_whose_turn_it_is(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        turn = server.turn()
        for person in server.waiting():
            await refused(await person.press(server.table.final, "My move"), turn.mention)


async def test_yesterdays_panel_changes_nothing(shared_bot: SharedBot) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        person = server.turn()
        stale = await server.panel(person)
        labels = [part.label for part in stale.usable]
        await server.keep(person)
        before, hands = server.words, await server.table.hands()
        for label in labels:
            if stale.has(label):
                await answer(await person.press(stale, label))
        assert (server.words, await server.table.hands()) == (before, hands)


@pytest.mark.parametrize("again", [2, 3])
async def test_an_event_that_comes_twice_acts_once(shared_bot: SharedBot, again: int) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        person = server.turn()
        for _ in range(3):
            server.discord.gateway.repeat("INTERACTION_CREATE", again)
        await server.keep(person)
        assert server.turn() != person
        server.discord.gateway.repeat("INTERACTION_CREATE", again)
        await answer(await server.stranger.slash(server.channel, "learn rules"))
        await server.play_on()


async def test_an_event_that_never_comes_costs_one_press(shared_bot: SharedBot) -> None:
    async with shared_bot.server(unanswered=1) as server:
        await server.table.open()
        server.discord.gateway.repeat("INTERACTION_CREATE", 0)
        lost = await server.turn().press(server.table.final, "My move")
        assert lost.failed
        assert (await server.panel(server.turn())).usable


# --- Discord has a bad day ---------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ["PATCH /webhooks", "PATCH /channels", "POST /channels"])
@pytest.mark.parametrize("status", [429, 500, 502])
async def test_failing_requests_freeze_no_board(shared_bot: SharedBot, route: str, status: int) -> None:
    async with shared_bot.server() as server:
        await server.table.open()
        server.world.faults.demand(status, on=route, times=2)
        await server.play_on(20)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_dropped_connection_comes_back(shared_bot: SharedBot, *, resumable: bool) -> None:
    # After a new session the bot looks for its tables, also for the one whose channel an earlier test has deleted.
    async with shared_bot.server(faults=FAULTS) as server:
        await server.table.open()
        hands = await server.table.hands()
        await server.discord.gateway.drop(1001 if resumable else 1006, resumable=resumable)
        await server.discord.bot_is_ready()
        assert await server.table.hands() == hands
        await server.play_on()
