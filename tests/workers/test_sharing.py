"""Tests three processes with four shards and one database.

Each shard is served once, while any process dies or returns.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from storage.dsn import Dsn
from tests.postgres import Server
from tests.wire.bot_process import BotProcess
from tests.workers.world import a_server_in_each

SOON = 40.0
AT_MOST = 180.0
SHARDS = 4
EVERY = 5.0
"""Seconds between two identifies of one bucket, as at Discord."""
BUCKETS = 2


@pytest.fixture
def dsn(server: Server) -> Iterator[Dsn]:
    fresh = server.fresh()
    yield fresh
    server.drop(fresh)


class Workers:
    """Three bot processes, each of which takes up to two of the four shards, and the gateway's sessions."""

    def __init__(self, discord: LocalDiscord, dsn: Dsn, folder: Path) -> None:
        self.discord = discord
        settings = {"KRUPIER_DATABASE": dsn.url, "KRUPIER_SHARDS": str(SHARDS), "KRUPIER_SHARDS_PER_WORKER": "2"}
        self.processes = [BotProcess(discord, folder, f"worker-{number}", **settings) for number in (1, 2, 3)]
        self.refused: list[int] = []
        """Shards that have identified too early."""
        in_turn = discord.gateway.sessions.in_turn

        def watched(shard: int) -> bool:
            allowed = in_turn(shard)
            if not allowed:
                self.refused.append(shard)
            return allowed

        discord.gateway.sessions.in_turn = watched  # type: ignore[method-assign, assignment]

    def sessions(self) -> Counter[int]:
        """Returns the number of connected gateway sessions of each shard."""
        known = self.discord.gateway.sessions.known.values()
        return Counter(one.shard[0] for one in known if one.detached_at is None)

    async def serve(self, before: Callable[[], object] = lambda: None) -> None:
        """Causes a change with `before` (such as a kill), and waits until each shard has exactly one session."""
        before()
        await self.discord.world.until(lambda: self.sessions() == dict.fromkeys(range(SHARDS), 1), SOON)

    async def answer(self, *shards: int) -> None:
        """Checks that a user's command is answered in every server of these shards."""
        world = self.discord.world
        anna = crowd.person(world, "Anna")
        for guild in world.guilds.values():
            if (guild.id >> 22) % SHARDS in shards:
                outcome = await anna.slash(world.channel("table-1", guild), "learn rules")
                assert outcome.message is not None or outcome.text

    async def says(self, at: int, words: str, times: int = 1) -> None:
        """Waits until a process has logged these words that many times, `SOON` seconds at most."""
        async with asyncio.timeout(SOON):
            while self.processes[at].log.count(words) < times:  # noqa: ASYNC110 - a file notifies no one
                await asyncio.sleep(0.1)

    def signal(self, at: int, number: signal.Signals) -> None:
        process = self.processes[at]._process
        assert process is not None
        process.send_signal(number)


@asynccontextmanager
async def workers(dsn: Dsn, folder: Path) -> AsyncIterator[Workers]:
    """Starts two processes that serve and one that waits. At the end, stops them and checks that none logged an
    exception, identified too early or got a refusal other than 404.
    """
    async with (
        asyncio.timeout(AT_MOST),
        LocalDiscord(a_server_in_each(SHARDS, "Anna")) as discord,
        AsyncExitStack() as stack,
    ):
        sessions = discord.gateway.sessions
        sessions.shards, sessions.max_concurrency, sessions.identify_every = SHARDS, BUCKETS, EVERY
        them = Workers(discord, dsn, folder)
        for process in them.processes:
            stack.push_async_exit(process)
        for at in (0, 1):
            await them.processes[at].spawn()
            await them.says(at, "claimed: ")
        await them.processes[2].spawn()
        await them.serve()
        await them.says(2, "waiting for 2 of 4 shards")
        yield them
        for process in them.processes:
            if process.running:
                assert await process.stop() == 0
        for process in them.processes:
            assert "Traceback" not in process.log, process.log
        assert them.refused == []
        assert [one for one in discord.world.refusals if one.status != 404] == []


async def test_the_shards_of_a_process_that_is_killed_are_taken_by_anyone_who_has_room(
    dsn: Dsn, tmp_path: Path
) -> None:
    async with workers(dsn, tmp_path) as them:
        first, _, _ = them.processes
        assert "claimed: 0, 1 of 4 shards" in first.log
        await them.says(1, "claimed: 2, 3 of 4 shards")
        await them.answer(0, 1, 2, 3)
        await first.kill()
        await them.says(2, "claimed: 0, 1 of 4 shards")
        await them.serve()
        await them.answer(0, 1, 2, 3)
        # Who comes back takes nothing from others.
        await first.spawn()
        await them.says(0, "waiting for 2 of 4 shards", 2)
        assert first.log.count("claimed: ") == 1


async def test_a_process_that_stands_still_is_replaced_and_does_nothing_when_it_wakes_up(
    dsn: Dsn, tmp_path: Path
) -> None:
    async with workers(dsn, tmp_path) as them:
        _, second, _ = them.processes
        them.signal(0, signal.SIGSTOP)
        await them.says(2, "claimed: 0, 1 of 4 shards")
        await them.discord.world.until(lambda: them.sessions() == {0: 2, 1: 2, 2: 1, 3: 1}, SOON)
        # The one that stands still hears of this as well, when it wakes up.
        await them.answer(0, 1)
        await them.serve(lambda: them.signal(0, signal.SIGCONT))
        await them.says(0, "Starting over")
        await them.says(0, "waiting for 2 of 4 shards", 2)
        await second.stop()
        await them.says(0, "claimed: 2, 3 of 4 shards")
        await them.serve()
        await them.answer(0, 1, 2, 3)


async def test_a_shard_that_becomes_free_comes_to_a_process_that_serves_already(dsn: Dsn, tmp_path: Path) -> None:
    settings = {"KRUPIER_DATABASE": dsn.url, "KRUPIER_SHARDS": str(SHARDS)}
    async with asyncio.timeout(AT_MOST), LocalDiscord(a_server_in_each(SHARDS, "Anna")) as discord:
        discord.gateway.sessions.shards = SHARDS
        them = Workers(discord, dsn, tmp_path)
        first, second, _ = them.processes
        first.settings = {**settings, "KRUPIER_SHARDS_PER_WORKER": "1"}
        second.settings = {**settings, "KRUPIER_SHARDS_PER_WORKER": "4"}
        async with first, second:
            await them.serve()
            await them.says(1, "claimed: 1, 2, 3 of 4 shards")
            assert await first.stop() == 0
            await them.serve()
            await them.says(1, "shard 0 was free: this process has claimed it")
            await them.answer(0, 1, 2, 3)
            assert await second.stop() == 0
            assert "Traceback" not in second.log, second.log
        assert [one for one in discord.world.refusals if one.status != 404] == []
