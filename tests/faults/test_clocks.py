"""Tests clocks that are set, and processes that stop and end: no deadline passes early, each silence comes once.

The judge checks each table at its end, and every fifth game is played to its own end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables import times
from bot.tables.alarm_actions import HEARTBEAT, RETRY_INTERVAL
from bot.tables.wishes import Wishes
from rules import GAMES
from rules.decisions import CLOCK
from tests.any_answer import any_answer
from tests.faults.judge import Ledger, judged
from tests.faults.machine import ByTheClock, Machine, running
from tests.faults.scale import often, schedule

SCHEDULES = often(8, 500)
STEPS = 30
TO_THE_END = 5
"""One of this many games is played to its end."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SETTINGS = (-DAY, -HOUR, -timedelta(seconds=61), timedelta(seconds=61), HOUR, DAY)
STOPS = (3.0, 60.0, 60.0, 3_600.0)
LIVES = 4
DOWNTIMES = (1.0, 20.0, 60.0, 3_600.0, 86_400.0, 7 * 86_400.0)
SOON = RETRY_INTERVAL.total_seconds() + 0.1
"""Seconds by which an alarm may be late."""
PACES = (
    Wishes(pace="live"), Wishes(pace="bank"), Wishes(turn_seconds=30, window_seconds=5), Wishes(pace="relaxed"),
)  # fmt: skip


@dataclass
class Watch:
    """One table with a count of the seconds in which a player could really answer, to check its deadlines."""

    backend: ByTheClock
    machine: Machine
    table: int
    lived: float = 0.0
    """Seconds in which the process ran and a player could answer."""
    number: int = 0
    """The number of the decision at the last check."""
    due: float | None = None
    """The value of `lived` at which the decision's time is up; None without a time limit."""
    slack: float = 0.0
    """Seconds by which the deadline may be later: time between a heartbeat and a process's end counts as lost."""
    prolonged: int = 0
    silences: int = 0
    stopped: float = 0.0
    """Seconds for which the process had been stopped at the last check."""
    ledger: Ledger = field(default_factory=Ledger)

    def look(self) -> None:
        """Checks after a moment that no time limit of the table passed early, late or twice, and notes the next one."""
        live = self.backend.tables._live[self.table]
        game = live.game
        assert game is not None
        silences = [entry.number for entry in game.entries if entry.seat == CLOCK]
        assert all(count == 1 for count in Counter(silences).values())
        again = len(self.backend.prolonged) > self.prolonged
        if self.due is not None and (len(silences) > self.silences or again):
            assert self.lived >= self.due - 0.1, f"early by {self.due - self.lived:.1f} s"
        if self.due is not None and game.number == self.number and not again and not self.over:
            assert self.lived <= self.due + self.slack + SOON, f"late by {self.lived - self.due:.1f} s"
        if game.number != self.number or again:
            seconds = times.waiting_time(live, game)
            if again and game.number == self.number:
                assert live.row.turn_seconds is not None
                seconds = live.row.turn_seconds * (1.0 if live.row.bank_seconds is not None else times.GRACE)
            # What is asked in the very moment of a stop may be given that stop too.
            self.number, self.slack = game.number, self.machine.stopped - self.stopped
            self.due = None if seconds is None else self.lived + seconds
        self.silences, self.prolonged, self.stopped = len(silences), len(self.backend.prolonged), self.machine.stopped

    async def passes(self, seconds: float) -> None:
        """Lets that many seconds pass and checks the table after each step."""
        begun, stopped = self.machine.elapsed - self.lived, sum(self.machine.stops)

        def look() -> None:
            gone = stopped - sum(self.machine.stops)
            self.lived = self.machine.elapsed - begun - gone
            self.look()

        await self.backend.goes_by(seconds, look)

    async def answers(self, dice: Random) -> None:
        """Gives a random answer for an asked seat, unless a computer plays it, and checks the table."""
        live = await self.backend.live(self.table)
        game = live.game
        if game is not None and game.waiting and live.row.phase == "running":
            seat = dice.choice(game.waiting)
            if not live.seat(seat).computer:
                keys = any_answer(game, seat, dice)
                number = game.number
                await self.backend.referee.play(self.table, number, live.seat(seat).user, keys)
                self.ledger.answered(self.table, number, seat, keys)
                await self.backend.background.settled()
        self.look()

    @property
    def over(self) -> bool:
        live = self.backend.tables._live[self.table]
        return live.row.phase != "running" or (live.game is not None and live.game.decision is None)

    def rest(self) -> float:
        """Returns the seconds that are left for the present decision at least, or 5 if it has no time limit."""
        return 5.0 if self.due is None else max(self.due - self.lived, 0.0)


