"""Tests stored undos: their lines are never deleted, and the vote on an undo ends with the game."""

from __future__ import annotations

import pytest

from storage import AlreadyAnswered, Database, Lifted, WrongPhase
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, NOON, answer, begin, open_lobby, raw


async def test_the_line_of_an_undo_stays_next_to_the_answers_forever(db: Database, path: Place) -> None:
    game = await begin(db)
    lines = [answer(1, "a", "place:prison"), answer(2, "a", "1", kind="undo"), answer(3, "a", "pass")]
    for line in lines:
        await db.record.append(game, [line])
    assert await db.record.entries(game) == lines
    with raw(path) as connection:
        for change in ("DELETE FROM entries WHERE number = 1", "UPDATE entries SET keys = 'pass' WHERE number = 1"):
            with pytest.raises(Exception, match=r"only ever added to|entries are kept for ever"):
                connection.execute(change)


async def test_a_number_that_was_taken_back_is_not_answered_again(db: Database) -> None:
    game = await begin(db)
    await db.record.append(game, [answer(1, "a", "place:prison"), answer(2, "a", "1", kind="undo")])
    for again in (answer(1, "a", "pass"), answer(2, "a", "pass")):
        with pytest.raises(AlreadyAnswered):
            await db.record.append(game, [again])


async def test_an_undo_is_proposed_without_the_votes_on_an_earlier_one(db: Database) -> None:
    game = await begin(db)
    assert (await db.tables.state(game)).undo is None
    await db.consents.propose_undo(game, 4, "a")
    await db.consents.set_vote(game, "undo", BERT, True)
    assert (await db.tables.state(game)).undo == (4, "a")
    await db.consents.propose_undo(game, 5, "b")
    assert (await db.tables.state(game)).undo == (5, "b")
    assert "undo" not in (await db.tables.state(game)).votes
    await db.consents.set_vote(game, "undo", ANNA, True)
    await db.consents.withdraw_undo(game)
    assert ((await db.tables.state(game)).undo, (await db.tables.state(game)).votes) == (None, {})


async def test_the_end_forgets_the_question(db: Database) -> None:
    game = await begin(db)
    await db.consents.propose_undo(game, 4, "a")
    await db.tables.finish(game, "ended", None, NOON)
    assert (await db.tables.state(game)).undo is None
    with pytest.raises(WrongPhase):
        await db.consents.propose_undo(game, 4, "a")


async def test_a_lobby_has_nothing_to_take_back(db: Database) -> None:
    with pytest.raises(WrongPhase):
        await db.consents.propose_undo(await open_lobby(db), 1, "a")


async def test_with_what_is_taken_back_orders_are_lifted_and_no_others(db: Database) -> None:
    game = await begin(db)
    for seat in "abc":
        await db.orders.set_staying_out(game, seat, "1")
        await db.orders.set(game, seat, "decline", "*")
        for topic in ("one", "two"):
            await db.orders.set_lasting(game, seat, topic, "yes", "*")
    lifted = Lifted(out=("a", "b"), orders=("a",), lasting=(("a", "one"), ("c", "two")))
    await db.record.append(game, [answer(1, "a", "place:prison")])
    with pytest.raises(AlreadyAnswered):
        await db.record.append(game, [answer(1, "a", "1", kind="undo")], lifted=lifted)
    assert set((await db.tables.state(game)).out) == {"a", "b", "c"}
    await db.record.append(game, [answer(2, "a", "1", kind="undo")], lifted=lifted)
    state = await db.tables.state(game)
    assert (set(state.out), set(state.orders)) == ({"c"}, {"b", "c"})
    assert {seat: set(about) for seat, about in state.lasting.items()} == {
        "a": {"two"},
        "b": {"one", "two"},
        "c": {"one"},
    }
