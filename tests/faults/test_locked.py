"""Another program locks the database, at any moment and at the start; two processes want one database."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from bot import run
from bot.client import Krupier
from bot.settings import Settings
from rules import GAMES
from storage import Store
from storage.errors import DatabaseBusy
from tests.bot.table import Evening
from tests.bot.tables.room import Room
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end
from tests.faults.rooms import a_game
from tests.faults.scale import often, schedule
from tests.storage.sqlite.test_one_process import ROOT

PLAYED = often(3, 10)
LOCKS = often(4, 50)
PAIRS = often(1, 100)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program writes and does not finish."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextlib.asynccontextmanager
async def impatient(database: Path) -> AsyncIterator[Room]:
    """A room that waits for a lock hardly at all, as if it had waited its five seconds."""
    store = await Store.open(database, patience=0.001)
    room = Room(store)
    try:
        yield room
    finally:
        await room.background.close()
        room.referee.computers.workers.close()
        await store.close()


def test_locked_at_any_moment(tmp_path: Path) -> None:
    async def played(database: Path, kind: str, dice: Random) -> int:
        async with impatient(database) as room:
            table, ledger, refused = await a_game(room, kind), Ledger(), 0
            for _ in range(LOCKS):
                await goes_on(room, table, dice, ledger, dice.randrange(4))
                entries = await room.store.entries(table)
                with locked(database):
                    try:
                        await goes_on(room, table, dice, ledger, 1)
                    except DatabaseBusy:
                        refused += 1
                    assert await room.store.entries(table) == entries, "reading goes on"
                    with contextlib.suppress(DatabaseBusy):
                        await room.pass_time(100)
                await judged(room.store, table, ledger)
            await played_to_the_end(room, table, dice, ledger)
            return refused

    for at in range(PLAYED):
        with schedule("locked", at) as dice:
            assert asyncio.run(played(tmp_path / str(at), list(GAMES)[at % len(GAMES)], dice))


async def test_a_short_lock_is_waited_for(database: Path) -> None:
    async with Room.opened(database) as room:
        table, ledger = await a_game(room, "mafia_city"), Ledger()
        held, release = threading.Event(), threading.Event()

        def other() -> None:
            with locked(database):
                held.set()
                release.wait(5)

        thread = threading.Thread(target=other)
        thread.start()
        await asyncio.to_thread(held.wait)
        pressed = asyncio.ensure_future(goes_on(room, table, Random(1), ledger, 1))
        assert not pressed.done()
        release.set()
        await pressed
        thread.join()
        await judged(room.store, table, ledger)
        assert len(ledger.answers[table]) == 1


async def test_locked_at_the_start_it_waits_with_a_word(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.opened(database):
        pass
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(Store, "open", functools.partial(Store.open, patience=0.001))
    lock = contextlib.ExitStack()
    lock.enter_context(_without_its_log(database))
    pauses: list[float] = []

    async def sleeps(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            lock.close()

    class Served(Exception):
        """It has come as far as serving."""

    def kind(_settings: Settings, store: Store) -> Krupier:
        raise Served

    monkeypatch.setattr("bot.background.asyncio.sleep", sleeps)
    with pytest.raises(Served):
        await run.serve(Settings(token=SecretStr("x"), database=database), kind)  # type: ignore[arg-type]
    assert len(pauses) == 3
    assert caplog.text.count("opening the database failed (DatabaseBusy); it is tried again") == 3
    assert "Traceback" not in caplog.text


@contextmanager
def _without_its_log(database: Path) -> Iterator[None]:
    """Locked so that nobody can even read: as a repair or a copy in another journal mode does."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


async def test_locked_between_opening_and_serving_it_waits_too(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        await evening.stop()
        genuine, tries = Store.give_back_downtime, 0

        async def locked_twice(store: Store, *args: object) -> object:
            nonlocal tries
            tries += 1
            if tries <= 2:
                raise DatabaseBusy(database)
            return await genuine(store, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Store, "give_back_downtime", locked_twice)
        monkeypatch.setattr("bot.client.PAUSE", 0.001)
        await evening.start()
        assert tries == 3
        assert "giving lost time back failed (DatabaseBusy)" in caplog.text
        assert evening.bot.awake.is_set()
        ledger = Ledger()
        (row,) = await evening.bot.app.store.unfinished()
        await goes_on(evening.bot.app, row.id, Random(1), ledger, 3)
        await judged(evening.bot.app.store, row.id, ledger)


WANT = """
import asyncio, sys
from storage import DatabaseInUse, Store
async def want():
    sys.stdin.readline()
    try:
        async with Store.opened(sys.argv[1]):
            print("serves", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
    except DatabaseInUse as refused:
        print("refused", refused, flush=True)
asyncio.run(want())
"""


def test_of_two_processes_started_together_one_serves(tmp_path: Path) -> None:
    for at in range(PAIRS):
        database = tmp_path / f"{at // 10}"
        command = [sys.executable, "-c", WANT, str(database)]
        both = [subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, text=True) for _ in range(2)]
        try:
            for one in both:
                _tell(one)
            said = [_line(one) for one in both]
            assert sorted(word.split()[0] for word in said) == ["refused", "serves"], said
            assert all("one process" in word.casefold() for word in said if word.startswith("refused"))
            for one in both:
                with contextlib.suppress(BrokenPipeError):
                    _tell(one)
                one.communicate(timeout=30)
        finally:
            for one in both:
                one.kill()


def _tell(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()
