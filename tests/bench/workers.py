"""`python -m tests.bench.workers [whole]`: measures what a decision costs the bot's processes and their database.

Robots play tables in several servers on the local Discord; they run in this process, the workers in others. Each worker
reports its transactions and pictures (/metrics); the kernel reports the CPU time of workers and database server. With
`whole`, the games are played to their end, on a file only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from rules import GAMES
from storage import Database
from storage.dsn import Place, place
from storage.settings import Settings
from tests import postgres
from tests.bench.family import cpu_of
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table

SHARDS, TABLES, PLAYERS = 4, 6, 3
PRESSES = 500
"""The number of presses of all robots after which the measurement ends; a decision takes a robot two presses or
more.
"""
AT_MOST, AT_MOST_WHOLE = 600.0, 3600.0
"""The maximum duration of a measurement in seconds, and that of whole games."""
SHARING = "shards_per_worker" in Settings.model_fields
"""Whether processes share the shards; otherwise one serves and the others would only wait."""
FIGURES = {
    "krupier_commit_seconds_sum": "commits",
    "krupier_commit_seconds_count": "transactions",
    "krupier_picture_seconds_count": "pictures",
}
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Spent:
    """The cost of that many decisions for all workers together.

    `counted` is the number of requests that count against Discord's limits. `figures` has the sums of the metrics in
    `FIGURES`, and the CPU seconds as `cpu`.
    """

    decisions: int
    counted: int
    figures: Counter[str]
    server: float | None
    """Seconds of CPU of the database server; None if there is none."""

    def line(self, where: str) -> str:
        """Returns the line that the benchmark prints."""
        each = {name: value / self.decisions for name, value in self.figures.items()}
        server = "" if self.server is None else f", the server {1000 * self.server / self.decisions:.1f} ms CPU"
        return (
            f"{where}: {1000 * each['cpu']:.1f} ms CPU a decision, {each['transactions']:.1f} transactions of "
            f"{1000 * self.figures['commits'] / self.figures['transactions']:.2f} ms{server}; {each['pictures']:.2f} "
            f"pictures, {self.counted / self.decisions:.2f} requests that count (of {self.decisions} decisions)"
        )


def free_ports(count: int) -> list[int]:
    """Returns that many different TCP ports that the system has found to be free."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in found]


async def figures_of(ports: Sequence[int]) -> Counter[str]:
    """Reads /metrics at these ports; returns the sums of the metrics in `FIGURES` over all processes."""
    total: Counter[str] = Counter()
    async with aiohttp.ClientSession() as session:
        for port in ports:
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                told = await answer.text()
            for family in text_string_to_metric_families(told):
                for sample in family.samples:
                    if sample.name in FIGURES:
                        total[FIGURES[sample.name]] += sample.value  # type: ignore[assignment]
    return total


@contextlib.asynccontextmanager
async def processes(
    discord: LocalDiscord, folder: Path, database: str, count: int
) -> AsyncIterator[tuple[list[int], list[int]]]:
    """Starts workers for a block, in which all shards are connected; yields their metrics' ports and their pids."""
    ports, own = free_ports(count), {"KRUPIER_SHARDS": str(SHARDS), "KRUPIER_LOG": "WARNING"}
    if SHARING:
        own["KRUPIER_SHARDS_PER_WORKER"] = str(SHARDS // count)
    async with contextlib.AsyncExitStack() as stack:
        bots = []
        for at, port in enumerate(ports):
            settings = {**own, "KRUPIER_DATABASE": database, "KRUPIER_METRICS": str(port)}
            bots.append(await stack.enter_async_context(BotProcess(discord, folder, f"worker-{at}", **settings)))
        known = discord.gateway.sessions.known
        await discord.world.until(lambda: len({one.shard for one in known.values()}) == SHARDS, AT_MOST)
        yield ports, [bot.pid for bot in bots]


async def spent(database: str, count: int, server: int | None = None, *, whole: bool = False) -> Spent:
    """Plays games of each kind on that many workers and returns the cost; `server`: the database server's process.

    `whole`: plays them to their end.
    """
    names = [f"Player {number}" for number in range(1, TABLES * PLAYERS + 1)]
    world = crowd.with_people(*names, guilds=TABLES, limits=Limits.generous())
    people = crowd.people(world)
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(AT_MOST_WHOLE if whole else AT_MOST))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        discord = await stack.enter_async_context(LocalDiscord(world))
        ports, pids = await stack.enter_async_context(processes(discord, folder, database, count))
        tables = [
            Table(discord, world.channel("table-1", guild), people[at * PLAYERS : (at + 1) * PLAYERS], at, Power())
            for at, guild in enumerate(world.guilds.values())
        ]
        before, busy, cpu = await figures_of(ports), _busy(server), sum(map(cpu_of, pids))
        for table, kind in zip(tables, list(GAMES) * TABLES, strict=False):
            await table.open(game=kind)
        robots = [robot for table in tables for robot in table.robots]
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(lambda: whole or sum(robot.done.presses for robot in robots) < PRESSES))
        after, counted = await figures_of(ports), sum(len(table.spent()) for table in tables)
        later, spent_now = _busy(server), sum(map(cpu_of, pids)) - cpu
    after.subtract(before)
    after["cpu"] = spent_now  # type: ignore[assignment]
    asked = await answered(place(database))
    return Spent(asked, counted, after, None if busy is None or later is None else later - busy)


async def answered(database: Place) -> int:
    """Returns the number of decisions answered by people (or by the clock for them)."""
    async with Database.snapshot(database) as db:
        games = [row.id for row in await db.games.unfinished()] + await db.archive.with_a_winner()
        found = [await db.record.entries(game) for game in games]
    return sum(len({one.number for one in entries if one.kind != "chance"}) for entries in found)


def _busy(server: int | None) -> float | None:
    """Returns the seconds of CPU time of a process and all its children, including ended ones (Linux)."""
    if server is None:
        return None
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            if int(file.parent.name) == server:
                ticks += sum(map(int, fields[11:15]))
            elif int(fields[1]) == server:
                ticks += sum(map(int, fields[11:13]))
    return ticks / TICK


def figures() -> Iterator[str]:
    """Yields the lines of the report: SQLite, and PostgreSQL with one, two and four workers."""
    with tempfile.TemporaryDirectory() as folder:
        yield asyncio.run(spent(str(Path(folder) / "games"), 1)).line("one process, a file")
    programs = postgres.programs()
    if programs is None:
        yield postgres.MISSING
        return
    with postgres.running(programs) as server:
        assert server.process is not None
        for count in (1, 2, 4) if SHARING else (1,):
            told = asyncio.run(spent(server.fresh().url, count, server.process.pid))
            yield told.line(f"workers: {count}, a server")


def figures_of_whole_games() -> Iterator[str]:
    """Yields the line of games that are played to their end."""
    with tempfile.TemporaryDirectory() as folder:
        yield asyncio.run(spent(str(Path(folder) / "games"), 1, whole=True)).line("whole games, one process, a file")


if __name__ == "__main__":
    for line in figures_of_whole_games() if sys.argv[1:] == ["whole"] else figures():
        print(line, flush=True)
