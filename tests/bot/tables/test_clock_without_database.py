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
from tests.bot.tables.backend import NOON, Backend


@pytest.fixture
async def backend(tmp_path: Path) -> AsyncIterator[Backend]:
    async with Backend.opened(tmp_path / "games") as backend:
        yield backend


async def away(*_values: object, **_named: object) -> Any:
    raise DatabaseUnreachable("a server", "it is started anew")


async def test_a_reminder_that_the_database_does_not_take_comes_a_moment_later(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await backend.begin()
    deadline = (await backend.tables.get(table)).deadline
    assert deadline is not None
    word = backend.clocks._armed.get(table).word  # type: ignore[union-attr]
    assert word is not None
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(backend.db.deadlines, "set", away)
        await backend.pass_time((word - backend.moment).total_seconds())
    assert backend.words == []
    assert backend.clocks._armed.soonest() == backend.moment + timedelta(seconds=1), "nobody asks again at once"
    await backend.pass_time(1)
    await backend.pass_time(0)
    assert len(backend.words) == 1
    assert (await backend.tables.get(table)).deadline.due == deadline.due  # type: ignore[union-attr]


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
