"""Tests requests that Discord never answers: each is given up in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.messages import requests
from rules import GAMES
from tests.bot.table import PATIENCE, Evening
from tests.faults.discord.test_lost_answers import ROUTES, Course, no_message_twice, quiet, something_fails
from tests.faults.judge import Ledger, goes_on, shown
from tests.faults.onlooker import Onlooker
from tests.faults.scale import often, schedule

SOON = 0.3
"""Seconds after which a request is given up in these tests; half a minute in production."""
SILENT = ("silent", "after silent")
THREE = ("Anna", "Bert", "Cyril")


@pytest.fixture(autouse=True)
def _given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUEST_TIMEOUT", SOON)


def silent_ones(evening: Evening) -> list[str]:
    """Returns the names of the requests that Discord has not answered."""
    return [one.name for one in evening.discord.requests if not one.status]


@pytest.mark.parametrize("fault", SILENT)
async def test_a_board_whose_post_hangs_is_posted_once(
    fault: str, database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old, ledger = await evening.sit_down(), Ledger()
        something_fails(evening, fault, ROUTES[0], times=2)
        async with asyncio.timeout(PATIENCE):
            await evening.slash("Bert", "game board")
        assert len(silent_ones(evening)) == 2, silent_ones(evening)
        await goes_on(evening.bot.app, evening.table, Random(1), ledger, 1)
        await evening.settled()
        posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > old.id]
        assert len([seen for seen in posted if seen.by_bot and not seen.ephemeral]) == 1
        no_message_twice(evening, evening.table)
        await shown(evening, ledger)


@pytest.mark.parametrize("kind", GAMES)
async def test_no_matter_what_hangs_a_game_goes_on_and_nothing_is_posted_twice(
    kind: str, database: Path, hurried: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    names = THREE[: max(2, GAMES[kind].seats[0])]
    for round_ in range(often(1, 12)):
        path = database.with_name(f"{round_}.sqlite3")
        with schedule("silence", kind, round_) as dice:
            async with asyncio.timeout(5 * PATIENCE), Evening.of(*names, database=path, pictures=False) as evening:
                await evening.open(game=kind)
                await evening.press_board("Anna", "start")
                onlooker, course, ledger = Onlooker(evening.world, evening.channel, path), Course(evening), Ledger()
                for _ in range(6):
                    something_fails(evening, dice.choice(SILENT), dice.choice(ROUTES[:2]), dice.randint(1, 2))
                    await goes_on(evening.bot.app, evening.table, dice, ledger, 2)
                    await evening.settled()
                assert silent_ones(evening)
                evening.world.faults.coming.clear()
                await goes_on(evening.bot.app, evening.table, dice, ledger, 1)
                await quiet(evening)
                await shown(evening, ledger)
                no_message_twice(evening, evening.table)
                assert onlooker.too_early == []
                assert course.backwards == []
                assert set(course.nonces.values()) <= {1}
                assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
