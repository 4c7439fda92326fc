from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest

from storage import (
    AlreadySeated,
    ChannelBusy,
    GameRow,
    HandMessage,
    Newcomer,
    Store,
    UnknownGame,
    WrongPhase,
)
from storage.dsn import Place
from storage.errors import BadRow, StoreClosed
from storage.moments import NaiveTime
from storage.shards import Served
from tests.storage.table import (
    ANNA,
    BERT,
    CHANNEL,
    CYRIL,
    DANA,
    NOON,
    REFUSED,
    SEED,
    answer,
    begin,
    minutes,
    new_game,
    open_lobby,
    raw,
)


async def test_a_new_game_is_a_lobby_with_what_was_chosen(store: Store) -> None:
    game = await store.create_game(new_game(), SEED)
    assert await store.game(game) == GameRow(
        **asdict(new_game()),
        id=game,
        phase="lobby",
        started=None,
        finished=None,
        result=None,
        told=0,
        paused_at=None,
        remaining=None,
    )


async def test_a_game_outside_a_guild_that_waits_for_everybody(store: Store) -> None:
    untimed = replace(new_game(), guild=None, turn_seconds=None, window_seconds=None, pace="untimed")
    row = await store.game(await store.create_game(untimed, SEED))
    assert (row.guild, row.turn_seconds, row.window_seconds, row.pace) == (None, None, None, "untimed")


async def test_a_table_is_opened_with_all_of_its_people_or_not_at_all(store: Store) -> None:
    people = [Newcomer(ANNA, "Anna", NOON, "a deck"), Newcomer(None, "One", level="easy"), Newcomer(None, "Two")]
    with pytest.raises(AlreadySeated):
        await store.create_game(new_game(), SEED, [*people, Newcomer(ANNA, "Anna")])
    assert await store.unfinished() == []
    game = await store.create_game(new_game(), SEED, people)
    seats = [(one.user, one.name, one.joined, one.part, one.computer, one.level) for one in await store.seats(game)]
    assert seats == [
        (ANNA, "Anna", NOON, "a deck", False, "normal"),
        (-1, "One", None, None, True, "easy"),
        (-2, "Two", None, None, True, "normal"),
    ]
    assert "a deck" not in repr(people)


async def test_one_unfinished_game_a_channel(store: Store) -> None:
    game = await store.create_game(new_game(), SEED)
    with pytest.raises(ChannelBusy) as refused:
        await store.create_game(new_game(), SEED)
    assert (refused.value.channel, refused.value.game) == (CHANNEL, game)
    await store.start_game(game, 1, NOON)
    with pytest.raises(ChannelBusy):
        await store.create_game(new_game(), SEED)
    await store.finish_game(game, "ended", None, NOON)
    assert await store.create_game(new_game(), SEED) != game


async def test_the_database_itself_holds_one_unfinished_game_a_channel(store: Store, path: Place) -> None:
    await begin(store)
    with raw(path) as db, pytest.raises(REFUSED, match=r"games\.channel|one_unfinished_game_a_channel"):
        db.execute(
            "INSERT INTO games (channel, kind, edition, language, options, pace, host, created) "
            "SELECT channel, kind, edition, language, options, pace, host, created FROM games"
        )


async def test_two_who_open_at_once_get_one_game(store: Store) -> None:
    tries = (store.create_game(new_game(), SEED) for _ in range(5))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["ChannelBusy"] * 4 + ["int"]
    assert len(await store.unfinished()) == 1


async def test_games_are_found_by_channel_and_by_user(store: Store) -> None:
    assert await store.game_in(CHANNEL) is None
    assert await store.latest_game_in(CHANNEL) is None
    first = await begin(store)
    await store.finish_game(first, "over", '{"winners":["b"]}', NOON + minutes(50))
    assert await store.game_in(CHANNEL) is None
    latest = await store.latest_game_in(CHANNEL)
    assert latest is not None
    assert latest.id == first
    second, elsewhere = await open_lobby(store), await begin(store, channel=501)
    present = await store.game_in(CHANNEL)
    assert present is not None
    assert present.id == second
    assert [row.id for row in await store.unfinished()] == [second, elsewhere]
    assert [row.id for row in await store.games_of(BERT)] == [elsewhere, second, first]
    assert await store.games_of(DANA) == []


