"""Tests two processes that do the same or opposite things at one table at once: each is done once, in some order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from bot.tables import day_clock
from bot.tables.consent import AGREED
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from storage import ConflictError, Proposed
from storage.check import check
from storage.dsn import Place
from storage.postgres.engine import PostgresEngine
from tests.bot.tables.backend import ANNA, BERT, CYRIL, Backend
from tests.bot.tables.test_conflict_retry import Unlocked, allowed, whole
from tests.faults.scale import often, schedule
from tests.postgres import Server

EN = translator_for("en")
ROUNDS = often(6, 300)


@asynccontextmanager
async def backends(place: Place, count: int = 2) -> AsyncIterator[list[Backend]]:
    """Opens several backends on one database, each with its own memory and connections, like several processes."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Backend.opened(place)) for _ in range(count)]


@pytest.fixture
async def both(server: Server) -> AsyncIterator[list[Backend]]:
    dsn = server.fresh()
    try:
        async with backends(dsn) as found:
            yield found
    finally:
        server.drop(dsn)


async def at_once(*presses: Awaitable[object]) -> list[object]:
    """Returns the results of simultaneous calls, refusals included; fails on any other error."""
    told = await asyncio.gather(*presses, return_exceptions=True)
    assert [one for one in told if isinstance(one, BaseException) and not isinstance(one, EXPECTED_ERRORS)] == []
    assert [one for one in told if isinstance(one, ConflictError)] == []
    return list(told)


def good(told: list[object]) -> list[object]:
    return [one for one in told if not isinstance(one, BaseException)]


async def test_a_seat_is_taken_once_and_no_one_sits_in_two(both: list[Backend]) -> None:
    for round_ in range(ROUNDS):
        table = await both[0].open(people=1, channel=round_)
        people = [(backend, user) for user in (BERT, CYRIL, 77, 78, 79, 80) for backend in both]
        await at_once(*(backend.lobby.join(table, user, f"P{user}") for backend, user in people))
        seats = (await both[1].live(table)).seats
        assert len({seat.user for seat in seats}) == len(seats) == 5, "the table is full, no more and no less"


async def test_a_game_starts_once(both: list[Backend]) -> None:
    for round_ in range(ROUNDS):
        table = await both[0].open(channel=round_)
        told = await at_once(*(backend.referee.start(table, ANNA) for backend in both))
        assert len(good(told)) == 1
        await whole(both[0], table)


async def test_an_agreed_proposal_is_carried_out_once(both: list[Backend]) -> None:
    here, there = both
    for round_ in range(ROUNDS):
        table = await here.open(Wishes(turn_seconds=60), channel=round_)
        await here.referee.start(table, ANNA)
        for what in ("pause", "resume"):
            told = await at_once(here.consent.agree(table, ANNA, what, EN), there.consent.agree(table, BERT, what, EN))
            assert good(told).count(EN(AGREED)) == 1, "the second of two words is the one that counts"
            for backend in both:
                live = await backend.live(table)
                assert (live.row.paused_at is not None, live.votes) == (what == "pause", {})


async def test_a_seat_is_handed_over_once(both: list[Backend]) -> None:
    here, there = both
    for round_ in range(ROUNDS):
        table = await here.open(channel=round_)
        await here.referee.start(table, ANNA)
        here.invited.clear()
        there.invited.clear()
        seat = (await here.live(table)).seat_of(CYRIL).seat
        told = await at_once(
            here.consent.propose(table, ANNA, Proposed(seat, 99, None), EN),
            there.consent.propose(table, BERT, Proposed(seat, 99, None), EN),
        )
        assert len(good(told)) == 2
        assert here.invited + there.invited == [(seat, 99)]
        taken = await at_once(here.lobby.join(table, 99, "Zoe"), there.lobby.join(table, 99, "Zoe"))
        assert len(good(taken)) == 1
        assert (await there.live(table)).seat(seat).user == 99


async def test_a_move_is_taken_back_once(both: list[Backend]) -> None:
    for round_ in range(ROUNDS):
        table = await both[0].open(channel=round_)
        await both[0].referee.start(table, ANNA)
        game = await both[0].game(table)
        user = (await both[0].live(table)).seat(game.waiting[0]).user
        await both[0].referee.play(table, game.number, user, allowed(game))
        before = await whole(both[0], table)
        told = await at_once(*(backend.undos.ask(table, user, EN) for backend in both))
        undone = sum(entry.kind == "undo" for entry in await both[0].db.record.entries(table))
        assert undone == len(good(told)) <= 1
        assert await whole(both[1], table) == before + undone


async def test_an_end_and_a_move_at_once_leave_a_record_that_holds(both: list[Backend]) -> None:
    here, there = both
    for round_ in range(ROUNDS):
        table = await here.open(channel=round_)
        await here.referee.start(table, ANNA)
        game = await here.game(table)
        user = (await here.live(table)).seat(game.waiting[0]).user
        before = await whole(here, table)
        told = await at_once(
            here.consent.agree(table, ANNA, "end", EN, manager=True),
            there.referee.play(table, game.number, user, allowed(game)),
        )
        assert not isinstance(told[0], BaseException)
        assert (await there.live(table)).row.phase == "ended"
        assert await whole(there, table) == before + (not isinstance(told[1], BaseException))


