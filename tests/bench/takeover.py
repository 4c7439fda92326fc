"""`python -m tests.bench.takeover [TIMES]`: measures how long shards are not served after a fault of one of several
workers.

Three workers share four shards. In each of four servers people ask for their hands all the time. A worker is killed
(SIGKILL) or stopped (SIGSTOP), or the database server restarts as after a crash.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import asyncpg

from bot.emulator import Limits, LocalDiscord, NotVisible, Person
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from storage.dsn import Dsn
from storage.postgres.claims import SHARD
from tests import postgres
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table
from tests.workers.world import servers

SHARDS, WORKERS, PER_WORKER = 4, 3, 2
TIMES = 5
PROBE_INTERVAL = 0.25
"""Seconds between two commands in the same server."""
AT_MOST, CALM = 60.0, 8.0
WAITS = "waiting for 2 of 4 shards"
DURABLE = ("fsync=off", "full_page_writes=off")
"""Settings of the database server with which its commits survive its own end, but not the machine's."""
_HOLDERS = """
SELECT objid::int AS shard, pid FROM pg_locks
WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
"""


@dataclass
class Probe:
    """A command of a person: the shard of its server, the time at which it was given, and what came back."""

    shard: int
    at: float
    outcome: Outcome | None = None

    @property
    def answered(self) -> bool:
        """Whether the command was acknowledged in time."""
        return self.outcome is not None and self.outcome.acknowledged


@dataclass(frozen=True)
class Taken:
    """The seconds from a fault, or from the first answer of a restarted database server, to each step."""

    claimed: float
    """The last of the shards is claimed."""
    connected: float
    """The last of the shards has a new gateway session."""
    served: float
    """The first command of an unbroken series of answered commands was given, in the slowest server."""


class Evening:
    """Tables in several servers, the workers that serve them, and people who give commands all the time."""

    def __init__(self, discord: LocalDiscord, dsn: Dsn, folder: Path) -> None:
        self.discord, self.dsn = discord, dsn
        own = {
            "KRUPIER_DATABASE": dsn.url, "KRUPIER_SHARDS": str(SHARDS), "KRUPIER_LOG": "INFO",
            "KRUPIER_SHARDS_PER_WORKER": str(PER_WORKER), "KRUPIER_PICTURES": "off",
        }  # fmt: skip
        self.workers = [BotProcess(discord, folder, f"worker-{number}", **own) for number in range(1, WORKERS + 1)]
        self.probes: list[Probe] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def sessions(self) -> dict[str, int]:
        """Returns the gateway sessions that are connected, each with its shard."""
        known = self.discord.gateway.sessions.known.items()
        return {name: one.shard[0] for name, one in known if one.detached_at is None}

    async def holders(self) -> dict[int, int] | None:
        """Returns the server's process that holds the claim of each shard; None if the server does not answer."""
        try:
            db = await asyncpg.connect(self.dsn.url, timeout=1.0)
        except (OSError, asyncpg.PostgresError):
            return None
        try:
            return {row["shard"]: row["pid"] for row in await db.fetch(_HOLDERS, SHARD)}
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return None
        finally:
            db.terminate()

    async def begins(self) -> None:
        """Starts the workers, waits until all shards are served, and starts a game in each server."""
        for worker in self.workers:
            await worker.spawn()
        await self.discord.world.until(lambda: len(set(self.sessions().values())) == SHARDS, AT_MOST)
        world = self.discord.world
        await world.until(lambda: any(world.commands.values()), AT_MOST)
        people = iter(crowd.people(world))
        for at, guild in enumerate(world.guilds.values()):
            table = Table(self.discord, world.channel("table-1", guild), [next(people) for _ in range(3)], at, Power())
            await table.open(game="mafia_city", turn_seconds=3600, window_seconds=60)
            self._run(self._gives_commands(at, table.host, table))

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)

    async def _gives_commands(self, shard: int, person: Person, table: Table) -> None:
        while True:
            self._run(self._gives_one(Probe(shard, time.monotonic()), person, table))
            await asyncio.sleep(PROBE_INTERVAL)

    async def _gives_one(self, probe: Probe, person: Person, table: Table) -> None:
        self.probes.append(probe)
        with contextlib.suppress(NotVisible):
            probe.outcome = await person.slash(table.channel, "game board")

    def ends(self) -> None:
        """Ends all commands."""
        for task in self._tasks:
            task.cancel()

    async def measured(self, fault: Callable[[], Awaitable[object]], shards: set[int]) -> Taken:
        """Causes a fault that affects these shards, and returns how long each step took."""
        before, sessions = await self.holders() or {}, set(self.sessions())
        await fault()
        since = time.monotonic()
        claimed = connected = 0.0
        while not (claimed and connected):
            now = await self.holders() or {}
            if not claimed and all(now.get(shard, before[shard]) != before[shard] for shard in shards):
                claimed = time.monotonic() - since
            new = {shard for name, shard in self.sessions().items() if name not in sessions}
            if not connected and new >= shards:
                connected = time.monotonic() - since
            await asyncio.sleep(0.02)
            assert time.monotonic() < since + AT_MOST, (before, now, claimed, connected)
        await asyncio.sleep(CALM)
        return Taken(claimed, connected, max(self._served_since(shard, since) for shard in shards) - since)

    def _served_since(self, shard: int, fault: float) -> float:
        """Returns when the first command after the last unanswered one was given; the fault's time if all of them were
        answered.
        """
        settled = time.monotonic() - 4.0
        later = [probe for probe in self.probes if probe.shard == shard and fault <= probe.at < settled]
        failed = [probe.at for probe in later if not probe.answered]
        return min((probe.at for probe in later if not failed or probe.at > max(failed)), default=settled)

    async def victim(self) -> tuple[BotProcess, set[int]]:
        """Returns the worker that serves shard 0 and all its shards."""
        holders = await self.holders() or {}
        mine = {shard for shard, pid in holders.items() if pid == holders[0]}
        for worker in self.workers:
            if worker.running and set(claimed_by(worker)) == mine:
                return worker, mine
        raise AssertionError("no worker serves shard 0")


