"""Tests background tasks: their failures, retries and end, and the log, which repeats a warning once a minute."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.background import Background, RateLimitedLog, retry_with_backoff
from bot.tables.refusals import TableQuarantined, Unreadable
from storage.errors import DatabaseBusy, DatabaseUnreachable


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


@pytest.mark.parametrize("error", [TableQuarantined(1), Unreadable(1)])
async def test_a_task_at_a_table_that_cannot_be_read_leaves_no_traceback(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    background = Background()

    async def fails() -> None:
        raise error

    background.run(fails(), "the reminders of table 1")
    await background.settled()
    (said,) = caplog.records
    assert said.levelname == "INFO"
    assert said.exc_info is None
    assert "the reminders of table 1 failed" in said.getMessage()


async def test_abandoned_tasks_do_not_run_and_no_others_start() -> None:
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


async def fails_once(error: Exception, log: pytest.LogCaptureFixture) -> str:
    """Returns the last line of the log after work that fails once with this error and then succeeds."""
    errors = [error]

    async def work() -> str:
        if errors:
            raise errors.pop()
        return "done"

    assert await retry_with_backoff(work, "opening the database", Exception, 0.0) == "done"
    return log.messages[-1]


async def test_a_retry_logs_the_databases_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = await fails_once(DatabaseBusy("/var/games.sqlite3"), caplog)
    assert said.startswith("opening the database failed (DatabaseBusy); it is tried again in 0 s: /var/games.sqlite3 ")
    assert "Close that program" in said


async def test_of_any_other_error_it_says_only_the_kind(caplog: pytest.LogCaptureFixture) -> None:
    assert "police_chief-hat" not in await fails_once(KeyError("police_chief-hat"), caplog)


def test_a_warning_is_repeated_each_minute_however_often_there_is_reason(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    seldom = RateLimitedLog(logging.getLogger("bot.somewhere"), lambda: now)
    for _ in range(61):
        seldom.warn("the server is away")
        now += 2.0
    assert caplog.messages == ["the server is away"] * 3
    seldom.warn("the server refuses")
    assert caplog.messages[-1] == "the server refuses"
