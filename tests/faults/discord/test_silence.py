"""Tests requests that Discord never answers: each is given up in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.messages import requests
from tests.bot.table import PATIENCE, Evening
from tests.faults.course import no_message_twice
from tests.faults.discord.test_lost_answers import POST, something_fails
from tests.faults.judge import Ledger, goes_on, shown

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
        something_fails(evening, fault, POST, times=2)
        async with asyncio.timeout(PATIENCE):
            await evening.slash("Bert", "game board")
        assert len(silent_ones(evening)) == 2, silent_ones(evening)
        await goes_on(evening.bot.app, evening.table, Random(1), ledger, 1)
        await evening.settled()
        posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > old.id]
        assert len([seen for seen in posted if seen.by_bot and not seen.ephemeral]) == 1
        no_message_twice(evening.world, evening.channel, evening.table)
        await shown(evening, ledger)
