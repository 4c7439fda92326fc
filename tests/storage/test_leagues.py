"""Seasons: what counts in one, what may change, and that nothing of its results is kept."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from storage import (
    NoMember,
    Outcome,
    SeasonClosed,
    SeasonNameTaken,
    SeasonOpen,
    SeasonRow,
    Store,
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


async def opened(store: Store, *members: int, at: float = -10) -> SeasonRow:
    """A season that opened ten minutes before noon, with these members from its first minute."""
    season = await store.open_season(GUILD, KIND, "Spring", ANNA, NOON + minutes(at))
    for user in members:
        await store.join_season(season.id, user, NOON + minutes(at))
    return season


async def counted(store: Store, season: SeasonRow) -> list[int]:
    return [one.game for one in await store.counted(season.id)]


async def test_a_table_of_two_members_counts_among_them(store: Store) -> None:
    season = await opened(store, ANNA, BERT)
    game = await end(store, await begin(store), ANNA_WINS)
    (one,) = await store.counted(season.id)
    assert one.game == game
    assert one.results == ((ANNA, 1, True), (BERT, 3, False))


async def test_a_table_of_one_member_does_not(store: Store) -> None:
    season = await opened(store, ANNA)
    await end(store, await begin(store), ANNA_WINS)
    assert await counted(store, season) == []


async def test_what_began_before_the_season_or_before_one_joined_does_not_count(store: Store) -> None:
    late = await opened(store, ANNA, BERT, CYRIL, at=1)
    await end(store, await begin(store), ANNA_WINS, after=2)
    assert await counted(store, late) == []
    await store.close_season(late.id, ANNA, NOON + minutes(3))
    season = await store.open_season(GUILD, KIND, "Summer", ANNA, NOON - minutes(1))
    await store.join_season(season.id, ANNA, NOON - minutes(1))
    await store.join_season(season.id, BERT, NOON + minutes(1))
    assert await counted(store, season) == []
    await store.join_season(season.id, CYRIL, NOON)
    assert [user for user, _, _ in (await store.counted(season.id))[0].results] == [ANNA, CYRIL]


async def test_what_ends_after_the_season_or_without_a_winner_does_not_count(store: Store) -> None:
    season = await opened(store, ANNA, BERT)
    await store.finish_game(await begin(store), "ended", None, NOON)
    slow = await begin(store)
    quick = await end(store, await begin(store, channel=501), ANNA_WINS, after=1)
    await store.close_season(season.id, ANNA, NOON + minutes(2))
    await end(store, slow, ANNA_WINS, after=3)
    assert await counted(store, season) == [quick]


async def test_a_computers_seat_another_game_and_another_server_do_not_count(store: Store, path: Place) -> None:
    season = await opened(store, ANNA, BERT)
    game = await begin(store)
    await store.replace(game, "c", -1, "Computer 1", NOON, computer=True)
    await end(store, game, ANNA_WINS)
    for column, value in (("guild", 8), ("kind", "'other_game'")):
        other = await end(store, await begin(store), ANNA_WINS)
        with raw(path) as db:
            db.execute(f"UPDATE games SET {column} = {value} WHERE id = ?", (other,))
    assert await counted(store, season) == []


async def test_a_table_at_which_everybody_may_ask_for_hints_does_not_count(store: Store) -> None:
    season = await opened(store, ANNA, BERT)
    lobby = await store.create_game(replace(new_game(), hints=True), SEED)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril")):
        await store.seat(lobby, user, name)
    await store.start_game(lobby, 1, NOON)
    assert (await store.game(lobby)).hints
    await end(store, lobby, ANNA_WINS)
    assert await counted(store, season) == []
    game = await end(store, await begin(store), ANNA_WINS)
    assert not (await store.game(game)).hints
    assert await counted(store, season) == [game]


async def test_whoever_holds_the_seat_at_the_end_counts(store: Store) -> None:
    season = await opened(store, ANNA, BERT, DANA)
    game = await begin(store)
    await store.replace(game, "a", DANA, "Dana", NOON)
    await end(store, game, ANNA_WINS)
    assert [user for user, _, _ in (await store.counted(season.id))[0].results] == [DANA, BERT]


async def test_who_leaves_keeps_what_is_played_and_no_more(store: Store) -> None:
    season = await opened(store, ANNA, BERT)
    before = await end(store, await begin(store), ANNA_WINS)
    await store.leave_season(season.id, BERT, NOON - minutes(1))
    assert await counted(store, season) == []
    await store.join_season(season.id, BERT, NOON - minutes(1) / 2)
    assert await counted(store, season) == [before]
    assert await store.members(season.id) == {ANNA: True, BERT: True}
    await store.leave_season(season.id, BERT, NOON + minutes(1))
    assert await counted(store, season) == [before]
    assert await store.members(season.id) == {ANNA: True, BERT: False}
    with pytest.raises(NoMember):
        await store.leave_season(season.id, BERT, NOON)


async def test_joining_twice_is_joining_once(store: Store) -> None:
    season = await opened(store, ANNA)
    assert not await store.join_season(season.id, ANNA, NOON)
    assert await store.join_season(season.id, BERT, NOON)


async def test_one_season_of_a_game_is_open_and_names_differ(store: Store) -> None:
    season = await opened(store)
    with pytest.raises(SeasonOpen):
        await store.open_season(GUILD, KIND, "Summer", ANNA, NOON)
    with pytest.raises(SeasonNameTaken):
        await store.open_season(GUILD, "other_game", "Spring", ANNA, NOON)
    await store.open_season(8, KIND, "Spring", ANNA, NOON)
    await store.close_season(season.id, ANNA, NOON)
    other = await store.open_season(GUILD, KIND, "Summer", ANNA, NOON)
    assert [one.name for one in await store.seasons_in(GUILD)] == ["Summer", "Spring"]
    assert await store.season(other.id) == other


async def test_a_closed_season_takes_nobody_in_and_is_closed_once(store: Store) -> None:
    season = await opened(store, ANNA)
    await store.close_season(season.id, ANNA, NOON)
    for change in (
        store.join_season(season.id, BERT, NOON),
        store.leave_season(season.id, ANNA, NOON),
        store.close_season(season.id, BERT, NOON),
    ):
        with pytest.raises(SeasonClosed):
            await change
    with pytest.raises(UnknownSeason):
        await store.close_season(99, ANNA, NOON)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM seasons", "UPDATE seasons SET closed = NULL", "UPDATE seasons SET name = 'Other', closed = '2025'",
        "DELETE FROM memberships", "UPDATE memberships SET user = 5", "UPDATE memberships SET left_at = NULL",
    ],
)  # fmt: skip
async def test_seasons_and_memberships_are_only_added_to(store: Store, path: Place, sql: str) -> None:
    season = await opened(store, ANNA)
    await store.leave_season(season.id, ANNA, NOON)
    with raw(path) as db, pytest.raises(REFUSED):
        db.execute(sql)


async def test_who_stands_in_no_public_table_is_noted_until_taken_back(store: Store) -> None:
    await store.set_listed(ANNA, False)
    await store.set_listed(ANNA, False)
    assert await store.unlisted() == {ANNA}
    await store.set_listed(ANNA, True)
    assert await store.unlisted() == frozenset()


async def test_games_of_a_season_or_a_tournament_are_archived(store: Store) -> None:
    await opened(store, ANNA, BERT)
    game = await end(store, await begin(store), ANNA_WINS)
    assert await store.archived(game)
    loose = await store.create_game(new_game(CHANNEL), bytes(32))
    assert not await store.archived(loose)


def test_rebuilding_gives_the_same_season(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> list[int]:
        async with Store.opened(path) as store:
            season = await opened(store, ANNA, BERT, CYRIL)
            for after in (1, 2):
                game = await begin(store, channel=CHANNEL + after)
                outcome = Outcome("over", json.dumps(ANNA_WINS), NOON + minutes(after))
                await store.append(game, [], outcome=outcome)
            return await counted(store, season)

    async def again() -> list[int]:
        async with Store.opened(path) as store:
            return await counted(store, await store.season(1))

    before = asyncio.run(play())
    with raw(path) as db:
        db.execute("DELETE FROM standings WHERE game = 1")
        db.execute("UPDATE standings SET user = 99")
    assert main(["rebuild-stats", "--database", named(path)]) == 0
    assert len(before) == 2
    assert asyncio.run(again()) == before
