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
    Database,
    GameRow,
    Newcomer,
    UnknownGame,
    WrongPhase,
)
from storage.dsn import Place
from storage.errors import BadRow, StoreClosed
from storage.shards import Served
from storage.timestamps import NaiveTime
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
    board,
    hand,
    minutes,
    new_game,
    open_lobby,
    raw,
)


async def test_a_new_game_is_a_lobby_with_what_was_chosen(db: Database) -> None:
    game = await db.tables.open(new_game(), SEED)
    assert await db.games.get(game) == GameRow(
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


async def test_a_game_outside_a_guild_that_waits_for_everyone_is_stored(db: Database) -> None:
    untimed = replace(new_game(), guild=None, turn_seconds=None, window_seconds=None, pace="untimed")
    row = await db.games.get(await db.tables.open(untimed, SEED))
    assert (row.guild, row.turn_seconds, row.window_seconds, row.pace) == (None, None, None, "untimed")


async def test_a_table_is_opened_with_all_of_its_people_or_not_at_all(db: Database) -> None:
    people = [Newcomer(ANNA, "Anna", NOON, "a deck"), Newcomer(None, "One", level="easy"), Newcomer(None, "Two")]
    with pytest.raises(AlreadySeated):
        await db.tables.open(new_game(), SEED, [*people, Newcomer(ANNA, "Anna")])
    assert await db.games.unfinished() == []
    game = await db.tables.open(new_game(), SEED, people)
    seats = [(one.user, one.name, one.joined, one.part, one.computer, one.level) for one in await db.seats.of(game)]
    assert seats == [
        (ANNA, "Anna", NOON, "a deck", False, "normal"),
        (-1, "One", None, None, True, "easy"),
        (-2, "Two", None, None, True, "normal"),
    ]
    assert "a deck" not in repr(people)


async def test_a_channel_has_one_unfinished_game(db: Database) -> None:
    game = await db.tables.open(new_game(), SEED)
    with pytest.raises(ChannelBusy) as refused:
        await db.tables.open(new_game(), SEED)
    assert (refused.value.channel, refused.value.game) == (CHANNEL, game)
    await db.tables.start(game, 1, NOON)
    with pytest.raises(ChannelBusy):
        await db.tables.open(new_game(), SEED)
    await db.tables.finish(game, "ended", None, NOON)
    assert await db.tables.open(new_game(), SEED) != game


async def test_the_database_itself_holds_one_unfinished_game_a_channel(db: Database, path: Place) -> None:
    await begin(db)
    with raw(path) as connection, pytest.raises(REFUSED, match=r"games\.channel|one_unfinished_game_a_channel"):
        connection.execute(
            "INSERT INTO games (channel, kind, edition, language, options, pace, host, created) "
            "SELECT channel, kind, edition, language, options, pace, host, created FROM games"
        )


async def test_two_who_open_at_once_get_one_game(db: Database) -> None:
    tries = (db.tables.open(new_game(), SEED) for _ in range(5))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["ChannelBusy"] * 4 + ["int"]
    assert len(await db.games.unfinished()) == 1


async def test_games_are_found_by_channel_and_by_user(db: Database) -> None:
    assert await db.games.in_channel(CHANNEL) is None
    assert await db.games.latest_in(CHANNEL) is None
    first = await begin(db)
    await db.tables.finish(first, "over", '{"winners":["b"]}', NOON + minutes(50))
    assert await db.games.in_channel(CHANNEL) is None
    latest = await db.games.latest_in(CHANNEL)
    assert latest is not None
    assert latest.id == first
    second, elsewhere = await open_lobby(db), await begin(db, channel=501)
    present = await db.games.in_channel(CHANNEL)
    assert present is not None
    assert present.id == second
    assert [row.id for row in await db.games.unfinished()] == [second, elsewhere]
    assert [row.id for row in await db.games.of_user(BERT)] == [elsewhere, second, first]
    assert await db.games.of_user(DANA) == []


async def test_the_former_holder_of_a_seat_can_still_see_the_game(db: Database) -> None:
    game = await begin(db)
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    assert [row.id for row in await db.games.of_user(BERT)] == [game]
    assert [row.id for row in await db.games.of_user(DANA)] == [game]


async def test_finishing_keeps_the_result_and_drops_what_only_a_running_game_needs(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.set(game, 1, NOON)
    await db.orders.set(game, "a", "pass", "1:action")
    await db.orders.set_staying_out(game, "b", "1:action")
    await db.consents.set_vote(game, "end", ANNA, True)
    await db.deadlines.pause(game, NOON, 12.5)
    await db.tables.finish(game, "over", '{"winners":["b"]}', NOON + minutes(50))
    row = await db.games.get(game)
    assert (row.phase, row.result, row.finished, row.finished_yet) == (
        "over",
        '{"winners":["b"]}',
        NOON + minutes(50),
        True,
    )
    assert (row.paused_at, row.remaining) == (None, None)
    assert (await db.tables.state(game)).deadline is None
    assert (await db.tables.state(game)).orders == {}
    assert (await db.tables.state(game)).out == {}
    assert (await db.tables.state(game)).votes == {}


async def test_a_game_finishes_once(db: Database) -> None:
    game = await open_lobby(db)
    await db.tables.finish(game, "ended", None, NOON)
    assert (await db.games.get(game)).phase == "ended"
    with pytest.raises(WrongPhase, match="ended"):
        await db.tables.finish(game, "over", "{}", NOON)
    assert (await db.games.get(game)).phase == "ended"


async def test_no_other_phase_than_over_and_ended_finishes(db: Database) -> None:
    game = await begin(db)
    for wrong in ("won", "lobby"):
        with pytest.raises(ValueError, match=f"not as '{wrong}'"):
            await db.tables.finish(game, cast(Any, wrong), None, NOON)
    assert (await db.games.get(game)).phase == "running"


async def test_the_host_changes_until_the_end_and_the_options_at_the_start(db: Database) -> None:
    game = await open_lobby(db)
    await db.seats.remove(game, ANNA, host=BERT)
    assert (await db.games.get(game)).host == BERT
    await db.tables.start(game, 2, NOON, options={"goal": "advanced", "deck": "our own"})
    row = await db.games.get(game)
    assert (row.phase, row.edition, row.started) == ("running", 2, NOON)
    assert row.options == {"goal": "advanced", "deck": "our own"}
    await db.vacancies.set_left(game, "a", NOON, host=CYRIL)
    assert (await db.games.get(game)).host == CYRIL
    await db.vacancies.set_left(game, "b", NOON)
    assert (await db.games.get(game)).host == CYRIL
    await db.tables.finish(game, "ended", None, NOON)
    with pytest.raises(WrongPhase):
        await db.seats.remove(game, CYRIL, host=ANNA)
    assert (await db.games.get(game)).host == CYRIL


async def test_unknown_games_are_named(db: Database) -> None:
    for asked in (
        db.games.get(9),
        db.seeds.get(9),
        db.tables.state(9),
        db.tables.start(9, 1, NOON),
        db.seats.add(9, 1, "A"),
    ):
        with pytest.raises(UnknownGame, match="number 9"):
            await asked
    for told in (db.games.set_told(9, 1), db.record.append(9, [answer(1, "a", "x")]), db.deadlines.set(9, 1, NOON)):
        with pytest.raises(UnknownGame, match="number 9"):
            await told
    for shown in (db.messages.put(board(9, 1, 2, NOON), posted=True), db.messages.put(hand(9, 1, 2, 3))):
        with pytest.raises(UnknownGame):
            await shown


async def test_the_seed_shows_itself_to_no_one(db: Database) -> None:
    game = await begin(db)
    seed = await db.seeds.get(game)
    assert seed == SEED
    for shown in (repr(seed), str(seed), f"{seed!s:>20}", repr([seed]), repr(await db.games.get(game))):
        assert "defg" not in shown
        assert SEED.hex() not in shown


async def test_the_seed_is_revealed_when_the_game_is_over(db: Database) -> None:
    game = await begin(db)
    assert (await db.tables.state(game)).seed == ""
    await db.tables.finish(game, "over", "{}", NOON)
    assert (await db.tables.state(game)).seed == SEED.hex()


async def test_a_seed_has_32_bytes(db: Database) -> None:
    with pytest.raises(BadRow):
        await db.tables.open(new_game(), b"short")
    assert await db.games.unfinished() == []


async def test_the_log_shows_neither_seeds_nor_keys(db: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = await begin(db)
    await db.record.append(game, [answer(1, "chance", "secret-card", kind="deck")])
    await db.seeds.get(game)
    assert "secret-card" not in caplog.text
    assert "defg" not in caplog.text


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM seeds",
        "UPDATE seeds SET game = game + 1",
    ],
)
async def test_seeds_never_change(db: Database, path: Place, sql: str) -> None:
    game = await begin(db)
    with raw(path) as connection, pytest.raises(Exception, match=r"seeds (are kept for ever|never change)"):
        connection.execute(sql)
    assert await db.seeds.get(game) == SEED


async def test_moments_need_a_zone_and_come_back_in_utc(db: Database) -> None:
    prague = timezone(timedelta(hours=1))
    game = await db.tables.open(replace(new_game(), created=datetime(2025, 3, 1, 13, 30, tzinfo=prague)), SEED)
    created = (await db.games.get(game)).created
    assert created.isoformat() == "2025-03-01T12:30:00+00:00"
    naive = datetime(2025, 3, 1, 12)  # noqa: DTZ001 - that is the point
    for given in (
        db.tables.open(replace(new_game(502), created=naive), SEED),
        db.tables.start(game, 1, naive),
        db.deadlines.heartbeat(naive),
        db.messages.put(board(game, 1, 2, naive), posted=True),
        db.tables.finish(game, "ended", None, naive),
    ):
        with pytest.raises(NaiveTime):
            await given
    assert [row.phase for row in await db.games.unfinished()] == ["lobby"]


async def test_a_closed_store_says_so_and_closes_twice(path: Place) -> None:
    db = await Database.open(path)
    await db.close()
    await db.close()
    with pytest.raises(StoreClosed):
        await db.games.unfinished()
    with pytest.raises(StoreClosed):
        await db.deadlines.heartbeat(NOON)


async def finished(db: Database, channel: int) -> int:
    game = await begin(db, channel)
    await db.tables.finish(game, "over", "{}", NOON)
    return game


async def test_a_servers_archive_has_its_finished_games_latest_first_with_people(db: Database) -> None:
    first, second = await finished(db, 500), await finished(db, 501)
    await begin(db, 502)
    lobby = await open_lobby(db, 503)
    await db.tables.finish(lobby, "ended", None, NOON)
    found = await db.archive.in_guild(7, 10)
    assert [(row.id, names) for row, names in found] == [(second, "Anna, Bert, Cyril"), (first, "Anna, Bert, Cyril")]
    assert [row.id for row, _ in await db.archive.in_guild(7, 1)] == [second]
    assert await db.archive.in_guild(8, 10) == []


async def test_the_archive_of_a_person_has_the_games_in_which_they_sat(db: Database) -> None:
    game = await finished(db, 500)
    assert [row.id for row, _ in await db.archive.of_user(ANNA, 10)] == [game]
    assert await db.archive.of_user(DANA, 10) == []


async def test_a_table_that_is_set_aside_is_counted_as_such_until_it_is_over(db: Database) -> None:
    game = await db.tables.open(new_game(7), SEED)
    await db.games.quarantine(game, datetime(2026, 3, 1, tzinfo=UTC))
    assert {state: count for state, count in (await db.games.count_by_state()).items() if count} == {"set aside": 1}
    await db.tables.finish(game, "ended", None, datetime(2026, 3, 1, tzinfo=UTC))
    assert {state: count for state, count in (await db.games.count_by_state()).items() if count} == {"ended": 1}


async def test_a_process_counts_the_tables_that_it_serves(db: Database) -> None:
    for channel, guild in enumerate((None, 3, (1 << 22) + 3, (5 << 22) + 3)):
        await db.tables.open(replace(new_game(channel), guild=guild), SEED)
    assert (await db.games.count_by_state())["lobby"] == 4
    for shards, tables in ((frozenset({0}), 2), (frozenset({1}), 2), (frozenset({0, 1}), 4), (frozenset[int](), 0)):
        assert (await db.games.count_by_state(Served(2, shards)))["lobby"] == tables


async def test_the_open_lobbies_of_a_host_are_found_until_they_start_or_are_set_aside(db: Database) -> None:
    lobby, damaged = await open_lobby(db, 500), await open_lobby(db, 501)
    await begin(db, 502)
    assert [row.id for row in await db.games.lobbies_of(ANNA)] == [lobby, damaged]
    await db.games.quarantine(damaged, NOON)
    assert [row.id for row in await db.games.lobbies_of(ANNA)] == [lobby]
    assert await db.games.lobbies_of(BERT) == []


async def test_tables_without_a_second_person_are_counted_from_their_opening(db: Database) -> None:
    await begin(db, 500)
    for channel, opened in ((501, NOON), (502, NOON + minutes(1))):
        game = await db.tables.open(replace(new_game(channel), created=opened), SEED, (Newcomer(ANNA, "Anna"),))
        await db.seats.add_computer(game, "Computer 1")
    await db.tables.start(game, 1, NOON)
    assert await db.games.opened_alone_since(ANNA, NOON - minutes(1)) == [NOON, NOON + minutes(1)]
    assert await db.games.opened_alone_since(ANNA, NOON) == [NOON + minutes(1)]
    assert await db.games.opened_alone_since(BERT, NOON - minutes(1)) == []
