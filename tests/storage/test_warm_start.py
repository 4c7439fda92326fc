"""Tests that sleeping tables are marked, and that any change of what their messages show removes the mark."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from storage import ConflictError, Database, Deadline, PostSlot
from tests.storage.table import ANNA, NOON, answer, begin, board, hand, minutes

Touch = Callable[[Database, int], Awaitable[object]]


async def resting(db: Database) -> int:
    game = await begin(db)
    await db.record.append(game, [answer(1, "a", "x")], deadline=Deadline(2, NOON + minutes(100)))
    await db.messages.put(board(game, 500, 9001, NOON), posted=True)
    await db.messages.put(hand(game, ANNA, 7, 8, "a digest"))
    await db.messages.set_resting(game, 2, 5, NOON + minutes(100), "this", length=1)
    return game


async def test_a_resting_table_is_found_only_by_the_same_program(db: Database) -> None:
    game = await resting(db)
    assert await db.messages.resting("this") == {game: (2, NOON + minutes(100), NOON + minutes(100))}
    assert await db.messages.resting("another") == {}
    assert (await db.games.get(game)).told == 5


async def test_the_deadline_that_counts_now_is_next_to_the_one_that_was_shown(db: Database) -> None:
    game = await resting(db)
    await db.deadlines.shift(minutes(10))
    assert await db.messages.resting("this") == {game: (2, NOON + minutes(100), NOON + minutes(110))}


TOUCHES: dict[str, Touch] = {
    "an answer": lambda db, game: db.record.append(game, [answer(2, "b", "y")]),
    "a vote": lambda db, game: db.consents.set_vote(game, "end", ANNA, True),
    "an order": lambda db, game: db.orders.set(game, "a", "pass", "phase"),
    "a seat that stays out": lambda db, game: db.orders.set_staying_out(game, "a", "phase"),
    "a pause": lambda db, game: db.deadlines.pause(game, NOON),
    "an absence": lambda db, game: db.seats.set_absences(game, "a", 1),
    "someone gone": lambda db, game: db.consents.set_departed(game, ANNA),
    "trouble": lambda db, game: db.deadlines.pause(game, NOON, trouble=True),
    "a damaged record": lambda db, game: db.games.quarantine(game, NOON),
    "another channel": lambda db, game: db.tables.move(game, 501),
    "a board that is gone": lambda db, game: db.messages.remove(PostSlot("board", game)),
    "a board that is being posted": lambda db, game: db.messages.begin(PostSlot("board", game), "nonce"),
    "a hand that is gone": lambda db, game: db.messages.remove(PostSlot("hand", game, ANNA)),
    "another language": lambda db, _game: db.people.set(ANNA, language="sk"),
    "another Discord": lambda db, _game: db.people.set_seen(ANNA, "cs", "2026-03-01"),
    "the end": lambda db, game: db.tables.finish(game, "ended", None, NOON),
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=list(TOUCHES))
async def test_every_access_to_a_sleeping_table_wakes_it(db: Database, touch: Touch) -> None:
    game = await resting(db)
    await touch(db, game)
    assert game not in await db.messages.resting("this")


async def test_anyone_who_notes_it_too_late_notes_nothing(db: Database) -> None:
    """Marking a table as sleeping raises ConflictError and changes nothing if its record has grown in the meantime (the
    process may have been stopped).
    """
    game = await begin(db)
    await db.record.append(game, [answer(1, "a", "x")], told=5)
    await db.record.append(game, [answer(2, "b", "y")], told=9)
    with pytest.raises(ConflictError):
        await db.messages.set_resting(game, 2, 5, None, "this", length=1)
    assert await db.messages.resting("this") == {}
    assert (await db.games.get(game)).told == 9