def claimed_by(worker: BotProcess) -> list[int]:
    """Returns the shards that a worker has claimed, according to the last lines of its log about shards."""
    held: list[int] = []
    for claimed, free in re.findall(
        r"claimed: ([\d, ]+) of|shard (\d+) was free|Starting over|waiting for", worker.log
    ):
        held = [*held, int(free)] if free else [int(one) for one in claimed.split(", ") if one]
    return held


async def says(worker: BotProcess, words: str, times: int) -> None:
    """Waits until a worker has logged these words that many times, `AT_MOST` seconds at most."""
    async with asyncio.timeout(AT_MOST):
        while worker.log.count(words) < times:  # noqa: ASYNC110 - a file notifies no one
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def evening(dsn: Dsn, folder: Path) -> AsyncIterator[Evening]:
    """Yields an evening that has begun, and kills its workers afterwards."""
    names = [f"Player {number}" for number in range(1, 3 * SHARDS + 1)]
    async with LocalDiscord(servers(SHARDS, SHARDS, 1, *names, limits=Limits.generous())) as discord:
        sessions = discord.gateway.sessions
        sessions.shards = sessions.max_concurrency = SHARDS
        them = Evening(discord, dsn, folder)
        try:
            await them.begins()
            yield them
        finally:
            them.ends()
            for worker in them.workers:
                if worker.running:
                    assert worker._process is not None
                    worker._process.send_signal(signal.SIGCONT)
                    await worker.kill()


async def killed(them: Evening) -> Taken:
    """Kills a worker, measures, and starts it again."""
    worker, shards = await them.victim()
    taken = await them.measured(worker.kill, shards)
    said = worker.log.count(WAITS)
    await worker.spawn()
    await says(worker, WAITS, said + 1)
    return taken


async def stopped(them: Evening) -> Taken:
    """Stops a worker, measures, and lets it go on."""
    worker, shards = await them.victim()
    assert worker._process is not None
    signalled = worker._process.send_signal

    async def stop() -> None:
        signalled(signal.SIGSTOP)

    taken = await them.measured(stop, shards)
    said = worker.log.count(WAITS)
    signalled(signal.SIGCONT)
    await says(worker, WAITS, said + 1)
    return taken


async def restarted(them: Evening, server: postgres.Server) -> Taken:
    """Restarts the database server as after a crash, and measures from the moment at which it accepts connections."""

    async def restart() -> None:
        await asyncio.to_thread(server.stop, signal.SIGQUIT)
        await asyncio.sleep(1.0)
        server.start()

    return await them.measured(restart, set(range(SHARDS)))


async def figures_of(server: postgres.Server, times: int) -> AsyncIterator[str]:
    """Yields a line for each kind of fault."""
    with tempfile.TemporaryDirectory() as folder:
        async with evening(server.fresh(), Path(folder)) as them:
            for name, cause in (
                ("SIGKILL", partial(killed, them)),
                ("SIGSTOP", partial(stopped, them)),
                ("database restart", partial(restarted, them, server)),
            ):
                begun, seen = time.monotonic(), list[Taken]()
                for _ in range(times):
                    seen.append(await cause())
                yield line(name, seen, [probe for probe in them.probes if probe.at > begun])


def line(name: str, seen: Sequence[Taken], probes: Sequence[Probe]) -> str:
    """Returns the line about one kind of fault."""
    steps = ", ".join(
        f"{step} {statistics.median(getattr(one, step) for one in seen):.1f} s "
        f"(at most {max(getattr(one, step) for one in seen):.1f})"
        for step in ("claimed", "connected", "served")
    )
    failed = sum(not probe.answered for probe in probes)
    return f"{name}, {len(seen)} times: {steps}; {failed} of {len(probes)} commands failed"


async def main(times: int) -> None:
    """Prints the lines."""
    programs = postgres.programs()
    assert programs is not None, postgres.MISSING
    with postgres.running(programs, DURABLE) as server:
        async for told in figures_of(server, times):
            print(told, flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else TIMES))
