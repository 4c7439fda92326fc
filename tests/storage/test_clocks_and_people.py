from __future__ import annotations

from datetime import timedelta

import pytest

from storage import BoardRow, Deadline, HandMessage, PersonRow, StandingOrder, Store, WrongPhase
from storage.errors import BadRow
from storage.rows import Showing
from tests.storage.table import ANNA, BERT, NOON, begin, minutes, open_lobby


async def test_a_deadline_is_set_moved_and_taken_away(store: Store) -> None:
    game = await begin(store)
    assert (await store.state(game)).deadline is None
    await store.set_deadline(game, 7, NOON)
    await store.set_deadline(game, 7, NOON, reminded=2)
    assert (await store.state(game)).deadline == Deadline(7, NOON, 2)
    await store.set_deadline(game, 8, None)
    assert (await store.state(game)).deadline is None


async def test_a_lobby_has_no_clock(store: Store) -> None:
    game = await open_lobby(store)
    with pytest.raises(WrongPhase):
        await store.set_deadline(game, 1, NOON)
    with pytest.raises(WrongPhase):
        await store.set_paused(game, NOON, 5)


async def test_running_deadlines_are_put_off_and_paused_ones_are_not(store: Store) -> None:
    game, paused = await begin(store, 1), await begin(store, 2)
    await store.set_deadline(game, 1, NOON, reminded=1)
    await store.set_deadline(paused, 1, NOON)
    await store.set_paused(paused, NOON, 30)
    await store.shift_deadlines(timedelta(hours=3, microseconds=7))
    assert (await store.state(game)).deadline == Deadline(1, NOON + timedelta(hours=3, microseconds=7), 1)
    assert (await store.state(paused)).deadline == Deadline(1, NOON, 0)


async def test_downtime_is_given_back_once(store: Store) -> None:
    game = await begin(store)
    await store.set_deadline(game, 1, NOON + minutes(10))
    await store.heartbeat(NOON)
    assert await store.give_back_downtime(NOON + minutes(30)) == minutes(30)
    assert await store.give_back_downtime(NOON + minutes(30)) == minutes(0)
    assert (await store.state(game)).deadline == Deadline(1, NOON + minutes(40), 0)


async def test_no_downtime_before_the_first_heartbeat_and_a_clock_set_back_takes_the_deadlines_along(
    store: Store,
) -> None:
    game = await begin(store)
    await store.set_deadline(game, 1, NOON)
    assert await store.give_back_downtime(NOON) == minutes(0)
    assert await store.give_back_downtime(NOON - minutes(5)) == -minutes(5)
    assert (await store.state(game)).deadline == Deadline(1, NOON - minutes(5), 0)


async def test_a_pause_keeps_the_rest_of_the_time(store: Store) -> None:
    game = await begin(store)
    await store.set_deadline(game, 1, NOON + minutes(1), reminded=1)
    await store.set_paused(game, NOON, 60.0)
    row = await store.game(game)
    assert (row.paused_at, row.remaining) == (NOON, 60.0)
    await store.resume(game, NOON + minutes(100))
    row = await store.game(game)
    assert (row.paused_at, row.remaining) == (None, None)
    assert (await store.state(game)).deadline == Deadline(1, NOON + minutes(101), 1)
    await store.resume(game, NOON + minutes(500))
    assert (await store.state(game)).deadline == Deadline(1, NOON + minutes(101), 1)


async def test_a_pause_of_a_game_without_a_clock(store: Store) -> None:
    game = await begin(store)
    await store.set_paused(game, NOON, None)
    await store.resume(game, NOON + minutes(1))
    assert (await store.state(game)).deadline is None
    await store.set_paused(game, NOON, 5)
    await store.set_paused(game, None)
    row = await store.game(game)
    assert (row.paused_at, row.remaining) == (None, None)


async def test_what_is_told_is_counted(store: Store) -> None:
    game = await begin(store)
    assert (await store.game(game)).told == 0
    await store.set_told(game, 12)
    assert (await store.game(game)).told == 12
    with pytest.raises(BadRow):
        await store.set_told(game, -1)


