"""Tests acknowledgements: three seconds, fifteen minutes for a token, and the results of late or lost answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord
import pytest

from bot.emulator import Outcome
from bot.emulator.clock import WallClock
from bot.emulator.people import crowd
from tests.emulator.croupier import lobby, table
from tests.emulator.driven_clock import DrivenClock


async def late(clock: DrivenClock, pending: asyncio.Task[Outcome], seconds: float) -> Outcome:
    """Advances the clock while a press waits for the bot; returns the outcome of the press."""
    clock.advance(seconds)
    return await pending


async def test_after_three_seconds_an_interaction_has_failed() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    async with table(world) as (_, _discord, bot):
        board = await lobby(world)
        codes: list[int] = []
        on = asyncio.Event()
        answered = asyncio.Event()

        async def slow(press: discord.Interaction) -> None:
            await on.wait()
            with pytest.raises(discord.NotFound) as wrong:
                await press.response.send_message("too late")
            codes.append(wrong.value.code)
            answered.set()

        bot.presses["join"] = slow
        press = asyncio.create_task(crowd.person(world, "Anna").press(board, "join"))
        await world.until(lambda: world.interactions and board.visible)
        await asyncio.sleep(0)
        out = await late(clock, press, 3.0)
        assert (out.kind, out.text) == ("failed", "This interaction failed")
        on.set()
        await asyncio.wait_for(answered.wait(), 30)
        assert codes == [10062]
        assert [one.code for one in world.refusals] == [10062]


async def test_just_before_three_seconds_it_is_in_time() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    async with table(world) as (_, _discord, bot):
        board = await lobby(world)

        async def slow(press: discord.Interaction) -> None:
            clock.advance(2.9)
            await press.response.send_message("in time")

        bot.presses["join"] = slow
        assert (await crowd.person(world, "Anna").press(board, "join")).text == "in time"


async def test_no_one_acknowledges_twice() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)
        codes: list[int] = []

        async def twice(press: discord.Interaction) -> None:
            await press.response.defer()
            press.response._response_type = None
            try:
                await press.response.defer()
            except discord.HTTPException as wrong:
                codes.append(wrong.code)
            await press.edit_original_response(content="twice")

        bot.presses["join"] = twice
        await (await crowd.person(world, "Anna").press(board, "join")).done()
        assert codes == [40060]


async def test_a_token_lives_fifteen_minutes() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    async with table(world) as (_, _discord, bot):
        board = await lobby(world)
        held: list[discord.Interaction] = []

        async def keep(press: discord.Interaction) -> None:
            held.append(press)
            await press.response.defer()

        bot.presses["join"] = keep
        await crowd.person(world, "Anna").press(board, "join")
        clock.advance(899)
        await held[0].followup.send("still here", ephemeral=True)
        clock.advance(2)
        with pytest.raises(discord.HTTPException) as wrong:
            await held[0].followup.send("no more")
        assert (wrong.value.status, wrong.value.code) == (401, 50027)


async def test_a_webhook_without_acknowledgement_is_unknown() -> None:
    async with table() as (world, _, bot):
        board = await lobby(world)
        codes: list[int] = []

        async def hasty(press: discord.Interaction) -> None:
            try:
                await press.followup.send("first")
            except discord.NotFound as wrong:
                codes.append(wrong.code)
            await press.response.defer()

        bot.presses["join"] = hasty
        await crowd.person(world, "Anna").press(board, "join")
        assert codes == [10015]


async def test_an_interaction_lost_on_the_way_fails_and_a_doubled_one_comes_twice() -> None:
    clock = DrivenClock()
    world = crowd.with_people("Anna", clock=clock)
    async with table(world) as (_, served, bot):
        board = await lobby(world)

        async def join(press: discord.Interaction) -> None:
            if not press.response.is_done() and bot.heard.count("join") == 1:
                await press.response.defer()

        bot.presses["join"] = join
        served.gateway.repeat("INTERACTION_CREATE", 2)
        assert (await crowd.person(world, "Anna").press(board, "join")).kind == "deferred"
        await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new")
        assert bot.heard == ["join", "join"]
        served.gateway.repeat("INTERACTION_CREATE", 0)
        press = asyncio.create_task(crowd.person(world, "Anna").press(board, "join"))
        await asyncio.sleep(0)
        assert (await late(clock, press, 3)).failed


class TimedCalls:
    """The part of an event loop that the clock uses, with a time that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        """Returns the time in seconds."""
        return self.now

    def call_at(self, when: float, call: Callable[[], None]) -> None:
        """Keeps a call until `run`."""
        self.due.append((when, call))

    def run(self, now: float) -> None:
        """Sets the time and makes the calls that are due."""
        self.now, due = now, [call for when, call in self.due if when <= now]
        self.due = [one for one in self.due if one[0] > now]
        for call in due:
            call()


@pytest.mark.parametrize(
    ("stops", "called"),
    [
        ((2.9,), False),
        ((3.0,), True),
        ((5.0, 6.9), False),
        ((5.0, 7.0), True),
        ((60.0, 62.9), False),
        ((60.0, 63.0), True),
    ],
)
def test_seconds_in_which_the_process_was_stopped_do_not_count(
    stops: tuple[float, ...], called: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, calls = TimedCalls(), list[str]()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    WallClock().later(3.0, lambda: calls.append("overdue"))
    for now in stops:
        loop.run(now)
    assert calls == ["overdue"] * called
