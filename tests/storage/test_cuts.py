"""Tests stored cuts: changed until the start, part of the record, and deletable without harm to it."""

from __future__ import annotations

import pytest

from rules.chance import cut_hash
from storage import Database, NotInTournament, NotSeated, TournamentPhase, WrongPhase
from storage.dsn import Place
from storage.replay import cuts_of
from storage.tournaments import game_id
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, begin, minutes, open_lobby, raw
from tests.storage.test_tournaments import FIRST, opened


async def cuts(db: Database, game: int) -> list[str | None]:
    return [seat.cut for seat in (await db.tables.state(game)).seats]


async def test_a_cut_is_changed_and_deleted_in_the_lobby(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_cut(game, BERT, "žába 🐸")
    assert await cuts(db, game) == [None, "žába 🐸", None]
    assert cuts_of(await db.seats.of(game)) == (None, cut_hash(str(game), "žába 🐸"), None)
    await db.seats.set_cut(game, BERT, "other")
    assert cuts_of(await db.seats.of(game)) == (None, cut_hash(str(game), "other"), None)
    await db.seats.set_cut(game, BERT, None)
    assert cuts_of(await db.seats.of(game)) == ()


async def test_only_users_of_the_table_cut_and_only_in_the_lobby(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(NotSeated):
        await db.seats.set_cut(game, DANA, "x")
    await db.seats.set_cut(game, ANNA, "mine")
    await db.tables.start(game, 1, NOON)
    for text in ("other", None):
        with pytest.raises(WrongPhase):
            await db.seats.set_cut(game, ANNA, text)
    assert await cuts(db, game) == ["mine", None, None]


async def test_a_user_who_leaves_the_lobby_takes_the_cut_along(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_cut(game, BERT, "x")
    await db.seats.remove(game, BERT)
    await db.seats.add(game, BERT, "Bert")
    assert await cuts(db, game) == [None, None, None]


async def test_the_next_holder_of_a_seat_does_not_get_the_text_but_the_hash_stays(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_cut(game, BERT, "x")
    await db.tables.start(game, 1, NOON)
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    assert await cuts(db, game) == [None, None, None]
    assert cuts_of(await db.seats.of(game))[1] == cut_hash(str(game), "x")
    assert await db.record.entries(game) == []


async def test_cuts_do_not_change_the_chain_of_games_without_them(db: Database, path: Place) -> None:
    first, second = await begin(db), await begin(db, 501)
    with raw(path) as other:
        other.execute("UPDATE seats SET cut = 'x' WHERE game = ?", (first,))
    assert await db.record.entries(first) == await db.record.entries(second) == []


async def test_after_a_user_was_forgotten_the_record_keeps_only_the_hash(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.set_cut(game, BERT, "my dog Rex")
    await db.tables.start(game, 1, NOON)
    await db.tables.finish(game, "ended", None, NOON + minutes(1))
    before = cuts_of(await db.seats.of(game))
    await db.privacy.forget(BERT, NOON + minutes(2))
    assert await cuts(db, game) == [None, None, None]
    assert cuts_of(await db.seats.of(game)) == before
    assert await db.record.entries(game) == []


async def test_entrants_cut_until_the_first_round_is_paired(db: Database) -> None:
    number = await opened(db)
    await db.tournaments.set_cut(number, CYRIL, "x")
    await db.tournaments.set_cut(number, CYRIL, "y")
    with pytest.raises(NotInTournament):
        await db.tournaments.set_cut(number, 9_999, "x")
    await db.tournaments.add_round(number, FIRST, NOON)
    with pytest.raises(TournamentPhase):
        await db.tournaments.set_cut(number, CYRIL, "z")
    entrants = (await db.tournaments.get(number)).entrants
    assert [one.cut for one in entrants] == [None, None, "y", None]
    assert entrants[2].cut_hash == cut_hash(game_id(number), "y")


async def test_a_forgotten_entrants_hash_stays_in_its_place(db: Database) -> None:
    number = await opened(db)
    await db.tournaments.set_cut(number, BERT, "x")
    await db.tournaments.add_round(number, FIRST, NOON)
    await db.tournaments.finish(number, "over", NOON)
    before = [one.cut_hash for one in (await db.tournaments.get(number)).entrants]
    await db.privacy.forget(BERT, NOON)
    entrants = (await db.tournaments.get(number)).entrants
    assert [one.cut_hash for one in entrants] == before
    assert [one.cut for one in entrants] == [None] * 4
