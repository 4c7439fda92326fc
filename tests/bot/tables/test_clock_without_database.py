"""Tests the clocks during a database outage: other tables continue, nothing is lost, and there is no busy loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.background import Background
from bot.services import Services
from bot.tables.bus import Bus
from bot.tables.clock import Clocks
from storage.errors import DatabaseUnreachable
from tests.bot.tables.room import NOON, Room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with Room.opened(tmp_path / "games") as room:
        yield room


async def away(*_values: object, **_named: object) -> Any:
    raise DatabaseUnreachable("a server", "it is started anew")


async def test_a_reminder_that_the_database_does_not_take_comes_a_moment_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.begin()
    deadline = (await room.tables.get(table)).deadline
    assert deadline is not None
    word = room.clocks._armed.get(table).word  # type: ignore[union-attr]
    assert word is not None
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(room.db.deadlines, "set", away)
        await room.pass_time((word - room.moment).total_seconds())
    assert room.words == []
    assert room.clocks._armed.soonest() == room.moment + timedelta(seconds=1), "nobody asks again at once"
    await room.pass_time(1)
    await room.pass_time(0)
    assert len(room.words) == 1
    assert (await room.tables.get(table)).deadline.due == deadline.due  # type: ignore[union-attr]


async def test_clocks_that_owe_time_do_not_ask_a_database_that_is_away_without_end() -> None:
    gone, asked = 0.0, 0

    class Away:
        shared = True

        @property
        def deadlines(self) -> Away:
            return self

        async def heartbeat(self, *_values: object) -> None:
            nonlocal gone
            gone += 3 if gone == 0 else 0  # the first one takes long: that is given back

        async def shift(self, *_values: object) -> None:
            nonlocal asked
            asked += 1
            assert asked < 1000
            await away()

    async def wait(seconds: float) -> None:
        nonlocal gone
        gone += seconds
        if gone > 20:
            raise asyncio.CancelledError

    neighbours: Any = Away()
    clocks = Clocks(
        neighbours, neighbours, neighbours, neighbours, lambda: NOON + timedelta(seconds=gone), neighbours,
        Bus({}, Services(), Background()),
    )  # fmt: skip
    clocks.wait = wait
    with contextlib.suppress(asyncio.CancelledError):
        await clocks.run()
    assert 5 < asked <= 20, "once a second"
