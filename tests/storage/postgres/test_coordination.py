"""Tests the coordination of processes on one server: one at a time per table, notifications, checks for changes."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from storage import Database, Deadline, Proposed, Vacancy
from storage.dsn import Dsn
from storage.errors import DatabaseUnreachable, StoreClosed
from storage.postgres import coordination, session
from storage.postgres.coordination import NAME
from tests.faults.scale import often
from tests.postgres import asked
from tests.storage.table import ANNA, BERT, NOON, answer, begin, board, minutes, open_lobby
from tests.storage.test_record import DEAL

PATIENCE = 60.0


@pytest.fixture
async def workers(path: Dsn) -> AsyncIterator[tuple[Database, Database]]:
    async with Database.opened(path) as one, Database.opened(path) as other:
        yield one, other


async def end_connections(path: Dsn) -> None:
    sql = (
        "SELECT COUNT(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
        " WHERE application_name = ? AND datname = current_database()"
    )
    await asked(path.url, sql, NAME)


async def test_only_one_process_at_a_time_changes_a_table(workers: tuple[Database, Database]) -> None:
    inside, most, times = 0, 0, 0

    async def come_in(db: Database) -> None:
        nonlocal inside, most, times
        for _ in range(often(20, 2_000)):
            async with db.engine.alone(7):
                inside += 1
                most = max(most, inside)
                times += 1
                await asyncio.sleep(0)
                inside -= 1

    async with asyncio.timeout(often(1, 60) * PATIENCE):
        await asyncio.gather(*map(come_in, workers))
    assert (most, times) == (1, 2 * often(20, 2_000))


async def test_other_tables_do_not_wait(workers: tuple[Database, Database]) -> None:
    one, other = workers
    async with (
        asyncio.timeout(PATIENCE),
        one.engine.alone(7),
        other.engine.alone(8),
        one.engine.alone(9),
        other.engine.alone(10),
    ):
        pass


async def test_a_process_that_dies_releases_its_table(path: Dsn, workers: tuple[Database, Database]) -> None:
    one, other = workers
    async with asyncio.timeout(PATIENCE):
        async with one.engine.alone(7):
            await end_connections(path)
            async with other.engine.alone(7):
                pass
        async with one.engine.alone(7), one.engine.alone(8):
            pass


async def test_a_process_that_stands_still_loses_its_table_lock(
    path: Dsn, workers: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that waits for a table's lock ends the session of the stopped process that holds it. The server's own
    timeout for idle sessions would not end it: each notification restarts the timeout.
    """
    monkeypatch.setattr(coordination, "STALE_LOOK", 0.05)
    monkeypatch.setattr(coordination, "_END_STALE", coordination._END_STALE.replace("10 seconds", "1 second"))
    stopped, other = workers
    other.engine.listen(lambda _game: None)
    async with asyncio.timeout(PATIENCE), stopped.engine.alone(7):
        async with other.engine.alone(7):
            pass
        async with other.engine.alone(8):
            pass


