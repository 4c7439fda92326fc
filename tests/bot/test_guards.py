"""Tests the checks that run in every test.

They find a write without the lock, and an announcement before its commit.
"""

from __future__ import annotations

from pathlib import Path

from bot.games.batch_moves import Answer
from rules.decisions import Decision
from tests.bot.tables.room import ANNA, Room


def keys_of(decision: Decision) -> tuple[str, ...]:
    """Returns the keys that count if the seat is silent; they are always allowed."""
    assert decision.silence is not None
    return tuple(decision.silence.split())


async def test_a_write_without_the_lock_of_the_table_is_noticed(database: Path, guarded: list[str]) -> None:
    async with Room.opened(database) as room:
        table = await room.begin()
        live = await room.live(table)
        await room.referee.presence.stays_out(live, "a", True)
        assert [violation for violation in guarded if "set_staying_out" in violation] == guarded != []
        guarded.clear()
        await room.referee.stay_out(table, ANNA, True)


async def test_an_announcement_before_the_commit_is_noticed(database: Path, guarded: list[str]) -> None:
    async with Room.opened(database) as room:
        table = await room.begin()
        game = await room.game(table)
        decision = game.decision
        assert decision is not None
        game.clock(game.number)
        room.bus.table_changed(await room.live(table))
        assert [violation for violation in guarded if "announced" in violation] == guarded != []
        guarded.clear()
        room.tables.drop(table)


async def test_every_order_is_withdrawn_under_the_lock(database: Path) -> None:
    async with Room.opened(database) as room:
        table = await room.begin()
        await room.standing_orders.take_back(table, ANNA, "anything")
        await room.referee.stay_out(table, ANNA, False)


async def test_a_lobby_is_called_off_under_the_lock(database: Path) -> None:
    async with Room.opened(database) as room:
        table = await room.open()
        await room.lobby.call_off(table)
        assert (await room.live(table)).row.finished_yet


async def test_a_multi_step_answer_is_announced_after_its_commit(database: Path) -> None:
    async with Room.opened(database) as room:
        table = await room.begin()
        game = await room.game(table)
        (seat,), decision = game.waiting, game.decision
        assert decision is not None
        first, then = keys_of(decision), Answer(decision.kind, keys_of(decision))
        await room.referee.play(table, game.number, (await room.live(table)).seat(seat).user, first, (then,))
        assert (await room.live(table)).stored == len(game.entries) > 0
