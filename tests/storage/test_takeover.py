"""Tests that the database stores why a seat was vacated, who offered it, and every change of its holder."""

from __future__ import annotations

from storage import Database, SeatChange, Vacancy
from tests.storage.table import ANNA, BERT, DANA, NOON, begin, minutes


async def test_a_user_who_offers_a_seat_without_a_vote_is_kept_until_the_offer_ends(db: Database) -> None:
    game = await begin(db)
    for seat, user in (("a", DANA), ("b", None)):
        await db.vacancies.vacate(game, Vacancy(seat, ("hand_over",), left=NOON, free=True, decided_by=user))
    assert (await db.tables.state(game)).offered_by == {"a": DANA}
    await db.vacancies.vacate(game, Vacancy("a", ("replace",), free=True, free_for=DANA))
    state = await db.tables.state(game)
    assert (state.offers, state.offered_by) == ({"a": DANA, "b": None}, {})


async def test_the_reason_for_a_vacancy_is_kept_until_a_person_plays_again(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.set_left(game, "a", NOON)
    await db.vacancies.vacate(game, Vacancy("b", (), left=NOON, why="managed"))
    await db.vacancies.vacate(game, Vacancy("c", (), left=NOON, why="late"))
    assert [seat.vacated for seat in (await db.tables.state(game)).seats] == ["left", "managed", "late"]
    await db.vacancies.vacate(game, Vacancy("b", (), level="hard"))
    await db.vacancies.set_left(game, "a", None)
    await db.vacancies.replace(game, "c", DANA, "Dana", NOON)
    assert [seat.vacated for seat in await db.seats.of(game)] == [None, "managed", None]


async def test_every_change_of_a_holder_is_in_the_log_with_its_place_in_the_game(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.set_left(game, "a", NOON, told=3)
    await db.vacancies.set_left(game, "a", None, told=4, returned=NOON + minutes(1))
    await db.vacancies.vacate(game, Vacancy("b", (), left=NOON, why="managed"), told=5)
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON + minutes(2), told=7)
    assert (await db.tables.state(game)).seat_changes == (
        SeatChange("a", 3, "left", ANNA, None),
        SeatChange("a", 4, "returned", ANNA, None),
        SeatChange("b", 5, "managed", BERT, None),
        SeatChange("b", 7, "taken", DANA, BERT),
    )
