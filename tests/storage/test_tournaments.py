"""Tournaments as they are kept: phases, rounds and games only added, results of whoever holds the seat."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from storage import (
    DrawnTable,
    Entrant,
    NewTournament,
    NotInTournament,
    Outcome,
    RoundRow,
    Store,
    TableRow,
    TournamentBusy,
    TournamentFull,
    TournamentPhase,
    UnknownTournament,
)
from storage.__main__ import main
from storage.dsn import Place
from storage.tournaments import MOST_PLAYERS
from tests.storage.table import ANNA, BERT, CHANNEL, CYRIL, DANA, NOON, REFUSED, SEED, begin, minutes, named, raw
from tests.storage.test_stats import ANNA_WINS, end

NEW = NewTournament(
    guild=7, channel=CHANNEL, kind="some_game", language="cs", options={"goal": "beginners"}, pace="live",
    turn_seconds=90, window_seconds=20, bank_seconds=300, rounds=2, seats=3, organiser=DANA, created=NOON,
)  # fmt: skip
FIRST = RoundRow(
    1, ((ANNA, 0), (BERT, 0), (CYRIL, 0), (DANA, 0)), (TableRow(0, (DANA,)), TableRow(1, (BERT, ANNA, CYRIL)))
)


async def opened(store: Store) -> int:
    """Anna, Bert, Cyril and Dana play."""
    number = await store.create_tournament(NEW, SEED)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril"), (DANA, "Dana")):
        await store.enter(number, user, name)
    return number


async def begun(store: Store) -> int:
    number = await opened(store)
    await store.add_round(number, FIRST, NOON)
    return number


async def table(store: Store, number: int) -> TableRow:
    """Table 1 of the first round."""
    return next(one for one in (await store.tournament(number)).rounds[0].tables if one.number == 1)


async def test_a_tournament_is_given_back_whole(store: Store) -> None:
    number = await begun(store)
    state = await store.tournament(number)
    assert (state.row.id, state.row.phase, state.row.options, state.row.created) == (
        number, "running", {"goal": "beginners"}, NOON,
    )  # fmt: skip
    assert state.entrants[0] == Entrant(ANNA, "Anna", dropped=False)
    assert state.rounds == (FIRST,)
    assert await store.tournament_seed(number) == SEED
    assert await store.tournament_in(CHANNEL) == number
    assert await store.running_tournaments(7) == await store.running_tournaments() == [number]
    assert await store.running_tournaments(8) == []


async def test_a_channel_has_one_unfinished_tournament(store: Store) -> None:
    number = await opened(store)
    with pytest.raises(TournamentBusy):
        await store.create_tournament(NEW, SEED)
    await store.create_tournament(replace(NEW, channel=501), SEED)
    await store.finish_tournament(number, "ended", NOON)
    assert await store.create_tournament(NEW, SEED) != number
    with pytest.raises(UnknownTournament):
        await store.tournament(99)


async def test_who_leaves_before_the_start_is_gone_and_afterwards_has_dropped_out(store: Store) -> None:
    number = await opened(store)
    await store.drop_out(number, DANA, NOON)
    with pytest.raises(NotInTournament):
        await store.drop_out(number, DANA, NOON)
    await store.enter(number, DANA, "Dana")
    await store.add_round(number, FIRST, NOON)
    await store.drop_out(number, ANNA, NOON)
    assert [one.user for one in (await store.tournament(number)).entrants if one.dropped] == [ANNA]
    await store.enter(number, ANNA, "Anna")
    assert not any(one.dropped for one in (await store.tournament(number)).entrants)
    with pytest.raises(TournamentPhase):
        await store.enter(number, 1005, "Emil")


async def test_there_is_room_for_so_many(store: Store) -> None:
    number = await store.create_tournament(NEW, SEED)
    for user in range(1, MOST_PLAYERS + 1):
        await store.enter(number, user, "somebody")
    with pytest.raises(TournamentFull):
        await store.enter(number, 999, "one more")


async def test_a_round_is_added_once_and_in_turn(store: Store) -> None:
    number = await begun(store)
    for wrong in (FIRST, replace(FIRST, number=3)):
        with pytest.raises(TournamentPhase):
            await store.add_round(number, wrong, NOON)
    await store.add_round(number, replace(FIRST, number=2), NOON)
    await store.finish_tournament(number, "over", NOON)
    for change in (
        store.add_round(number, replace(FIRST, number=3), NOON),
        store.enter(number, ANNA, "Anna"),
        store.drop_out(number, ANNA, NOON),
        store.rule(number, 1, 1, DANA, NOON, {}),
        store.finish_tournament(number, "ended", NOON),
    ):
        with pytest.raises(TournamentPhase):
            await change


async def test_the_latest_game_and_the_latest_ruling_of_a_table_count(store: Store) -> None:
    number = await begun(store)
    first = await begin(store, 501, DrawnTable(number, 1, 1))
    await store.finish_game(first, "ended", None, NOON)
    found = (await table(store, number)).game
    assert found is not None
    assert (found.game, found.phase, found.places) == (first, "ended", ())
    second = await begin(store, 502, DrawnTable(number, 1, 1))
    await end(store, second, ANNA_WINS)
    found = (await table(store, number)).game
    assert found is not None
    assert (found.game, found.channel, found.phase, found.places) == (
        second, 502, "over", ((ANNA, 1), (BERT, 3), (CYRIL, 2)),
    )  # fmt: skip
    assert await store.tournament_of(second) == number
    assert await store.tournament_of(99) is None
    for places in ({ANNA: 1, BERT: 1, CYRIL: None}, {ANNA: 2, BERT: 1, CYRIL: 3}):
        await store.rule(number, 1, 1, DANA, NOON, places)
        assert (await table(store, number)).ruling == places


async def test_a_seat_that_was_given_up_is_nobodys_and_one_handed_over_its_new_holders(store: Store) -> None:
    number = await begun(store)
    game = await begin(store, 501, DrawnTable(number, 1, 1))
    await store.set_left(game, "b", NOON)
    await store.replace(game, "c", DANA, "Dana", NOON)
    await end(store, game, ANNA_WINS)
    found = (await table(store, number)).game
    assert found is not None
    assert found.places == ((ANNA, 1), (0, 3), (DANA, 2))


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM tournaments", "DELETE FROM tournament_seeds", "UPDATE tournament_seeds SET tournament = 2",
        "DELETE FROM rounds",
        "UPDATE rounds SET scores = '[]'", "DELETE FROM pairings", "UPDATE pairings SET user = 1002 WHERE number = 0",
        "DELETE FROM tournament_games", "UPDATE tournament_games SET number = 2", "DELETE FROM rulings",
        "UPDATE rulings SET places = '[]'",
    ],
)  # fmt: skip
async def test_what_was_drawn_played_and_ruled_stays(store: Store, path: Place, sql: str) -> None:
    number = await begun(store)
    await begin(store, 501, DrawnTable(number, 1, 1))
    await store.rule(number, 1, 1, DANA, NOON, {ANNA: 1})
    with raw(path) as db, pytest.raises(REFUSED):
        db.execute(sql)


def test_rebuilding_gives_the_same_results(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> TableRow:
        async with Store.opened(path) as store:
            number = await begun(store)
            game = await begin(store, 501, DrawnTable(number, 1, 1))
            await store.append(game, [], outcome=Outcome("over", json.dumps(ANNA_WINS), NOON + minutes(1)))
            return await table(store, number)

    async def again() -> TableRow:
        async with Store.opened(path) as store:
            return await table(store, 1)

    before = asyncio.run(play())
    with raw(path) as db:
        db.execute("UPDATE standings SET place = 1")
    assert main(["rebuild-stats", "--database", named(path)]) == 0
    assert asyncio.run(again()) == before
