"""Tests many games in one process with all faults.

All records are correct, all errors are known, and memory is freed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from bot.emulator import NotVisible
from bot.emulator.objects import Channel
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from rules import GAMES
from tests.emulator import moderation
from tests.faults import event_faults
from tests.faults.busy_evening import BusyEvening
from tests.faults.event_faults import IN_TIME, PRESS, TOO_LATE, Weather
from tests.faults.judge import Ledger
from tests.faults.scale import FULL, often, schedule
from tests.faults.table_faults import OFF, goes_wrong, one_role_counts
from tests.storage.sqlite.test_one_process import ROOT

NAMES = ("Anna", "Bert", "Cyril", "Dora")
GAMES_PLAYED = often(12, 500)
AT_ONCE = often(4, 25)
"""Tables that are played at the same time."""
WARM = often(2, 4)
"""The number of rounds after which all permanent data is in memory; growth is measured from there."""
KILLED = often(1, 4)
"""The number of further rounds in which the process is sometimes killed: its memory starts again each time."""
GROWTH = 1.05
"""The factor by which memory, and the number of objects of a kind, may grow after the warm-up."""
A_DAY = 86_400.0
LESS_THAN = 400
"""The tolerance of the leak check, for bounded caches: a kind of object may grow by this number.

In the full run, a kind may grow up to this number, or by the factor `GROWTH`.
"""


class Soak(BusyEvening):
    """An evening with tables in many channels, whose bot runs in a process of its own that executes commands."""

    process: asyncio.subprocess.Process
    ledger: Ledger
    weather: Weather
    kills = 0
    off = 0.0
    """Seconds by which the clock of the bot's machine is ahead of Discord's."""

    async def start(self) -> None:
        told = {
            "token": self.discord.token, "api_url": self.discord.api_url, "gateway_url": self.discord.gateway_url,
            "database": str(self.database), "kept": 300 * AT_ONCE,
            "now": self.clock(), "off": self.off,
        }  # fmt: skip
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.faults.soak_process", json.dumps(told), cwd=ROOT, stdin=-1, stdout=-1
        )
        await self._answer()

    async def stop(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()

    async def asked(self, do: str, **told: Any) -> Any:
        """Lets the bot's process execute a command and returns the result."""
        await self._ask(do, **told)
        return await self._answer()

    async def _ask(self, do: str, **told: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, **told}).encode() + b"\n")
        await self.process.stdin.drain()

    async def _answer(self) -> Any:
        while "done" not in (told := await self._told()):
            pass
        return told["done"]

    async def _told(self) -> Any:
        """Returns the next line of the process, and records an acknowledged answer; fails if the process has ended."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line, "the process has ended"
        told = json.loads(line)
        if "answered" in told:
            self.ledger.answered(*told["answered"])
        return told

    async def judged(self, where: str) -> None:
        """Delivers delayed events, and checks the table's record with every acknowledged answer."""
        await self.late_arrive()
        table = self.tables[where]
        await self.asked("judged", table=table, answers=self.ledger.answers.get(table, []))

    async def killed(self, where: str, dice: Random) -> None:
        """Kills the process in the middle of a turn, perhaps changes its system clock, starts it again, and checks all
        records.
        """
        await self._ask("turn", table=self.tables[where], answers=40, seed=dice.randrange(10**9))
        for _ in range(dice.randrange(1, 8)):
            if "done" in await self._told():
                break
        self.process.kill()
        with suppress(AssertionError):
            while True:
                await self._told()
        await self.process.wait()
        self.kills += 1
        self.off = dice.choice((self.off, *OFF))
        await self.start()
        for table in self.tables:
            await self.judged(table)

    async def settled(self) -> None:
        await self.asked("settled")

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.asked("passes", seconds=seconds)

    async def set_clock(self, off: float) -> None:
        """Sets the clock of the bot's machine `off` seconds ahead of Discord's, for this and later processes."""
        self.off = off
        self.weather.tally["the clock is set"] += 1
        await self.asked("set_clock", off=off)

    async def late_arrive(self) -> None:
        """Delivers delayed events, and waits until the bot has handled them."""
        if self.weather.clears():
            (session,) = [one for one in self.discord.gateway.sessions.known.values() if one.send]
            await self.asked("heard", number=session.seq)

    async def slash(self, name: str, command: str, /, channel: Channel | None = None, **options: Any) -> Outcome:
        there = channel or self.channel
        outcome = await self.acts(lambda: self.person(name).slash(there, command, **options))
        await outcome.done()
        await self.settled()
        return outcome

    async def press(self, name: str, message: Seen, button: str) -> Outcome:
        return await self.acts(lambda: self.person(name).press(message, button))

    async def acts(self, act: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """Performs a press or a command, whose event may be lost, doubled or delayed; repeats it once if it failed.

        Returns the outcome.
        """
        outcome = await self.arrives(act, self.weather.presses.pop(0) if self.weather.presses else "")
        if outcome.failed:
            with suppress(NotVisible):
                outcome = await act()
        await self.settled()
        return outcome

    async def arrives(self, act: Callable[[], Awaitable[Outcome]], how: str) -> Outcome:
        """Performs an act whose event has the fault `how`, and returns the outcome.

        Discord gives up presses whose events are lost or too late.
        """
        with self.weather.over(PRESS, how):
            trying = asyncio.ensure_future(act())
            await asyncio.sleep(0)
        match how:
            case event_faults.SLOW:
                await self.pass_time(IN_TIME)
                await self.late_arrive()
            case event_faults.LOST | event_faults.LATE:
                await self.pass_time(TOO_LATE)
        return await trying

    async def begins(self, where: str, kind: str, dice: Random) -> None:
        """Opens and starts a game of random users in a channel."""
        self.here = where
        names = dice.sample(NAMES, max(2, GAMES[kind].seats[0]))
        await self.slash(names[0], "game new", game=kind, pace=dice.choice(("live", "bank", "relaxed")))
        self.tables[where] = await self.asked("latest")
        for name in names[1:]:
            await self.press_board(name, "join")
        await self.press_board(names[0], "start")
        # A second table must not be opened here when this one is over.
        await self.late_arrive()

    async def turn(self, where: str, dice: Random, answers: int) -> bool:
        """Gives some random answers at a table; returns whether the game continues."""
        self.here = where
        going = await self.asked("turn", table=self.tables[where], answers=answers, seed=dice.randrange(10**9))
        return bool(going)

    async def turn_on_a_full_disk(self, where: str, dice: Random) -> None:
        """Gives some random answers at a table while no file can grow."""
        table = self.tables[where]
        await self.asked("turn", table=table, answers=5, seed=dice.randrange(10**9), full=True)

    async def looks(self, where: str, dice: Random) -> None:
        """Presses a random button of a board as a random user: their move, hand, log or reaction."""
        self.here = where
        name = dice.choice(NAMES)
        if not any(seen.by_bot and not seen.ephemeral for seen in self.person(NAMES[0]).messages(self.channel)):
            return
        board = self.board()
        verbs = sorted({"move", "hand", "log", "react"} & self.verbs(board))
        if verbs:
            await self.press(name, board, self.part(board, dice.choice(verbs)))

    def forget(self) -> None:
        """Clears the tables, the ledger and Discord's messages after all games are over."""
        self.tables.clear()
        self.ledger.answers.clear()
        for channel in self.world.channels.values():
            channel.messages.clear()
        self.world.interactions.clear()
        self.world.tokens.clear()
        self.world.files.clear()
        self.discord.remember(0)


def grown(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Returns kind of object → (count before, count after) for the kinds that have grown more than the tolerance."""
    known = Counter(before)
    return {
        kind: (known[kind], count)
        for kind, count in after.items()
        if count > max(known[kind] * GROWTH, known[kind] + LESS_THAN if not FULL else LESS_THAN)
    }


async def one_round(soak: Soak, dice: Random, *, kills: bool = False) -> None:
    """Opens tables and plays them to their ends with faults and pauses, checks their records, and lets an hour pass.

    With `kills`, the process is killed sometimes, at least once.
    """
    left = []
    for number in range(AT_ONCE):
        where = f"table-{number + 1}"
        await soak.begins(where, dice.choice(tuple(GAMES)), dice)
        left.append(where)
    while left:
        where = dice.choice(left)
        soak.here = where
        await goes_wrong(soak, where, NAMES[0], dice)
        if kills and dice.random() < 0.1:
            await soak.killed(where, dice)
        if dice.random() < 0.2:
            await soak.looks(where, dice)
        if dice.random() < 0.2:
            await soak.pass_time(dice.choice((1.0, 15.0, 100.0, 700.0)))
        if dice.random() < 0.02:
            soak.here = where
            await soak.end("Anna")
        if not await soak.turn(where, dice, 40):
            left.remove(where)
            await soak.judged(where)
    if kills and not soak.kills:
        await soak.killed(where, dice)
    await soak.pass_time(3_600)
    await soak.slash("Dora", "learn rules")
    await soak.late_arrive()


async def test_nothing_is_kept_of_games_that_are_over(database: Path) -> None:
    with schedule("soak") as dice:
        async with Soak.of(*NAMES, database=database, channels=AT_ONCE, pictures=False, in_memory=False) as soak:
            assert isinstance(soak, Soak)
            soak.tables, soak.ledger, soak.weather = {}, Ledger(), Weather(soak.discord)
            weights, began = list[dict[str, Any]](), soak.clock()
            moderation.allow(soak.world, soak.channel, "manage_channels", who=soak.person("Anna").id)
            one_role_counts(soak.world)
            for number in range(GAMES_PLAYED // AT_ONCE):
                await one_round(soak, dice)
                soak.forget()
                weights.append(await soak.asked("weighed"))
                print(number, {what: weights[-1][what] for what in ("blocks", "resident", "refused")}, flush=True)
                assert weights[-1]["kept"] == {}
                assert weights[-1]["errors"] == {}
            warm, last = weights[WARM - 1], weights[-1]
            assert last["refused"], "a disk was full"
            assert grown(warm["kinds"], last["kinds"]) == {}
            for what in ("blocks", "resident"):
                assert last.get(what, 0) <= warm.get(what, 0) * GROWTH, what
            if FULL:
                assert soak.clock() - began >= A_DAY
            for _ in range(KILLED):
                await one_round(soak, dice, kills=True)
                soak.forget()
                assert (await soak.asked("weighed"))["errors"] == {}
            print(soak.kills, "kills", dict(soak.weather.tally))
            assert soak.kills
