"""Bad input on the wire: a clear private word, nothing lost, nobody unanswered, no traceback."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from bot.local import Limits, LocalDiscord, Person, World
from bot.local.people import Outcome
from bot.local.seen import Seen
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
AT_MOST = 40.0
"""Seconds of one test; far more than it takes."""
PATIENCE = 50
"""Presses until the bot has noticed something; one is enough as a rule."""
FAULTS = "50001 50007 50013 50278 10003 10008"


class Inn:
    """One bot as a process that lives through everything that happens in all rooms, one after the other."""

    def __init__(self, discord: LocalDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.bot = bot
        self.world = discord.world
        self.guests = 0

    @contextlib.asynccontextmanager
    async def room(self, *, faults: str = "", unanswered: int = 0) -> AsyncIterator[Room]:
        """A room; at its end nothing was refused but what the test provoked, and every press was answered."""
        self.guests += 1
        logged, refused, acts = len(self.bot.log), len(self.world.refusals), len(self.world.interactions)
        async with asyncio.timeout(AT_MOST):
            yield Room(self)
        assert self.bot.running
        log = self.bot.log[logged:]
        assert "Traceback" not in log, log
        assert " ERROR " not in log, log
        assert [one for one in self.world.refusals[refused:] if str(one.code) not in faults.split()] == []
        assert len(self.world.refusals) - refused <= 6, "what cannot succeed is not tried again and again"
        assert sum(one.state == "failed" for one in list(self.world.interactions.values())[acts:]) == unanswered


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def inn(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Inn]:
    """The bot, ready; at the end it still stops in order."""
    room, world = tmp_path_factory.mktemp("inn"), World(limits=Limits.generous())
    world.add_person("Innkeeper")
    async with LocalDiscord(world) as discord, BotProcess(discord, room) as bot:
        yield Inn(discord, bot)
        assert await bot.stop() == 0


class Room:
    """A server of its own with one table, three robots and a stranger beside it, and a manager."""

    def __init__(self, inn: Inn) -> None:
        self.discord = inn.discord
        self.bot = inn.bot
        self.world = inn.world
        self.power = Power()
        names = ("Anna", "Bert", "Cyril", "Dora")
        people = [self.world.add_person(f"{name} {inn.guests}") for name in names]
        self.guild = self.world.add_guild(f"Guild {inn.guests}")
        self.channel = self.world.add_channel("table", self.guild)
        self.manager = self.world.people[0]
        self.table = Table(self.discord, self.channel, people[:3], 7, self.power)
        self.stranger = people[3]

    @property
    def number(self) -> str:
        """The table's number, as anybody can read it in the board's components."""
        return self.table.final.usable[0].custom_id.split(":")[1]

    def forged(self) -> list[str]:
        """What a tampered client might send here."""
        return [custom_id.replace("kr:1", f"kr:{self.number}") for custom_id in FORGED]

    @property
    def words(self) -> str:
        """What everybody reads on the board, deadline and all; nothing where there is none."""
        board = self.table.watch.board(self.stranger)
        return board.text if board is not None else ""

    def turn(self) -> Person:
        """Whom the board waits for (the first of them)."""
        return self.table.asks()[0].person

    def waiting(self) -> list[Person]:
        """Players whom the board does not wait for."""
        asked = [robot.person for robot in self.table.asks()]
        return [person for person in self.table.people if person not in asked]

    async def panel(self, person: Person, button: str = "My move") -> Seen:
        """What a press on the board opens privately."""
        return await answer(await person.press(self.table.final, button))

    async def keep(self, person: Person) -> None:
        """The first decision: keep the cards."""
        await self.confirm(person, await self.panel(person), "Keep")

    async def confirm(self, person: Person, panel: Seen, label: str) -> None:
        """Choose that in a panel, confirm it, and see the board follow."""
        before = self.words
        panel = await answer(await person.press(panel, label))
        if panel.has("Confirm"):
            await answer(await person.press(panel, "Confirm"))
        await self.changes(lambda: self.words != before and self.table.asks())

    async def changes(self, condition: Callable[[], object]) -> None:
        """Wait until something shows."""
        await self.stranger.until(condition, 10.0)

    async def play_on(self, changes: int = 12) -> None:
        """The table lives: its robots bring about so many public changes more."""
        enough = self.table.watch.changes + changes
        await self.table.play(lambda: self.table.watch.changes < enough)
        assert self.table.watch.changes >= enough


async def answer(outcome: Outcome) -> Seen:
    """The private word that answers; it must come, and be private."""
    assert outcome.acknowledged
    person = outcome.person
    if outcome.kind in ("deferred", "thinking"):
        await person.until(lambda: outcome.followups or (private(outcome) and outcome.interaction.answers), 10.0)
    found = outcome.followups[-1] if outcome.followups else outcome.message
    assert found is not None
    assert found.ephemeral
    assert found.text
    return found


def private(outcome: Outcome) -> bool:
    return outcome.message is not None and outcome.message.ephemeral


async def refused(outcome: Outcome, *words: str) -> None:
    """A private word without anything to press."""
    said = await answer(outcome)
    assert not said.usable, said.text
    for word in words:
        assert word in said.text, said.text


# --- commands in the wrong place or order ------------------------------------------------------------------

ANYWHERE = ["join", "leave", "start", "hand", "board", "log", "pause", "resume", "end", "export", "verify"]


async def test_commands_without_a_table(inn: Inn) -> None:
    async with inn.room() as room:
        for command in ANYWHERE:
            await refused(await room.stranger.slash(room.channel, f"game {command}"), "/game new")
            await refused(await room.stranger.slash(room.stranger.dm(), f"game {command}"))
        await refused(await room.stranger.slash(room.channel, "game peek", player="a"))
        await refused(await room.stranger.slash(room.channel, "game replace", player="a"))
        await refused(await room.stranger.slash(room.stranger.dm(), "game new"))
        assert (await answer(await room.stranger.slash(room.channel, "game rules"))).usable
        assert (await answer(await room.stranger.slash(room.channel, "game me"))).usable
        assert room.words == ""


async def test_commands_out_of_their_order(inn: Inn) -> None:
    async with inn.room() as room:
        table = room.table
        outcome = await table.host.slash(room.channel, "game new")
        assert outcome.message is not None
        for command in ("hand", "log", "pause", "resume", "export", "verify", "start"):
            await refused(await table.host.slash(room.channel, f"game {command}"))
        await refused(await room.stranger.slash(room.channel, "game new"))
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

FORGED = [
    "x", "kr", "kr:", "kr:1", "kr:1:", "kr:1:nonsense", "kr:0:move", "kr:999:move", "kr:999:do:4:0", "kr:-1:move",
    "kr:1:do", "kr:1:do:4", "kr:1:do:4:", "kr:1:do:1:0", "kr:1:do:4:99", "kr:1:do:4:0.0.0.0.0.0", "kr:1:do:4:=ff",
    "kr:1:do:4:=", "kr:1:do:4:...", "kr:1:do:999999999:0", "kr:1:pick:4:0", "kr:1:chosen:4:", "kr:1:pass:4:",
    "kr:1:pass", "kr:1:walk:4:7.7", "kr:1:start", "kr:1:join", "kr:1:computer", "kr:1:nocomputer", "kr:1:wait",
    "kr:1:agree_resume", "kr:1:agree_replace", "kr:1:let_computer", "kr:1:hand_over", "kr:1:agree_nonsense",
    "kr:0:topic:99:0", "kr:0:topic:0:0", "kr:1:log:999999", "kr:999:log:0", "kr:1:set_language", "kr:1:set_order",
    "kr:1:stay_out", "kr:1:leave_sure", "kr:999999999999999999:move", "kr:1:move:" + "9" * 80, "kr:1:🎲", "kr:1:move ",
]  # fmt: skip


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


async def test_whoever_is_not_on_turn_is_told_whose_turn_it_is(inn: Inn) -> None:
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
        await answer(await room.stranger.slash(room.channel, "game rules"))
        await room.play_on()


async def test_an_event_that_never_comes_costs_one_press(inn: Inn) -> None:
    async with inn.room(unanswered=1) as room:
        await room.table.open()
        room.discord.gateway.repeat("INTERACTION_CREATE", 0)
        lost = await room.turn().press(room.table.final, "My move")
        assert lost.failed
        assert (await room.panel(room.turn())).usable


# --- people and places -------------------------------------------------------------------------------------


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
        assert room.turn() != person
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
        outcome = await room.table.host.slash(room.channel, "game new")
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
        room.world.forbid(room.channel, "send_messages")
        await answer(await host.slash(room.channel, "game board"))
        await room.changes(lambda: any("Send Messages" in letter.text for letter in host.dms()))
        room.world.allow(room.channel, "send_messages")
        await answer(await host.slash(room.channel, "game resume"))
        await room.changes(room.table.asks)
        await room.play_on()


async def test_a_table_is_not_opened_where_the_bot_may_not_write(inn: Inn) -> None:
    async with inn.room() as room:
        room.world.forbid(room.channel, "send_messages")
        await refused(await room.table.host.slash(room.channel, "game new"), "Send Messages")
        room.world.allow(room.channel, "send_messages")
        await room.table.open()


async def test_a_deleted_channel_ends_nothing_else(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        host = room.table.host
        room.world.delete_channel(room.channel)
        await room.changes(lambda: any("gone" in letter.text for letter in host.dms()))
        elsewhere = Table(room.discord, room.world.add_channel("another", room.guild), room.table.people, 9, room.power)
        await elsewhere.open()
        enough = elsewhere.watch.changes + 5
        await elsewhere.play(lambda: elsewhere.watch.changes < enough)


async def test_a_bot_that_was_sent_away_and_comes_back_goes_on(inn: Inn) -> None:
    async with inn.room(faults=FAULTS) as room:
        await room.table.open()
        while "ready" not in room.bot.log:
            # For two seconds after a start the client takes any news of a server for a part of the start.
            await answer(await room.stranger.slash(room.channel, "game rules"))
        before = room.turn()
        await room.changes(lambda: any(letter.usable for letter in before.dms()))
        room.world.leave(room.guild, room.world.bot.id)
        hand = next(letter for letter in before.dms() if letter.usable)
        for _ in range(PATIENCE):
            said = await answer(await before.press(hand, "My move"))
            if "paused" in said.text:
                break
        assert "paused" in said.text, "the game goes on without a table"
        room.world.invite_bot(room.guild)
        for _ in range(PATIENCE):
            if (await room.panel(before)).usable:
                break
        assert room.turn() == before
        await room.play_on()


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
