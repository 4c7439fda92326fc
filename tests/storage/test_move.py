"""Tests that a database moves completely to another one of either engine, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from storage import Database, Reasons, Weighed, seal
from storage.__main__ import main
from storage.dsn import Dsn, Place
from storage.move import NUMBERED, TABLES
from tests.storage.table import ANNA, BERT, NOON, answer, begin, board, named, raw
from tests.storage.test_check import play
from tests.storage.test_stats import ANNA_WINS, finished
from tests.storage.test_tournaments import begun


@pytest.fixture(params=["to-sqlite", pytest.param("to-postgres", marks=pytest.mark.tier("test"))])
def to(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "to-sqlite":
        yield tmp_path / "new.sqlite3"
        return
    server = request.getfixturevalue("server")
    dsn = server.fresh(template=None)
    yield dsn
    server.drop(dsn)


async def a_full_evening(path: Place) -> None:
    """Creates a database in which many tables have rows: games, a tournament, a season, messages and decks."""
    async with Database.opened(path) as db:
        await finished(db, ANNA_WINS)
        game = await begin(db, channel=700)
        reasons = Reasons(1, "a", "hard", "chance", (Weighed(("x",), 0.35, 13),))
        await db.record.append(game, [answer(1, "a", "x")], reasons=[reasons])
        await db.consents.set_vote(game, "end", ANNA, True)
        await db.messages.put(board(game, 1, 2, NOON), posted=True)
        await db.deadlines.heartbeat(NOON)
        await db.identifies.note(0, NOON, NOON)
        await begun(db)
        season = await db.seasons.open(7, "some_game", "Spring", ANNA, NOON)
        await db.seasons.join(season.id, BERT, NOON)
        for name in ("kept", "gone"):
            deck = await db.decks.save(ANNA, "some_game", name, "žluťoučký kůň")
        await db.decks.remove(ANNA, deck.id)


def contents(path: Place) -> dict[str, list[tuple[Any, ...]]]:
    with raw(path) as db:
        columns = {name: ", ".join(_columns(path, name)) for name in TABLES}
        return {
            name: db.execute(f"SELECT {columns[name]} FROM {name} ORDER BY {order}").fetchall()
            for name, order in TABLES.items()
        }


def _columns(path: Place, table: str) -> list[str]:
    with raw(path) as db:
        if isinstance(path, Dsn):
            sql = "SELECT column_name::text FROM information_schema.columns WHERE table_name = ?"
            return sorted(f'"{name}"' for (name,) in db.execute(sql, (table,)).fetchall())
        return sorted(f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})").fetchall())


@pytest.mark.tier("test")
def test_everything_arrives_and_every_record_replays(
    path: Place, to: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    for at, rules in enumerate(GAMES.values(), start=1):
        asyncio.run(play(path, rules, channel=at))
    asyncio.run(a_full_evening(path))
    assert main(["move", named(to), "--database", named(path)]) == 0
    said = capsys.readouterr().out
    assert "All rows are equal, and every record replays to the same game" in said
    assert contents(to) == contents(path)
    assert main(["check", "--database", named(to)]) == main(["check", "--database", named(path)])


def test_sealed_seeds_move_as_they_are_and_need_their_key(
    path: Place, to: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = seal.new_key()
    seal.install(key)
    asyncio.run(a_full_evening(path))
    monkeypatch.delenv("KRUPIER_SECRET_KEY", raising=False)
    try:
        assert main(["move", named(to), "--database", named(path)]) == 2
        assert "is sealed: set KRUPIER_SECRET_KEY" in capsys.readouterr().err
        monkeypatch.setenv("KRUPIER_SECRET_KEY", key)
        assert main(["move", named(to), "--database", named(path)]) == 0
    finally:
        seal.install("")
    arrived = contents(to)
    assert arrived["sealed_seeds"]
    assert arrived == contents(path)


def test_a_sealed_seed_that_was_altered_keeps_no_other_game_from_moving(
    path: Place, to: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KRUPIER_SECRET_KEY", key := seal.new_key())
    seal.install(key)
    asyncio.run(a_full_evening(path))
    asyncio.run(begun_at(path, 800))
    with raw(path) as db:
        db.execute(
            "UPDATE sealed_seeds SET sealed = (SELECT sealed FROM sealed_seeds ORDER BY game DESC LIMIT 1) "
            "WHERE game = (SELECT MIN(game) FROM sealed_seeds)"
        )
    try:
        assert main(["move", named(to), "--database", named(path)]) == 0
        assert "replay in neither database" in capsys.readouterr().out
    finally:
        seal.install("")
    assert contents(to) == contents(path)


async def begun_at(path: Place, channel: int) -> None:
    async with Database.opened(path) as db:
        await begin(db, channel)


def test_no_number_is_given_twice_after_a_move(path: Place, to: Place) -> None:
    asyncio.run(a_full_evening(path))
    assert main(["move", named(to), "--database", named(path)]) == 0

    async def next_numbers(place: Place) -> tuple[int, int]:
        async with Database.opened(place) as db:
            return (await db.decks.save(BERT, "some_game", "new", "y")).id, await begin(db, channel=900)

    assert asyncio.run(next_numbers(to)) == asyncio.run(next_numbers(path))


def test_a_target_that_holds_anything_is_refused_untouched(
    path: Place, to: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(a_full_evening(path))

    async def someone() -> None:
        async with Database.opened(to) as db:
            await db.people.set_seen(BERT, "cs", "2026-03-01")

    asyncio.run(someone())
    before = contents(to)
    assert main(["move", named(to), "--database", named(path)]) == 2
    assert "is not empty (people)" in capsys.readouterr().err
    assert contents(to) == before


async def test_a_database_that_is_served_stays_where_it_is(
    db: Database, path: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target.sqlite3"
    assert await asyncio.to_thread(main, ["move", str(target), "--database", named(path)]) == 2
    assert "is in use" in capsys.readouterr().err


def test_a_source_that_is_not_there_is_not_made(to: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move", named(to), "--database", str(tmp_path / "nothing")]) == 2
    assert "does not exist" in capsys.readouterr().err


async def test_every_table_is_moved(db: Database, path: Place) -> None:
    if isinstance(path, Dsn):
        sql = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        numbered = "SELECT replace(relname, '_id_seq', '')::text FROM pg_class WHERE relkind = 'S'"
        own = {"krupier_schema", "close_requests", "changes"}
    else:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table'"
        numbered = "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
        own = {"sqlite_sequence"}
    with raw(path) as connection:
        assert {name for (name,) in connection.execute(sql).fetchall()} - own == set(TABLES)
        assert {name for (name,) in connection.execute(numbered).fetchall()} == set(NUMBERED)
