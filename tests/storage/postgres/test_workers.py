"""Tests several processes on one database: one linear record with any interleaving and any crash."""

from __future__ import annotations

import asyncio
import logging
import signal
import traceback
from collections.abc import AsyncIterator

import pytest

from storage import AlreadyAnswered, ChannelBusy, ConflictError, Database, Deadline, Entry, Outcome, UnknownGame
from storage.connection import Connection
from storage.dsn import Dsn
from storage.errors import BadRow, DatabaseUnreachable, StorageError
from storage.postgres.dialect import translated
from storage.postgres.engine import PostgresConnection, PostgresEngine
from tests.postgres import Server, apart, asked
from tests.storage.table import ANNA, NOON, REFUSED, SEED, answer, begin, board, minutes, new_game, open_lobby, raw
from tests.storage.test_record import DEAL


@pytest.fixture
async def workers(path: Dsn) -> AsyncIterator[tuple[Database, Database]]:
    async with Database.opened(path) as one, Database.opened(path) as other:
        yield one, other


async def test_workers_who_race_for_one_game_leave_one_linear_record(workers: tuple[Database, Database]) -> None:
    game = await begin(workers[0])
    lost = 0

    async def press(db: Database, seat: str, times: int) -> None:
        """Answers the present decision in the name of a seat, this many times; retries after each conflict."""
        nonlocal lost
        done = 0
        while done < times:
            length = len(await db.record.entries(game))
            try:
                await db.record.append(game, [answer(length + 1, seat, f"key-{done}")], length=length, told=length + 1)
            except (ConflictError, AlreadyAnswered):
                lost += 1
            else:
                done += 1

    await asyncio.gather(*(press(db, seat, 40) for db in workers for seat in "abc"))
    entries = await workers[1].record.entries(game)
    assert lost > 0, "nobody was ever overtaken"
    assert [entry.number for entry in entries] == list(range(1, 241))
    for seat in "abc":
        keys = [entry.keys[0] for entry in entries if entry.seat == seat]
        assert sorted(keys) == sorted(2 * [f"key-{done}" for done in range(40)])
    assert (await workers[0].games.get(game)).told == 240


async def test_of_the_same_press_on_many_workers_one_is_recorded(workers: tuple[Database, Database]) -> None:
    game = await begin(workers[0])
    for number in range(1, 30):
        presses = (db.record.append(game, [answer(number, "b", f"key-{at}")]) for at, db in enumerate(workers * 3))
        results = await asyncio.gather(*presses, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, AlreadyAnswered) for result in results) == 5
    assert len(await workers[0].record.entries(game)) == 29


async def test_a_deadline_fires_once_however_many_believe_to_own_it(workers: tuple[Database, Database]) -> None:
    game = await begin(workers[0])
    await workers[0].record.append(game, DEAL, deadline=Deadline(3, NOON))
    silences = (db.record.append(game, [answer(3, "clock")], length=2, deadline=None) for db in workers * 4)
    results = await asyncio.gather(*silences, return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, ConflictError) for result in results) == 7
    assert (await workers[1].tables.state(game)).deadline is None


