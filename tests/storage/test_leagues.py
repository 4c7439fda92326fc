"""Tests seasons: what counts, what may change, and that results are computed and not stored."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from storage import (
    Database,
    NoMember,
    Outcome,
    SeasonClosed,
    SeasonNameTaken,
    SeasonOpen,
    SeasonRow,
    UnknownSeason,
)
from storage.__main__ import main
from storage.dsn import Place
from tests.storage.table import (
    ANNA,
    BERT,
    CHANNEL,
    CYRIL,
    DANA,
    NOON,
    REFUSED,
    SEED,
    begin,
    minutes,
    named,
    new_game,
    raw,
)
from tests.storage.test_stats import ANNA_WINS, end

GUILD, KIND = 7, "some_game"


async def opened(db: Database, *members: int, at: float = -10) -> SeasonRow:
    """Opens a season, which these members join at once, and returns its row. `at` is its beginning in minutes after
    noon, by default ten minutes before noon.
    """
    season = await db.seasons.open(GUILD, KIND, "Spring", ANNA, NOON + minutes(at))
    for user in members:
        await db.seasons.join(season.id, user, NOON + minutes(at))
    return season


async def counted(db: Database, season: SeasonRow) -> list[int]:
    return [one.game for one in await db.seasons.counted(season.id)]


async def test_a_table_of_two_members_counts_among_them(db: Database) -> None:
    season = await opened(db, ANNA, BERT)
    game = await end(db, await begin(db), ANNA_WINS)
    (one,) = await db.seasons.counted(season.id)
    assert one.game == game
    assert one.results == ((ANNA, 1, True), (BERT, 3, False))


async def test_a_table_of_one_member_does_not_count(db: Database) -> None:
    season = await opened(db, ANNA)
    await end(db, await begin(db), ANNA_WINS)
    assert await counted(db, season) == []


async def test_games_begun_before_the_season_or_joining_do_not_count(db: Database) -> None:
    late = await opened(db, ANNA, BERT, CYRIL, at=1)
    await end(db, await begin(db), ANNA_WINS, after=2)
    assert await counted(db, late) == []
    await db.seasons.close(late.id, ANNA, NOON + minutes(3))
    season = await db.seasons.open(GUILD, KIND, "Summer", ANNA, NOON - minutes(1))
    await db.seasons.join(season.id, ANNA, NOON - minutes(1))
    await db.seasons.join(season.id, BERT, NOON + minutes(1))
    assert await counted(db, season) == []
    await db.seasons.join(season.id, CYRIL, NOON)
    assert [user for user, _, _ in (await db.seasons.counted(season.id))[0].results] == [ANNA, CYRIL]


async def test_games_after_the_season_or_without_a_winner_do_not_count(db: Database) -> None:
    season = await opened(db, ANNA, BERT)
    await db.tables.finish(await begin(db), "ended", None, NOON)
    slow = await begin(db)
    quick = await end(db, await begin(db, channel=501), ANNA_WINS, after=1)
    await db.seasons.close(season.id, ANNA, NOON + minutes(2))
    await end(db, slow, ANNA_WINS, after=3)
    assert await counted(db, season) == [quick]


async def test_a_computers_seat_another_game_and_another_server_do_not_count(db: Database, path: Place) -> None:
    season = await opened(db, ANNA, BERT)
    game = await begin(db)
    await db.vacancies.replace(game, "c", -1, "Computer 1", NOON, computer=True)
    await end(db, game, ANNA_WINS)
    for column, value in (("guild", 8), ("kind", "'other_game'")):
        other = await end(db, await begin(db), ANNA_WINS)
        with raw(path) as connection:
            connection.execute(f"UPDATE games SET {column} = {value} WHERE id = ?", (other,))
    assert await counted(db, season) == []


async def test_a_table_at_which_everyone_may_ask_for_hints_does_not_count(db: Database) -> None:
    season = await opened(db, ANNA, BERT)
    lobby = await db.tables.open(replace(new_game(), hints=True), SEED)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril")):
        await db.seats.add(lobby, user, name)
    await db.tables.start(lobby, 1, NOON)
    assert (await db.games.get(lobby)).hints
    await end(db, lobby, ANNA_WINS)
    assert await counted(db, season) == []
    game = await end(db, await begin(db), ANNA_WINS)
    assert not (await db.games.get(game)).hints
    assert await counted(db, season) == [game]


async def test_anyone_who_holds_the_seat_at_the_end_counts(db: Database) -> None:
    season = await opened(db, ANNA, BERT, DANA)
    game = await begin(db)
    await db.vacancies.replace(game, "a", DANA, "Dana", NOON)
    await end(db, game, ANNA_WINS)
    assert [user for user, _, _ in (await db.seasons.counted(season.id))[0].results] == [DANA, BERT]


async def test_a_player_who_leaves_keeps_only_results_so_far(db: Database) -> None:
    season = await opened(db, ANNA, BERT)
    before = await end(db, await begin(db), ANNA_WINS)
    await db.seasons.leave(season.id, BERT, NOON - minutes(1))
    assert await counted(db, season) == []
    await db.seasons.join(season.id, BERT, NOON - minutes(1) / 2)
    assert await counted(db, season) == [before]
    assert await db.seasons.members(season.id) == {ANNA: True, BERT: True}
    await db.seasons.leave(season.id, BERT, NOON + minutes(1))
    assert await counted(db, season) == [before]
    assert await db.seasons.members(season.id) == {ANNA: True, BERT: False}
    with pytest.raises(NoMember):
        await db.seasons.leave(season.id, BERT, NOON)


async def test_joining_twice_is_joining_once(db: Database) -> None:
    season = await opened(db, ANNA)
    assert not await db.seasons.join(season.id, ANNA, NOON)
    assert await db.seasons.join(season.id, BERT, NOON)


async def test_one_season_of_a_game_is_open_and_names_differ(db: Database) -> None:
    season = await opened(db)
    with pytest.raises(SeasonOpen):
        await db.seasons.open(GUILD, KIND, "Summer", ANNA, NOON)
    with pytest.raises(SeasonNameTaken):
        await db.seasons.open(GUILD, "other_game", "Spring", ANNA, NOON)
    await db.seasons.open(8, KIND, "Spring", ANNA, NOON)
    await db.seasons.close(season.id, ANNA, NOON)
    other = await db.seasons.open(GUILD, KIND, "Summer", ANNA, NOON)
    assert [one.name for one in await db.seasons.in_guild(GUILD)] == ["Summer", "Spring"]
    assert await db.seasons.get(other.id) == other


async def test_a_closed_season_takes_no_one_in_and_is_closed_once(db: Database) -> None:
    season = await opened(db, ANNA)
    await db.seasons.close(season.id, ANNA, NOON)
    for change in (
        db.seasons.join(season.id, BERT, NOON),
        db.seasons.leave(season.id, ANNA, NOON),
        db.seasons.close(season.id, BERT, NOON),
    ):
        with pytest.raises(SeasonClosed):
            await change
    with pytest.raises(UnknownSeason):
        await db.seasons.close(99, ANNA, NOON)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM seasons", "UPDATE seasons SET closed = NULL", "UPDATE seasons SET name = 'Other', closed = '2025'",
        "DELETE FROM memberships", "UPDATE memberships SET user = 5", "UPDATE memberships SET left_at = NULL",
    ],
)  # fmt: skip
async def test_seasons_and_memberships_are_only_added_to(db: Database, path: Place, sql: str) -> None:
    season = await opened(db, ANNA)
    await db.seasons.leave(season.id, ANNA, NOON)
    with raw(path) as connection, pytest.raises(REFUSED):
        connection.execute(sql)


async def test_hiding_from_public_tables_is_stored_until_revoked(db: Database) -> None:
    await db.people.set_listed(ANNA, False)
    await db.people.set_listed(ANNA, False)
    assert await db.people.unlisted() == {ANNA}
    await db.people.set_listed(ANNA, True)
    assert await db.people.unlisted() == frozenset()


async def test_games_of_a_season_or_a_tournament_are_archived(db: Database) -> None:
    await opened(db, ANNA, BERT)
    game = await end(db, await begin(db), ANNA_WINS)
    assert await db.seasons.archived(game)
    loose = await db.tables.open(new_game(CHANNEL), bytes(32))
    assert not await db.seasons.archived(loose)


def test_rebuilding_gives_the_same_season(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> list[int]:
        async with Database.opened(path) as db:
            season = await opened(db, ANNA, BERT, CYRIL)
            for after in (1, 2):
                game = await begin(db, channel=CHANNEL + after)
                outcome = Outcome("over", json.dumps(ANNA_WINS), NOON + minutes(after))
                await db.record.append(game, [], outcome=outcome)
            return await counted(db, season)

    async def again() -> list[int]:
        async with Database.opened(path) as db:
            return await counted(db, await db.seasons.get(1))

    before = asyncio.run(play())
    with raw(path) as connection:
        connection.execute("DELETE FROM standings WHERE game = 1")
        connection.execute("UPDATE standings SET user = 99")
    assert main(["rebuild-stats", "--database", named(path)]) == 0
    assert len(before) == 2
    assert asyncio.run(again()) == before
