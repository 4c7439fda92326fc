"""Two to six players race for one decision, buttons are pressed several times, the timer falls in between (±50 ms)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables.answering import Played
from bot.tables.refusals import Known, explained
from bot.texts import words
from rules import GAMES
from tests.bot.tables.room import NAMES, Room
from tests.faults.judge import Ledger, goes_on, judged, some_keys
from tests.faults.rooms import a_game
from tests.faults.scale import often, schedule

AROUND = timedelta(milliseconds=50)
STEP = timedelta(milliseconds=10)
EVA, FILIP = 1005, 1006
MOST_PEOPLE = 6
TABLES = [(kind, people) for kind, rules in GAMES.items() for people in rules.seats if people <= MOST_PEOPLE]
UNKIND = explained(ValueError(), words("en"))
"""What is said of a mistake of the program."""


@pytest.fixture(autouse=True)
def six(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many people as any game takes."""
    monkeypatch.setitem(NAMES, EVA, "Eva")
    monkeypatch.setitem(NAMES, FILIP, "Filip")


async def later(turns: int, act: Awaitable[object]) -> object:
    """After so many rounds of the event loop."""
    for _ in range(turns):
        await asyncio.sleep(0)
    return await act


async def timer(room: Room) -> None:
    """The clock goes past the deadline in small steps, looked at in each."""
    room.moment += AROUND
    for _ in range(int(AROUND / STEP) * 2):
        room.moment += STEP
        await asyncio.sleep(0)
        await room.clocks.tick()


async def race(room: Room, table: int, dice: Random, ledger: Ledger) -> tuple[int, int]:
    """Everybody who is asked presses, some twice or with another answer, and the time is up: answers, refusals."""
    live = await room.tables.get(table)
    game = live.running()
    number, stored = game.number, len(game.entries)
    pressed: list[tuple[str, tuple[str, ...], asyncio.Task[object]]] = []
    asked = list(game.waiting)
    for seat in game.seats:
        for _ in range(dice.choice((1, 1, 2, 3)) if seat in asked else dice.choice((0, 0, 1))):
            # Whoever is not asked presses what somebody else may.
            keys = some_keys(game, seat if seat in asked else asked[0], dice)
            play = room.referee.play(table, number, live.seat(seat).user, keys)
            pressed.append((seat, keys, asyncio.create_task(later(dice.randrange(12), play))))
    ticking = None
    if live.deadline is not None and dice.random() < 0.6:
        room.moment = max(room.moment, live.deadline.due - 2 * AROUND)
        ticking = asyncio.create_task(later(dice.randrange(12), timer(room)))
    dice.shuffle(pressed)
    results = await asyncio.gather(*(task for _, _, task in pressed), return_exceptions=True)
    if ticking is not None:
        await ticking
    await room.background.settled()
    lost = 0
    for (seat, keys, _), result in zip(pressed, results, strict=True):
        if isinstance(result, Played):
            ledger.answered(table, number, seat, keys)
        else:
            assert isinstance(result, Known), f"{type(result).__name__}: {result}"
            assert explained(result, words("en")) != UNKIND
            lost += 1
    await linear(room, table, stored)
    return len(pressed) - lost, lost


async def to_several(room: Room, table: int, dice: Random, ledger: Ledger) -> None:
    """Where the game has such decisions, on to the next that several are asked."""
    for _ in range(dice.randrange(40)):
        if (await room.live(table)).row.phase != "running" or len((await room.game(table)).waiting) > 1:
            return
        await goes_on(room, table, dice, ledger, 1)


async def linear(room: Room, table: int, since: int) -> None:
    """What was answered meanwhile stands in one order, in memory as in the record, each seat once a decision."""
    entries, game = await room.store.entries(table), await room.game(table)
    assert [(one.number, one.seat, tuple(one.keys)) for one in entries] == [
        (one.number, one.seat, tuple(one.keys)) for one in game.entries
    ]
    new = [(one.number, one.seat) for one in entries[since:]]
    assert len(new) == len(set(new)), "a seat has answered one decision twice"
    assert [number for number, _ in new] == sorted(number for number, _ in new)


@pytest.mark.parametrize(("kind", "people"), TABLES)
async def test_whoever_races_for_a_decision_it_ends_in_one_order(kind: str, people: int, database: Path) -> None:
    wanted, raced, several, refused, round_ = often(12, 10_000 // len(TABLES) + 1), 0, 0, 0, 0
    while raced < wanted:
        round_ += 1
        with schedule("race", kind, people, round_) as dice:
            async with Room.opened(database.with_name(f"{round_}.sqlite3"), dice.randbytes(32)) as room:
                table, ledger = await a_game(room, kind, people=people), Ledger()
                while raced < wanted:
                    await to_several(room, table, dice, ledger)
                    if (await room.live(table)).row.phase != "running":
                        break
                    several += len((await room.game(table)).waiting) > 1
                    _, lost = await race(room, table, dice, ledger)
                    raced, refused = raced + 1, refused + lost
                await judged(room.store, table, ledger)
    assert refused, "somebody came too late"
    print(f"{kind} {people}: {raced} races, {several} of several players, {refused} refusals")
