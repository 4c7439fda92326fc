"""Tests a start during which the database fails for a moment.

The start is repeated, the bot is not ready too early, and all clocks are kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.background import retry_with_backoff
from bot.maintenance import startup
from storage import Database
from storage.deadlines import Deadlines
from storage.errors import DatabaseBusy, StorageError, StoreClosed
from storage.games import Games
from storage.repository import Repository
from storage.tables import Tables
from tests.bot.table import PATIENCE, Evening

THREE = ("Anna", "Bert", "Cyril")
BUSY = DatabaseBusy("the file")


class Failing:
    """A replacement of a method of the database that counts its calls and raises the error while `fails` is set."""

    def __init__(self, method: Callable[..., Any], error: StorageError) -> None:
        self.method = method
        self.error = error
        self.tries = 0
        self.fails = True

    def on_class(self) -> Callable[..., Any]:
        async def called(db: Database, *args: Any, **named: Any) -> Any:
            self.tries += 1
            if self.fails:
                raise self.error
            return await self.method(db, *args, **named)

        return called


@pytest.mark.parametrize(("repository", "method"), [(Games, "unfinished"), (Tables, "state")])
async def test_unfinished_tables_that_cannot_be_read_are_read_again(
    database: Path,
    repository: type[Repository],
    method: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(startup, "PAUSE", 0.001)
    caplog.set_level(logging.INFO, "bot")
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.pass_time(10)
        await evening.stop()
        caplog.clear()
        failing = Failing(getattr(repository, method), BUSY)
        monkeypatch.setattr(repository, method, failing.on_class())
        start = asyncio.create_task(evening.start())
        await evening.noticed(lambda: failing.tries >= 3 and evening.bot.is_ready())
        assert not evening.bot.awake.is_set()
        assert evening.bot.clock is not None
        assert not evening.bot.clock.done()
        assert "ready, in" not in caplog.text
        assert "again in" in caplog.text
        failing.fails = False
        async with asyncio.timeout(PATIENCE):
            await start
        await evening.noticed(lambda: "ready, in" in caplog.text)
        game = evening.game
        number = game.number
        for _ in range(2):
            await evening.pass_time(91)
        assert game.number > number


async def test_while_the_database_is_waited_for_operators_hear_so(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateway.client.PAUSE", 0.001)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.stop()
        failing = Failing(Deadlines.give_back_downtime, BUSY)
        monkeypatch.setattr(Deadlines, "give_back_downtime", failing.on_class())
        start = asyncio.create_task(evening.start())
        await evening.noticed(lambda: failing.tries >= 2)
        assert evening.bot.unready() == "the database is waited for; the log says why"
        failing.fails = False
        async with asyncio.timeout(PATIENCE):
            await start
        assert not evening.bot.unready()


async def test_pauses_grow_and_other_errors_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []

    async def sleeps(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.background.asyncio.sleep", sleeps)

    async def work() -> str:
        if len(slept) < 8:
            raise DatabaseBusy("the file")
        if len(slept) == 8:
            raise StoreClosed
        return "done"

    with pytest.raises(StoreClosed):
        await retry_with_backoff(work, "the work", DatabaseBusy)
    assert slept == [1, 2, 4, 8, 8, 8, 8, 8]
    assert caplog.text.count("the work failed (DatabaseBusy)") == 8
