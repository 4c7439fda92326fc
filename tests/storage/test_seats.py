from __future__ import annotations

import pytest

from storage import AlreadySeated, NotSeated, SeatRow, Store, Substitution, WrongPhase
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, SEED, begin, minutes, new_game, open_lobby


def seat(letter: str, user: int, name: str) -> SeatRow:
    return SeatRow(letter, user, name, computer=False, record_name=name, joined=None, left=None, absences=0)


async def test_seats_stand_in_order_of_joining(store: Store) -> None:
    game = await open_lobby(store)
    assert await store.seats(game) == [seat("a", ANNA, "Anna"), seat("b", BERT, "Bert"), seat("c", CYRIL, "Cyril")]


async def test_who_leaves_the_lobby_and_comes_back_sits_last(store: Store) -> None:
    game = await open_lobby(store)
    await store.unseat(game, ANNA)
    await store.seat(game, ANNA, "Anna", joined=NOON)
    assert [(row.seat, row.user) for row in await store.seats(game)] == [("a", BERT), ("b", CYRIL), ("c", ANNA)]
    assert [row.joined for row in await store.seats(game)] == [None, None, NOON]


async def test_nobody_sits_twice(store: Store) -> None:
    game = await open_lobby(store)
    with pytest.raises(AlreadySeated):
        await store.seat(game, ANNA, "Anna again")
    assert len(await store.seats(game)) == 3


async def test_one_user_may_sit_in_games_of_several_channels(store: Store) -> None:
    here, there = await open_lobby(store), await open_lobby(store, channel=501)
    assert await store.seat_of(here, ANNA) == await store.seat_of(there, ANNA) == seat("a", ANNA, "Anna")


async def test_only_who_sits_can_leave(store: Store) -> None:
    game = await open_lobby(store)
    with pytest.raises(NotSeated):
        await store.unseat(game, DANA)
    assert await store.seat_of(game, DANA) is None


async def test_whoever_leaves_the_lobby_hands_it_on_or_closes_it(store: Store) -> None:
    game = await open_lobby(store)
    await store.unseat(game, BERT)
    assert (await store.game(game)).host == ANNA
    await store.unseat(game, ANNA, host=CYRIL)
    assert ((await store.game(game)).host, (await store.game(game)).phase) == (CYRIL, "lobby")
    with pytest.raises(NotSeated):
        await store.unseat_last(game, DANA, NOON)
    await store.unseat_last(game, CYRIL, NOON)
    row = await store.game(game)
    assert (row.phase, row.finished, await store.seats(game)) == ("ended", NOON, [])
    assert await store.untold_ends() == [game]


async def test_computers_sit_under_numbers_below_zero(store: Store) -> None:
    game = await store.create_game(new_game(), SEED)
    assert await store.seat_computer(game, "Robot 1") == -1
    await store.seat(game, ANNA, "Anna")
    assert await store.seat_computer(game, "Robot 2") == -2
    seats = await store.seats(game)
    assert [(row.user, row.name, row.computer) for row in seats] == [
        (-1, "Robot 1", True),
        (ANNA, "Anna", False),
        (-2, "Robot 2", True),
    ]
    await store.unseat(game, -1)
    assert await store.seat_computer(game, "Robot 3") == -3


async def test_a_seat_knows_how_well_a_computer_plays_there(store: Store) -> None:
    game = await store.create_game(new_game(), SEED)
    for level in ("easy", "normal", "hard"):
        await store.seat_computer(game, f"Robot {level}", level)
    await store.seat(game, ANNA, "Anna")
    assert [row.level for row in await store.seats(game)] == ["easy", "normal", "hard", "normal"]
    assert (await store.state(game)).seats == await store.seats(game)


async def test_whoever_leaves_to_a_computer_leaves_to_one_of_some_level(store: Store) -> None:
    game = await begin(store)
    await store.set_left(game, "c", NOON, "hard")
    assert [row.level for row in await store.seats(game)] == ["normal", "normal", "hard"]
    await store.set_left(game, "c", None)
    await store.set_left(game, "b", NOON, "easy")
    await store.replace(game, "b", DANA, "Dana", NOON)
    assert [row.level for row in await store.seats(game)] == ["normal"] * 3


async def test_the_start_closes_the_lobby_and_fixes_the_letters(store: Store) -> None:
    game = await begin(store)
    for late in (store.seat(game, DANA, "Dana"), store.unseat(game, ANNA), store.seat_computer(game, "Robot")):
        with pytest.raises(WrongPhase, match="running"):
            await late
    with pytest.raises(WrongPhase):
        await store.start_game(game, 1, NOON)
    assert [row.seat for row in await store.seats(game)] == ["a", "b", "c"]


async def test_a_seat_handed_over_keeps_its_letter_its_recorded_name_and_its_history(store: Store) -> None:
    game = await begin(store)
    await store.set_left(game, "b", NOON)
    await store.set_absences(game, "b", 2)
    await store.set_standing_order(game, "b", "pass", "1")
    await store.set_staying_out(game, "b", "1")
    change = await store.replace(game, "b", DANA, "Dana", NOON + minutes(5))
    assert change == Substitution("b", NOON + minutes(5), BERT, "Bert", DANA, "Dana", computer=False)
    assert await store.seat_of(game, DANA) == SeatRow("b", DANA, "Dana", False, "Bert", NOON + minutes(5), None, 0)
    assert await store.seat_of(game, BERT) is None
    assert ((await store.state(game)).orders, (await store.state(game)).out) == ({}, {})
    back = await store.replace(game, "b", -1, "Robot", NOON + minutes(6), computer=True)
    assert [row.former_name for row in (change, back)] == ["Bert", "Dana"]
    assert await store.seat_of(game, -1) == SeatRow("b", -1, "Robot", True, "Bert", NOON + minutes(6), None, 0)


async def test_who_sits_already_cannot_take_another_seat(store: Store) -> None:
    game = await begin(store)
    with pytest.raises(AlreadySeated):
        await store.replace(game, "b", ANNA, "Anna", NOON)
    with pytest.raises(NotSeated):
        await store.replace(game, "x", DANA, "Dana", NOON)
    assert await store.seat_of(game, BERT) == seat("b", BERT, "Bert")


async def test_no_seat_is_handed_over_in_a_lobby(store: Store) -> None:
    game = await open_lobby(store)
    with pytest.raises(WrongPhase):
        await store.replace(game, "b", DANA, "Dana", NOON)


async def test_leaving_and_absences_are_noted(store: Store) -> None:
    game = await begin(store)
    await store.set_left(game, "c", NOON)
    await store.set_absences(game, "c", 1)
    row = await store.seat_of(game, CYRIL)
    assert row is not None
    assert (row.left, row.absences) == (NOON, 1)
    await store.set_left(game, "c", None)
    await store.set_absences(game, "c", 0)
    assert await store.seat_of(game, CYRIL) == seat("c", CYRIL, "Cyril")
    with pytest.raises(NotSeated):
        await store.set_left(game, "x", NOON)
