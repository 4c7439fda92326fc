"""What a table decides beside its game, a table for each kind of fact, also for databases of before."""

from __future__ import annotations

import pytest

from storage import Proposed, Store, Vacancy, WrongPhase
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, begin, minutes, open_lobby, raw


async def test_the_later_vote_counts(store: Store) -> None:
    game = await begin(store)
    await store.set_vote(game, "pause", ANNA, True)
    await store.set_vote(game, "pause", BERT, True)
    await store.set_vote(game, "pause", BERT, False)
    await store.set_vote(game, "end", CYRIL, True)
    assert (await store.state(game)).votes == {"end": {CYRIL}, "pause": {ANNA}}


async def test_nobody_votes_about_a_finished_game(store: Store) -> None:
    game = await begin(store)
    await store.finish_game(game, "ended", None, NOON)
    with pytest.raises(WrongPhase):
        await store.set_vote(game, "end", ANNA, True)


async def test_each_proposal_has_a_number_of_its_own(store: Store) -> None:
    game = await begin(store)
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (None, 0)
    await store.propose(game, ANNA, Proposed("b", DANA))
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (("b", DANA, None), 1)
    await store.withdraw(game)
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (None, 1)
    await store.propose(game, ANNA, Proposed("c", None, "hard"))
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (("c", None, "hard"), 2)


async def test_whoever_asked_for_the_latest_proposal_has_agreed_to_it_and_nobody_else(store: Store) -> None:
    game = await begin(store)
    await store.set_vote(game, "end", CYRIL, True)
    await store.propose(game, ANNA, Proposed("b", DANA))
    await store.set_vote(game, "replace", CYRIL, True)
    await store.propose(game, BERT, Proposed("c", None, "hard"))
    assert (await store.state(game)).votes == {"end": {CYRIL}, "replace": {BERT}}
    await store.withdraw(game)
    assert (await store.state(game)).votes == {"end": {CYRIL}}


async def test_troubles_and_departures_are_noted_once(store: Store) -> None:
    game = await begin(store)
    for _ in range(2):
        await store.set_paused(game, NOON, trouble=True)
        await store.set_departed(game, BERT)
    state = await store.state(game)
    assert (state.trouble, state.departed) == (True, frozenset({BERT}))
    await store.resume(game, NOON)
    await store.count_anew(game, "b")
    state = await store.state(game)
    assert (state.trouble, state.departed) == (False, frozenset())


async def test_a_pause_and_its_end_settle_what_was_voted_on(store: Store) -> None:
    game = await begin(store)
    for what in ("pause", "resume", "end"):
        await store.set_vote(game, what, ANNA, True)
    await store.set_paused(game, NOON)
    assert set((await store.state(game)).votes) == {"resume", "end"}
    assert not (await store.state(game)).trouble
    await store.resume(game, NOON)
    assert set((await store.state(game)).votes) == {"end"}


async def test_the_latest_notice_counts(store: Store) -> None:
    told, other = await begin(store, 1), await begin(store, 2)
    await store.set_notice(told, NOON)
    await store.set_notice(told, NOON + minutes(1))
    assert await store.notices() == {told: NOON + minutes(1)}
    assert other not in await store.notices()


@pytest.mark.parametrize("finished", [True, False])
async def test_a_start_and_an_end_forget_what_was_to_be_decided(store: Store, path: Place, finished: bool) -> None:
    game = await (begin(store) if finished else open_lobby(store))
    await store.set_vote(game, "end", ANNA, True)
    await store.set_notice(game, NOON)
    if finished:
        await store.vacate(game, Vacancy("c", ("replace",), free=True))
        await store.propose(game, ANNA, Proposed("b", None))
        await store.set_paused(game, NOON, trouble=True)
        await store.set_departed(game, BERT)
        await store.finish_game(game, "ended", None, NOON)
    else:
        await store.start_game(game, 1, NOON)
    with raw(path) as db:
        for table in ("votes", "proposals", "offers", "troubles", "departures", "notices"):
            assert db.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
