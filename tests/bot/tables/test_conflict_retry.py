"""Tests two processes on one database: either may play any game, and the record stays one sequence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.tables.refusals import EXPECTED_ERRORS, AnsweredAlready
from bot.tables.wishes import Wishes
from rules.decisions import NOTHING, Window
from rules.engine import Game
from storage import ConflictError
from storage.postgres.engine import PostgresEngine
from storage.replay import record_of, replay
from tests.bot.tables.backend import ANNA, BERT, Backend
from tests.postgres import Server


@asynccontextmanager
async def workers(server: Server, count: int = 2) -> AsyncIterator[list[Backend]]:
    """Opens a backend for each of several processes, with their own memory and connections."""
    dsn = server.fresh()
    try:
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(Backend.opened(dsn)) for _ in range(count)]
    finally:
        server.drop(dsn)


async def answered(backend: Backend, table: int) -> None:
    """Gives a simple allowed answer (`allowed`) for the first asked seat."""
    game = await backend.game(table)
    seat = game.waiting[0]
    live = await backend.live(table)
    await backend.referee.play(table, game.number, live.seat(seat).user, allowed(game))


def allowed(game: Game) -> tuple[str, ...]:
    """Returns the keys of a simple answer for the first asked seat.

    They are a pass in a window, otherwise the first key that is not the silence. If there is no such key, they are
    those of the silence; none if the silence is an empty set.
    """
    decision, seat = game.decision, game.waiting[0]
    assert decision is not None
    if isinstance(decision, Window):
        return ("pass",)
    key = next((key for key in game.keys(seat) if key != decision.silence), decision.silence)
    return () if key in (None, NOTHING) else (str(key),)


class Unlocked:
    """An async context manager in place of a lock; it never waits."""

    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *_: object) -> None: ...


async def whole(backend: Backend, table: int) -> int:
    """Checks that the stored record replays without an error; returns its length."""
    state, seed = await backend.db.tables.state(table), await backend.db.seeds.get(table)
    entries = await backend.db.record.entries(table)
    assert replay(record_of(state.row, state.seats, entries, seed), seed) is not None
    return len(entries)


async def test_a_commit_of_one_worker_is_known_to_the_other(server: Server) -> None:
    async with workers(server) as (here, there):
        table = await here.begin()
        before = (await there.game(table)).number
        await answered(here, table)
        game = await there.game(table)
        assert game.number > before
        assert len(game.entries) == await whole(there, table)
        after = game.number
        await answered(there, table)
        assert (await here.game(table)).number > after


async def test_a_table_changed_elsewhere_is_not_shown_from_memory(server: Server) -> None:
    async with workers(server) as (here, there):
        table = await here.open(people=1)
        assert len((await there.live(table)).seats) == 1
        await here.lobby.join(table, BERT, "Bert")
        at_hand = await there.tables.at_hand(table)
        assert at_hand is not None
        assert len(at_hand.seats) == 2
        await here.lobby.join(table, 77, "Zoe")
        await here.referee.start(table, ANNA)
        assert await there.tables.at_hand(table) is None


async def test_a_worker_that_is_overtaken_between_looking_and_writing_tries_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with workers(server) as (here, there):
        table = await here.begin()
        game = await here.game(table)
        seat, number = game.waiting[0], game.number
        user = (await here.live(table)).seat(seat).user
        monkeypatch.setattr(PostgresEngine, "alone", lambda *_: Unlocked())
        append = there.db.record.append
        overtaken: list[int] = []

        async def slowly(*args: object, **named: object) -> None:
            if not overtaken:
                overtaken.append(table)
                await answered(here, table)
            await append(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(there.db.record, "append", slowly)
        with pytest.raises(AnsweredAlready):
            await there.referee.play(table, number, user, allowed(game))
        assert overtaken == [table]
        assert len((await there.game(table)).entries) == await whole(there, table)


async def test_a_deadline_fires_once_however_many_own_it(server: Server) -> None:
    async with workers(server, 3) as backends:
        table = await backends[0].begin(Wishes(turn_seconds=60))
        for backend in backends:
            backend.clocks.arm(await backend.live(table))
        number, length = (await backends[0].game(table)).number, await whole(backends[0], table)
        for backend in backends:
            backend.moment = backend.moment.replace(hour=13)
        fired = await asyncio.gather(
            *(backend.referee.clock(table, number) for backend in backends), return_exceptions=True
        )
        assert sum(one is True for one in fired) == 1
        lengths = await whole(backends[0], table)
        assert lengths - length == 1


async def test_workers_that_race_leave_one_linear_record(server: Server) -> None:
    async with workers(server, 3) as backends:
        table, refused, stood = await backends[0].begin(), 0, 0
        begun = await whole(backends[0], table)
        for _ in range(60):
            game = await backends[0].game(table)
            if game.over:
                break
            number, seat = game.number, game.waiting[0]
            user = (await backends[0].live(table)).seat(seat).user
            keys = allowed(game)
            told = await asyncio.gather(
                *(backend.referee.play(table, number, user, keys) for backend in backends), return_exceptions=True
            )
            stood += sum(not isinstance(one, BaseException) for one in told)
            wrong = [one for one in told if isinstance(one, BaseException)]
            assert all(isinstance(one, EXPECTED_ERRORS) and not isinstance(one, ConflictError) for one in wrong), wrong
            refused += len(wrong)
        assert stood >= 20
        assert refused == 2 * stood
        assert await whole(backends[0], table) >= begun + stood
        records = [await backend.db.record.entries(table) for backend in backends]
        assert records[0] == records[1] == records[2]
        assert [(await backend.game(table)).number for backend in backends] == [
            (await backends[0].game(table)).number
        ] * 3
