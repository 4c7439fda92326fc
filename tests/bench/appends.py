"""`python -m tests.bench.appends`: measures an answer's cost in SQLite and PostgreSQL, and a game's size in PostgreSQL.

While answers are timed, the PostgreSQL server syncs every commit to the disk, as it must for games. Both databases are
on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from rules import GAMES
from rules.decisions import Several
from storage import Database, Entry
from storage.dsn import Place
from tests import postgres
from tests.rules.random_play import new_game
from tests.storage.table import NOON, answer, begin

ANSWERS = 1000
AT_ONCE = 16
GAMES_OF_EACH = 20


@dataclass(frozen=True, slots=True)
class Weight:
    """The means of the stored games of one kind: the number of decisions and answers, and the bytes in the database."""

    decisions: float
    answers: float
    size: float
    """Bytes."""


async def alone(place: Place, count: int = ANSWERS) -> list[float]:
    """Stores that many answers in one game, one after the other; returns the seconds that each of them takes."""
    spent = []
    async with Database.opened(place) as db:
        game = await begin(db)
        for number in range(1, count + 1):
            begun = time.perf_counter()
            await db.record.append(game, [answer(number, "a", "some-key")], length=number - 1, told=number)
            spent.append(time.perf_counter() - begun)
    return spent


async def together(places: Sequence[Place], count: int = ANSWERS) -> float:
    """Returns the answers per second if many games are answered at the same time: `AT_ONCE` games for each of
    `places`.
    """
    async with contextlib.AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Database.opened(place)) for place in places]
        games = [(db, await begin(db, 600 + 100 * at + each)) for at, db in enumerate(stores)
                 for each in range(AT_ONCE)]  # fmt: skip

        async def one(db: Database, game: int) -> None:
            for number in range(1, count // len(games) + 1):
                await db.record.append(game, [answer(number, "a", "some-key")], length=number - 1, told=number)

        begun = time.perf_counter()
        await asyncio.gather(*(one(db, game) for db, game in games))
        return count // len(games) * len(games) / (time.perf_counter() - begun)


async def put(db: Database, kind: str, seed: int) -> tuple[int, int]:
    """Stores a whole random game with one transaction per answer; returns the numbers of its decisions and entries."""
    rules, dice = GAMES[kind], Random(seed)
    game, at = new_game(rules, dice.choice(list(rules.seats)), seed), await begin(db, 10_000 + seed)
    told, length = 0, 0
    while game.decision:
        seat = dice.choice(game.waiting)
        keys = list(game.keys(seat))
        chosen = keys[: max(1, game.decision.least)] if isinstance(game.decision, Several) else [dice.choice(keys)]
        game.answer(game.number, seat, chosen)
        new, length = game.entries[length:], len(game.entries)
        rows = [Entry(one.number, one.seat, one.kind, tuple(one.keys), NOON + timedelta(seconds=length)) for one in new]
        await db.record.append(at, rows, told=(told := told + 1))
    return len({one.number for one in game.entries}), length


async def weighed(place: Place, size: Callable[[], Awaitable[int]], kind: str) -> Weight:
    """Stores whole random games of one kind and returns their means; `size` returns the database's size in bytes."""
    async with Database.opened(place) as db:
        await put(db, kind, 0)
        before, decisions, answers = await size(), 0, 0
        for seed in range(1, GAMES_OF_EACH + 1):
            found = await put(db, kind, seed)
            decisions, answers = decisions + found[0], answers + found[1]
        added = await size() - before
    return Weight(decisions / GAMES_OF_EACH, answers / GAMES_OF_EACH, added / GAMES_OF_EACH)


def in_a_file() -> Iterator[str]:
    """Measures SQLite and yields the lines of the report."""
    with tempfile.TemporaryDirectory() as folder:
        yield _alone("a file (SQLite)", asyncio.run(alone(Path(folder) / "alone")))
        rate = asyncio.run(together([Path(folder) / "together"]))
        yield f"answers a second, a file, {AT_ONCE} games at once: {rate:6.0f}"


def on_a_server() -> Iterator[str]:
    """Measures PostgreSQL and yields the lines of the report; without an installed server only a notice."""
    programs = postgres.programs()
    if programs is None:
        yield postgres.MISSING
        return
    with postgres.running(programs, ()) as server:
        yield _alone("a server (PostgreSQL)", asyncio.run(alone(server.fresh())))
        for stores in (1, 2, 4):
            dsn = server.fresh()
            rate = asyncio.run(together([dsn] * stores))
            yield f"answers a second, a server, {stores} x {AT_ONCE} games at once: {rate:6.0f}"
    with postgres.running(programs) as server:
        for kind in GAMES:
            dsn = server.fresh()

            async def size(url: str = dsn.url) -> int:
                rows, _ = await postgres.asked(url, "SELECT pg_database_size(current_database())")
                return int(rows[0][0])

            one = asyncio.run(weighed(dsn, size, kind))
            yield (
                f"a game of {kind} on a server: {one.decisions:.0f} decisions, {one.answers:.0f} entries, "
                f"{one.size / 1024:.1f} KB ({one.size / one.answers:.0f} bytes an entry)"
            )


def _alone(where: str, spent: list[float]) -> str:
    cuts = statistics.quantiles(spent, n=100)
    return (
        f"an answer in {where}: {1000 * cuts[9]:.2f} ms at 10 %, {1000 * cuts[49]:.2f} at 50 %, "
        f"{1000 * cuts[98]:.2f} at 99 %"
    )


def figures() -> Iterator[str]:
    """Measures SQLite, then PostgreSQL, and yields the lines of the report."""
    yield from in_a_file()
    yield from on_a_server()


if __name__ == "__main__":
    for line in figures():
        print(line, flush=True)