async def test_the_board_is_posted_anew_and_forgotten(store: Store) -> None:
    game = await begin(store)
    assert await store.board(game) is None
    await store.set_board(game, 500, 9001, NOON)
    await store.set_board(game, 500, 9002, NOON + minutes(50))
    assert await store.board(game) == BoardRow(500, 9002, NOON + minutes(50))
    await store.set_showing([Showing(game, 9001, "of before", "1"), Showing(game + 1, 9002, "of nobody", "1")])
    assert await store.board(game) == BoardRow(500, 9002, NOON + minutes(50))
    await store.set_showing([Showing(game, 9002, "three cards", "round 2")])
    assert await store.board(game) == BoardRow(500, 9002, NOON + minutes(50), "three cards", "round 2")
    await store.set_board(game, 500, 9003, NOON + minutes(51))
    assert await store.board(game) == BoardRow(500, 9003, NOON + minutes(51))
    await store.clear_board(game)
    assert await store.board(game) is None


async def test_hands_live_in_messages(store: Store) -> None:
    game = await begin(store)
    await store.set_hand_message(game, HandMessage(BERT, 601, 1))
    await store.set_hand_message(game, HandMessage(ANNA, 600, 2, "three cards"))
    await store.set_hand_message(game, HandMessage(BERT, 601, 3))
    assert await store.hand_messages(game) == [HandMessage(ANNA, 600, 2, "three cards"), HandMessage(BERT, 601, 3)]
    await store.set_hand_message(game, HandMessage(ANNA, 600, 2, "two cards"))
    await store.forget_closed_dms(ANNA)
    assert await store.hand_messages(game) == [HandMessage(ANNA, 600, 2, "two cards"), HandMessage(BERT, 601, 3)]
    await store.clear_hand_message(game, ANNA)
    assert await store.hand_messages(game) == [HandMessage(BERT, 601, 3)]


async def test_closed_direct_messages_are_remembered_until_they_may_be_tried_again(store: Store) -> None:
    game = await begin(store)
    for user in (ANNA, BERT):
        await store.set_hand_message(game, HandMessage(user, 0, 0))
    await store.forget_closed_dms(ANNA)
    assert await store.hand_messages(game) == [HandMessage(BERT, 0, 0)]


async def test_a_person_changes_one_setting_at_a_time(store: Store) -> None:
    assert await store.person(ANNA) == PersonRow(ANNA, language=None, dms=True, ping="late")
    assert await store.set_person(ANNA, language="sk") == PersonRow(ANNA, "sk", True, "late")
    await store.set_person(ANNA, dms=False)
    await store.set_person(ANNA, ping="never")
    assert await store.person(ANNA) == PersonRow(ANNA, "sk", False, "never")
    await store.set_person(ANNA, language=None)
    assert await store.person(ANNA) == PersonRow(ANNA, None, False, "never")
    assert await store.person(BERT) == PersonRow(BERT)


async def test_discords_language_is_kept_beside_the_settings(store: Store) -> None:
    await store.set_locale(ANNA, "en-US")
    assert await store.person(ANNA) == PersonRow(ANNA, None, True, "late", "en-US")
    await store.set_person(ANNA, language="sk")
    await store.set_locale(ANNA, "cs")
    assert await store.person(ANNA) == PersonRow(ANNA, "sk", True, "late", "cs")
    assert await store.set_person(ANNA, language=None) == PersonRow(ANNA, locale="cs")


async def test_standing_orders_hold_for_a_phase(store: Store) -> None:
    game = await begin(store)
    assert (await store.state(game)).orders.get("a") is None
    await store.set_standing_order(game, "b", "aimed", "3:action")
    await store.set_standing_order(game, "a", "pass", "3:action")
    await store.set_standing_order(game, "a", "ask", "4:action")
    assert (await store.state(game)).orders.get("a") == StandingOrder("ask", "4:action")
    assert list(((await store.state(game)).orders).items()) == [
        ("a", StandingOrder("ask", "4:action")),
        ("b", StandingOrder("aimed", "3:action")),
    ]


async def test_staying_out_stands_beside_the_order(store: Store) -> None:
    game = await begin(store)
    await store.set_standing_order(game, "a", "aimed", "3")
    await store.set_staying_out(game, "a", "3")
    await store.set_staying_out(game, "c", "3")
    await store.set_staying_out(game, "c", None)
    assert (await store.state(game)).out == {"a": "3"}
    assert (await store.state(game)).orders.get("a") == StandingOrder("aimed", "3")
