"""A table that rests is noted so; whatever changes what its messages show takes that back at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from storage import Deadline, HandMessage, Overtaken, Store
from tests.storage.table import ANNA, NOON, answer, begin, minutes

Touch = Callable[[Store, int], Awaitable[object]]


async def resting(store: Store) -> int:
    game = await begin(store)
    await store.append(game, [answer(1, "a", "x")], deadline=Deadline(2, NOON + minutes(100)))
    await store.set_board(game, 500, 9001, NOON)
    await store.set_hand_message(game, HandMessage(ANNA, 7, 8, "a digest"))
    await store.set_resting(game, 2, 5, NOON + minutes(100), "this", length=1)
    return game


async def test_what_rests_is_found_by_the_same_program_alone(store: Store) -> None:
    game = await resting(store)
    assert await store.resting("this") == {game: (2, NOON + minutes(100), NOON + minutes(100))}
    assert await store.resting("another") == {}
    assert (await store.game(game)).told == 5


async def test_the_deadline_that_counts_now_stands_beside_the_one_that_was_shown(store: Store) -> None:
    game = await resting(store)
    await store.shift_deadlines(minutes(10))
    assert await store.resting("this") == {game: (2, NOON + minutes(100), NOON + minutes(110))}


TOUCHES: dict[str, Touch] = {
    "an answer": lambda store, game: store.append(game, [answer(2, "b", "y")]),
    "a vote": lambda store, game: store.set_vote(game, "end", ANNA, True),
    "an order": lambda store, game: store.set_standing_order(game, "a", "pass", "phase"),
    "a seat that stays out": lambda store, game: store.set_staying_out(game, "a", "phase"),
    "a pause": lambda store, game: store.set_paused(game, NOON),
    "an absence": lambda store, game: store.set_absences(game, "a", 1),
    "somebody gone": lambda store, game: store.set_departed(game, ANNA),
    "trouble": lambda store, game: store.set_paused(game, NOON, trouble=True),
    "a damaged record": lambda store, game: store.set_aside(game, NOON),
    "another channel": lambda store, game: store.move_game(game, 501),
    "a board that is gone": lambda store, game: store.clear_board(game),
    "a hand that is gone": lambda store, game: store.clear_hand_message(game, ANNA),
    "another language": lambda store, _game: store.set_person(ANNA, language="sk"),
    "another Discord": lambda store, _game: store.set_locale(ANNA, "cs"),
    "the end": lambda store, game: store.finish_game(game, "ended", None, NOON),
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=list(TOUCHES))
async def test_whoever_touches_a_table_wakes_it(store: Store, touch: Touch) -> None:
    game = await resting(store)
    await touch(store, game)
    assert game not in await store.resting("this")


async def test_whoever_notes_it_too_late_notes_nothing(store: Store) -> None:
    """A process that stood still, or a transaction whose caller is gone, may come behind another one's answer."""
    game = await begin(store)
    await store.append(game, [answer(1, "a", "x")], told=5)
    await store.append(game, [answer(2, "b", "y")], told=9)
    with pytest.raises(Overtaken):
        await store.set_resting(game, 2, 5, None, "this", length=1)
    assert await store.resting("this") == {}
    assert (await store.game(game)).told == 9
