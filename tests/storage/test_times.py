"""Tests stored times (extra time and time banks), and how pings and private reminders are stored."""

from __future__ import annotations

from dataclasses import replace

from storage import Bank, Database, Deadline, Grace, MessageRow, Outcome, PostSlot
from tests.storage.table import ANNA, NOON, begin, minutes


async def test_a_prolonged_time_is_noted_with_its_deadline(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.extend(game, "b", "1 action", Deadline(7, NOON, 2))
    await db.deadlines.extend(game, "b", "2 action", Deadline(9, NOON + minutes(1), 2))
    state = await db.tables.state(game)
    assert state.graces == {"b": Grace("2 action", 9)}
    assert state.deadline == Deadline(9, NOON + minutes(1), 2)
    assert state.banks == {"b": Bank("b", "2 action", 0.0)}


async def test_the_rest_of_a_time_bank_is_committed_with_the_answer(db: Database) -> None:
    game = await begin(db)
    await db.record.append(game, [], bank=Bank("a", "1 action", 250.5))
    await db.record.append(game, [], bank=Bank("a", "1 action", 100.0))
    assert (await db.tables.state(game)).banks == {"a": Bank("a", "1 action", 100.0)}


async def test_after_the_end_nothing_of_its_clocks_is_kept(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.extend(game, "b", "1 action", Deadline(7, NOON, 2))
    await db.record.append(game, [], bank=Bank("a", "1 action", 1.0), outcome=Outcome("over", "{}", NOON))
    state = await db.tables.state(game)
    assert (state.graces, state.banks) == ({}, {})


async def test_calls_are_known_until_they_are_taken_back(db: Database) -> None:
    game, other = await begin(db, 1), await begin(db, 2)
    ping = MessageRow(PostSlot("ping", game, ANNA), 500, 11, about="3 a")
    word = MessageRow(PostSlot("word", game, ANNA), 600, 12, about="3 a")
    for call in (word, ping, ping):
        await db.messages.put(call, posted=True)
    late = replace(word, about="late 4 a")
    await db.messages.put(late)
    assert await db.messages.of("ping") == [ping]
    assert await db.messages.of("word", game) == [late]
    assert await db.messages.of("ping", other) == []
    for call in (ping, word):
        await db.messages.remove(call.slot)
    assert await db.messages.of("ping", old=None) == await db.messages.of("word", old=None) == []


async def test_a_call_that_another_one_replaces_is_known_until_it_is_deleted(db: Database) -> None:
    game = await begin(db)
    first = MessageRow(PostSlot("ping", game, ANNA), 500, 11, about="3 a")
    second = replace(first, message=12, about="5 a")
    for call in (first, second):
        await db.messages.put(call, posted=True)
    assert await db.messages.of("ping", game, old=None) == [replace(first, old=True), second]
    await db.messages.remove_old(first.slot, first.message)
    assert await db.messages.of("ping", game, old=None) == [second]