async def test_who_handed_a_seat_over_keeps_the_game(store: Store) -> None:
    game = await begin(store)
    await store.replace(game, "b", DANA, "Dana", NOON)
    assert [row.id for row in await store.games_of(BERT)] == [game]
    assert [row.id for row in await store.games_of(DANA)] == [game]


async def test_finishing_keeps_the_result_and_drops_what_only_a_running_game_needs(store: Store) -> None:
    game = await begin(store)
    await store.set_deadline(game, 1, NOON)
    await store.set_standing_order(game, "a", "pass", "1:action")
    await store.set_staying_out(game, "b", "1:action")
    await store.set_vote(game, "end", ANNA, True)
    await store.set_paused(game, NOON, 12.5)
    await store.finish_game(game, "over", '{"winners":["b"]}', NOON + minutes(50))
    row = await store.game(game)
    assert (row.phase, row.result, row.finished, row.finished_yet) == (
        "over",
        '{"winners":["b"]}',
        NOON + minutes(50),
        True,
    )
    assert (row.paused_at, row.remaining) == (None, None)
    assert (await store.state(game)).deadline is None
    assert (await store.state(game)).orders == {}
    assert (await store.state(game)).out == {}
    assert (await store.state(game)).votes == {}


async def test_a_game_finishes_once(store: Store) -> None:
    game = await open_lobby(store)
    await store.finish_game(game, "ended", None, NOON)
    assert (await store.game(game)).phase == "ended"
    with pytest.raises(WrongPhase, match="ended"):
        await store.finish_game(game, "over", "{}", NOON)
    assert (await store.game(game)).phase == "ended"


async def test_no_other_phase_than_over_and_ended_finishes(store: Store) -> None:
    game = await begin(store)
    for wrong in ("won", "lobby"):
        with pytest.raises(ValueError, match=f"not as '{wrong}'"):
            await store.finish_game(game, cast(Any, wrong), None, NOON)
    assert (await store.game(game)).phase == "running"


async def test_the_host_changes_until_the_end_and_the_options_at_the_start(store: Store) -> None:
    game = await open_lobby(store)
    await store.unseat(game, ANNA, host=BERT)
    assert (await store.game(game)).host == BERT
    await store.start_game(game, 2, NOON, options={"goal": "advanced", "deck": "our own"})
    row = await store.game(game)
    assert (row.phase, row.edition, row.started) == ("running", 2, NOON)
    assert row.options == {"goal": "advanced", "deck": "our own"}
    await store.set_left(game, "a", NOON, host=CYRIL)
    assert (await store.game(game)).host == CYRIL
    await store.set_left(game, "b", NOON)
    assert (await store.game(game)).host == CYRIL
    await store.finish_game(game, "ended", None, NOON)
    with pytest.raises(WrongPhase):
        await store.unseat(game, CYRIL, host=ANNA)
    assert (await store.game(game)).host == CYRIL


async def test_unknown_games_are_named(store: Store) -> None:
    for asked in (store.game(9), store.seed(9), store.state(9), store.start_game(9, 1, NOON), store.seat(9, 1, "A")):
        with pytest.raises(UnknownGame, match="number 9"):
            await asked
    for told in (store.set_told(9, 1), store.append(9, [answer(1, "a", "x")]), store.set_deadline(9, 1, NOON)):
        with pytest.raises(UnknownGame, match="number 9"):
            await told
    for shown in (store.set_board(9, 1, 2, NOON), store.set_hand_message(9, HandMessage(1, 2, 3))):
        with pytest.raises(UnknownGame):
            await shown


async def test_the_seed_shows_itself_to_nobody(store: Store) -> None:
    game = await begin(store)
    seed = await store.seed(game)
    assert seed == SEED
    for shown in (repr(seed), str(seed), f"{seed!s:>20}", repr([seed]), repr(await store.game(game))):
        assert "defg" not in shown
        assert SEED.hex() not in shown


async def test_the_seed_is_revealed_when_the_game_is_over(store: Store) -> None:
    game = await begin(store)
    assert (await store.state(game)).seed == ""
    await store.finish_game(game, "over", "{}", NOON)
    assert (await store.state(game)).seed == SEED.hex()