async def test_a_user_who_waits_too_long_for_a_table_gets_a_message(
    workers: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = workers
    monkeypatch.setattr(coordination, "MAX_HOLD", 0.02)
    async with one.engine.alone(7):
        with pytest.raises(DatabaseUnreachable, match="does not release table 7"):
            async with other.engine.alone(7):
                raise AssertionError("two are alone with a table")


async def test_a_block_that_fails_or_is_cancelled_lets_the_table_go(workers: tuple[Database, Database]) -> None:
    one, other = workers
    with pytest.raises(ZeroDivisionError):
        async with one.engine.alone(7):
            raise ZeroDivisionError
    began = asyncio.Event()

    async def stay() -> None:
        async with one.engine.alone(7):
            began.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(stay())
    await began.wait()
    task.cancel()
    await asyncio.wait({task})
    async with asyncio.timeout(PATIENCE), other.engine.alone(7):
        pass


async def test_a_cancelled_request_for_a_table_does_not_hold_it(workers: tuple[Database, Database]) -> None:
    one, other = workers

    async def take() -> None:
        async with one.engine.alone(7):
            pass

    for steps in range(often(8, 200)):
        task = asyncio.create_task(take())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
    async with asyncio.timeout(PATIENCE), other.engine.alone(7):
        pass


async def connected(path: Dsn) -> list[int]:
    """Returns the process IDs of the server's sessions on which bots hold table locks."""
    sql = "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND datname = current_database() ORDER BY pid"
    return [row["pid"] for row in (await asked(path.url, sql, NAME))[0]]


async def test_a_cancelled_caller_does_not_break_anothers_lock(path: Dsn, workers: tuple[Database, Database]) -> None:
    """A process holds all its tables on one connection: cancelling other calls neither breaks that connection nor
    loses the lock, nor leaves another table locked.
    """
    one, other = workers

    async def take(game: int) -> None:
        async with one.engine.alone(game):
            pass

    async with asyncio.timeout(PATIENCE), one.engine.alone(7):
        before = await connected(path)
        for steps in range(often(12, 200)):
            tasks = [asyncio.create_task(take(8)), asyncio.create_task(one.engine.notify_changed(9))]
            for _ in range(steps):
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        await one.engine.notify_changed(9)
        assert await connected(path) == before
    async with asyncio.timeout(PATIENCE), other.engine.alone(8), other.engine.alone(7):
        pass


async def test_a_question_that_fails_after_its_asker_has_gone_leaves_no_stray_traceback(
    path: Dsn, workers: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    stumbled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: stumbled.append(context))
    asked_for, away = asyncio.Event(), asyncio.Event()

    async def fails(*_: object) -> None:
        asked_for.set()
        await away.wait()
        raise DatabaseUnreachable(path, "away")

    monkeypatch.setattr(session.Session, "_fetch", fails)
    task = asyncio.create_task(workers[0].engine.notify_changed(9))
    async with asyncio.timeout(PATIENCE):
        await asked_for.wait()
    task.cancel()
    await asyncio.wait({task})
    away.set()
    for _ in range(8):
        await asyncio.sleep(0)
    gc.collect()
    assert stumbled == []


async def test_a_notification_reaches_all_listeners_and_has_only_the_number(path: Dsn) -> None:
    async with Database.opened(path) as here, Database.opened(path) as there:
        heard: asyncio.Queue[int] = asyncio.Queue()
        there.engine.listen(heard.put_nowait)
        async with asyncio.timeout(PATIENCE):
            while heard.empty():  # the first ones may come before it listens
                await here.engine.notify_changed(41)
                await asyncio.sleep(0.01)
            await here.engine.notify_changed(42)
            while await heard.get() != 42:
                pass


async def test_hints_are_heard_again_once_the_connection_is_new(path: Dsn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordination, "TIMES", session.Times(heartbeat=0.01))
    async with Database.opened(path) as here, Database.opened(path) as there:
        heard: asyncio.Queue[int] = asyncio.Queue()
        there.engine.listen(heard.put_nowait)
        await end_connections(path)
        async with asyncio.timeout(PATIENCE):
            number = 0
            while heard.empty():
                number += 1
                await here.engine.notify_changed(number)
                await asyncio.sleep(0.01)


async def test_notifications_of_strangers_are_ignored(path: Dsn) -> None:
    async with Database.opened(path) as db:
        heard: asyncio.Queue[int] = asyncio.Queue()
        db.engine.listen(heard.put_nowait)
        async with db.engine.alone(1):  # it listens from here on
            for said in ("", "-3", "²", "1; DROP TABLE games", "43"):
                await asked(path.url, "SELECT pg_notify(?, ?)", coordination.CHANNEL, said)
        async with asyncio.timeout(PATIENCE):
            assert await heard.get() == 43


async def test_a_look_finds_what_others_have_changed_and_nothing_of_ones_own(
    workers: tuple[Database, Database],
) -> None:
    here, there = workers
    nothing, mark = await there.engine.changed_since(None)
    assert nothing == {}
    first, second = await begin(here), await open_lobby(here, 501)
    await open_lobby(there, 502)
    changed, mark = await there.engine.changed_since(mark)
    assert changed == {first: 7, second: 7}
    assert (await there.engine.changed_since(mark))[0] == {}
    await here.record.append(first, DEAL, length=0)
    changed, mark = await there.engine.changed_since(mark)
    assert changed == {first: 7}


CHANGES = {
    "a vote": lambda db, game: db.consents.set_vote(game, "pause", ANNA, True),
    "a vote less": lambda db, game: db.consents.end_proposal(game),
    "an order": lambda db, game: db.orders.set(game, "a", "pass", "1"),
    "a lasting order": lambda db, game: db.orders.set_lasting(game, "a", "topic", "no", "1"),
    "who stays out": lambda db, game: db.orders.set_staying_out(game, "a", "1"),
    "a proposal": lambda db, game: db.consents.propose(game, ANNA, Proposed("a", BERT)),
    "an undo": lambda db, game: db.consents.propose_undo(game, 1, "a"),
    "an offer": lambda db, game: db.vacancies.vacate(game, Vacancy("a", ("replace",), free=True)),
    "a trouble": lambda db, game: db.deadlines.pause(game, NOON, trouble=True),
    "a departure": lambda db, game: db.consents.set_departed(game, ANNA),
    "a pause": lambda db, game: db.deadlines.pause(game, NOON, 3.0),
    "a host": lambda db, game: db.vacancies.set_left(game, "a", NOON, host=BERT),
    "a move": lambda db, game: db.tables.move(game, 999),
    "an end": lambda db, game: db.tables.finish(game, "ended", None, NOON),
    "an absence": lambda db, game: db.seats.set_absences(game, "a", 2),
    "who has left": lambda db, game: db.vacancies.set_left(game, "a", NOON),
    "an answer": lambda db, game: db.record.append(game, [answer(1, "a")]),
    "a grace": lambda db, game: db.deadlines.extend(game, "a", "1", Deadline(1, NOON)),
}


@pytest.mark.parametrize("what", CHANGES)
async def test_everything_that_changes_a_table_is_found(workers: tuple[Database, Database], what: str) -> None:
    here, there = workers
    game = await begin(here)
    await here.consents.set_vote(game, "replace", ANNA, True)
    _, mark = await there.engine.changed_since(None)
    await CHANGES[what](here, game)
    assert set((await there.engine.changed_since(mark))[0]) == {game}


async def test_storing_shown_messages_does_not_change_a_table(workers: tuple[Database, Database]) -> None:
    here, there = workers
    game = await begin(here)
    _, mark = await there.engine.changed_since(None)
    await here.games.set_told(game, 3)
    await here.messages.put(board(game, 1, 2, NOON), posted=True)
    await here.deadlines.shift(minutes(1), NOON)
    assert (await there.engine.changed_since(mark))[0] == {}


async def test_a_late_commit_is_not_overlooked(workers: tuple[Database, Database], path: Dsn) -> None:
    """A transaction that begins before a check for changes and commits after it, later than newer ones, is found by the
    next check, and only by that.
    """
    here, there = workers
    slow, quick = await begin(here), await begin(here, 501)
    _, mark = await there.engine.changed_since(None)
    begun, end = asyncio.Event(), asyncio.Event()

    async def slowly(db: object) -> None:
        await db.execute("UPDATE games SET host = 5 WHERE id = ?", (slow,))  # type: ignore[attr-defined]
        begun.set()
        await end.wait()

    task = asyncio.create_task(here.session.engine.transaction(slowly))
    await begun.wait()
    await here.consents.set_vote(quick, "end", BERT, True)
    changed, mark = await there.engine.changed_since(mark)
    assert set(changed) == {quick}
    end.set()
    await task
    changed, mark = await there.engine.changed_since(mark)
    assert slow in changed
    assert (await there.engine.changed_since(mark))[0] == {}


async def test_a_closed_store_says_so(path: Dsn) -> None:
    async with Database.opened(path) as db:
        async with db.engine.alone(7):
            pass
        await db.close()
        with pytest.raises(StoreClosed):
            async with db.engine.alone(7):
                raise AssertionError("nobody is alone with what is closed")
        await db.engine.notify_changed(7)


async def test_closing_during_a_connect_leaves_no_connection(path: Dsn, monkeypatch: pytest.MonkeyPatch) -> None:
    connected, closed, genuine = asyncio.Event(), asyncio.Event(), asyncpg.connect
    made: list[asyncpg.Connection] = []

    async def connect(*where: Any, **how: Any) -> asyncpg.Connection:
        made.append(await genuine(*where, **how))
        connected.set()
        await closed.wait()
        return made[0]

    async with asyncio.timeout(PATIENCE), Database.opened(path) as db:
        monkeypatch.setattr(asyncpg, "connect", connect)
        telling = asyncio.create_task(db.engine.notify_changed(7))
        await connected.wait()
        await db.close()
        closed.set()
        await telling
    assert [one.is_closed() for one in made] == [True]
