from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Database, Deadline, PersonRow, PostSlot, StandingOrder, WrongPhase
from storage.errors import BadRow
from tests.storage.table import ANNA, BERT, NOON, begin, board, hand, minutes, open_lobby


async def test_a_deadline_is_set_moved_and_taken_away(db: Database) -> None:
    game = await begin(db)
    assert (await db.tables.state(game)).deadline is None
    await db.deadlines.set(game, 7, NOON)
    await db.deadlines.set(game, 7, NOON, reminded=2)
    assert (await db.tables.state(game)).deadline == Deadline(7, NOON, 2)
    await db.deadlines.set(game, 8, None)
    assert (await db.tables.state(game)).deadline is None


async def test_a_lobby_has_no_clock(db: Database) -> None:
    game = await open_lobby(db)
    with pytest.raises(WrongPhase):
        await db.deadlines.set(game, 1, NOON)
    with pytest.raises(WrongPhase):
        await db.deadlines.pause(game, NOON, 5)


async def test_running_deadlines_are_put_off_and_paused_ones_are_not(db: Database) -> None:
    game, paused = await begin(db, 1), await begin(db, 2)
    await db.deadlines.set(game, 1, NOON, reminded=1)
    await db.deadlines.set(paused, 1, NOON)
    await db.deadlines.pause(paused, NOON, 30)
    await db.deadlines.shift(timedelta(hours=3, microseconds=7))
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON + timedelta(hours=3, microseconds=7), 1)
    assert (await db.tables.state(paused)).deadline == Deadline(1, NOON, 0)


async def test_downtime_is_given_back_once(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.set(game, 1, NOON + minutes(10))
    await db.deadlines.heartbeat(NOON)
    assert await db.deadlines.give_back_downtime(NOON + minutes(30)) == minutes(30)
    assert await db.deadlines.give_back_downtime(NOON + minutes(30)) == minutes(0)
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON + minutes(40), 0)


async def test_no_downtime_is_given_back_before_a_heartbeat_or_if_a_clock_is_set_back(
    db: Database,
) -> None:
    game = await begin(db)
    await db.deadlines.set(game, 1, NOON)
    assert await db.deadlines.give_back_downtime(NOON) == minutes(0)
    assert await db.deadlines.give_back_downtime(NOON - minutes(5)) == -minutes(5)
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON - minutes(5), 0)


async def test_a_pause_keeps_the_rest_of_the_time(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.set(game, 1, NOON + minutes(1), reminded=1)
    await db.deadlines.pause(game, NOON, 60.0)
    row = await db.games.get(game)
    assert (row.paused_at, row.remaining) == (NOON, 60.0)
    await db.deadlines.resume(game, NOON + minutes(100))
    row = await db.games.get(game)
    assert (row.paused_at, row.remaining) == (None, None)
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON + minutes(101), 1)
    await db.deadlines.resume(game, NOON + minutes(500))
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON + minutes(101), 1)


