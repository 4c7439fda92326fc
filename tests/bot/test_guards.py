"""Tests the checks that run in every test.

They find a write without the lock, and an announcement before its commit.
"""

from __future__ import annotations

from pathlib import Path

from bot.games.batch_moves import Answer
from rules.decisions import Decision
from tests.bot.tables.backend import ANNA, Backend


def keys_of(decision: Decision) -> tuple[str, ...]:
    """Returns the keys that count if the seat is silent; they are always allowed."""
    assert decision.silence is not None
    return tuple(decision.silence.split())


async def test_a_write_without_the_lock_of_the_table_is_noticed(database: Path, guarded: list[str]) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        live = await backend.live(table)
        await backend.referee.presence.stays_out(live, "a", True)
        assert [violation for violation in guarded if "set_staying_out" in violation] == guarded != []
        guarded.clear()
        await backend.referee.stay_out(table, ANNA, True)


async def test_an_announcement_before_the_commit_is_noticed(database: Path, guarded: list[str]) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        game = await backend.game(table)
        decision = game.decision
        assert decision is not None
        game.clock(game.number)
        backend.bus.table_changed(await backend.live(table))
        assert [violation for violation in guarded if "announced" in violation] == guarded != []
        guarded.clear()
        backend.tables.drop(table)


async def test_every_order_is_withdrawn_under_the_lock(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        await backend.standing_orders.take_back(table, ANNA, "anything")
        await backend.referee.stay_out(table, ANNA, False)


async def test_a_lobby_is_called_off_under_the_lock(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open()
        await backend.lobby.call_off(table)
        assert (await backend.live(table)).row.finished_yet


async def test_a_multi_step_answer_is_announced_after_its_commit(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        game = await backend.game(table)
        (seat,), decision = game.waiting, game.decision
        assert decision is not None
        first, then = keys_of(decision), Answer(decision.kind, keys_of(decision))
        await backend.referee.play(table, game.number, (await backend.live(table)).seat(seat).user, first, (then,))
        assert (await backend.live(table)).stored == len(game.entries) > 0
