"""What is taken back: lines are only added, and the table's question is kept as long as its game."""

from __future__ import annotations

import pytest

from storage import AlreadyAnswered, Lifted, Store, WrongPhase
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, NOON, answer, begin, open_lobby, raw


async def test_a_line_of_taking_back_stands_beside_the_answers_for_ever(store: Store, path: Place) -> None:
    game = await begin(store)
    lines = [answer(1, "a", "place:prison"), answer(2, "a", "1", kind="undo"), answer(3, "a", "pass")]
    for line in lines:
        await store.append(game, [line])
    assert await store.entries(game) == lines
    with raw(path) as db:
        for change in ("DELETE FROM entries WHERE number = 1", "UPDATE entries SET keys = 'pass' WHERE number = 1"):
            with pytest.raises(Exception, match="only ever added to"):
                db.execute(change)


async def test_a_number_that_was_taken_back_is_not_answered_again(store: Store) -> None:
    game = await begin(store)
    await store.append(game, [answer(1, "a", "place:prison"), answer(2, "a", "1", kind="undo")])
    for again in (answer(1, "a", "pass"), answer(2, "a", "pass")):
        with pytest.raises(AlreadyAnswered):
            await store.append(game, [again])


async def test_an_undo_is_proposed_without_the_votes_on_an_earlier_one(store: Store) -> None:
    game = await begin(store)
    assert (await store.state(game)).undo is None
    await store.propose_undo(game, 4, "a")
    await store.set_vote(game, "undo", BERT, True)
    assert (await store.state(game)).undo == (4, "a")
    await store.propose_undo(game, 5, "b")
    assert (await store.state(game)).undo == (5, "b")
    assert "undo" not in (await store.state(game)).votes
    await store.set_vote(game, "undo", ANNA, True)
    await store.withdraw_undo(game)
    assert ((await store.state(game)).undo, (await store.state(game)).votes) == (None, {})


async def test_the_end_forgets_the_question(store: Store) -> None:
    game = await begin(store)
    await store.propose_undo(game, 4, "a")
    await store.finish_game(game, "ended", None, NOON)
    assert (await store.state(game)).undo is None
    with pytest.raises(WrongPhase):
        await store.propose_undo(game, 4, "a")


async def test_a_lobby_has_nothing_to_take_back(store: Store) -> None:
    with pytest.raises(WrongPhase):
        await store.propose_undo(await open_lobby(store), 1, "a")


async def test_with_what_is_taken_back_orders_are_lifted_and_no_others(store: Store) -> None:
    game = await begin(store)
    for seat in "abc":
        await store.set_staying_out(game, seat, "1")
        await store.set_standing_order(game, seat, "decline", "*")
        for topic in ("one", "two"):
            await store.set_lasting_order(game, seat, topic, "yes", "*")
    lifted = Lifted(out=("a", "b"), orders=("a",), lasting=(("a", "one"), ("c", "two")))
    await store.append(game, [answer(1, "a", "place:prison")])
    with pytest.raises(AlreadyAnswered):
        await store.append(game, [answer(1, "a", "1", kind="undo")], lifted=lifted)
    assert set((await store.state(game)).out) == {"a", "b", "c"}
    await store.append(game, [answer(2, "a", "1", kind="undo")], lifted=lifted)
    state = await store.state(game)
    assert (set(state.out), set(state.orders)) == ({"c"}, {"b", "c"})
    assert {seat: set(about) for seat, about in state.lasting.items()} == {
        "a": {"two"},
        "b": {"one", "two"},
        "c": {"one"},
    }