async def test_a_game_without_a_clock_can_be_paused(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.pause(game, NOON, None)
    await db.deadlines.resume(game, NOON + minutes(1))
    assert (await db.tables.state(game)).deadline is None


async def test_the_number_of_told_events_is_stored(db: Database) -> None:
    game = await begin(db)
    assert (await db.games.get(game)).told == 0
    await db.games.set_told(game, 12)
    assert (await db.games.get(game)).told == 12
    with pytest.raises(BadRow):
        await db.games.set_told(game, -1)


async def test_the_board_is_posted_again_and_forgotten(db: Database) -> None:
    game = await begin(db)
    assert await db.messages.get(PostSlot("board", game)) is None
    await db.messages.put(board(game, 500, 9001, NOON), posted=True)
    await db.messages.put(board(game, 500, 9002, NOON + minutes(50)), posted=True)
    assert await db.messages.get(PostSlot("board", game)) == board(game, 500, 9002, NOON + minutes(50))
    await db.messages.set_shown(
        [
            board(game, 0, 9001, fingerprint="of before", about="1"),
            board(game + 1, 0, 9002, fingerprint="of nobody", about="1"),
        ]
    )
    assert await db.messages.get(PostSlot("board", game)) == board(game, 500, 9002, NOON + minutes(50))
    await db.messages.set_shown([board(game, 0, 9002, fingerprint="three cards", about="round 2")])
    assert await db.messages.get(PostSlot("board", game)) == board(
        game, 500, 9002, NOON + minutes(50), "three cards", "round 2"
    )
    await db.messages.put(board(game, 500, 9003, NOON + minutes(51)), posted=True)
    assert await db.messages.get(PostSlot("board", game)) == board(game, 500, 9003, NOON + minutes(51))
    await db.messages.remove(PostSlot("board", game))
    assert await db.messages.get(PostSlot("board", game)) is None


async def test_hands_live_in_messages(db: Database) -> None:
    game = await begin(db)
    await db.messages.put(hand(game, BERT, 601, 1))
    await db.messages.put(hand(game, ANNA, 600, 2, "three cards"))
    await db.messages.put(hand(game, BERT, 601, 3))
    assert await db.messages.of("hand", game) == [
        hand(game, ANNA, 600, 2, "three cards"),
        hand(game, BERT, 601, 3),
    ]
    await db.messages.put(hand(game, ANNA, 600, 2, "two cards"))
    await db.messages.forget_closed_dms(ANNA)
    assert await db.messages.of("hand", game) == [hand(game, ANNA, 600, 2, "two cards"), hand(game, BERT, 601, 3)]
    await db.messages.remove(PostSlot("hand", game, ANNA))
    assert await db.messages.of("hand", game) == [hand(game, BERT, 601, 3)]


async def test_closed_direct_messages_are_remembered_until_they_may_be_tried_again(db: Database) -> None:
    game = await begin(db)
    for user in (ANNA, BERT):
        await db.messages.put(hand(game, user, 0, 0))
    await db.messages.forget_closed_dms(ANNA)
    assert await db.messages.of("hand", game) == [hand(game, BERT, 0, 0)]


async def test_a_person_changes_one_setting_at_a_time(db: Database) -> None:
    assert await db.people.get(ANNA) == PersonRow(ANNA, language=None, dms=True, ping="late")
    assert await db.people.set(ANNA, language="sk") == PersonRow(ANNA, "sk", True, "late")
    await db.people.set(ANNA, dms=False)
    await db.people.set(ANNA, ping="never")
    assert await db.people.get(ANNA) == PersonRow(ANNA, "sk", False, "never")
    await db.people.set(ANNA, language=None)
    assert await db.people.get(ANNA) == PersonRow(ANNA, None, False, "never")
    assert await db.people.get(BERT) == PersonRow(BERT)
    assert (await db.people.set(ANNA, words=True)).words
    assert (await db.people.set(ANNA, words=False)) == PersonRow(ANNA, None, False, "never")


async def test_discords_language_is_kept_next_to_the_settings(db: Database) -> None:
    await db.people.set_seen(ANNA, "en-US", "2026-03-01")
    assert await db.people.get(ANNA) == PersonRow(ANNA, None, True, "late", "en-US", seen="2026-03-01")
    await db.people.set(ANNA, language="sk")
    await db.people.set_seen(ANNA, "cs", "2026-03-02")
    assert await db.people.get(ANNA) == PersonRow(ANNA, "sk", True, "late", "cs", seen="2026-03-02")
    assert await db.people.set(ANNA, language=None) == PersonRow(ANNA, locale="cs", seen="2026-03-02")


async def test_standing_orders_hold_for_a_phase(db: Database) -> None:
    game = await begin(db)
    assert (await db.tables.state(game)).orders.get("a") is None
    await db.orders.set(game, "b", "aimed", "3:action")
    await db.orders.set(game, "a", "pass", "3:action")
    await db.orders.set(game, "a", "ask", "4:action")
    assert (await db.tables.state(game)).orders.get("a") == StandingOrder("ask", "4:action")
    assert list(((await db.tables.state(game)).orders).items()) == [
        ("a", StandingOrder("ask", "4:action")),
        ("b", StandingOrder("aimed", "3:action")),
    ]


async def test_staying_out_is_stored_next_to_the_order(db: Database) -> None:
    game = await begin(db)
    await db.orders.set(game, "a", "aimed", "3")
    await db.orders.set_staying_out(game, "a", "3")
    await db.orders.set_staying_out(game, "c", "3")
    await db.orders.set_staying_out(game, "c", None)
    assert (await db.tables.state(game)).out == {"a": "3"}
    assert (await db.tables.state(game)).orders.get("a") == StandingOrder("aimed", "3")