async def test_a_seed_has_32_bytes(store: Store) -> None:
    with pytest.raises(BadRow):
        await store.create_game(new_game(), b"short")
    assert await store.unfinished() == []


async def test_the_log_shows_neither_seeds_nor_keys(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = await begin(store)
    await store.append(game, [answer(1, "chance", "secret-card", kind="deck")])
    await store.seed(game)
    assert "secret-card" not in caplog.text
    assert "defg" not in caplog.text


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM seeds",
        "UPDATE seeds SET game = game + 1",
    ],
)
async def test_seeds_never_change(store: Store, path: Place, sql: str) -> None:
    game = await begin(store)
    with raw(path) as db, pytest.raises(Exception, match="a seed is"):
        db.execute(sql)
    assert await store.seed(game) == SEED


async def test_moments_need_a_zone_and_come_back_in_utc(store: Store) -> None:
    prague = timezone(timedelta(hours=1))
    game = await store.create_game(replace(new_game(), created=datetime(2025, 3, 1, 13, 30, tzinfo=prague)), SEED)
    created = (await store.game(game)).created
    assert created.isoformat() == "2025-03-01T12:30:00+00:00"
    naive = datetime(2025, 3, 1, 12)  # noqa: DTZ001 - that is the point
    for given in (
        store.create_game(replace(new_game(502), created=naive), SEED),
        store.start_game(game, 1, naive),
        store.heartbeat(naive),
        store.set_board(game, 1, 2, naive),
        store.finish_game(game, "ended", None, naive),
    ):
        with pytest.raises(NaiveTime):
            await given
    assert [row.phase for row in await store.unfinished()] == ["lobby"]


async def test_a_closed_store_says_so_and_closes_twice(path: Place) -> None:
    store = await Store.open(path)
    await store.close()
    await store.close()
    with pytest.raises(StoreClosed):
        await store.unfinished()
    with pytest.raises(StoreClosed):
        await store.heartbeat(NOON)


async def finished(store: Store, channel: int) -> int:
    game = await begin(store, channel)
    await store.finish_game(game, "over", "{}", NOON)
    return game


async def test_the_archive_of_a_server_has_its_finished_games_latest_first_with_their_people(store: Store) -> None:
    first, second = await finished(store, 500), await finished(store, 501)
    await begin(store, 502)
    lobby = await open_lobby(store, 503)
    await store.finish_game(lobby, "ended", None, NOON)
    found = await store.archive(7, 10)
    assert [(row.id, names) for row, names in found] == [(second, "Anna, Bert, Cyril"), (first, "Anna, Bert, Cyril")]
    assert [row.id for row, _ in await store.archive(7, 1)] == [second]
    assert await store.archive(8, 10) == []


async def test_the_archive_of_a_person_has_the_games_in_which_they_sat(store: Store) -> None:
    game = await finished(store, 500)
    assert [row.id for row, _ in await store.archive_of(ANNA, 10)] == [game]
    assert await store.archive_of(DANA, 10) == []


async def test_a_table_that_is_set_aside_is_counted_as_such_until_it_is_over(store: Store) -> None:
    game = await store.create_game(new_game(7), SEED)
    await store.set_aside(game, datetime(2026, 3, 1, tzinfo=UTC))
    assert {state: count for state, count in (await store.count_by_state()).items() if count} == {"set aside": 1}
    await store.finish_game(game, "ended", None, datetime(2026, 3, 1, tzinfo=UTC))
    assert {state: count for state, count in (await store.count_by_state()).items() if count} == {"ended": 1}


async def test_a_process_counts_the_tables_that_it_serves(store: Store) -> None:
    for channel, guild in enumerate((None, 3, (1 << 22) + 3, (5 << 22) + 3)):
        await store.create_game(replace(new_game(channel), guild=guild), SEED)
    assert (await store.count_by_state())["lobby"] == 4
    for shards, tables in ((frozenset({0}), 2), (frozenset({1}), 2), (frozenset({0, 1}), 4), (frozenset[int](), 0)):
        assert (await store.count_by_state(Served(2, shards)))["lobby"] == tables