async def evening(place: Place, count: int, dice: Random, presses: int) -> None:
    """Plays a game by random actions in random processes, several at once, and checks that all processes end with the
    same game and the same sound record.
    """
    async with backends(place, count) as found:
        table = await found[0].open(Wishes(turn_seconds=60))
        await found[0].referee.start(table, ANNA)
        for _ in range(presses):
            game = await found[0].game(table)
            if game.over or (await found[0].live(table)).row.phase != "running":
                break
            many = [await anything(dice.choice(found), table, dice) for _ in range(dice.randint(2, 6))]
            await at_once(*(press() for press in many))
            await asyncio.gather(*(backend.background.settled() for backend in found))
        await same(found, table)


async def anything(backend: Backend, table: int, dice: Random) -> Callable[[], Awaitable[object]]:
    live, game = await backend.live(table), await backend.game(table)
    user, number = dice.choice([ANNA, BERT, CYRIL]), game.number
    if live.row.paused_at is not None:
        return lambda: backend.consent.agree(table, user, "resume", EN)
    match dice.randrange(10):
        case 0:
            return lambda: backend.consent.agree(table, user, dice.choice(["pause", "resume"]), EN, by_button=True)
        case 1:
            return lambda: backend.undos.ask(table, user, EN)
        case 2:
            return lambda: backend.undos.agree(table, user, number, EN)
        case 3:
            order = dice.choice(["ask", "pass", "decline", "idle"])
            return lambda: backend.referee.set_order(table, user, order)
        case 4:
            return lambda: backend.referee.clock(table, number)
        case 5:
            return lambda: backend.referee.settle(table)
        case _:
            seat = game.waiting[0] if game.waiting else "a"
            keys = allowed(game) if game.waiting else ()
            return lambda: backend.referee.play(table, number, live.seat(seat).user, keys)


async def same(found: list[Backend], table: int) -> None:
    """Checks that the stored record replays and that all processes have the same game."""
    length = await whole(found[0], table)
    for backend in found:
        game, live = await backend.game(table), await backend.live(table)
        assert len(game.entries) == live.stored == length
        assert game.view() == (await found[0].game(table)).view()
        assert live.facts == (await found[0].live(table)).facts


@pytest.mark.parametrize("seed", range(often(3, 200)))
async def test_simultaneous_actions_leave_one_linear_record(server: Server, seed: int) -> None:
    dsn = server.fresh()
    try:
        with schedule("racing", seed) as dice:
            await evening(dsn, 2 + seed % 2, dice, often(15, 60))
        assert [finding.trouble async for finding in check(dsn)] == [None]
    finally:
        server.drop(dsn)


@pytest.mark.parametrize("seed", range(often(2, 50)))
async def test_races_in_one_process_on_a_file_leave_sound_records(tmp_path: Path, seed: int) -> None:
    place = tmp_path / "krupier.sqlite3"
    with schedule("racing in one process", seed) as dice:
        await evening(place, 1, dice, often(15, 60))
    assert [finding.trouble async for finding in check(place)] == [None]


async def test_only_new_answers_of_others_are_replayed(both: list[Backend]) -> None:
    here, there = both
    table = await here.begin()
    known = await there.game(table)
    for _ in range(6):
        game = await here.game(table)
        user = (await here.live(table)).seat(game.waiting[0]).user
        await here.referee.play(table, game.number, user, allowed(game))
        after = await there.game(table)
        assert after is known, "the game in memory goes on"
        assert (after.entries, after.view(), after.told) == (game.entries, game.view(), game.told)
        assert [after.view(seat) for seat in "abc"] == [game.view(seat) for seat in "abc"]


async def test_an_order_that_was_overtaken_is_carried_out_against_what_is_asked_now(
    both: list[Backend], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another process answers first, a decision of the table is carried out against the current question, even
    without the table's lock: only the append is repeated, not the steps before it.
    """
    here, there = both
    table = await here.begin()
    game = await here.game(table)
    user = (await here.live(table)).seat(game.waiting[0]).user
    keys, number = allowed(game), game.number
    monkeypatch.setattr(PostgresEngine, "alone", lambda *_: Unlocked())
    append, faster = there.db.record.append, list[int]()

    async def slowly(*args: object, **named: object) -> None:
        if not faster:
            faster.append(table)
            await here.referee.play(table, number, user, keys)
        await append(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(there.db.record, "append", slowly)
    monkeypatch.setattr(day_clock, "next_deadline", AsyncMock(return_value=None))
    said = await there.consent.agree(table, ANNA, "pause", EN, manager=True)
    assert said == EN(AGREED)
    said = await there.consent.agree(table, ANNA, "resume", EN, manager=True)
    assert (faster, said) == ([table], EN(AGREED))
    assert len((await there.game(table)).entries) == await whole(there, table)
