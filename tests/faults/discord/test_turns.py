"""Tests many refusals: requests to channels that may refuse wait for their turn, and none is forgotten."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.emulator.people.seen import Seen
from bot.messages import breaker, reconciler
from bot.messages.breaker import CAREFULLY, LONG_PAUSE, REMEMBERED
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.faults.discord.test_lost_answers import MAX_INVALID, quiet
from tests.faults.discord.test_places import GAME, opened, stands_still, turns
from tests.faults.judge import Ledger, shown
from tests.faults.scale import often

NAMES = ("Anna", "Bert")
COUNTED = {401, 403, 429}


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Makes the pauses of the circuit breaker instant; returns its clock, which advances by the pauses."""
    passed = [0.0]

    async def briefly(seconds: float) -> None:
        passed[0] += max(seconds, 0.0)

    monkeypatch.setattr(breaker, "_sleep", briefly)
    return lambda: passed[0]


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Checks after the test that nothing was logged as an error or with a traceback."""
    yield
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR or one.exc_info] == []


def most_in_ten_minutes(moments: list[float]) -> int:
    """Returns the maximum number of these moments within any ten minutes."""
    return max((at - bisect_left(moments, end - REMEMBERED) + 1 for at, end in enumerate(moments)), default=0)


@pytest.mark.parametrize("count", [often(40, 60)])
async def test_many_tables_that_refuse_what_no_one_could_foresee_cost_at_most_a_hundred(
    count: int, database: Path, passes: Callable[[], float], hurried: Callable[[], float], no_errors: None
) -> None:
    """If the bot loses access to many channels at once, it sends at most a hundred refused requests in ten minutes."""
    async with Evening.of(*NAMES, database=database, channels=count, pictures=False) as evening:
        gate, refused = evening.bot.breaker, list[float]()
        gate._now = passes
        counted = gate.count

        def noted() -> None:
            refused.append(passes())
            counted()

        gate.count = noted  # type: ignore[method-assign]
        tables = [await opened(evening, f"table-{at}", NAMES) for at in range(1, count + 1)]
        gate._places.clear()
        for at in range(1, count + 1):
            moderation.forbid(evening.world, evening.world.channel(f"table-{at}"), "view_channel")
        ledgers = {table: Ledger() for table in tables}
        for round_ in range(3):
            for table in tables:
                evening.bot.app.publisher.changed(table, repost=True)
                if not await stands_still(evening, table):
                    await turns(evening, table, Random(table + round_), ledgers[table], 1)
            await evening.settled()
        assert len(refused) == sum(one.status in COUNTED for one in evening.discord.requests)
        assert refused
        assert most_in_ten_minutes(refused) <= MAX_INVALID


async def test_a_board_and_hands_that_wait_in_vain_follow_by_themselves(
    database: Path, passes: Callable[[], float], hurried: Callable[[], float], no_errors: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(reconciler, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(reconciler, "LONGEST_PAUSE", 0.04)
    async with Evening.of(*NAMES, database=database, pictures=False) as evening:
        await evening.open(*NAMES, game=GAME)
        gate = evening.bot.breaker
        gate._now = passes
        gate._places.clear()
        lobby = evening.board()
        for _ in range(CAREFULLY):
            gate.count()
        gate._next = passes() + 2 * LONG_PAUSE
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        assert asked_of(evening, lobby) == 0, "all of it waits"
        gate._next = passes()
        await evening.until(lambda: asked_of(evening, lobby) == 1)
        await evening.until(lambda: all(Evening.of_a_game(evening.person(name).dms()[-1]) for name in NAMES))
        await quiet(evening)
        await shown(evening)


def asked_of(evening: Evening, lobby: Seen) -> int:
    """Returns the number of public messages of the bot since the lobby's."""
    public = evening.person("Anna").messages(evening.channel)
    return len([seen for seen in public if seen.by_bot and not seen.ephemeral and seen.id > lobby.id])
