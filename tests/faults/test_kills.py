"""Tests kills before, during and after every write: no acknowledged answer is lost, and the game can be finished."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rules import GAMES
from rules.errors import AnswerRefused
from storage.table_errors import WrongPhase
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.failpoints import Killed, Point
from tests.faults.judge import Ledger, judged, played_to_the_end, some_keys
from tests.faults.killed_backend import Doomed
from tests.faults.scale import FULL, often, schedule

EACH = often(1, 20)
COMMITS = {("before", "COMMIT"), ("after", "COMMIT"), ("after", "BEGIN IMMEDIATE")}


async def answered(backend: Backend, table: int, dice: Random, ledger: Ledger) -> bool:
    """Gives a random answer, or rarely lets the time run out; returns False once the game is over."""
    live = await backend.tables.get(table)
    game = live.game
    assert game is not None
    if game.decision is None:
        return False
    if live.deadline is not None and dice.random() < 0.08:
        await backend.pass_time(max(0.0, (live.deadline.due - backend.now()).total_seconds()) + 0.1)
        return True
    number, seat = game.number, dice.choice(game.waiting)
    keys = some_keys(game, seat, dice)
    with suppress(AnswerRefused, WrongPhase):
        await backend.referee.play(table, number, live.seat(seat).user, keys)
        ledger.answered(table, number, seat, keys)
    return True


LIFE = 5
"""The seed of the game whose failpoints are known."""


def points(database: Path, kind: str) -> Counter[Point]:
    """Returns how often each failpoint is passed in a whole game: lobby, joining, start, answers, silences, end."""

    async def lived() -> Counter[Point]:
        doomed = Doomed(database)
        backend = await doomed.start()
        await _a_life(backend, kind, Random(LIFE), Ledger())
        await doomed.stop()
        return Counter(doomed.gate.passed)

    return asyncio.run(lived())


async def _a_life(backend: Backend, kind: str, dice: Random, ledger: Ledger) -> int:
    table = await a_game(backend, kind)
    for _ in range(10_000):
        if not await answered(backend, table, dice, ledger):
            break
    return table


async def killed_at(database: Path, kind: str, point: Point, after: int, dice: Random) -> bool:
    """Kills a process at a failpoint that it has passed `after` times before, and checks that its games can be
    finished.

    Returns False if the process never got there.
    """
    met = 0

    def die(there: Point) -> bool:
        nonlocal met
        met += there == point
        return there == point and met > after

    doomed, ledger = Doomed(database), Ledger()
    doomed.gate.die = die
    try:
        backend = await doomed.start()
        await _a_life(backend, kind, dice, ledger)
        await doomed.stop()
    except Killed:
        await doomed.killed()
    else:
        return False
    doomed.gate.die = lambda _point: False
    backend = await doomed.start()
    for row in await backend.db.games.unfinished():
        if row.phase == "lobby":
            continue
        await judged(backend.db, row.id, ledger)
        await played_to_the_end(backend, row.id, dice, ledger)
    if ledger.answers:
        await judged(backend.db, max(ledger.answers), ledger)
    await doomed.stop()
    return True


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_survives_a_kill_at_every_write(kind: str, tmp_path: Path) -> None:
    every = points(tmp_path / "first", kind)
    assert len(every) > 40
    assert set(every) >= COMMITS
    chosen = sorted(every) if FULL else [*sorted(COMMITS), *Random(kind).sample(sorted(every), 4)]
    for at, point in enumerate(chosen):
        for again in range(EACH):
            with schedule("killed at", kind, point, again) as dice:
                met = dice.randrange(every[point])
                there = tmp_path / f"{at}-{again}", tmp_path / f"{at}-{again}-once-more"
                for folder in there:
                    folder.mkdir()
                # Another life may never get there: then the one that is known to.
                if not asyncio.run(killed_at(there[0] / "games", kind, point, met, dice)):
                    assert asyncio.run(killed_at(there[1] / "games", kind, point, met, Random(LIFE)))
    print(kind, len(every), "points,", len(chosen) * EACH, "kills")


async def _forever(backend: Backend, table: int, ledger: Ledger) -> None:
    while True:
        await answered(backend, table, Random(1), ledger)


@pytest.mark.parametrize("kind", GAMES)
def test_the_gate_really_loses_what_was_not_committed(kind: str, tmp_path: Path) -> None:
    async def cut() -> tuple[int, int]:
        doomed, ledger = Doomed(tmp_path / "games"), Ledger()
        backend = await doomed.start()
        table = await a_game(backend, kind)
        before = len(await backend.db.record.entries(table))
        doomed.gate.die = lambda point: point == ("before", "COMMIT")
        with pytest.raises(Killed):
            await _forever(backend, table, ledger)
        await doomed.killed()
        doomed.gate.die = lambda _point: False
        backend = await doomed.start()
        found = len(await backend.db.record.entries(table))
        await doomed.stop()
        return before, found

    before, found = asyncio.run(cut())
    assert found == before
