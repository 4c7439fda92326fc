"""Tests requests whose answer is lost, also with the connection: nothing is sent twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.emulator.limits import RESET, SILENT
from tests.bot.table import Evening
from tests.faults.course import no_message_twice
from tests.faults.discord.conftest import SHORT
from tests.faults.judge import Ledger, goes_on, shown

POST = "POST /channels/{channel_id}/messages"
UNANSWERED = {"reset": RESET, "silent": SILENT}
MAX_INVALID = 100
INVALID = {401, 403, 404, 429}


def something_fails(evening: Evening, kind: str, route: str, times: int = 1) -> None:
    """Makes the next `times` requests to a route fail with this fault."""
    name = kind.removeprefix("after ")
    status = UNANSWERED[name] if name in UNANSWERED else int(name)
    evening.world.faults.demand(status, route, times=times, after=name != kind)


async def quiet(evening: Evening) -> None:
    """Waits until the bot sends no more requests, so that its replies to commands are complete, too."""
    still, asked = 0, -1
    while still < 15:
        await evening.settled()
        await asyncio.sleep(SHORT)
        still, asked = (still + 1 if asked == len(evening.discord.requests) else 0), len(evening.discord.requests)


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_board_that_was_posted_without_an_answer_is_posted_once(
    fault: str, database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        old = await evening.sit_down()
        something_fails(evening, fault, POST, times=7)
        await evening.slash("Bert", "game board")
        evening.world.faults.coming.clear()
        await goes_on(evening.bot.app, evening.table, Random(1), Ledger(), 1)
        await evening.settled()
        assert evening.board().id != old.id
        posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > old.id]
        assert len([seen for seen in posted if seen.by_bot and not seen.ephemeral]) == 1
        no_message_twice(evening.world, evening.channel, evening.table)
        await shown(evening)


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_command_whose_answer_was_lost_is_answered_once(
    fault: str, database: Path, hurried: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        something_fails(evening, fault, "POST /interactions/")
        await evening.open()
        public = [seen for seen in evening.person("Bert").messages(evening.channel) if seen.by_bot]
        assert len([seen for seen in public if not seen.ephemeral]) == 1
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Anna", "start")
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Bert", "hand")
        assert [seen.id for seen in evening.person("Bert").messages(evening.channel) if seen.ephemeral]
        assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
        await shown(evening)
