"""Work that nobody waits for: what becomes of it where it fails, or must not be done any more."""

from __future__ import annotations

import asyncio

import pytest

from bot.background import Background
from storage.errors import DatabaseUnreachable


async def test_a_database_that_is_away_is_worth_a_word_and_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def fails(error: Exception) -> None:
        raise error

    background.run(fails(DatabaseUnreachable("a server", "it is started anew")), "a word to table 1")
    await background.settled()
    (said,) = caplog.records
    assert said.levelname == "WARNING"
    assert said.exc_info is None
    assert "a word to table 1 failed" in said.getMessage()
    background.run(fails(ValueError("no")), "another")
    await background.settled()
    assert caplog.records[-1].exc_info is not None


async def test_what_is_abandoned_is_not_done_and_nothing_else_begins() -> None:
    background, done = Background(), list[str]()

    async def work(name: str) -> None:
        await asyncio.sleep(0)
        done.append(name)

    begun = background.run(work("begun"), "begun")
    background.abandon()
    late = background.run(work("late"), "late")
    await background.settled()
    assert begun.cancelled()
    assert late.done()
    assert done == []
