"""From every schema that has landed, with unfinished games, killed before every statement; a newer file is refused."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import pytest

from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from storage import Entry, Store
from storage.errors import DatabaseTooNew
from storage.migrations import SCHEMA, migrate
from storage.moments import written
from storage.move import TABLES
from tests.bot.tables.room import Room
from tests.faults.house import LOBBY, MAFIA, House, opened
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end
from tests.faults.scale import FULL, often
from tests.storage.table import NOON, in_file, minutes, raw

LATEST = len(list(SCHEMA.glob("*.sql")))
VERSIONS = range(1, LATEST + 1) if FULL else (1, 5, LATEST - 1, LATEST)
KILLS = often(8, 10_000)
FEW, TO_THE_END, ENDED = 3, 10**6, 0.1
"""Answers after each kill; of the kills one in ten is followed by a whole game."""


async def played(file: Path) -> dict[int, list[Entry]]:
    """A running game of each kind, and all that a house has besides, by this version."""
    async with opened(file, Random("migrations")) as house:
        await _more(house)
    async with Store.opened(file) as store:
        return {row.id: await store.entries(row.id) for row in await store.unfinished() if row.phase == "running"}


async def _more(house: House) -> None:
    """Deadlines, votes, orders, a deck: what a house does not have by itself."""
    house.here = LOBBY
    await house.press_board("Cyril", "join")
    await house.press_board("Anna", "start")
    for name, verb in (("Anna", "stay_out"), ("Bert", "set_order"), ("Cyril", "set_ping")):
        panel = (await house.slash(name, "game me", house.world.channel(MAFIA))).message
        assert panel is not None
        part = panel.find(house.part(panel, verb))
        if part.options:
            await house.person(name).select(panel, part, [part.options[-1].value])
        else:
            await house.person(name).press(panel, part)
    await house.slash("Bert", "game end", house.world.channel(MAFIA))
    store, deck = house.bot.app.store, READY_DECKS["vader_and_stormtrooper"]
    await store.save_deck(house.person("Dora").id, "star_wars_destiny", "Vader", deck)
    await house.settled()


def rows(file: Path) -> dict[str, int]:
    """How many each table has, of those that there are now."""
    with closing(sqlite3.connect(file)) as db:
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES if name in there}


async def as_of(version: int, folder: Path) -> tuple[Path, dict[int, list[Entry]]]:
    """A database as that schema's program had left it, with the same games."""
    entries = await played(folder / "new")
    schema, old = folder / "schema", folder / "old"
    schema.mkdir()
    for number in range(1, version + 1):
        (schema / f"{number:03}.sql").write_bytes((SCHEMA / f"{number:03}.sql").read_bytes())
    async with aiosqlite.connect(old, isolation_level=None) as db:
        await migrate(db, "the old file", schema)
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("ATTACH ? AS new", (str(folder / "new"),))
        for table in TABLES:
            now = {row[1] for row in db.execute(f"PRAGMA new.table_info({table})")}
            then = [f'"{row[1]}"' for row in db.execute(f"PRAGMA main.table_info({table})") if row[1] in now]
            if then:
                known = ", ".join(then)
                db.execute(f"INSERT INTO main.{table} ({known}) SELECT {known} FROM new.{table}")
        if db.execute("SELECT 1 FROM main.sqlite_master WHERE name = 'heartbeat'").fetchone():
            db.execute("INSERT INTO main.heartbeat (id, at) SELECT 1, at FROM new.heartbeats")
    return old, entries


async def goes_on_all(file: Path, entries: dict[int, list[Entry]], *, answers: int = FEW) -> None:
    """Every game is there as it was, and goes on; so many answers, and one of them to its end."""
    async with Room.opened(file) as room:
        ledger, dice = Ledger(), Random(len(file.name))
        last = dice.choice(list(entries))
        for table, expected in entries.items():
            assert await room.store.entries(table) == expected
            await goes_on(room, table, dice, ledger, answers)
            await judged(room.store, table, ledger)
        if answers < TO_THE_END and dice.random() < ENDED:
            await played_to_the_end(room, last, dice, ledger)


@pytest.mark.parametrize("version", VERSIONS)
async def test_games_of_every_schema_are_played_to_their_ends(version: int, tmp_path: Path) -> None:
    old, entries = await as_of(version, tmp_path)
    before = rows(old)
    async with Store.opened(old):
        assert {name: count for name, count in rows(old).items() if name in before} == before
    await goes_on_all(old, entries, answers=TO_THE_END)
    async with Store.opened(old) as store:
        assert not [row.id for row in await store.unfinished() if row.phase == "running"]


async def test_the_time_before_a_migration_is_given_back_after_it(tmp_path: Path) -> None:
    old, _ = await as_of(1, tmp_path)
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("REPLACE INTO heartbeat (id, at) VALUES (1, ?)", (written(NOON),))
    async with Store.opened(old) as store:
        assert await store.give_back_downtime(NOON + minutes(3)) == minutes(3)
        assert await store.give_back_downtime(NOON + minutes(3)) == minutes(0)


async def copies_on_the_way(old: Path) -> list[Path]:
    """What a process leaves that is killed before each statement of the migration."""
    found: list[Path] = []

    def traced(_sql: str) -> None:
        copy = old.with_name(f"copy{len(found)}")
        for beside in ("", "-wal"):
            if (source := old.with_name(old.name + beside)).exists():
                shutil.copy(source, copy.with_name(copy.name + beside))
        found.append(copy)

    genuine = aiosqlite.connect

    def watched(*args: Any, **named: Any) -> Any:
        connecting = genuine(*args, **named)
        connector = connecting._connector

        def connected() -> sqlite3.Connection:
            db: sqlite3.Connection = connector()
            db.set_trace_callback(traced)
            return db

        connecting._connector = connected
        return connecting

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("storage.opening.aiosqlite.connect", watched)
        store = await Store.open(old)
    await in_file(store).db.set_trace_callback(None)  # type: ignore[arg-type]
    await store.close()
    return found


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_killed_before_every_statement_it_begins_again(version: int, tmp_path: Path) -> None:
    async def tried() -> int:
        old, entries = await as_of(version, tmp_path)
        copies = await copies_on_the_way(old)
        assert len(copies) > 8
        chosen = copies if len(copies) <= KILLS else Random(version).sample(copies, KILLS)
        for copy in chosen:
            await goes_on_all(copy, entries)
        return len(chosen)

    print(asyncio.run(tried()), "kills from schema", version)


def test_a_newer_database_is_refused_untouched(database: Path) -> None:
    asyncio.run(played(database))
    with raw(database) as db:
        db.execute(f"PRAGMA user_version = {LATEST + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = database.read_bytes()
    with pytest.raises(DatabaseTooNew, match="Update the program"):
        asyncio.run(Store.open(database))
    assert database.read_bytes() == before
