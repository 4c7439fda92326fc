"""A file of any earlier schema goes on with everything that it holds."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import aiosqlite
import pytest

from storage import Store, Tally
from storage.migrations import SCHEMA, migrate
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, raw, unchained
from tests.storage.test_decks import GAME, SECRET
from tests.storage.test_stats import ANNA_WINS, finished, tallies

EARLIER = range(1, 5)
"""The schemas in which `votes` held seven kinds of fact."""
SECOND = 1_740_830_400
"""The first of March 2025 at noon, as a unix time."""
OLD_FACTS = [
    ("pause", ANNA, 1), ("pause", BERT, 0), ("replace", CYRIL, 1), ("proposals", 3, 1), ("propose:b", DANA, 1),
    ("open:a", 0, 1), ("open:c", DANA, 1), ("trouble", 0, 1), ("left_server", BERT, 1), ("notice", SECOND, 1),
]  # fmt: skip
OTHER_FACTS = [("proposals", 7, 1), ("propose:a", -1, 1), ("trouble", 0, 0), ("left_server", ANNA, 0)]
"""Of another table: what is over, or was taken back, was no fact."""


def of_before(schema: int, folder: Path) -> Path:
    """The schema files as they were then."""
    folder.mkdir()
    for number in range(1, schema + 1):
        shutil.copy(SCHEMA / f"{number:03}.sql", folder)
    return folder


@pytest.mark.parametrize("schema", EARLIER)
async def test_facts_among_the_votes_move_to_tables_of_their_own(tmp_path: Path, path: Path, schema: int) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, "the file", of_before(schema, tmp_path / "before"))
        for game in (1, 2):
            await db.execute(
                "INSERT INTO games (id, channel, kind, edition, language, options, pace, host, phase, created) "
                "VALUES (?1, ?1, 'some_game', 1, 'cs', '{}', 'live', 1001, 'running', '2025-03-01T12:00:00+00:00')",
                (game,),
            )
            await db.execute("INSERT INTO seeds (game, seed) VALUES (?, zeroblob(32))", (game,))
        facts = [(1, *fact) for fact in OLD_FACTS] + [(2, *fact) for fact in OTHER_FACTS]
        await db.executemany("INSERT INTO votes (game, what, user, yes) VALUES (?, ?, ?, ?)", facts)
    async with Store.opened(path) as store:
        state, other = await store.state(1), await store.state(2)
        assert state.votes == {"pause": {ANNA}, "replace": {CYRIL}}
        assert (state.proposal, state.proposals) == (("b", DANA, None), 3)
        assert state.offers == {"a": None, "c": DANA}
        assert (state.trouble, state.departed) == (True, frozenset({BERT}))
        assert (other.proposal, other.proposals) == (("a", None, None), 7)
        assert (other.votes, other.offers, other.trouble, other.departed) == ({}, {}, False, frozenset())
        assert await store.notices() == {1: NOON.replace(microsecond=0)}
    with raw(path) as opened:
        assert opened.execute("SELECT DISTINCT what FROM votes ORDER BY what").fetchall() == [("pause",), ("replace",)]


@pytest.mark.parametrize("schema", range(1, 6))
async def test_seats_of_any_earlier_schema_have_chosen_nothing(tmp_path: Path, path: Path, schema: int) -> None:
    folder = tmp_path / "before"
    folder.mkdir()
    for number in range(1, schema + 1):
        shutil.copy(SCHEMA / f"{number:03}.sql", folder)
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, "the file", folder)
    with raw(path) as file:
        file.execute(
            "INSERT INTO games (id, channel, kind, edition, language, options, pace, host, created) "
            "VALUES (1, 500, 'some_game', 1, 'cs', '{}', 'live', ?, '2025-03-01T12:00:00.000000+00:00')",
            (ANNA,),
        )
        file.execute("INSERT INTO seeds (game, seed) VALUES (1, ?)", (bytes(32),))
        file.execute("INSERT INTO seats (game, position, user, name) VALUES (1, 0, ?, 'Anna')", (ANNA,))
    async with Store.opened(path) as store:
        assert [(seat.user, seat.part) for seat in await store.seats(1)] == [(ANNA, None)]
        await store.set_part(1, ANNA, SECRET)
        assert [seat.part for seat in (await store.state(1)).seats] == [SECRET]
        await store.save_deck(ANNA, GAME, "aces", SECRET)


def test_a_database_of_the_first_schema_gets_its_statistics(path: Path) -> None:
    async def play() -> None:
        async with Store.opened(path) as store:
            await finished(store, ANNA_WINS)

    asyncio.run(play())
    unchained(path)
    with raw(path) as db:
        first = (SCHEMA / "001.sql").read_text("utf-8")
        db.execute("PRAGMA foreign_keys = OFF")
        for what in ("table", "index"):
            sql = "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'"
            for (name,) in db.execute(sql, (what,)).fetchall():
                if f"{what.upper()} {name} " not in first:
                    db.execute(f"DROP {what.upper()} {name}")
        db.execute("ALTER TABLE people DROP COLUMN locale")
        db.execute("ALTER TABLE people DROP COLUMN confirm")
        db.execute("ALTER TABLE seats DROP COLUMN part")
        db.execute("ALTER TABLE seats DROP COLUMN level")
        db.execute("ALTER TABLE games DROP COLUMN bank_seconds")
        db.execute("ALTER TABLE hand_messages DROP COLUMN shows")
        db.execute("PRAGMA user_version = 1")
    assert tallies(path, ANNA) == [[Tally(7, "some_game", games=1, wins=1, rated=1)]]
