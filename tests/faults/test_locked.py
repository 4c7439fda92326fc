"""Tests a database that another program locks, at any moment and at the start; and two processes on one database."""

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
from bot.gateway.client import Krupier
from bot.tables.refusals import explained
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from storage import Database
from storage.deadlines import Deadlines
from storage.errors import DatabaseBusy
from storage.opening import LOCK_TIMEOUT
from storage.settings import Settings
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end, shown
from tests.faults.scale import often, schedule
from tests.storage.sqlite.test_one_process import ROOT

PLAYED = often(3, 10)
LOCKS = often(4, 50)
PAIRS = often(1, 100)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Holds a write lock on the database during the block, as another program would."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextlib.asynccontextmanager
async def impatient(database: Path) -> AsyncIterator[Backend]:
    """Opens a backend for a block that waits for locks for a millisecond instead of five seconds."""
    db = await Database.open(database, patience=0.001)
    backend = Backend(db)
    try:
        yield backend
    finally:
        await backend.background.close()
        backend.referee.computers.thinkers.close()
        await db.close()


def test_play_continues_after_the_file_was_locked_at_any_moment(tmp_path: Path) -> None:
    async def played(database: Path, kind: str, dice: Random) -> int:
        async with impatient(database) as backend:
            table, ledger, refused = await a_game(backend, kind), Ledger(), 0
            for _ in range(LOCKS):
                await goes_on(backend, table, dice, ledger, dice.randrange(4))
                entries = await backend.db.record.entries(table)
                with locked(database):
                    try:
                        await goes_on(backend, table, dice, ledger, 1)
                    except DatabaseBusy:
                        refused += 1
                    assert await backend.db.record.entries(table) == entries, "reading goes on"
                    with contextlib.suppress(DatabaseBusy):
                        await backend.pass_time(100)
                await judged(backend.db, table, ledger)
            await played_to_the_end(backend, table, dice, ledger)
            return refused

    for at in range(PLAYED):
        with schedule("locked", at) as dice:
            assert asyncio.run(played(tmp_path / str(at), list(GAMES)[at % len(GAMES)], dice))


@pytest.mark.parametrize("kind", GAMES)
async def test_a_short_lock_is_waited_for(kind: str, database: Path) -> None:
    async with Backend.opened(database) as backend:
        table, ledger = await a_game(backend, kind), Ledger()
        held, release = threading.Event(), threading.Event()

        def other() -> None:
            with locked(database):
                held.set()
                release.wait(5)

        thread = threading.Thread(target=other)
        thread.start()
        await asyncio.to_thread(held.wait)
        pressed = asyncio.ensure_future(goes_on(backend, table, Random(1), ledger, 1))
        assert not pressed.done()
        release.set()
        await pressed
        thread.join()
        await judged(backend.db, table, ledger)
        assert len(ledger.answers[table]) == 1


CANNOT_BE_WRITTEN = [explained(DatabaseBusy("games"), translator_for(language)) for language in LANGUAGES]
TABLES = 8
WAITED = 2.0
"""The patience in seconds; reads take a quarter of it."""
HELD = (0.1, 1.0, 4.0, 12.0, 30.0)[: often(1, 5)]
"""Seconds for which another program holds the lock."""


@contextlib.asynccontextmanager
async def eight_tables(database: Path) -> AsyncIterator[tuple[Evening, list[int]]]:
    """Starts a bot with games of every kind in eight channels for a block; yields the evening and the table numbers."""
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=TABLES, pictures=False) as evening:
        tables = []
        for number in range(TABLES, 0, -1):
            channel, kind = evening.world.channel(f"table-{number}"), list(GAMES)[number % len(GAMES)]
            await evening.slash("Anna", "game new", channel=channel, game=kind)
            for name in ("Bert", "Cyril")[: max(2, GAMES[kind].seats[0]) - 1]:
                await evening.slash(name, "game join", channel=channel)
            await evening.slash("Anna", "game start", channel=channel)
            tables.append(evening.table)
        yield evening, tables


async def looked_on(evening: Evening) -> None:
    """Checks that five commands that only show something are answered without an error of the database."""
    for command in ("game hand", "record log", "learn rules", "record stats", "league leaderboard"):
        outcome = await evening.person("Anna").slash(evening.channel, command)
        await outcome.done()
        assert outcome.acknowledged, command
        said = outcome.message or outcome.followups[-1]
        assert said.text not in CANNOT_BE_WRITTEN, command


