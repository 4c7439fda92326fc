"""Tests two processes that share a database: one serves all shards, and the other takes over if it cannot go on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.limits import SILENT
from bot.emulator.people import crowd
from storage.check import check
from storage.dsn import Dsn
from storage.postgres.claims import NAME
from tests.postgres import Server, asked
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table
from tests.workers.world import a_server_in_each

SOON = 30.0
AT_MOST = 150.0
SHARDS = 2


@pytest.fixture
def dsn(server: Server) -> Iterator[Dsn]:
    fresh = server.fresh()
    yield fresh
    server.drop(fresh)


class Workers:
    """Two tables in different shards, and two processes, of which one serves both."""

    def __init__(self, discord: LocalDiscord, dsn: Dsn, folder: Path) -> None:
        self.discord = discord
        self.dsn = dsn
        self.power = Power()
        self.processes = [
            BotProcess(discord, folder, f"worker-{number}", KRUPIER_DATABASE=dsn.url, KRUPIER_SHARDS=str(SHARDS))
            for number in (1, 2)
        ]
        world = discord.world
        self.tables = [
            Table(discord, world.channel("table-1", guild), crowd.people(world), 7 * at, self.power)
            for at, guild in enumerate(world.guilds.values(), start=1)
        ]

    @property
    def presses(self) -> int:
        return sum(len(robot.used) for table in self.tables for robot in table.robots)

    async def play(self, presses: int | None = None) -> None:
        """Plays on at both tables, for that many presses or to their ends."""
        enough = None if presses is None else self.presses + presses
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(table.play(lambda: enough is None or self.presses < enough))

    def connected(self) -> set[tuple[int, int]]:
        """Returns the shards with a connected gateway session, each as (shard, number of shards)."""
        known = self.discord.gateway.sessions.known.values()
        return {one.shard for one in known if one.detached_at is None}

    async def after(self, what: Callable[[], object]) -> None:
        """Calls `what`, which ends a process or its connections, and waits, without presses, until new sessions serve
        all shards.
        """
        before = set(self.discord.gateway.sessions.known)

        def served() -> bool:
            known = self.discord.gateway.sessions.known.items()
            return len({one.shard for name, one in known if name not in before and one.detached_at is None}) == SHARDS

        self.power.cut()
        done = what()
        if asyncio.iscoroutine(done):
            await done
        await self.discord.world.until(served, SOON)
        self.power.on = True

    async def says(self, at: int, words: str) -> None:
        """Waits until a process has logged something that matches this pattern, `SOON` seconds at most."""
        async with asyncio.timeout(SOON):
            while not re.search(words, self.processes[at].log):  # noqa: ASYNC110 - a file notifies no one
                await asyncio.sleep(0.1)

    async def end_claims(self) -> None:
        """Makes the server end the connections of all claims."""
        await asked(
            self.dsn.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='{NAME}'"
        )

    async def check_the_records(self) -> None:
        """Checks that both games replay from the database."""
        findings = [finding async for finding in check(self.dsn)]
        assert len(findings) == len(self.tables)
        assert [finding.trouble for finding in findings if finding.trouble] == []


@asynccontextmanager
async def workers(dsn: Dsn, folder: Path) -> AsyncIterator[Workers]:
    """Starts a game at each of two tables in servers of different shards; one process serves both, the other waits. At
    the end, stops the processes and checks that none logged an exception.
    """
    world = a_server_in_each(SHARDS, "Anna", "Bert", "Cyril")
    async with asyncio.timeout(AT_MOST), LocalDiscord(world) as discord, AsyncExitStack() as stack:
        them = Workers(discord, dsn, folder)
        first, second = them.processes
        await stack.enter_async_context(first)
        stack.push_async_exit(second)
        await them.discord.world.until(lambda: len(them.connected()) == SHARDS, SOON)
        await second.spawn()
        await them.says(1, "waiting for 2 of 2 shards")
        for table in them.tables:
            await table.open(game="mafia_city")
        yield them
        for process in them.processes:
            if process.running:
                assert await process.stop() == 0
        for process in them.processes:
            assert "Traceback" not in process.log, process.log


async def test_a_waiting_process_takes_over_from_a_killed_one(dsn: Dsn, tmp_path: Path) -> None:
    async with workers(dsn, tmp_path) as them:
        first, second = them.processes
        await them.play(20)
        hands = [await table.hands() for table in them.tables]
        await them.after(first.kill)
        assert [await table.hands() for table in them.tables] == hands
        await them.play(10)
        # The one that was killed comes back, waits, and takes over from one that is stopped in order.
        await first.spawn()
        await them.says(0, "(?s)waiting for 2 of 2 shards.*waiting for 2 of 2 shards")
        await them.after(second.stop)
        await them.play(10)
        await them.check_the_records()
        assert [one for one in them.discord.world.refusals if one.status != 404] == []


@pytest.mark.parametrize("kills", [True, False], ids=["the worker dies", "the database dies"])
async def test_a_board_that_reaches_discord_at_the_moment_of_a_failure_is_posted_once(
    dsn: Dsn, tmp_path: Path, kills: bool
) -> None:
    async with workers(dsn, tmp_path) as them:
        await them.play(10)
        world, table = them.discord.world, them.tables[0]
        old = table.final
        world.faults.demand(SILENT, "POST /channels/{channel_id}/messages", after=True)
        asked_for = asyncio.create_task(table.host.slash(table.channel, "game board"))
        await world.until(lambda: table.final.id != old.id, SOON)
        posted = [seen.id for seen in table.host.messages(table.channel) if seen.by_bot and not seen.ephemeral]
        await them.after(them.processes[0].kill if kills else them.end_claims)
        await world.until(lambda: not old.usable, SOON)
        seen = [seen for seen in table.host.messages(table.channel) if seen.by_bot and not seen.ephemeral]
        assert [one.id for one in seen] == posted
        assert [one.id for one in seen if one.usable] == [posted[-1]]
        asked_for.cancel()
        await them.play(10)
        await them.check_the_records()


async def test_a_process_that_loses_its_claims_stops_at_once_and_starts_again(dsn: Dsn, tmp_path: Path) -> None:
    async with workers(dsn, tmp_path) as them:
        await them.play(20)
        hands = [await table.hands() for table in them.tables]
        await them.after(them.end_claims)
        assert all(process.running for process in them.processes)
        await them.says(0, "Starting over")
        await them.says(1, "Starting over")
        assert len(them.connected()) == SHARDS
        assert [await table.hands() for table in them.tables] == hands
        await them.play(10)


async def test_another_number_of_shards_is_refused_while_anyone_runs(dsn: Dsn, tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        settings = {"KRUPIER_DATABASE": dsn.url}
        async with BotProcess(discord, tmp_path, "first", KRUPIER_SHARDS="2", **settings):
            code, said = await BotProcess(discord, tmp_path, "second", KRUPIER_SHARDS="3", **settings).run_to_its_end()
        assert code == 2
        assert "KRUPIER_SHARDS: 3 shards are wanted, but workers run with 2." in said
