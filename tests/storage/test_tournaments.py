"""Tests stored tournaments: phases, rounds and games are only added; results belong to the seat's holder."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from storage import (
    Database,
    DrawnTable,
    Entrant,
    NewTournament,
    NotInTournament,
    Outcome,
    RemovedFromTournament,
    RoundRow,
    TableRow,
    TournamentBusy,
    TournamentFull,
    TournamentPhase,
    UnknownTournament,
)
from storage.__main__ import main
from storage.dsn import Place
from storage.tournaments import MAX_PLAYERS
from tests.storage.table import ANNA, BERT, CHANNEL, CYRIL, DANA, NOON, REFUSED, SEED, begin, minutes, named, raw
from tests.storage.test_stats import ANNA_WINS, end

NEW = NewTournament(
    guild=7, channel=CHANNEL, kind="some_game", language="cs", options={"goal": "beginners"}, pace="live",
    turn_seconds=90, window_seconds=20, bank_seconds=300, rounds=2, seats=3, organiser=DANA, created=NOON,
)  # fmt: skip
FIRST = RoundRow(
    1, ((ANNA, 0), (BERT, 0), (CYRIL, 0), (DANA, 0)), (TableRow(0, (DANA,)), TableRow(1, (BERT, ANNA, CYRIL)))
)


async def opened(db: Database) -> int:
    """Opens a tournament that Anna, Bert, Cyril and Dana have entered; returns its number."""
    number = await db.tournaments.create(NEW, SEED)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril"), (DANA, "Dana")):
        await db.tournaments.enter(number, user, name)
    return number


async def begun(db: Database) -> int:
    number = await opened(db)
    await db.tournaments.add_round(number, FIRST, NOON)
    return number


async def table(db: Database, number: int) -> TableRow:
    """Returns table 1 of the first round."""
    return next(one for one in (await db.tournaments.get(number)).rounds[0].tables if one.number == 1)


async def test_a_tournament_is_given_back_whole(db: Database) -> None:
    number = await begun(db)
    state = await db.tournaments.get(number)
    assert (state.row.id, state.row.phase, state.row.options, state.row.created) == (
        number, "running", {"goal": "beginners"}, NOON,
    )  # fmt: skip
    assert state.entrants[0] == Entrant(ANNA, "Anna", dropped=False)
    assert state.rounds == (FIRST,)
    assert await db.seeds.of_tournament(number) == SEED
    assert await db.tournaments.in_channel(CHANNEL) == number
    assert await db.tournaments.running(7) == await db.tournaments.running() == [number]
    assert await db.tournaments.running(8) == []


async def test_a_channel_has_one_unfinished_tournament(db: Database) -> None:
    number = await opened(db)
    with pytest.raises(TournamentBusy):
        await db.tournaments.create(NEW, SEED)
    await db.tournaments.create(replace(NEW, channel=501), SEED)
    await db.tournaments.finish(number, "ended", NOON)
    assert await db.tournaments.create(NEW, SEED) != number
    with pytest.raises(UnknownTournament):
        await db.tournaments.get(99)


async def test_leaving_before_the_start_removes_and_later_drops_out(db: Database) -> None:
    number = await opened(db)
    await db.tournaments.drop_out(number, DANA, NOON)
    with pytest.raises(NotInTournament):
        await db.tournaments.drop_out(number, DANA, NOON)
    await db.tournaments.enter(number, DANA, "Dana")
    await db.tournaments.add_round(number, FIRST, NOON)
    await db.tournaments.drop_out(number, ANNA, NOON)
    assert [one.user for one in (await db.tournaments.get(number)).entrants if one.dropped] == [ANNA]
    await db.tournaments.enter(number, ANNA, "Anna")
    assert not any(one.dropped for one in (await db.tournaments.get(number)).entrants)
    with pytest.raises(TournamentPhase):
        await db.tournaments.enter(number, 1005, "Emil")


async def test_a_removed_player_stays_away_until_admitted(db: Database) -> None:
    number = await opened(db)
    await db.tournaments.remove(number, DANA, NOON)
    for refused in (db.tournaments.enter(number, DANA, "Dana"), db.tournaments.drop_out(number, DANA, NOON)):
        with pytest.raises(RemovedFromTournament):
            await refused
    with pytest.raises(NotInTournament):
        await db.tournaments.set_cut(number, DANA, "mine")
    assert DANA not in {one.user for one in (await db.tournaments.get(number)).entrants}
    for _ in range(2):
        await db.tournaments.admit(number, DANA, NOON)
    for change in (db.tournaments.drop_out, db.tournaments.remove):
        with pytest.raises(NotInTournament):
            await change(number, DANA, NOON)
    await db.tournaments.enter(number, DANA, "Dana")
    await db.tournaments.add_round(number, FIRST, NOON)
    await db.tournaments.drop_out(number, ANNA, NOON)
    await db.tournaments.remove(number, ANNA, NOON)
    with pytest.raises(RemovedFromTournament):
        await db.tournaments.enter(number, ANNA, "Anna")
    assert [one.user for one in (await db.tournaments.get(number)).entrants if one.dropped] == [ANNA]
    await db.tournaments.admit(number, ANNA, NOON)
    assert [one.user for one in (await db.tournaments.get(number)).entrants if one.dropped] == [ANNA]
    await db.tournaments.enter(number, ANNA, "Anna")
    assert not any(one.dropped for one in (await db.tournaments.get(number)).entrants)


async def test_the_number_of_players_is_limited(db: Database) -> None:
    number = await db.tournaments.create(NEW, SEED)
    for user in range(1, MAX_PLAYERS + 1):
        await db.tournaments.enter(number, user, "someone")
    with pytest.raises(TournamentFull):
        await db.tournaments.enter(number, 999, "one more")


@pytest.mark.parametrize(("by", "blocked"), [(ANNA, BERT), (BERT, ANNA)])
async def test_of_two_users_apart_only_the_first_has_room(db: Database, by: int, blocked: int) -> None:
    number = await db.tournaments.create(NEW, SEED)
    await db.tournaments.enter(number, ANNA, "Anna")
    await db.blocks.add(by, blocked)
    with pytest.raises(TournamentFull):
        await db.tournaments.enter(number, BERT, "Bert")
    await db.tournaments.enter(number, CYRIL, "Cyril")
    await db.tournaments.drop_out(number, ANNA, NOON)
    await db.tournaments.enter(number, BERT, "Bert")
    assert {one.user for one in (await db.tournaments.get(number)).entrants} == {BERT, CYRIL}


async def test_one_who_has_dropped_out_does_not_come_back_to_a_user_apart(db: Database) -> None:
    number = await begun(db)
    await db.tournaments.drop_out(number, ANNA, NOON)
    await db.blocks.add(BERT, ANNA)
    await db.tournaments.enter(number, BERT, "Bert")
    with pytest.raises(TournamentFull):
        await db.tournaments.enter(number, ANNA, "Anna")


async def test_a_round_is_added_once_and_in_turn(db: Database) -> None:
    number = await begun(db)
    for wrong in (FIRST, replace(FIRST, number=3)):
        with pytest.raises(TournamentPhase):
            await db.tournaments.add_round(number, wrong, NOON)
    await db.tournaments.add_round(number, replace(FIRST, number=2), NOON)
    await db.tournaments.finish(number, "over", NOON)
    for change in (
        db.tournaments.add_round(number, replace(FIRST, number=3), NOON),
        db.tournaments.enter(number, ANNA, "Anna"),
        db.tournaments.drop_out(number, ANNA, NOON),
        db.tournaments.rule(number, 1, 1, DANA, NOON, {}),
        db.tournaments.finish(number, "ended", NOON),
    ):
        with pytest.raises(TournamentPhase):
            await change


async def test_the_latest_game_and_the_latest_ruling_of_a_table_count(db: Database) -> None:
    number = await begun(db)
    first = await begin(db, 501, DrawnTable(number, 1, 1))
    await db.tables.finish(first, "ended", None, NOON)
    found = (await table(db, number)).game
    assert found is not None
    assert (found.game, found.phase, found.places) == (first, "ended", ())
    second = await begin(db, 502, DrawnTable(number, 1, 1))
    await end(db, second, ANNA_WINS)
    found = (await table(db, number)).game
    assert found is not None
    assert (found.game, found.channel, found.phase, found.places) == (
        second, 502, "over", ((BERT, 1), (ANNA, 3), (CYRIL, 2)),
    )  # fmt: skip
    assert await db.tournaments.of_game(second) == number
    assert await db.tournaments.of_game(99) is None
    assert (await db.tables.state(second)).tournament == number
    for places in ({ANNA: 1, BERT: 1, CYRIL: None}, {ANNA: 2, BERT: 1, CYRIL: 3}):
        await db.tournaments.rule(number, 1, 1, DANA, NOON, places)
        assert (await table(db, number)).ruling == places


async def test_a_seat_that_was_given_up_has_no_holder_and_one_handed_over_a_new_one(db: Database) -> None:
    number = await begun(db)
    game = await begin(db, 501, DrawnTable(number, 1, 1))
    await db.vacancies.set_left(game, "b", NOON)
    await db.vacancies.replace(game, "c", DANA, "Dana", NOON)
    await end(db, game, ANNA_WINS)
    found = (await table(db, number)).game
    assert found is not None
    assert found.places == ((BERT, 1), (0, 3), (DANA, 2))


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
async def test_draws_results_and_rulings_never_change(db: Database, path: Place, sql: str) -> None:
    number = await begun(db)
    await begin(db, 501, DrawnTable(number, 1, 1))
    await db.tournaments.rule(number, 1, 1, DANA, NOON, {ANNA: 1})
    with raw(path) as connection, pytest.raises(REFUSED):
        connection.execute(sql)


def test_rebuilding_gives_the_same_results(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> TableRow:
        async with Database.opened(path) as db:
            number = await begun(db)
            game = await begin(db, 501, DrawnTable(number, 1, 1))
            await db.record.append(game, [], outcome=Outcome("over", json.dumps(ANNA_WINS), NOON + minutes(1)))
            return await table(db, number)

    async def again() -> TableRow:
        async with Database.opened(path) as db:
            return await table(db, 1)

    before = asyncio.run(play())
    with raw(path) as connection:
        connection.execute("UPDATE standings SET place = 1")
    assert main(["rebuild-stats", "--database", named(path)]) == 0
    assert asyncio.run(again()) == before
