"""Tests bad input over sockets, and Discord's failures: a clear private message, nothing lost, everyone answered."""

from __future__ import annotations

import pytest

from tests.wire.inn import FAULTS, Inn, answer, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")
# --- commands in the wrong place or order ------------------------------------------------------------------

ANYWHERE = ["join", "leave", "start", "hand", "board", "log", "pause", "resume", "end", "export", "verify"]


async def test_commands_without_a_table(inn: Inn) -> None:
    async with inn.room() as room:
        for command in ANYWHERE:
            await refused(await room.stranger.slash(room.channel, f"game {command}"), "/game new")
            await refused(await room.stranger.slash(room.stranger.dm(), f"game {command}"))
        await refused(await room.stranger.slash(room.channel, "game peek", player="a"))
        await refused(await room.stranger.slash(room.channel, "game replace", player="a"))
        await refused(await room.stranger.slash(room.stranger.dm(), "game new", game="mafia_city"))
        assert (await answer(await room.stranger.slash(room.channel, "learn rules"))).usable
        assert (await answer(await room.stranger.slash(room.channel, "profile"))).usable
        board = room.table.watch.board(room.stranger)
        assert board is None or not board.usable, "at most the bot's greeting stands in the channel"


async def test_commands_out_of_their_order(inn: Inn) -> None:
    async with inn.room() as room:
        table = room.table
        outcome = await table.host.slash(room.channel, "game new", game="mafia_city")
        assert outcome.message is not None
        for command in ("hand", "log", "pause", "resume", "export", "verify", "start"):
            await refused(await table.host.slash(room.channel, f"game {command}"))
        await refused(await room.stranger.slash(room.channel, "game new", game="mafia_city"))
        await refused(await room.stranger.slash(room.channel, "game leave"))
        for robot in table.robots[1:]:
            await robot.join()
        await refused(await room.stranger.slash(room.channel, "game start"))
        await refused(await table.people[1].slash(room.channel, "game join"))
        await table.robots[0].start()
        await room.changes(table.asks)
        before = room.words
        for command in ("start", "resume", "export", "verify"):
            await refused(await table.host.slash(room.channel, f"game {command}"))
        for command in ("hand", "join", "leave", "pause", "end", "new"):
            await refused(await room.stranger.slash(room.channel, f"game {command}"))
        await refused(await table.people[2].slash(room.channel, "game peek", player="a"))
        assert room.words == before
        await room.play_on()


# --- presses -----------------------------------------------------------------------------------------------


async def test_forged_presses_of_a_stranger(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        before = room.words
        for custom_id in room.forged():
            for kind, values in ((2, None), (3, ["0"]), (3, ["nonsense"]), (3, ["9" * 100])):
                outcome = await room.stranger.forge(room.table.final, custom_id, component_type=kind, values=values)
                await answer(outcome)
                assert room.words == before, custom_id
        await room.play_on()


async def test_forged_presses_of_a_player_who_is_not_asked(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        before, player = room.words, room.waiting()[0]
        for custom_id in room.forged():
            if not custom_id.endswith(":leave_sure"):
                await answer(await player.forge(room.table.final, custom_id))
        await answer(
            await player.forge(room.table.final, f"kr:{room.number}:set_language", component_type=3, values=["xx"])
        )
        await answer(
            await player.forge(room.table.final, f"kr:{room.number}:set_order", component_type=3, values=["xx"])
        )
        assert room.words == before


async def test_another_players_buttons_do_nothing(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        panel, before = await room.panel(room.turn()), room.words
        for part in panel.usable:
            if part.custom_id.endswith(":learn"):
                continue  # A lesson is for everyone.
            await refused(await room.waiting()[0].forge(room.table.final, part.custom_id))
            await refused(await room.stranger.forge(room.table.final, part.custom_id))
        assert room.words == before
        await room.confirm(room.turn(), panel, "Keep")


async def test_a_stranger_at_the_board_is_told_kindly(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        before = room.words
        for part in room.table.final.usable:
            await refused(await room.stranger.press(room.table.final, part))
        assert room.words == before


async def test_anyone_who_is_not_on_turn_is_told_whose_turn_it_is(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        turn = room.turn()
        for person in room.waiting():
            await refused(await person.press(room.table.final, "My move"), turn.mention)


async def test_yesterdays_panel_changes_nothing(inn: Inn) -> None:
    async with inn.room() as room:
        await room.table.open()
        person = room.turn()
        stale = await room.panel(person)
        labels = [part.label for part in stale.usable]
        await room.keep(person)
        before, hands = room.words, await room.table.hands()
        for label in labels:
            if stale.has(label):
                await answer(await person.press(stale, label))
        assert (room.words, await room.table.hands()) == (before, hands)


@pytest.mark.parametrize("again", [2, 3])
async def test_an_event_that_comes_twice_acts_once(inn: Inn, again: int) -> None:
    async with inn.room() as room:
        await room.table.open()
        person = room.turn()
        for _ in range(3):
            room.discord.gateway.repeat("INTERACTION_CREATE", again)
        await room.keep(person)
        assert room.turn() != person
        room.discord.gateway.repeat("INTERACTION_CREATE", again)
        await answer(await room.stranger.slash(room.channel, "learn rules"))
        await room.play_on()


async def test_an_event_that_never_comes_costs_one_press(inn: Inn) -> None:
    async with inn.room(unanswered=1) as room:
        await room.table.open()
        room.discord.gateway.repeat("INTERACTION_CREATE", 0)
        lost = await room.turn().press(room.table.final, "My move")
        assert lost.failed
        assert (await room.panel(room.turn())).usable


# --- Discord has a bad day ---------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ["PATCH /webhooks", "PATCH /channels", "POST /channels"])
@pytest.mark.parametrize("status", [429, 500, 502])
async def test_failing_requests_freeze_no_board(inn: Inn, route: str, status: int) -> None:
    async with inn.room() as room:
        await room.table.open()
        room.world.faults.demand(status, on=route, times=2)
        await room.play_on(20)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_dropped_connection_comes_back(inn: Inn, *, resumable: bool) -> None:
    # After a new session the bot looks for its tables, also for the one whose channel an earlier test has deleted.
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        hands = await room.table.hands()
        await room.discord.gateway.drop(1001 if resumable else 1006, resumable=resumable)
        await room.discord.bot_is_ready()
        assert await room.table.hands() == hands
        await room.play_on()
