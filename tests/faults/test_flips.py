"""Tests flipped bits in the database: a changed record is noticed, and only its game stops."""

from __future__ import annotations

import asyncio
import io
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.cli import states
from bot.tables.refusals import EXPECTED_ERRORS, TableQuarantined
from bot.tables.registry import Tables
from rules import GAMES
from storage import Database, Entry, seal
from storage.__main__ import main
from storage.errors import StorageError
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on, judged, some_keys
from tests.faults.scale import often, schedule
from tests.storage.table import NOON, minutes, raw

FLIPS = often(60, 12_000)
MET = (63, 7_244, 9_571)
"""Flips that found a defect once; the fast share tries them too."""


@dataclass(frozen=True)
class Original:
    """A database before any bit is flipped, with the records of its tables."""

    path: Path
    records: dict[int, list[Entry]]
    places: dict[range, tuple[int, int]]
    """For each range of bytes in the file, the table and the answer that are stored there."""

    def entry_at(self, offset: int) -> tuple[int, int] | None:
        """Returns the table and the number of the answer that is stored at this offset; None if none is."""
        return next((entry for place, entry in self.places.items() if offset in place), None)


@pytest.fixture
def original(database: Path) -> Original:
    """Returns a new database with a running table of every game and a lobby, before any flip."""
    return asyncio.run(_original(database))


async def _original(database: Path) -> Original:
    async with Backend.opened(database) as backend:
        for at, kind in enumerate(GAMES):
            table = await a_game(backend, kind, channel=500 + at)
            await goes_on(backend, table, Random(kind), Ledger(), 15)
        await backend.open(channel=600)
        await backend.db.deadlines.heartbeat(NOON)
        records = {row.id: await backend.db.record.entries(row.id) for row in await backend.db.games.unfinished()}
    with raw(database) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA journal_mode = WAL")
    return Original(database, records, _places(database))


def flipped(original: Original, offset: int, bit: int) -> Path:
    """Copies the original file with one bit changed; returns the path of the copy."""
    path = original.path.with_name("flipped.sqlite3")
    for beside in path.parent.glob("flipped.sqlite3*"):
        beside.unlink()
    shutil.copy(original.path, path)
    with path.open("r+b") as file:
        file.seek(offset)
        (byte,) = file.read(1)
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))
    return path


async def opened(path: Path, original: Original, hit: tuple[int, int] | None = None) -> str:
    """Starts on the file, plays at each table, and returns the result: `refused`, `aside` (a table was set aside) or
    `whole`.

    It fails if a changed record is not noticed, or if `storage check` does not name what was set aside and the answer
    that was hit.
    """
    try:
        db = await Database.open(path, patience=0.1)
    except StorageError as error:
        assert str(path) in str(error)
        return "refused"
    try:
        await db.deadlines.give_back_downtime(NOON + minutes(1))
        rows = await db.games.unfinished()
        tables, quarantined, sound = Tables(db), set(), set()
        for row in rows:
            try:
                live = await tables.get(row.id)
            except EXPECTED_ERRORS:
                quarantined.add(row.id)
                continue
            assert await db.record.entries(row.id) == original.records[live.id]
            sound.add(live.id)
        assert len(sound | quarantined) >= len(original.records), "a table has vanished, and nobody notices"
        assert len(sound) >= len(original.records) - 1 or not await _is_sound(db)
        await _named_by_the_check(path, quarantined, hit)
        aside = len(quarantined) + await _play_on(db, tables, sound)
    except StorageError as error:
        assert str(path) in str(error)
        return "refused"
    finally:
        await db.close()
    return "aside" if aside else "whole"


async def _named_by_the_check(path: Path, quarantined: set[int], hit: tuple[int, int] | None) -> None:
    """Checks that `storage check` reports each table that was set aside, with the answer that was hit."""
    said, told = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(told):
        code = await asyncio.to_thread(main, ["check", "--database", str(path)])
    lines = said.getvalue().splitlines()
    for table in quarantined:
        assert code, "damaged tables pass as sound"
        (line,) = [line for line in lines if line.startswith(f"game {table} ")]
        assert ": damaged: " in line or ": does not replay: " in line, line
        if hit is not None and hit[0] == table:
            assert f"entry {hit[1]} of " in line, (line, hit)
    if not quarantined and not code:
        assert sum(line.startswith("game ") for line in lines) >= 1, (lines, told.getvalue())


async def _is_sound(db: Database) -> bool:
    """Returns whether SQLite finds no error in the file; then a flip has hit one game only."""
    return [row["integrity_check"] for row in await db.session.execute_fetchall("PRAGMA integrity_check(1)")] == ["ok"]


async def _play_on(db: Database, tables: Tables, sound: set[int]) -> int:
    """Answers at each table; returns how many cannot go on because SQLite overwrote an answer (flip 9571)."""
    backend, aside = Backend(db), 0
    for table in sorted(sound):
        live = await tables.get(table)
        if live.game is not None and live.game.decision is not None:
            seat = live.game.waiting[0]
            before = len(live.game.entries)
            keys = some_keys(live.game, seat, Random(table))
            try:
                await backend.referee.play(table, live.game.number, live.seat(seat).user, keys)
            except TableQuarantined:
                assert not await _is_sound(db)
                aside += 1
                continue
            assert len((await backend.game(table)).entries) > before
    await backend.background.close()
    return aside


