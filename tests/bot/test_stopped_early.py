"""Tests that the bot ends at once, in order, if it is stopped while it waits for its database."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from tests.bot.test_process import log_of, started

AT_ONCE = 4.0
"""Maximum seconds until a stopped process has ended, on a busy machine."""
OFFERED = 30.0


@asynccontextmanager
async def waiting(folder: Path, database: str) -> AsyncIterator[Process]:
    """Yields the process of a bot that cannot open its database, and checks that it sends Discord no request."""
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        process = await started(folder, discord, KRUPIER_DATABASE=database)
        yield process
        assert discord.requests == []


async def stopped(process: Process) -> str:
    """Stops the process by SIGTERM, checks that it ends at once with exit code 0, and returns its log."""
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    log = await log_of(process)
    assert time.monotonic() - begun < AT_ONCE
    assert process.returncode == 0, log
    assert "Traceback" not in log
    return log


async def said(process: Process, words: str) -> None:
    """Waits until the process's log contains these words."""
    assert process.stderr is not None
    async with asyncio.timeout(OFFERED):
        while words not in (await process.stderr.readline()).decode():
            pass


async def test_while_the_server_says_nothing(tmp_path: Path) -> None:
    """A bot that waits for a PostgreSQL server which accepts connections and never answers ends at once when stopped,
    and logs no password.
    """
    knocked = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        knocked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with waiting(tmp_path, f"postgresql://anna:s3cr3t@127.0.0.1:{port}/games") as process:
            await asyncio.wait_for(knocked.wait(), OFFERED)
            assert "s3cr3t" not in await stopped(process)


async def test_while_the_server_is_away_which_it_says_it_waits_for(tmp_path: Path) -> None:
    async with waiting(tmp_path, "postgresql://anna@127.0.0.1:9/games") as process:
        await said(process, "Krupier goes on by itself as soon as it answers.")
        await stopped(process)


async def test_it_can_be_stopped_while_another_program_locks_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        async with waiting(tmp_path, str(file)) as process:
            await said(process, "opening the database failed (DatabaseBusy)")
            await stopped(process)
