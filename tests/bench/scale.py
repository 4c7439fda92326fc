"""`python -m tests.bench.scale play 500`: measures one bot process with that many games in play.

Other modes are `asleep` and `growth`. The local Discord is in this process, so the measured memory and CPU are the
bot's; its games are copies of a few.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import aiohttp

from bot.emulator import Limits, LocalDiscord, Person, World
from bot.emulator.people import crowd
from bot.emulator.world import acts
from rules import GAMES
from tests.bench.copies import Copies
from tests.bench.family import cpu_of, shared_memory
from tests.bench.moves import Moved, Moves, percentile
from tests.wire.bot_process import BotProcess

IN_PLAY = 500
A_WEEK = timedelta(days=7)
A_SECOND = 50
"""Presses per second."""
SECONDS = 20
GROWTH = ((10, 25), (100, 25), (1_000, 25), (100, 5), (100, 60))
"""Games, and answers in each; some random games are over after eighty."""
IN_A_SERVER = 100
TRIOS = 20
QUIET = 3.0
"""Seconds without a request after which the bot has finished its start."""
NOTED = 12.0
"""Seconds after which the fingerprints of all boards are stored."""
TICK = 1 / 100
ASLEEP = 50_000


@dataclass
class Served:
    """The costs of one start of the bot: seconds until it is connected, ready and quiet, megabytes, CPU seconds,
    counted requests.
    """

    connected: float
    ready: float
    quiet: float
    resident: float
    cpu: float
    requests: int


class Town:
    """A bot process on a local Discord whose servers have a channel for each table, with its database and the
    players.
    """

    def __init__(self, discord: LocalDiscord, room: Path, tables: int, known: int) -> None:
        self.world = discord.world
        self.discord = discord
        self.file = room / "games.sqlite3"
        self.port = _free_port()
        self.bot = BotProcess(discord, room, KRUPIER_LOG="INFO", KRUPIER_METRICS=str(self.port))
        self.people = [crowd.add_person(self.world, f"Person {number}") for number in range(3 * TRIOS)]
        self.tables = tables
        self.channels = self._channels(known)

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, tables: int, *, known: int | None = None) -> AsyncIterator[Town]:
        """Creates a town with that many tables for a block; kills its bot at the end.

        Only `known` tables have a channel of their own (None: all); the others are in threads that Discord does not
        announce.
        """
        with tempfile.TemporaryDirectory() as name:
            async with LocalDiscord(World(limits=Limits.generous())) as discord:
                town = cls(discord, Path(name), tables, tables if known is None else known)
                try:
                    yield town
                finally:
                    if town.bot.running:
                        await town.bot.kill()

    def _channels(self, known: int) -> list[tuple[int, int]]:
        servers = [acts.add_guild(self.world, f"Server {number}") for number in range(-(-known // IN_A_SERVER))]
        homes = [servers[number // IN_A_SERVER] for number in range(known)]
        return [(home.id, acts.add_channel(self.world, f"t-{number}", home).id) for number, home in enumerate(homes)]

    def trio(self, table: int) -> Sequence[Person]:
        """Returns the players of the table."""
        return self.people[3 * (table % TRIOS) : 3 * (table % TRIOS) + 3]

    async def settle(self, answers: int) -> None:
        """Fills the database with one game for each table, a copy of a game that was played to that number of
        answers.
        """
        copies = Copies(self.file)
        await copies.played(answers)
        with copies.writing() as db:
            for number in range(1, self.tables + 1):
                guild, channel = self.channels[(number - 1) % len(self.channels)]
                if number > len(self.channels):
                    channel = 10_000 + number
                copies.put(db, number, guild, channel, [person.id for person in self.trio(number)])

    async def fall_asleep(self, answers: int) -> None:
        """Fills the database with sleeping tables.

        The bot shows one table of each kind and is killed; all others are copies of these, some of them in unannounced
        threads.
        """
        tables, self.tables = self.tables, len(GAMES)
        await self.settle(answers)
        copies = Copies(self.file)
        with copies.writing() as db:
            copies.aged(db, (datetime.now(UTC) - A_WEEK).isoformat(timespec="microseconds"))
            for number in range(1, self.tables + 1):
                copies.chained(db, number)
            due = (datetime.now(UTC) + A_WEEK).isoformat(timespec="microseconds")
            db.execute("UPDATE deadlines SET due = ?", (due,))
            db.execute("UPDATE heartbeats SET at = ?", (datetime.now(UTC).isoformat(timespec="microseconds"),))
        await self.life()
        await asyncio.sleep(NOTED)
        await self.bot.kill()
        with copies.writing(asleep=True) as db:
            for number in range(self.tables + 1, tables + 1):
                guild, channel = self.channels[(number - 1) % len(self.channels)]
                copies.sleep(db, number, guild, channel if number <= len(self.channels) else self._thread(channel))
        self.tables = tables

    def _thread(self, channel: int) -> int:
        """Creates an archived thread in the channel, which Discord does not list when a bot connects; returns its
        id.
        """
        thread = acts.add_thread(self.world, self.world.channels[channel], "asleep")
        thread.archived = True
        return thread.id

    async def life(self) -> Served:
        """Starts the bot, waits until its work after the start is done, and returns the costs."""
        before, begun = len(self.discord.counted), time.monotonic()
        connected = await self.bot.start()
        await self._until_ready()
        ready = time.monotonic() - begun
        quiet = await self._until_quiet(begun)
        return Served(connected, ready, quiet, self.resident(), self.cpu(), len(self.discord.counted) - before)

    async def _until_ready(self) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(TICK)

    async def _until_quiet(self, begun: float) -> float:
        last, cpu, since = -1, -1.0, time.monotonic()
        while time.monotonic() - since < QUIET:
            if len(self.discord.rest.requests) != last or self.cpu() - cpu > 0.1:
                last, cpu, since = len(self.discord.rest.requests), self.cpu(), time.monotonic()
            await asyncio.sleep(0.1)
        return since - begun

    def resident(self) -> float:
        """Returns the megabytes of the bot and of its drawing process."""
        return shared_memory(self.pid)

    def most(self) -> float:
        """Returns the maximum memory of the bot's own process since its start, in megabytes."""
        return self._memory("VmHWM")

    def _memory(self, what: str) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))

    def alone(self) -> float:
        """Returns the present memory of the bot's own process, in megabytes."""
        return self._memory("VmRSS")

    def cpu(self) -> float:
        """Returns the seconds of CPU that the bot and its drawing process have used."""
        return cpu_of(self.pid)

    @property
    def pid(self) -> int:
        assert self.bot._process is not None
        return self.bot._process.pid

    async def moves(self, seconds: float, a_second: float = A_SECOND) -> Moved:
        """Makes whole moves at any table for that many seconds, at `a_second` presses per second; returns their
        costs.
        """
        trios = [self.trio(number) for number in range(1, len(self.channels) + 1)]
        moves = Moves(self.world, [channel for _, channel in self.channels], trios, Random("presses"))
        answers, cpu, begun = self.answers(), self.cpu(), time.monotonic()
        await moves.at(a_second, seconds)
        passed = time.monotonic() - begun
        return Moved(moves.taken, (self.answers() - answers) / passed, self.cpu() - cpu, passed)

    def answers(self) -> int:
        """Returns the number of answers by people at all tables."""
        with contextlib.closing(sqlite3.connect(self.file)) as db:
            (count,) = db.execute("SELECT count(*) FROM entries WHERE seat NOT IN ('chance', 'clock')").fetchone()
            return int(count)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def in_play(tables: int, answers: int = 25) -> AsyncIterator[str]:
    """Starts the bot twice with that many games and presses at their tables; yields the lines of the report."""
    async with Town.of(tables) as town:
        await town.settle(answers)
        await town.life()
        await asyncio.sleep(NOTED)
        await town.bot.kill()
        served = await town.life()
        yield f"{tables} unfinished games, {answers} answers each, after a kill:"
        yield f"  connected after {served.connected:.1f} s, quiet {served.quiet:.1f} s"
        yield f"  ready after {served.ready:.1f} s  [5; aim 1]"
        yield f"  {served.requests} requests that count, {served.cpu:.1f} s CPU, {served.resident:.0f} MB"
        for a_second in (A_SECOND / 2, A_SECOND):
            yield f"  {await town.moves(SECONDS, a_second)}  [at 50: 300; aim 50]"
        yield f"  {town.resident():.0f} MB with the process that draws  [200; aim 120]"
        yield f"  {town.alone():.0f} MB the bot alone, at most {town.most():.0f}"


