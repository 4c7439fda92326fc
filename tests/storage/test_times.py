"""Graces, time banks, and calls to the table, as they are kept."""

from __future__ import annotations

from storage import Bank, Call, Deadline, Grace, Outcome, Store
from tests.storage.table import NOON, begin, minutes


async def test_a_prolonged_time_is_noted_with_its_deadline(store: Store) -> None:
    game = await begin(store)
    await store.prolong(game, "b", "1 action", Deadline(7, NOON, 2))
    await store.prolong(game, "b", "2 action", Deadline(9, NOON + minutes(1), 2))
    state = await store.state(game)
    assert state.graces == {"b": Grace("2 action", 9)}
    assert state.deadline == Deadline(9, NOON + minutes(1), 2)
    assert state.banks == {"b": Bank("b", "2 action", 0.0)}


async def test_what_is_left_of_a_bank_is_committed_with_the_answer(store: Store) -> None:
    game = await begin(store)
    await store.append(game, [], bank=Bank("a", "1 action", 250.5))
    await store.append(game, [], bank=Bank("a", "1 action", 100.0))
    assert (await store.state(game)).banks == {"a": Bank("a", "1 action", 100.0)}


async def test_after_the_end_nothing_of_its_clocks_is_kept(store: Store) -> None:
    game = await begin(store)
    await store.prolong(game, "b", "1 action", Deadline(7, NOON, 2))
    await store.append(game, [], bank=Bank("a", "1 action", 1.0), outcome=Outcome("over", "{}", NOON))
    state = await store.state(game)
    assert (state.graces, state.banks) == ({}, {})


async def test_calls_are_known_until_they_are_taken_back(store: Store) -> None:
    game, other = await begin(store, 1), await begin(store, 2)
    ping, word = Call(3, "a", "ping", 500, 11), Call(3, "a", "word", 600, 12)
    for call in (word, ping, ping):
        await store.note_call(game, call)
    await store.note_call(game, word._replace(number=4, kind="late"))
    assert await store.calls(game) == [ping, Call(4, "a", "late", 600, 12)]
    assert await store.calls(other) == []
    assert await store.tables_with_calls() == [game]
    for call in (ping, word):
        await store.forget_call(game, call.message)
    assert await store.calls(game) == []
    assert await store.tables_with_calls() == []