def test_every_flip_that_alters_a_record_is_noticed(original: Original, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("CRITICAL")
    size, came = original.path.stat().st_size, dict[str, int]()
    for at in sorted({*range(FLIPS), *MET}):
        with schedule("flip", at) as dice:
            offset, bit = dice.randrange(size), dice.randrange(8)
            if at % 3 == 0:
                offset = dice.choice(_of_the_record(original.path))
            try:
                what = asyncio.run(opened(flipped(original, offset, bit), original, original.entry_at(offset)))
            except BaseException as failure:
                failure.add_note(f"byte {offset}, bit {bit}")
                raise
        came[what] = came.get(what, 0) + 1
    print(came)
    assert came.get("aside", 0) > FLIPS // 12
    assert came.get("whole", 0) > FLIPS // 4


def _of_the_record(path: Path) -> list[int]:
    """Returns offsets in the file at which keys, times and seeds are stored; only the hash chain can check some of
    these.
    """
    content = path.read_bytes()
    with raw(path) as db:
        keys = [row[0].encode() for row in db.execute("SELECT keys FROM entries WHERE length(keys) > 8")]
        moments = [row[0].encode() for row in db.execute("SELECT DISTINCT at FROM entries")]
        seeds = [row[0] for row in db.execute("SELECT seed FROM seeds")]
    found = [content.find(one) + len(one) // 2 for one in keys]
    return [*found, *(start + 12 for one in moments for start in _all(content, one)), *map(content.find, seeds)]


def _in_the_schema(path: Path, column: str) -> int:
    """Returns the offset of a column's name in the text of the file's schema."""
    content = path.read_bytes()
    with raw(path) as db:
        texts = [row[0].encode() for row in db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")]
    where = re.compile(rf"[\s(,]({column})\s+(TEXT|INTEGER|BLOB)".encode())
    text, found = next((text, match) for text in texts if (match := where.search(text)))
    return content.index(text) + found.start(1)


def _places(path: Path) -> dict[range, tuple[int, int]]:
    content, found = path.read_bytes(), {}
    with raw(path) as db:
        for game, sequence, kind, keys, at, link in db.execute(
            "SELECT game, sequence, kind, keys, at, link FROM entries"
        ).fetchall():
            texts = (kind + keys + at).encode()
            start = content.find(texts + link)
            if start >= 0:
                found[range(start, start + len(texts) + len(link))] = (game, sequence + 1)
    assert found
    return found


def _all(content: bytes, wanted: bytes) -> Iterator[int]:
    start = content.find(wanted)
    while start >= 0:
        yield start
        start = content.find(wanted, start + 1)


@pytest.mark.parametrize("column", ["options", "hints", "link", "paused_at", "joined", "keys", "sealed", "due"])
def test_a_column_that_has_another_name_refuses_the_start_with_a_message(original: Original, column: str) -> None:
    """If a flipped bit in the schema's text gives a column another name, the start is refused without a KeyError."""
    offset = _in_the_schema(original.path, column)
    for bit in (0, 1, 2, 5):  # 5: a capital, which SQLite takes for the same letter, and a row's reader does not
        assert asyncio.run(opened(flipped(original, offset, bit), original)) == "refused"


def test_a_row_that_is_read_in_another_way_is_no_finished_game(original: Original) -> None:
    """A game whose phase is NULL is set aside (found by flip 7244: it was neither finished nor unfinished)."""
    with raw(original.path) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, 'phase          TEXT    NOT NULL', 'phase TEXT')")
    with raw(original.path) as db:
        db.execute("UPDATE games SET phase = NULL WHERE id = 2")
    assert asyncio.run(opened(original.path, original)) == "aside"


async def test_a_table_whose_row_holds_no_text_is_told_so_and_can_be_closed(database: Path) -> None:
    """A table whose row has bytes that are no text is set aside with one message; it can be closed, and others still
    load.

    Found by flip 63: the table was neither playable nor reported.
    """
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=2) as evening:
        await evening.sit_down()
        hit = evening.table
        await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
        other = evening.table
        await evening.stop()
        with raw(database) as db:
            db.execute("UPDATE games SET started = CAST(x'323032B5' AS TEXT) WHERE id = ?", (hit,))
        await evening.start()
        assert len(_told(evening)) == 1
        with pytest.raises(TableQuarantined):
            await evening.bot.app.tables.get(hit)
        assert (await evening.bot.app.tables.get(other)).row.phase == "lobby"
        row = await evening.bot.app.db.games.get(hit)
        await evening.bot.app.closing.finish(row, evening.bot.app.now(), "closed")
        assert [row.id for row in await evening.bot.app.db.games.unfinished()] == [other]
        evening.clean()


async def test_the_table_that_is_hit_is_reported_once_and_the_others_play(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=2) as evening:
        await evening.sit_down()
        hit = evening.table
        await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
        other = evening.table
        await evening.stop()
        _spoil(database, hit)
        await evening.start()
        said = _told(evening)
        assert len(said) == 1
        assert f"Záznam stolu {hit}" in said[0]
        with pytest.raises(TableQuarantined):
            await evening.bot.app.tables.get(hit)
        assert (await evening.bot.app.tables.get(other)).row.phase == "lobby"
        outcome = await evening.slash("Anna", "game hand")
        assert "poškozený" in outcome.text
        await evening.restart()
        said = _told(evening)
        assert len(said) == 1
        evening.clean()


async def test_a_table_that_is_hit_while_the_bot_runs_is_reported_by_the_next_press(database: Path) -> None:
    async with _two_tables(database) as (evening, hit, other):
        _spoil(database, hit)
        evening.bot.app.tables.drop(hit)
        outcome = await evening.slash("Anna", "game hand")
        assert "poškozený" in outcome.text
        await evening.settled()
        assert len(_told(evening)) == 1
        await evening.slash("Bert", "game hand")
        await evening.settled()
        await evening.restart()
        assert len(_told(evening)) == 1
        assert await evening.bot.app.db.games.quarantined() == {hit}
        assert (await evening.bot.app.tables.get(other)).row.phase == "lobby"
        evening.clean()


async def test_a_table_that_is_hit_while_the_bot_runs_is_reported_by_its_clock(database: Path) -> None:
    async with _two_tables(database) as (evening, hit, other):
        _spoil(database, hit)
        evening.bot.app.tables.drop(hit)
        for _ in range(4):
            await evening.pass_time(100)
        assert len(_told(evening)) == 1
        assert (await evening.bot.app.tables.get(other)).row.phase == "lobby"
        evening.clean()


async def test_a_damaged_record_of_a_game_that_is_over_disturbs_no_one(database: Path) -> None:
    async with _two_tables(database) as (evening, hit, _other):
        db = evening.bot.app.db
        await db.tables.finish(hit, "ended", None, evening.now())
        evening.bot.app.tables.drop(hit)
        _spoil(database, hit)
        with pytest.raises(TableQuarantined):
            await evening.bot.app.tables.get(hit)
        await evening.settled()
        assert _told(evening) == []
        assert await db.games.quarantined() == set()


@asynccontextmanager
async def _two_tables(database: Path) -> AsyncIterator[tuple[Evening, int, int]]:
    """Starts a bot with a running table in the first channel and a lobby in the second one; yields the evening and both
    tables.
    """
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=2) as evening:
        await evening.sit_down()
        hit = evening.table
        await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
        yield evening, hit, evening.table


