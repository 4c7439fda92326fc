"""Tests that only one process at a time uses a database, also after a process was killed."""

# ruff: noqa: ASYNC221, ASYNC240 - nothing else runs in these loops, and the commands are our own

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage import Database, DatabaseInUse
from storage.lock import ProcessLock
from tests.storage.table import NOON, begin, minutes

ROOT = Path(__file__).parents[3]
HOLD = """
import asyncio, sys
from datetime import UTC, datetime
from storage import Database
async def hold():
    async with Database.opened(sys.argv[1]) as db:
        await db.deadlines.heartbeat(datetime(2025, 3, 1, tzinfo=UTC))
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)
asyncio.run(hold())
"""
TRY = """
import asyncio, sys
from storage import Database, StorageError
async def hold():
    async with Database.opened(sys.argv[1]):
        print("open")
try:
    asyncio.run(hold())
except StorageError as error:
    sys.exit(str(error))
"""


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Starts another process that serves the database, yields it once it has opened, and kills it at the end."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            yield process
        finally:
            process.kill()


@pytest.mark.tier("test")
async def test_a_second_process_says_who_serves_and_what_to_do(db: Database, path: Path) -> None:
    second = subprocess.run(
        [sys.executable, "-c", TRY, str(path)], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert second.returncode == 1
    assert second.stdout == ""
    assert f"{path} is in use by another running Krupier (process {pid(path)})" in second.stderr
    assert "stop that one first" in second.stderr
    assert "Traceback" not in second.stderr
    await begin(db)


def test_a_lock_on_a_full_disk_is_one_too_though_without_its_number(path: Path) -> None:
    resource = pytest.importorskip("resource")
    first, second = ProcessLock(path), ProcessLock(path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        first.acquire()
        with pytest.raises(DatabaseInUse, match="another process"):
            second.acquire()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    first.release()
    second.acquire()
    assert pid(path) == os.getpid()
    second.release()


def pid(path: Path) -> int:
    return int(path.with_name(path.name + ".lock").read_text())


@pytest.mark.tier("test")
async def test_sigkill_leaves_no_lock_and_loses_nothing(path: Path) -> None:
    with holder(path) as process:
        with pytest.raises(DatabaseInUse, match=f"process {process.pid}"):
            await Database.open(path)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        async with Database.opened(path) as db:
            assert await db.deadlines.give_back_downtime(NOON.replace(hour=0, microsecond=0) + minutes(3)) == minutes(3)


async def test_within_one_process_too_there_is_one_store(path: Path) -> None:
    db = await Database.open(path)
    with pytest.raises(DatabaseInUse):
        await Database.open(path)
    await db.deadlines.heartbeat(NOON)
    await db.close()
    async with Database.opened(path) as again:
        assert await again.deadlines.give_back_downtime(NOON + minutes(3)) == minutes(3)


async def test_a_detour_leads_to_the_same_lock(db: Database, path: Path, tmp_path: Path) -> None:
    detour = tmp_path / "detour.sqlite3"
    detour.symlink_to(path)
    with pytest.raises(DatabaseInUse):
        await Database.open(detour)


async def test_a_refused_file_is_not_kept_locked(path: Path) -> None:
    path.write_text("no database at all " * 50)
    with pytest.raises(Exception, match="not Krupier's database"):
        await Database.open(path)
    path.unlink()
    async with Database.opened(path) as db:
        assert await db.games.unfinished() == []


async def test_a_lock_without_a_number_still_refuses(db: Database, path: Path) -> None:
    path.with_name(path.name + ".lock").write_text("")
    with pytest.raises(DatabaseInUse, match="another process"):
        await Database.open(path)