async def test_who_opens_a_table_or_sits_down_at_once_on_two_workers(workers: tuple[Database, Database]) -> None:
    results = await asyncio.gather(*(db.tables.open(new_game(), SEED) for db in workers * 3), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["ChannelBusy"] * 5 + ["int"]
    assert any(isinstance(result, ChannelBusy) for result in results)
    game = next(result for result in results if isinstance(result, int))
    seated = await asyncio.gather(
        *(db.seats.add(game, user, f"Player {user}") for user in range(1, 9) for db in workers), return_exceptions=True
    )
    assert seated.count(None) == 8
    assert [row.user for row in await workers[0].seats.of(game)] != []
    assert len({row.seat for row in await workers[1].seats.of(game)}) == 8


async def test_an_end_and_an_answer_at_once_do_not_both_count(workers: tuple[Database, Database]) -> None:
    one, other = workers
    for channel in range(20):
        game = await begin(one, channel)
        await asyncio.gather(
            one.record.append(game, DEAL, length=0),
            other.tables.finish(game, "ended", None, NOON),
            return_exceptions=True,
        )
        assert (await one.games.get(game)).phase == "ended"
        await other.record.entries(game)  # its chain holds


@pytest.mark.parametrize("statement", range(6))
async def test_a_step_that_dies_at_any_statement_leaves_nothing(
    workers: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch, statement: int
) -> None:
    db, other = workers
    game = await begin(db)
    places, died = iter(range(100)), list[int]()

    def dying(name: str) -> None:
        genuine = getattr(PostgresConnection, name)

        async def run(self: PostgresConnection, sql: str, *values: object) -> object:
            if next(places) == statement:
                died.append(statement)
                await self._genuine.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            return await genuine(self, sql, *values)

        monkeypatch.setattr(PostgresConnection, name, run)

    for name in ("execute", "executemany", "execute_fetchall"):
        dying(name)
    with pytest.raises(DatabaseUnreachable):
        await db.record.append(game, DEAL, length=0, told=5, deadline=Deadline(3, NOON))
    monkeypatch.undo()
    assert died == [statement]
    assert (await other.record.entries(game), (await other.games.get(game)).told) == ([], 0)
    await db.record.append(game, DEAL, length=0)
    assert await other.record.entries(game) == DEAL


async def test_a_server_that_starts_again_is_found_again(server: Server, path: Dsn) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        await db.record.append(game, DEAL, length=0)
        server.stop(signal.SIGINT)
        try:
            for attempt in (
                db.record.append(game, [answer(3, "a")], length=2),
                db.record.entries(game),
                db.deadlines.heartbeat(NOON),
            ):
                with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
                    await attempt
        finally:
            server.start()
        assert await db.record.entries(game) == DEAL
        await db.record.append(game, [answer(3, "a")], length=2, outcome=Outcome("over", None, NOON))
        assert (await db.games.get(game)).phase == "over"


async def test_anyone_who_stands_still_with_a_lock_in_hand_loses_it(path: Dsn) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        engine = db.session.engine
        assert isinstance(engine, PostgresEngine)

        async def still(connection: Connection) -> None:
            await connection.execute("SET LOCAL idle_in_transaction_session_timeout = '50ms'")
            await connection.execute("UPDATE games SET told = 7 WHERE id = ?", (game,))
            await asyncio.to_thread(apart, _gone(path))
            await connection.execute("UPDATE games SET told = 8 WHERE id = ?", (game,))

        with raw(path) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        with pytest.raises(DatabaseUnreachable):
            await engine.transaction(still)
        assert (await db.games.get(game)).told == 0
        (row,) = await engine.rows("SELECT current_setting('idle_in_transaction_session_timeout') AS limit_", ())
        assert row["limit_"] == "10s"


async def _gone(path: Dsn) -> None:
    """Waits until the server has ended the session of a stopped process; fails if that takes too long."""
    sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"
    for _ in range(400):
        if (await asked(path.url, sql))[0][0][0] == 0:
            return
    raise AssertionError("it stands there still")


async def test_database_errors_do_not_show_values(
    workers: tuple[Database, Database], caplog: pytest.LogCaptureFixture, path: Dsn
) -> None:
    caplog.set_level(logging.DEBUG)
    db = workers[0]
    game = await begin(db)
    for step in (
        db.record.append(game, [Entry(0, "a", "turn", ("place-secret-card",), NOON)]),
        db.record.append(game, [Entry(2**40, "a", "turn", ("place-secret-card",), NOON)]),
        db.seats.set_part(await open_lobby(db, 7), ANNA, ""),
        db.decks.save(ANNA, "some_game", "", "secret-card"),
        db.decks.save(ANNA, "some_game", "nul", "secret-card\x00"),
    ):
        with pytest.raises(BadRow, match="Nothing was written") as refused:
            await step
        told = traceback.format_exception(refused.value)
        assert not [line for line in told if "secret" in line and 'File "' not in line]
    with pytest.raises(UnknownGame):
        await db.messages.put(board(99, 1, 2, NOON), posted=True)
    assert "secret" not in caplog.text
    assert await db.record.entries(game) == []


@pytest.mark.parametrize(
    "table",
    [
        "entries", "reasons", "seeds", "substitutions", "seat_changes", "seasons", "memberships", "tournaments",
        "tournament_seeds", "rounds", "pairings", "tournament_games", "rulings",
    ],
)  # fmt: skip
def test_nothing_that_is_kept_is_emptied(path: Dsn, table: str) -> None:
    with raw(path) as db:
        with pytest.raises(REFUSED, match=f"{table} are kept for ever"):
            db.execute(f"DELETE FROM {table}")
        with pytest.raises(REFUSED, match="kept for ever"):
            db.execute(f"TRUNCATE {table} CASCADE")


def test_sealed_seeds_are_not_emptied(path: Dsn) -> None:
    with raw(path) as db, pytest.raises(REFUSED, match="kept for ever"):
        db.execute("TRUNCATE sealed_seeds")


async def test_a_seed_and_an_answer_are_not_altered(path: Dsn, workers: tuple[Database, Database]) -> None:
    game = await begin(workers[0])
    await workers[0].record.append(game, DEAL, length=0)
    with raw(path) as db:
        with pytest.raises(REFUSED, match="seeds never change"):
            db.execute("UPDATE seeds SET seed = decode(repeat('00', 32), 'hex')")
        with pytest.raises(REFUSED, match="only ever added to"):
            db.execute("INSERT INTO entries SELECT * FROM entries ON CONFLICT (game, sequence) DO UPDATE SET keys = ''")


def test_statements_are_read_as_postgresql_reads_them() -> None:
    assert translated("SELECT user FROM seats WHERE name = ? AND user = ?") == (
        'SELECT "user" FROM seats WHERE name = $1 AND "user" = $2'
    )
    assert translated("UPDATE t SET a = ?2 WHERE b = ?1") == "UPDATE t SET a = $2 WHERE b = $1"
    assert translated("SELECT 'user?', \"user\", users, former_user") == "SELECT 'user?', \"user\", users, former_user"
    assert translated("SELECT phase FROM games /*! FOR UPDATE */") == "SELECT phase FROM games  FOR UPDATE "
    assert translated("json_object('user', user, 'a', json_array(user))") == (
        "json_build_object('user', \"user\", 'a', json_build_array(\"user\"))"
    )


async def test_a_server_that_stays_away_is_a_storage_error_for_everyone(server: Server, path: Dsn) -> None:
    db = await Database.open(path, patience=0.5)
    server.stop(signal.SIGINT)
    try:
        with pytest.raises(StorageError):
            await Database.open(path, patience=0.5)
        with pytest.raises(StorageError):
            await db.deadlines.give_back_downtime(NOON + minutes(1))
    finally:
        server.start()
        await db.close()
