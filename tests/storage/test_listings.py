"""Tests lists of tables: the open lobbies of a server, and the unfinished tables of a user."""

from __future__ import annotations

from dataclasses import replace

from storage import Database, MessageRow, PostSlot
from tests.storage.table import ANNA, BERT, DANA, NOON, SEED, begin, minutes, new_game, open_lobby


async def test_open_lobbies_have_their_board_and_their_taken_seats(db: Database) -> None:
    game = await open_lobby(db)
    await begin(db, 501)
    await db.tables.open(replace(new_game(502), guild=8), SEED)
    await db.messages.put(MessageRow(PostSlot("board", game), 600, 900, NOON))
    (found,) = await db.listings.lobbies(7, DANA)
    assert (found.row.id, found.seated, found.taken, found.place, found.board) == (game, False, 3, 600, 900)
    assert [one.seated for one in await db.listings.lobbies(7, ANNA)] == [True]


async def test_damaged_tables_are_not_listed(db: Database) -> None:
    game = await open_lobby(db)
    await db.games.quarantine(game, NOON)
    assert await db.listings.lobbies(7, ANNA) == []
    assert await db.listings.of_player(ANNA) == []


async def test_a_users_tables_are_the_unfinished_ones_at_which_they_sit(db: Database) -> None:
    lobby, running = await open_lobby(db), await begin(db, 501)
    over, left = await begin(db, 502), await begin(db, 503)
    await db.deadlines.set(running, 1, NOON + minutes(2))
    await db.tables.finish(over, "ended", None, NOON)
    await db.vacancies.set_left(left, "b", NOON, told=0)
    found = await db.listings.of_player(BERT)
    assert [(one.row.id, one.seat, one.due, one.answers) for one in found] == [
        (lobby, None, None, 0),
        (running, "b", NOON + minutes(2), 0),
    ]
