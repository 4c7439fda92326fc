from __future__ import annotations

import pytest

from storage import AlreadySeated, Database, NotSeated, SeatRow, Vacancy, WrongPhase
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, SEED, begin, minutes, new_game, open_lobby


def seat(letter: str, user: int, name: str) -> SeatRow:
    return SeatRow(letter, user, name, computer=False, record_name=name, joined=None, left=None, absences=0)


async def test_seats_are_in_order_of_joining(db: Database) -> None:
    game = await open_lobby(db)
    assert await db.seats.of(game) == [seat("a", ANNA, "Anna"), seat("b", BERT, "Bert"), seat("c", CYRIL, "Cyril")]


async def test_a_player_who_leaves_the_lobby_and_returns_gets_the_last_seat(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.remove(game, ANNA)
    await db.seats.add(game, ANNA, "Anna", joined=NOON)
    assert [(row.seat, row.user) for row in await db.seats.of(game)] == [("a", BERT), ("b", CYRIL), ("c", ANNA)]
    assert [row.joined for row in await db.seats.of(game)] == [None, None, NOON]


async def test_no_one_sits_twice(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(AlreadySeated):
        await db.seats.add(game, ANNA, "Anna again")
    assert len(await db.seats.of(game)) == 3


async def test_one_user_may_sit_in_games_of_several_channels(db: Database) -> None:
    here, there = await open_lobby(db), await open_lobby(db, channel=501)
    assert await db.seats.of_user(here, ANNA) == await db.seats.of_user(there, ANNA) == seat("a", ANNA, "Anna")


async def test_only_who_sits_can_leave(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(NotSeated):
        await db.seats.remove(game, DANA)
    assert await db.seats.of_user(game, DANA) is None


async def test_anyone_who_leaves_the_lobby_hands_it_on_or_closes_it(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.remove(game, BERT)
    assert (await db.games.get(game)).host == ANNA
    await db.seats.remove(game, ANNA, host=CYRIL)
    assert ((await db.games.get(game)).host, (await db.games.get(game)).phase) == (CYRIL, "lobby")
    with pytest.raises(NotSeated):
        await db.tables.end_lobby(game, DANA, NOON)
    await db.tables.end_lobby(game, CYRIL, NOON)
    row = await db.games.get(game)
    assert (row.phase, row.finished, await db.seats.of(game)) == ("ended", NOON, [])
    assert await db.archive.untold_ends() == [game]


async def test_computers_sit_under_numbers_below_zero(db: Database) -> None:
    game = await db.tables.open(new_game(), SEED)
    assert await db.seats.add_computer(game, "Robot 1") == -1
    await db.seats.add(game, ANNA, "Anna")
    assert await db.seats.add_computer(game, "Robot 2") == -2
    seats = await db.seats.of(game)
    assert [(row.user, row.name, row.computer) for row in seats] == [
        (-1, "Robot 1", True),
        (ANNA, "Anna", False),
        (-2, "Robot 2", True),
    ]
    await db.seats.remove(game, -1)
    assert await db.seats.add_computer(game, "Robot 3") == -3


async def test_a_seat_knows_how_well_a_computer_plays_there(db: Database) -> None:
    game = await db.tables.open(new_game(), SEED)
    for level in ("easy", "normal", "hard", "expert"):
        await db.seats.add_computer(game, f"Robot {level}", level)
    await db.seats.add(game, ANNA, "Anna")
    assert [row.level for row in await db.seats.of(game)] == ["easy", "normal", "hard", "expert", "normal"]
    assert (await db.tables.state(game)).seats == await db.seats.of(game)


async def test_a_seat_has_a_level_until_someone_returns_to_it_or_takes_it(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.vacate(game, Vacancy("c", (), left=NOON, level="hard"))
    assert [row.level for row in await db.seats.of(game)] == ["normal", "normal", "hard"]
    await db.vacancies.set_left(game, "c", None)
    await db.vacancies.vacate(game, Vacancy("b", (), left=NOON, level="easy"))
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    assert [row.level for row in await db.seats.of(game)] == ["normal"] * 3


async def test_the_start_closes_the_lobby_and_fixes_the_letters(db: Database) -> None:
    game = await begin(db)
    for late in (db.seats.add(game, DANA, "Dana"), db.seats.remove(game, ANNA), db.seats.add_computer(game, "Robot")):
        with pytest.raises(WrongPhase, match="running"):
            await late
    with pytest.raises(WrongPhase):
        await db.tables.start(game, 1, NOON)
    assert [row.seat for row in await db.seats.of(game)] == ["a", "b", "c"]


async def test_a_seat_handed_over_keeps_its_letter_its_recorded_name_and_its_history(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.set_left(game, "b", NOON)
    await db.seats.set_absences(game, "b", 2)
    await db.orders.set(game, "b", "pass", "1")
    await db.orders.set_staying_out(game, "b", "1")
    assert await db.vacancies.replace(game, "b", DANA, "Dana", NOON + minutes(5)) == BERT
    assert await db.seats.of_user(game, DANA) == SeatRow("b", DANA, "Dana", False, "Bert", NOON + minutes(5), None, 0)
    assert await db.seats.of_user(game, BERT) is None
    assert ((await db.tables.state(game)).orders, (await db.tables.state(game)).out) == ({}, {})
    assert await db.vacancies.replace(game, "b", -1, "Robot", NOON + minutes(6), computer=True) == DANA
    stored = await db.session.execute_fetchall("SELECT * FROM substitutions WHERE game = ? ORDER BY id", (game,))
    names = ("former_user", "former_name", "user", "name", "computer")
    assert [[row[name] for name in names] for row in stored] == [
        [BERT, "Bert", DANA, "Dana", 0], [DANA, "Dana", -1, "Robot", 1],
    ]  # fmt: skip
    assert await db.seats.of_user(game, -1) == SeatRow("b", -1, "Robot", True, "Bert", NOON + minutes(6), None, 0)


async def test_a_seated_player_cannot_take_another_seat(db: Database) -> None:
    game = await begin(db)
    with pytest.raises(AlreadySeated):
        await db.vacancies.replace(game, "b", ANNA, "Anna", NOON)
    with pytest.raises(NotSeated):
        await db.vacancies.replace(game, "x", DANA, "Dana", NOON)
    assert await db.seats.of_user(game, BERT) == seat("b", BERT, "Bert")


async def test_no_seat_is_handed_over_in_a_lobby(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(WrongPhase):
        await db.vacancies.replace(game, "b", DANA, "Dana", NOON)


async def test_leaving_and_absences_are_noted(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.set_left(game, "c", NOON)
    await db.seats.set_absences(game, "c", 1)
    row = await db.seats.of_user(game, CYRIL)
    assert row is not None
    assert (row.left, row.absences) == (NOON, 1)
    await db.vacancies.set_left(game, "c", None)
    await db.seats.set_absences(game, "c", 0)
    assert await db.seats.of_user(game, CYRIL) == seat("c", CYRIL, "Cyril")
    with pytest.raises(NotSeated):
        await db.vacancies.set_left(game, "x", NOON)
