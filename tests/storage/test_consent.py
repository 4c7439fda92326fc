"""What a table decides beside its game, a table for each kind of fact, also for databases of before."""

from __future__ import annotations

import shutil
from pathlib import Path

import aiosqlite
import pytest

from storage import Store, WrongPhase
from storage.migrations import SCHEMA, migrate
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, begin, minutes, open_lobby, raw

EARLIER = range(1, 5)
"""The schemas in which `votes` held seven kinds of fact."""
SECOND = 1_740_830_400
"""The first of March 2025 at noon, as a unix time."""
OLD_FACTS = [
    ("pause", ANNA, 1), ("pause", BERT, 0), ("replace", CYRIL, 1), ("proposals", 3, 1), ("propose:b", DANA, 1),
    ("open:a", 0, 1), ("open:c", DANA, 1), ("trouble", 0, 1), ("left_server", BERT, 1), ("notice", SECOND, 1),
]  # fmt: skip
OTHER_FACTS = [("proposals", 7, 1), ("propose:a", -1, 1), ("trouble", 0, 0), ("left_server", ANNA, 0)]
"""Of another table: what is over, or was taken back, was no fact."""


async def test_the_later_vote_counts(store: Store) -> None:
    game = await begin(store)
    await store.set_vote(game, "pause", ANNA, True)
    await store.set_vote(game, "pause", BERT, True)
    await store.set_vote(game, "pause", BERT, False)
    await store.set_vote(game, "end", CYRIL, True)
    assert (await store.state(game)).votes == {"end": {CYRIL}, "pause": {ANNA}}
    await store.clear_votes(game, ("pause", "resume"))
    assert (await store.state(game)).votes == {"end": {CYRIL}}


async def test_nobody_votes_about_a_finished_game(store: Store) -> None:
    game = await begin(store)
    await store.finish_game(game, "ended", None, NOON)
    with pytest.raises(WrongPhase):
        await store.set_vote(game, "end", ANNA, True)


async def test_each_proposal_has_a_number_of_its_own(store: Store) -> None:
    game = await begin(store)
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (None, 0)
    await store.propose(game, "b", DANA)
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (("b", DANA, None), 1)
    await store.withdraw(game)
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (None, 1)
    await store.propose(game, "c", None, "hard")
    assert ((await store.state(game)).proposal, (await store.state(game)).proposals) == (("c", None, "hard"), 2)


async def test_a_seat_is_offered_to_one_or_to_whoever_comes(store: Store) -> None:
    game = await begin(store)
    await store.offer(game, "b", DANA)
    await store.offer(game, "b", None)
    await store.offer(game, "a", DANA)
    assert (await store.state(game)).offers == {"a": DANA, "b": None}
    await store.clear_offer(game, "b")
    assert (await store.state(game)).offers == {"a": DANA}


async def test_troubles_and_departures_are_noted_once(store: Store) -> None:
    game = await begin(store)
    for _ in range(2):
        await store.set_trouble(game, True)
        await store.set_departed(game, BERT)
    state = await store.state(game)
    assert (state.trouble, state.departed) == (True, frozenset({BERT}))
    await store.set_trouble(game, False)
    await store.clear_departed(game)
    state = await store.state(game)
    assert (state.trouble, state.departed) == (False, frozenset())


async def test_the_latest_notice_counts(store: Store) -> None:
    told, other = await begin(store, 1), await begin(store, 2)
    await store.set_notice(told, NOON)
    await store.set_notice(told, NOON + minutes(1))
    assert await store.notices() == {told: NOON + minutes(1)}
    assert other not in await store.notices()


@pytest.mark.parametrize("finished", [True, False])
async def test_a_start_and_an_end_forget_what_was_to_be_decided(store: Store, path: Path, finished: bool) -> None:
    game = await (begin(store) if finished else open_lobby(store))
    await store.set_vote(game, "end", ANNA, True)
    await store.set_notice(game, NOON)
    if finished:
        await store.propose(game, "b", None)
        await store.offer(game, "c", None)
        await store.set_trouble(game, True)
        await store.set_departed(game, BERT)
        await store.finish_game(game, "ended", None, NOON)
    else:
        await store.start_game(game, 1, NOON)
    with raw(path) as db:
        for table in ("votes", "proposals", "offers", "troubles", "departures", "notices"):
            assert db.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)


def of_before(schema: int, folder: Path) -> Path:
    """The schema files as they were then."""
    folder.mkdir()
    for number in range(1, schema + 1):
        shutil.copy(SCHEMA / f"{number:03}.sql", folder)
    return folder


@pytest.mark.parametrize("schema", EARLIER)
async def test_facts_among_the_votes_move_to_tables_of_their_own(tmp_path: Path, path: Path, schema: int) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, "the file", of_before(schema, tmp_path / "before"))
        for game in (1, 2):
            await db.execute(
                "INSERT INTO games (id, channel, kind, edition, language, options, pace, host, phase, created) "
                "VALUES (?1, ?1, 'some_game', 1, 'cs', '{}', 'live', 1001, 'running', '2025-03-01T12:00:00+00:00')",
                (game,),
            )
            await db.execute("INSERT INTO seeds (game, seed) VALUES (?, zeroblob(32))", (game,))
        facts = [(1, *fact) for fact in OLD_FACTS] + [(2, *fact) for fact in OTHER_FACTS]
        await db.executemany("INSERT INTO votes (game, what, user, yes) VALUES (?, ?, ?, ?)", facts)
    async with Store.opened(path) as store:
        state, other = await store.state(1), await store.state(2)
        assert state.votes == {"pause": {ANNA}, "replace": {CYRIL}}
        assert (state.proposal, state.proposals) == (("b", DANA, None), 3)
        assert state.offers == {"a": None, "c": DANA}
        assert (state.trouble, state.departed) == (True, frozenset({BERT}))
        assert (other.proposal, other.proposals) == (("a", None, None), 7)
        assert (other.votes, other.offers, other.trouble, other.departed) == ({}, {}, False, frozenset())
        assert await store.notices() == {1: NOON.replace(microsecond=0)}
    with raw(path) as opened:
        assert opened.execute("SELECT DISTINCT what FROM votes ORDER BY what").fetchall() == [("pause",), ("replace",)]