async def asleep(tables: int) -> AsyncIterator[str]:
    """Starts the bot with that many sleeping games; yields the lines of the report."""
    async with Town.of(tables, known=min(tables, IN_A_SERVER)) as town:
        await town.fall_asleep(25)
        served = await town.life()
        yield f"{tables} sleeping games:"
        yield f"  connected after {served.connected:.1f} s, ready {served.ready:.1f} s, quiet {served.quiet:.1f} s"
        yield f"  {served.requests} requests that count, {served.cpu:.1f} s CPU"
        yield f"  {served.resident:.0f} MB  [250; aim 120]"


async def growth() -> AsyncIterator[str]:
    """Measures one bot with more games and with longer ones; yields the lines of the report."""
    yield "growth, by games in play and answers each:"
    for tables, answers in GROWTH:
        async with Town.of(tables) as town:
            await town.settle(answers)
            served = await town.life()
            moved = await town.moves(SECONDS / 2, A_SECOND / 2)
            yield (
                f"  {tables:5} of {answers:3}: ready after {served.ready:4.1f} s, {served.cpu:5.1f} s CPU, "
                f"{served.resident:4.0f} MB; {moved.cpu / len(moved.taken) * 1000:4.1f} ms CPU a press, "
                f"p99 {percentile(moved.taken, 0.99):4.0f} ms, {town.resident():4.0f} MB"
            )


async def figures() -> list[str]:
    """Returns the lines of all reports: hundreds of running games, growth with their number, and thousands of sleeping
    games.
    """
    return [line async for line in chained(in_play(IN_PLAY), growth(), asleep(ASLEEP))]


async def chained(*sources: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yields the lines of several sources one after the other."""
    for source in sources:
        async for line in source:
            yield line


async def _main(what: str, *numbers: int) -> None:
    measured: dict[str, Callable[..., AsyncIterator[str]]] = {"play": in_play, "asleep": asleep, "growth": growth}
    async for line in measured[what](*numbers):
        print(line, flush=True)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], *map(int, sys.argv[2:])))
