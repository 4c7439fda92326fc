"""Tests the chain of answers: a change by a disk or by hand is noticed and named."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage import Database, Outcome
from storage.__main__ import main
from storage.errors import RecordDamaged
from tests.storage.table import NOON, SEED, answer, begin, minutes, open_lobby, raw, rechain

ENTRIES = [answer(1, "chance", "x"), answer(2, "a", "y", "z"), answer(2, "b"), answer(3, "clock")]


async def played(path: Path) -> int:
    """Stores a running game of four answers in two transactions and returns its number."""
    async with Database.opened(path) as db:
        game = await begin(db)
        await db.record.append(game, ENTRIES[:1])
        await db.record.append(game, ENTRIES[1:], told=3)
        return game


def altered(path: Path, sql: str) -> None:
    """Removes all triggers from the file and executes this statement, which changes rows as Krupier never does."""
    with raw(path) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(sql).rowcount >= 1


@pytest.mark.parametrize(
    ("sql", "where"),
    [
        ("UPDATE entries SET keys = 'y w' WHERE number = 2 AND seat = 'a'", r"entry 2 of 4 \(to decision 2\)"),
        ("UPDATE entries SET at = '2025-03-01T12:09:00.123456+00:00' WHERE number = 3", "entry 4 of 4"),
        ("UPDATE entries SET kind = 'react' WHERE number = 3", "entry 4 of 4"),
        ("UPDATE entries SET seat = 'c' WHERE seat = 'b'", "entry 3 of 4"),
        ("UPDATE entries SET number = 7 WHERE number = 3", "entry 4 of 4"),
        ("UPDATE entries SET keys = CAST(keys AS BLOB) WHERE number = 3", "entry 4 of 4"),
        ("UPDATE entries SET sequence = 9 WHERE number = 1", "what the game began with, or entry 1 of 4"),
        ("UPDATE entries SET link = randomblob(32) WHERE number = 3", "entry 4 of 4"),
        ("UPDATE entries SET link = NULL WHERE number = 3", "entry 4 of 4"),
        ("DELETE FROM entries WHERE number = 3", "its end after entry 3"),
        ("DELETE FROM entries WHERE number = 1", "entry 1 of 3"),
        ("DELETE FROM entries", "what the game began with"),
        ("UPDATE games SET link = randomblob(32)", "its end after entry 4"),
        ("UPDATE games SET kind = 'other_game'", "what the game began with"),
        ("UPDATE games SET edition = 2", "what the game began with"),
        ('UPDATE games SET options = \'{"goal": "beginnerz"}\'', "what the game began with"),
        ("UPDATE games SET started = NULL", "what the game began with"),
        ("UPDATE games SET phase = 'over'", "its end after entry 4"),
        ("UPDATE seats SET record_name = 'Berta' WHERE seat = 'b'", "what the game began with"),
        ("UPDATE seats SET seat = 'd' WHERE seat = 'b'", "what the game began with"),
        (f"UPDATE seats SET cut_hash = '{'0' * 64}' WHERE seat = 'b'", "what the game began with"),
        ("UPDATE seeds SET seed = zeroblob(32)", "what the game began with"),
    ],
)
async def test_everything_that_alters_a_record_is_noticed_and_named(path: Path, sql: str, where: str) -> None:
    game = await played(path)
    altered(path, sql)
    async with Database.opened(path) as db:
        with pytest.raises(RecordDamaged, match=where):
            await db.record.entries(game)


@pytest.mark.parametrize("sql", ["UPDATE games SET result = '{}'", "UPDATE games SET phase = 'over'"])
async def test_a_changed_result_is_noticed(path: Path, sql: str) -> None:
    game = await played(path)
    async with Database.opened(path) as db:
        await db.record.append(game, [answer(4, "a", "q")], outcome=Outcome("ended", None, NOON + minutes(9)))
        assert len(await db.record.entries(game)) == 5
    altered(path, sql)
    async with Database.opened(path) as db:
        with pytest.raises(RecordDamaged, match="its end"):
            await db.record.entries(game)


async def test_a_lobbys_seed_is_chained_too(path: Path) -> None:
    async with Database.opened(path) as db:
        game = await open_lobby(db)
        assert await db.record.entries(game) == []
    altered(path, "UPDATE seeds SET seed = zeroblob(32)")
    async with Database.opened(path) as db:
        with pytest.raises(RecordDamaged):
            await db.record.entries(game)


async def test_changes_outside_the_record_do_not_break_the_chain(path: Path) -> None:
    game = await played(path)
    async with Database.opened(path) as db:
        await db.tables.move(game, 501)
        await db.vacancies.replace(game, "b", 99, "Dana", NOON)
        await db.vacancies.set_left(game, "a", NOON, host=77)
        assert await db.record.entries(game) == ENTRIES
        await db.tables.finish(game, "ended", None, NOON)
        assert await db.record.entries(game) == ENTRIES


async def test_other_games_are_read_as_ever(path: Path) -> None:
    first = await played(path)
    async with Database.opened(path) as db:
        second = await begin(db, channel=501)
        await db.record.append(second, ENTRIES)
    altered(path, f"UPDATE entries SET keys = 'w' WHERE number = 2 AND game = {first}")
    async with Database.opened(path) as db:
        with pytest.raises(RecordDamaged):
            await db.record.entries(first)
        assert await db.record.entries(second) == ENTRIES
        await db.record.append(second, [answer(4, "a", "q")])


async def test_an_answer_without_a_link_is_refused(path: Path) -> None:
    await played(path)
    with raw(path) as db, pytest.raises(sqlite3.IntegrityError, match="chained to the one before"):
        db.execute(
            "INSERT INTO entries (game, number, seat, sequence, kind, keys, at) VALUES (1, 9, 'a', 9, 'x', '', '')"
        )


async def test_a_link_is_set_once(path: Path) -> None:
    await played(path)
    with raw(path) as db, pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        db.execute("UPDATE entries SET link = randomblob(32)")


def test_the_check_names_game_and_entry_of_finished_games_too(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def two() -> None:
        game = await played(path)
        async with Database.opened(path) as db:
            await db.tables.finish(game, "ended", None, NOON)
            await db.record.append(await begin(db), ENTRIES)

    asyncio.run(two())
    altered(path, "UPDATE entries SET keys = 'w' WHERE number = 2 AND seat = 'a'")
    assert main(["check", "--database", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [
        f"game {game} (some_game 1, channel 500): damaged: entry 2 of 4 (to decision 2) is not what was written"
        for game in (1, 2)
    ]
    assert told[2] == "1 unfinished game, 0 that do not replay"
    assert told[3].startswith("2 with a damaged record")


def test_an_operator_looks_at_a_damaged_record(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(played(path))
    assert main(["record", "1", "--database", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("2 a turn: y z   2025-")
    altered(path, "UPDATE entries SET keys = 'w' WHERE number = 2 AND seat = 'a'")
    assert main(["record", "1", "--database", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[1].startswith("2 a turn: w ")
    assert "Damaged: entry 2 of 4 (to decision 2) differs from what was written." in said.err
    assert main(["record", "7", "--database", str(path)]) == 2


async def test_nothing_of_the_chain_tells_of_the_seed(path: Path) -> None:
    """No stored link is the seed, and the links of all entries differ. The first link is a hash over the 32 secret
    bytes, but not the public commitment.
    """
    await played(path)
    with raw(path) as db:
        links = [row[0] for row in db.execute("SELECT link FROM entries UNION SELECT link FROM games")]
    assert SEED not in links
    assert len(set(links)) == 4


async def test_rechained_by_hand_it_passes(path: Path) -> None:
    game = await played(path)
    altered(path, "UPDATE entries SET keys = 'w' WHERE number = 2 AND seat = 'a'")
    rechain(path)
    async with Database.opened(path) as db:
        assert len(await db.record.entries(game)) == 4