async def test_a_flip_in_a_sealed_seed_hits_only_that_table(database: Path, sealing: None) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, channels=2) as evening:
        await evening.sit_down()
        hit = evening.table
        await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
        other = evening.table
        await evening.stop()
        with raw(database) as db:
            (sealed,) = db.execute("SELECT sealed FROM sealed_seeds WHERE game = ?", (hit,)).fetchone()
            flipped = bytes(byte ^ (at == len(sealed) // 2) for at, byte in enumerate(sealed))
            db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (flipped, hit))
        await evening.start()
        await evening.bot.app.db.seeds.must_open()
        assert len(_told(evening)) == 1
        with pytest.raises(TableQuarantined):
            await evening.bot.app.tables.get(hit)
        assert (await evening.bot.app.tables.get(other)).row.phase == "lobby"
        row = await evening.bot.app.db.games.get(hit)
        await evening.bot.app.closing.finish(row, evening.bot.app.now(), "closed")
        assert [row.id for row in await evening.bot.app.db.games.unfinished()] == [other]
        evening.clean()


@pytest.fixture
def sealing() -> Iterator[None]:
    """Installs a secret key during the test, so that seeds are stored encrypted."""
    seal.install(seal.new_key())
    yield
    seal.install("")


def _told(evening: Evening) -> list[str]:
    seen = [one for one in evening.person("Anna").messages(evening.channel) if not one.ephemeral]
    return [one.text for one in seen if "poškozený" in one.text]


async def test_a_record_that_is_repaired_goes_on(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        table = evening.table
        await evening.stop()
        kept = database.with_name("kept")
        shutil.copy(database, kept)
        _spoil(database, table)
        await evening.start()
        assert await evening.bot.app.db.games.quarantined() == {table}
        assert [state.state() for state in await states(database)] == ["set aside (its record is damaged)"]
        await evening.stop()
        with raw(database) as db:
            db.execute("ATTACH ? AS kept", (str(kept),))
            db.execute("UPDATE entries SET kind = (SELECT kind FROM kept.entries AS o WHERE o.number = entries.number)")
        await evening.start()
        assert await evening.bot.app.db.games.quarantined() == set()
        ledger = Ledger()
        await goes_on(evening.bot.app, table, Random(1), ledger, 3)
        await judged(evening.bot.app.db, table, ledger)


def _spoil(database: Path, table: int) -> None:
    with raw(database) as db:
        db.execute("DROP TRIGGER IF EXISTS entries_never_change")
        db.execute("UPDATE entries SET kind = kind || 'x' WHERE game = ? AND sequence = 3", (table,))
