"""Tests races of players for one decision, with repeated presses and a time limit in between (±50 ms)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables.answering import Played
from bot.tables.refusals import EXPECTED_ERRORS, explained
from bot.texts import translator_for
from rules import GAMES
from tests.any_answer import any_answer
from tests.bot.tables.backend import NAMES, Backend
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on, judged, some_keys
from tests.faults.scale import often, schedule
from tests.rules.random_play import new_game

AROUND = timedelta(milliseconds=50)
"""The time before and after a deadline in which the clock advances in steps of `STEP`."""
STEP = timedelta(milliseconds=10)
EVA, FILIP = 1005, 1006
MAX_PEOPLE = 6
TABLES = [(kind, people) for kind, rules in GAMES.items() for people in rules.seats if people <= MAX_PEOPLE]
TOGETHER = ("mafia_city",)
"""The games that ask several players at once."""
TOGETHER_RACES = often(12, 3_334)
RACES = often(8, 500)
FAR = 400
"""The maximum number of answers that are given to reach a decision of several seats."""
UNKIND = explained(ValueError(), translator_for("en"))
"""The message for an internal error."""


@pytest.fixture(autouse=True)
def six(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives two more users of the test backend a name, so that six can play."""
    monkeypatch.setitem(NAMES, EVA, "Eva")
    monkeypatch.setitem(NAMES, FILIP, "Filip")


@dataclass
class Tally:
    """The results of many races."""

    asked: Counter[int] = field(default_factory=Counter)
    """Number of asked seats → the number of races."""
    timed: int = 0
    """The number of races in which the time ran out."""
    refused: int = 0
    """The number of presses that were refused, for example because they came too late."""


Goes = Callable[[Backend, int, Random, Ledger], Awaitable[bool]]


async def later(turns: int, act: Awaitable[object]) -> object:
    """Awaits `act` after that many rounds of the event loop; returns its result."""
    for _ in range(turns):
        await asyncio.sleep(0)
    return await act


async def timer(backend: Backend) -> None:
    """Advances the backend's clock from `AROUND` before a deadline to `AROUND` after it, with a tick of the alarms
    after each step.

    At the call, the clock must be 2 × `AROUND` before the deadline.
    """
    backend.moment += AROUND
    for _ in range(int(AROUND / STEP) * 2):
        backend.moment += STEP
        await asyncio.sleep(0)
        await backend.clocks.tick()


async def race(backend: Backend, table: int, dice: Random, ledger: Ledger, tally: Tally) -> None:
    """Lets all asked seats and some others press at once, some several times with other answers, mostly around the
    deadline.

    Checks that each press counts or is refused with a known message, and adds the results to `ledger` and `tally`.
    """
    live = await backend.tables.get(table)
    game = live.running()
    number, stored = game.number, len(game.entries)
    pressed: list[tuple[str, tuple[str, ...], asyncio.Task[object]]] = []
    asked = list(game.waiting)
    for seat in game.seats:
        for _ in range(dice.choice((1, 1, 2, 3)) if seat in asked else dice.choice((0, 0, 1))):
            # A player who is not asked presses what another one may.
            keys = some_keys(game, seat if seat in asked else asked[0], dice)
            play = backend.referee.play(table, number, live.seat(seat).user, keys)
            pressed.append((seat, keys, asyncio.create_task(later(dice.randrange(12), play))))
    ticking = None
    if live.deadline is not None and dice.random() < 0.75:
        backend.moment = max(backend.moment, live.deadline.due - 2 * AROUND)
        ticking = asyncio.create_task(later(dice.randrange(12), timer(backend)))
    dice.shuffle(pressed)
    results = await asyncio.gather(*(task for _, _, task in pressed), return_exceptions=True)
    if ticking is not None:
        await ticking
    await backend.background.settled()
    tally.asked[len(asked)] += 1
    tally.timed += ticking is not None
    for (seat, keys, _), result in zip(pressed, results, strict=True):
        if isinstance(result, Played):
            ledger.answered(table, number, seat, keys)
        else:
            assert isinstance(result, EXPECTED_ERRORS), f"{type(result).__name__}: {result}"
            assert explained(result, translator_for("en")) != UNKIND
            tally.refused += 1
    await linear(backend, table, stored)


async def to_several(backend: Backend, table: int, dice: Random, ledger: Ledger) -> bool:
    """Plays on to the next decision with several seats; returns False if there is none."""
    for _ in range(FAR):
        if (await backend.live(table)).row.phase != "running":
            return False
        if len((await backend.game(table)).waiting) > 1:
            return True
        await goes_on(backend, table, dice, ledger, 1)
    return False


async def to_any(backend: Backend, table: int, dice: Random, ledger: Ledger) -> bool:
    """Plays on to a random decision; returns whether the game still runs."""
    await goes_on(backend, table, dice, ledger, dice.randrange(40))
    return (await backend.live(table)).row.phase == "running"


async def linear(backend: Backend, table: int, since: int) -> None:
    """Checks that memory and record have the same answers in the same order, and each seat one per decision."""
    entries, game = await backend.db.record.entries(table), await backend.game(table)
    assert [(one.number, one.seat, tuple(one.keys)) for one in entries] == [
        (one.number, one.seat, tuple(one.keys)) for one in game.entries
    ]
    new = [(one.number, one.seat) for one in entries[since:]]
    assert len(new) == len(set(new)), "a seat has answered one decision twice"
    assert [number for number, _ in new] == sorted(number for number, _ in new)


async def raced(kind: str, people: int, wanted: int, database: Path, go: Goes) -> Tally:
    """Runs that many races in games of one kind, as many games as necessary, at decisions to which `go` plays.

    Checks each game's record, and returns the results.
    """
    tally, round_ = Tally(), 0
    while tally.asked.total() < wanted:
        round_ += 1
        with schedule("race", kind, people, round_) as dice:
            async with Backend.opened(database.with_name(f"{round_}.sqlite3"), dice.randbytes(32)) as backend:
                table, ledger = await a_game(backend, kind, people=people), Ledger()
                while tally.asked.total() < wanted and await go(backend, table, dice, ledger):
                    await race(backend, table, dice, ledger, tally)
                await judged(backend.db, table, ledger)
    print(f"{kind} {people}: {tally}")
    return tally


@pytest.mark.parametrize(("kind", "people"), [one for one in TABLES if one[0] in TOGETHER])
async def test_several_race_for_one_decision_and_it_ends_in_one_order(kind: str, people: int, database: Path) -> None:
    tally = await raced(kind, people, TOGETHER_RACES, database, to_several)
    assert min(tally.asked) > 1
    assert tally.asked.total() == TOGETHER_RACES
    assert tally.refused > TOGETHER_RACES / 4, "someone comes too late"
    assert tally.timed > TOGETHER_RACES / 5, "someone races with the timer"


@pytest.mark.parametrize(("kind", "people"), TABLES)
async def test_presses_race_with_the_timer_and_it_ends_in_one_order(kind: str, people: int, database: Path) -> None:
    tally = await raced(kind, people, RACES, database, to_any)
    assert tally.asked.total() == RACES
    assert tally.refused > RACES / 4, "someone comes too late"
    assert tally.timed > RACES / 5, "someone races with the timer"


@pytest.mark.parametrize("kind", [kind for kind in GAMES if kind not in TOGETHER])
def test_other_games_ask_one_at_a_time(kind: str) -> None:
    for people in GAMES[kind].seats:
        game, dice = new_game(GAMES[kind], people, people), Random(people)
        for _ in range(FAR):
            if game.decision is None:
                break
            (seat,) = game.waiting
            game.answer(game.number, seat, any_answer(game, seat, dice))
