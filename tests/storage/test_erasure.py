"""Tests that erasing a whole game deletes its rows in every table, and no rows of other games."""

from __future__ import annotations

import pytest

from storage import Database, Watcher, WrongPhase
from storage.dsn import Dsn, Place
from storage.erasure import OF_A_GAME
from tests.storage.table import ANNA, BERT, DANA, NOON, REFUSED, answer, begin, board, raw
from tests.storage.test_handing_over import COLUMNS_POSTGRES, COLUMNS_SQLITE

NOT_OF_A_GAME = {
    "changes": "a number that other processes look up, on PostgreSQL",
    "close_requests": "of unfinished games, on PostgreSQL",
}
"""Tables with a column for a game whose rows are not deleted with the game -> the reason."""


async def played(db: Database, channel: int) -> int:
    """Stores an ended game with rows in many tables of the database and returns its number."""
    game = await begin(db, channel)
    await db.record.append(game, [answer(1, "a", "x")])
    await db.messages.put(board(game, channel, 2, NOON), posted=True)
    await db.consents.set_vote(game, "end", ANNA, True)
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    await db.spectators.set(Watcher(game, BERT, 0, 0, 0, 0))
    await db.tables.finish(game, "ended", None, NOON)
    return game


def rows(place: Place, game: int) -> dict[str, int]:
    """Returns the number of the game's rows in each table that has any."""
    with raw(place) as connection:
        sql = {table: f"SELECT COUNT(*) FROM {table} WHERE game = ?" for table in OF_A_GAME}
        sql |= {
            "messages": "SELECT COUNT(*) FROM messages WHERE subject = ?",
            "games": "SELECT COUNT(*) FROM games WHERE id = ?",
        }
        counted = {table: connection.execute(one, (game,)).fetchone()[0] for table, one in sql.items()}
    return {table: count for table, count in counted.items() if count}


def test_every_table_with_rows_of_a_game_is_erased_or_declared(db: Database, path: Place) -> None:
    with raw(path) as connection:
        columns = connection.execute(COLUMNS_POSTGRES if isinstance(path, Dsn) else COLUMNS_SQLITE).fetchall()
    assert {table for table, column in columns if column == "game"} - {*OF_A_GAME, *NOT_OF_A_GAME} == set()


async def test_everything_of_an_erased_game_is_gone_and_nothing_of_others(db: Database, path: Place) -> None:
    gone, kept = await played(db, 500), await played(db, 501)
    before = rows(path, kept)
    assert {"entries", "seeds", "seats", "substitutions", "messages", "games"} <= before.keys()
    await db.erasure.erase(gone)
    assert rows(path, gone) == {}
    assert rows(path, kept) == before


async def test_a_running_game_is_not_erased(db: Database, path: Place) -> None:
    game = await begin(db)
    before = rows(path, game)
    with pytest.raises(WrongPhase):
        await db.erasure.erase(game)
    assert rows(path, game) == before


@pytest.mark.parametrize("table", ["entries", "seeds", "substitutions", "seat_changes"])
async def test_records_are_protected_again_after_a_game_is_erased(db: Database, path: Place, table: str) -> None:
    gone, kept = await played(db, 500), await played(db, 501)
    await db.erasure.erase(gone)
    with raw(path) as connection, pytest.raises(REFUSED, match="kept for ever"):
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (kept,))