async def test_while_another_program_writes_reading_works_and_answers_wait_together(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "open", functools.partial(Database.open, patience=WAITED))
    async with eight_tables(database) as (evening, tables):
        ledger, refused = Ledger(), list[int]()
        app = evening.bot.app

        async def answers(table: int) -> None:
            try:
                await goes_on(app, table, Random(table), ledger, 1)
            except DatabaseBusy:
                refused.append(table)

        others = tables[:-1]
        with locked(database):
            answered = [asyncio.ensure_future(answers(table)) for table in others]
            await looked_on(evening)
            assert not refused, "who looks does not wait for those who write"
            await asyncio.gather(*answered)
            assert refused == others, "all were told, in the order of asking"
            await asyncio.wait_for(answers(tables[0]), WAITED / 2)
            await asyncio.wait_for(evening.bot.app.tables.get(tables[0]), WAITED / 2)
            assert refused == [*others, tables[0]], "who comes later is told at once"
        for table in tables:
            await goes_on(app, table, Random(table), ledger, 2)
            await judged(app.db, table, ledger)
        await shown(evening, ledger)


@pytest.mark.parametrize("seconds", HELD)
async def test_a_lock_is_waited_for_as_long_as_someone_waits_for_an_answer(database: Path, seconds: float) -> None:
    async with eight_tables(database) as (evening, tables):
        ledger, refused, lock = Ledger(), 0, contextlib.ExitStack()
        app = evening.bot.app
        lock.enter_context(locked(database))
        asyncio.get_running_loop().call_later(seconds, lock.close)
        for answered in asyncio.as_completed([goes_on(app, table, Random(table), ledger, 1) for table in tables]):
            try:
                await answered
            except DatabaseBusy:
                refused += 1
        lock.close()
        assert refused == (TABLES if seconds > LOCK_TIMEOUT else 0)
        for table in tables:
            await goes_on(app, table, Random(table), ledger, 2)
            await judged(app.db, table, ledger)
        await shown(evening, ledger)


async def test_locked_at_the_start_it_waits_with_a_message(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Database.opened(database):
        pass
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(Database, "open", functools.partial(Database.open, patience=0.001))
    lock = contextlib.ExitStack()
    lock.enter_context(_without_its_log(database))
    pauses: list[float] = []

    async def sleeps(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            lock.close()

    class Served(Exception):
        """Raised when the bot has started to serve."""

    def kind(_settings: Settings, db: Database, **_options: object) -> Krupier:
        raise Served

    monkeypatch.setattr("bot.background.asyncio.sleep", sleeps)
    with pytest.raises(Served):
        await run.serve(Settings(token=SecretStr("x"), database=database), kind)  # type: ignore[arg-type]
    assert len(pauses) == 3
    assert caplog.text.count("opening the database failed (DatabaseBusy); it is tried again") == 3
    assert "Traceback" not in caplog.text


@contextmanager
def _without_its_log(database: Path) -> Iterator[None]:
    """Locks the database during the block so that it cannot even be read, as a repair or another journal mode does."""
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
        genuine, tries = Deadlines.give_back_downtime, 0

        async def locked_twice(db: Database, *args: object) -> object:
            nonlocal tries
            tries += 1
            if tries <= 2:
                raise DatabaseBusy(database)
            return await genuine(db, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Deadlines, "give_back_downtime", locked_twice)
        monkeypatch.setattr("bot.gateway.client.PAUSE", 0.001)
        await evening.start()
        assert tries == 3
        assert "giving lost time back failed (DatabaseBusy)" in caplog.text
        assert evening.bot.awake.is_set()
        ledger = Ledger()
        (row,) = await evening.bot.app.db.games.unfinished()
        await goes_on(evening.bot.app, row.id, Random(1), ledger, 3)
        await judged(evening.bot.app.db, row.id, ledger)


WANT = """
import asyncio, sys
from storage import Database, DatabaseInUse
async def want():
    sys.stdin.readline()
    try:
        async with Database.opened(sys.argv[1]):
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