async def found_sound(watch: Watch, dice: Random, *, to_the_end: bool) -> None:
    """Checks the table's record, with `to_the_end` after playing the game to its end while time passes."""
    for _ in range(10_000 if to_the_end else 0):
        if watch.over:
            break
        await watch.answers(dice)
        await watch.passes(1.0)
    game = await judged(watch.backend.db, watch.table, watch.ledger)
    assert game.over is not None or not to_the_end


def thoughtful(backend: ByTheClock, dice: Random) -> None:
    """Lets computers take time for their moves, the same time whenever the schedule is repeated."""
    backend.referee.computers.instant_computers, backend.referee.computers.dice = False, Random(dice.random())


async def begun(backend: ByTheClock, machine: Machine, dice: Random) -> Watch:
    """Starts a random game with a random pace, sometimes with a computer player; returns the watch of its table."""
    kind, wishes = dice.choice(tuple(GAMES)), dice.choice(PACES)
    computers = dice.choice((0, 0, 1)) if kind == "mafia_city" else 0
    thoughtful(backend, dice)
    people = max(2, GAMES[kind].seats[0])
    table = await backend.begin(
        Wishes(kind, {}, wishes.pace, wishes.turn_seconds, wishes.window_seconds), people=people, computers=computers
    )
    watch = Watch(backend, machine, table)
    watch.look()
    return watch


async def step(watch: Watch, dice: Random) -> None:
    """Gives an answer, or lets time pass: a moment, almost all of the deadline, or more."""
    rest = min(watch.rest(), 700.0)
    way = dice.randrange(6)
    if way < 2:
        await watch.answers(dice)
    else:
        some = dice.choice((1.0, 5.0, rest / 2, rest - 0.5, rest + 2.0))
        await watch.passes(some if way < 5 else rest + watch.slack + 3.0)


@pytest.mark.parametrize("number", range(SCHEDULES))
async def test_a_clock_that_is_set_and_a_process_that_is_stopped(database: Path, number: int) -> None:
    with schedule("clocks set, processes stopped", number) as dice:
        machine = Machine()
        async with running(database, machine) as backend:
            watch = await begun(backend, machine, dice)
            for _ in range(STEPS):
                if watch.over:
                    break
                match dice.randrange(4):
                    case 0:
                        machine.set_by += dice.choice(SETTINGS)
                    case 1:
                        machine.stops.append(dice.choice(STOPS))
                await step(watch, dice)
            await found_sound(watch, dice, to_the_end=number % TO_THE_END == 0)


@pytest.mark.parametrize("number", range(SCHEDULES))
async def test_games_survive_downtime_across_deadlines_and_changed_clocks(database: Path, number: int) -> None:
    with schedule("downtime", number) as dice:
        machine, watch = Machine(), None
        for life in range(LIVES):
            async with running(database, machine) as backend:
                if watch is None:
                    watch = await begun(backend, machine, dice)
                thoughtful(backend, dice)
                await backend.live(watch.table)
                watch.backend, watch.prolonged = backend, 0
                watch.slack += HEARTBEAT + SOON
                watch.look()
                for _ in range(STEPS // 4):
                    if not watch.over:
                        await step(watch, dice)
                await found_sound(watch, dice, to_the_end=life == LIVES - 1 and number % TO_THE_END == 0)
            machine.elapsed += dice.choice(DOWNTIMES)
            machine.set_by += dice.choice((timedelta(0), timedelta(0), *SETTINGS))
