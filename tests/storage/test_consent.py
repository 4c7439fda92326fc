"""Tests decisions of a table (pause, replace, end and others), each kind in its own database table."""

from __future__ import annotations

import pytest

from storage import Database, Proposed, Vacancy, WrongPhase
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, begin, minutes, open_lobby, raw


async def test_the_later_vote_counts(db: Database) -> None:
    game = await begin(db)
    await db.consents.set_vote(game, "pause", ANNA, True)
    await db.consents.set_vote(game, "pause", BERT, True)
    await db.consents.set_vote(game, "pause", BERT, False)
    await db.consents.set_vote(game, "end", CYRIL, True)
    assert (await db.tables.state(game)).votes == {"end": {CYRIL}, "pause": {ANNA}}


async def test_no_one_votes_about_a_finished_game(db: Database) -> None:
    game = await begin(db)
    await db.tables.finish(game, "ended", None, NOON)
    with pytest.raises(WrongPhase):
        await db.consents.set_vote(game, "end", ANNA, True)


async def test_each_proposal_has_a_number_of_its_own(db: Database) -> None:
    game = await begin(db)
    assert ((await db.tables.state(game)).proposed, (await db.tables.state(game)).proposals) == (None, 0)
    await db.consents.propose(game, ANNA, Proposed("b", DANA))
    assert ((await db.tables.state(game)).proposed, (await db.tables.state(game)).proposals) == (("b", DANA, None), 1)
    await db.consents.end_proposal(game)
    assert ((await db.tables.state(game)).proposed, (await db.tables.state(game)).proposals) == (None, 1)
    await db.consents.propose(game, ANNA, Proposed("c", None, "hard"))
    assert ((await db.tables.state(game)).proposed, (await db.tables.state(game)).proposals) == (("c", None, "hard"), 2)


async def test_anyone_who_asked_for_the_latest_proposal_has_agreed_to_it_and_no_one_else(db: Database) -> None:
    game = await begin(db)
    await db.consents.set_vote(game, "end", CYRIL, True)
    await db.consents.propose(game, ANNA, Proposed("b", DANA))
    await db.consents.set_vote(game, "replace", CYRIL, True)
    await db.consents.propose(game, BERT, Proposed("c", None, "hard"))
    assert (await db.tables.state(game)).votes == {"end": {CYRIL}, "replace": {BERT}}
    await db.consents.end_proposal(game)
    assert (await db.tables.state(game)).votes == {"end": {CYRIL}}


async def test_troubles_and_departures_are_noted_once(db: Database) -> None:
    game = await begin(db)
    for _ in range(2):
        await db.deadlines.pause(game, NOON, trouble=True)
        await db.consents.set_departed(game, BERT)
    state = await db.tables.state(game)
    assert (state.trouble, state.departed) == (True, frozenset({BERT}))
    await db.deadlines.resume(game, NOON)
    await db.vacancies.reset_absences(game, "b")
    state = await db.tables.state(game)
    assert (state.trouble, state.departed) == (False, frozenset())


async def test_a_pause_and_its_end_settle_what_was_voted_on(db: Database) -> None:
    game = await begin(db)
    for what in ("pause", "resume", "end"):
        await db.consents.set_vote(game, what, ANNA, True)
    await db.deadlines.pause(game, NOON)
    assert set((await db.tables.state(game)).votes) == {"resume", "end"}
    assert not (await db.tables.state(game)).trouble
    await db.deadlines.resume(game, NOON)
    assert set((await db.tables.state(game)).votes) == {"end"}


async def test_the_latest_notice_counts(db: Database) -> None:
    told, other = await begin(db, 1), await begin(db, 2)
    await db.consents.set_notice(told, NOON)
    await db.consents.set_notice(told, NOON + minutes(1))
    assert await db.consents.notices() == {told: NOON + minutes(1)}
    assert other not in await db.consents.notices()


@pytest.mark.parametrize("finished", [True, False])
async def test_a_start_and_an_end_forget_what_was_to_be_decided(db: Database, path: Place, finished: bool) -> None:
    game = await (begin(db) if finished else open_lobby(db))
    await db.consents.set_vote(game, "end", ANNA, True)
    await db.consents.set_notice(game, NOON)
    if finished:
        await db.vacancies.vacate(game, Vacancy("c", ("replace",), free=True))
        await db.consents.propose(game, ANNA, Proposed("b", None))
        await db.deadlines.pause(game, NOON, trouble=True)
        await db.consents.set_departed(game, BERT)
        await db.tables.finish(game, "ended", None, NOON)
    else:
        await db.tables.start(game, 1, NOON)
    with raw(path) as connection:
        for table in ("votes", "proposals", "offers", "troubles", "departures", "notices"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
