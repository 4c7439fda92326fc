"""`python -m tests.faults.bad_disk FOLDER KIND TIMES STEP ERROR HALVES` under io_errors.so: makes writes fail.

For each (or each STEP-th) system call on the database's files it plays a small game, in which that call and the
next TIMES - 1 fail with ERROR (EIO, ENOSPC), with HALVES (1 or 0) after half of a write was written. KIND
is a game, or `starts`, which opens databases instead. The output is JSON: the numbers of failed calls and of refusals.
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import json
import shutil
import sys
from collections import Counter
from pathlib import Path
from random import Random

from storage import Database, Entry
from storage.errors import DiskTrouble
from storage.migrations import BASELINE
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.failpoints import taken_away
from tests.faults.judge import Ledger, goes_on, judged, some_keys
from tests.faults.scale import often
from tests.faults.test_migrations import as_of
from tests.storage.table import in_file

STARTS = "starts"
ANSWERS = often(5, 20)
CLEARED = 12
"""Pages after which SQLite copies its log into the database, few enough for a small game."""
KINDS = ("pwrite", "fsync", "fdatasync", "ftruncate")


class Disk:
    """The interface of the preloaded library that makes file operations fail."""

    def __init__(self, error: str, *, halves: bool) -> None:
        self._error, self._halves = getattr(errno, error), int(halves)
        self._library = ctypes.CDLL(None)
        self._library.hits.restype = ctypes.c_long

    def fail_at(self, part: str, calls: int, times: int) -> None:
        """Lets `times` calls on files whose path contains `part` fail, after `calls` successful ones; resets `hits`."""
        counts = ctypes.c_long(calls), ctypes.c_long(times)
        self._library.fail_at(part.encode(), *counts, ctypes.c_int(self._error), ctypes.c_int(self._halves))

    def heal(self) -> None:
        """Ends all failures, and resets `hits`."""
        self.fail_at("", -1, 0)

    def hits(self) -> Counter[str]:
        """Returns the number of file operations that have been made to fail, by system call."""
        return Counter({kind: self._library.hits(kind.encode()) for kind in KINDS})


async def evening(file: Path, kind: str, dice: Random, disk: Disk, calls: int, times: int) -> Counter[str]:
    """Plays an evening with a failing disk; returns how many calls failed and how many answers were refused.

    Raises AssertionError or BadRecord if anything is lost or doubled.
    """
    ledger, came = Ledger(), Counter[str]()
    async with Backend.opened(file) as backend:
        await in_file(backend.db).db.execute(f"PRAGMA wal_autocheckpoint = {CLEARED}")
        table = await a_game(backend, kind)
        disk.fail_at(file.name, calls, times)
        for _ in range(ANSWERS):
            came["refused"] += await _answered(backend, table, dice, ledger)
        came += disk.hits()
        disk.heal()
        for _ in range(2):
            assert not await _answered(backend, table, dice, ledger), "play does not go on"
        standing = await judged(backend.db, table, ledger)
    assert sum(map(len, ledger.answers.values())) == ANSWERS + 2
    async with Database.opened(file) as db:
        assert (await judged(db, table, ledger)).number == standing.number
    return came


async def _answered(backend: Backend, table: int, dice: Random, ledger: Ledger) -> int:
    """Repeats an answer until it is stored; returns how often it was refused, and checks that this changed nothing."""
    refused = 0
    while True:
        game, entries = await backend.game(table), await backend.db.record.entries(table)
        number, seat = game.number, game.waiting[0]
        keys, user = some_keys(game, seat, dice), (await backend.live(table)).seat(seat).user
        try:
            await backend.referee.play(table, number, user, keys)
        except DiskTrouble:
            refused += 1
            assert (await backend.game(table)).number == number, "a refused answer has changed the game"
            assert await backend.db.record.entries(table) == entries, "a refused answer has changed the record"
            assert refused < 100, "a disk that is well again is still refused"
            continue
        ledger.answered(table, number, seat, keys)
        return refused


async def every(folder: Path, kind: str, times: int, step: int, disk: Disk) -> Counter[str]:
    """Plays an evening for every `step`-th system call, in which that call and the next `times` - 1 fail.

    Returns the sums of the counts of all evenings, and their number.
    """
    came = Counter[str]()
    for calls in range(0, 10**6, step):
        file = folder / f"games-{calls}"
        of_this = await evening(file, kind, Random(f"bad disk {kind} {calls}"), disk, calls, times)
        if not sum(of_this[kind] for kind in KINDS):
            return came
        came += of_this
        came["evenings"] += 1
        _remove(file)
    return came


async def every_start(folder: Path, step: int, disk: Disk) -> Counter[str]:
    """Opens a database for every `step`-th system call, in which that call fails.

    There are three kinds: a missing file, files left by a kill, and the oldest schema. Returns the counts of starts,
    failed calls and refusals.
    """
    came = Counter[str]()
    async with Backend.opened(folder / "games") as backend:
        table = await a_game(backend, "mafia_city")
        await goes_on(backend, table, Random(1), Ledger(), 12)
        left, entries = taken_away(folder / "games"), {table: await backend.db.record.entries(table)}
    (folder / "long ago").mkdir()
    for origin, expected in ((None, {}), (left, entries), await as_of(BASELINE, folder / "long ago")):
        for calls in range(0, 10**6, step):
            copy = _copy(origin, folder / f"start-{calls}")
            of_this = await _started(copy, expected, disk, calls)
            if not sum(of_this[kind] for kind in KINDS):
                break
            came += of_this
            came["starts"] += 1
            _remove(copy)
    return came


async def _started(file: Path, expected: dict[int, list[Entry]], disk: Disk, calls: int) -> Counter[str]:
    """Opens and closes a database while a call fails; checks that the next start finds all games.

    The failure may be reported as DiskTrouble only. Returns the counts of failed calls and refusals.
    """
    came = Counter[str]()
    disk.fail_at(file.name, calls, 1)
    try:
        await (await Database.open(file)).close()
    except DiskTrouble:
        came["refused"] += 1
    came += disk.hits()
    disk.heal()
    async with Database.opened(file) as db:
        assert {row.id: await db.record.entries(row.id) for row in await db.games.unfinished()} == expected
        for game in expected:
            await judged(db, game)
    return came


def _copy(origin: Path | None, file: Path) -> Path:
    for beside in ("", "-wal"):
        if origin is not None and (source := origin.with_name(origin.name + beside)).exists():
            shutil.copy(source, file.with_name(file.name + beside))
    return file


def _remove(file: Path) -> None:
    for beside in ("", "-wal", "-shm", ".lock"):
        file.with_name(file.name + beside).unlink(missing_ok=True)


if __name__ == "__main__":
    place, what, at_once, each = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    bad = Disk(sys.argv[5], halves=sys.argv[6] == "1")
    asked = every_start(place, each, bad) if what == STARTS else every(place, what, at_once, each, bad)
    print(json.dumps(asyncio.run(asked)))
