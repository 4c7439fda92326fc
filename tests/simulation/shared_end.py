"""The end of an evening of several workers: a judge checks everything, and the games are played to their ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from bot.tables.refusals import EXPECTED_ERRORS
from bot.texts import translator_for
from storage import Database, StorageError
from storage.check import check
from tests.faults.course import no_message_twice
from tests.faults.judge import complete_text, goes_on, judged
from tests.simulation import afterwards, hands, states
from tests.simulation.evening import ATTEMPTS, CALM
from tests.simulation.report import Wrong

if TYPE_CHECKING:
    from tests.simulation.place import Place
    from tests.simulation.shared_evening import SharedEvening

EN: Final = translator_for("en")
RESTS: Final = frozenset({"no table", "lobby", "over", "ended"})
"""The states of a table at which no game is running."""


async def ends(evening: SharedEvening) -> None:
    """Waits `CALM` seconds, after which every shard must be served; then checks everything and plays the games to
    their ends.

    Raises Wrong, another AssertionError or BadRecord if a shard is not served, the bot does not answer, a table hangs,
    or a message, a hand or a record is wrong.
    """
    await asyncio.sleep(CALM)
    evening.service.must_be_right()
    await _answers(evening)
    dice = Random(f"{evening.report.seed} after")
    for place in _running(evening):
        await _resumed(evening, place)
        await _goes_on(evening, place, dice, 1)
    await asyncio.sleep(CALM / 3)
    _must_be_noted_nothing(evening)
    await _judged(evening)
    async for finding in check(evening.dsn):
        if finding.trouble is not None:
            raise Wrong(str(finding))
    for place in evening.places:
        _shown(evening, place)
    for place in _running(evening):
        live = evening.live(place)
        assert live is not None
        await hands.must_be_right(evening.dsn, live.id, [evening.person(name) for name in place.names], place.channel)
    for place in _running(evening):
        await _goes_on(evening, place, dice, 10**6)
    await _judged(evening)
    async with Database.snapshot(evening.dsn) as db:
        for row in await db.games.unfinished():
            if row.phase == "running":
                raise Wrong(f"table {row.id} does not come to its end")
    _must_be_noted_nothing(evening)


async def _answers(evening: SharedEvening) -> None:
    """Raises Wrong if a table waits for a computer or a clock, or a command is not answered."""
    for place in evening.places:
        worker, live = evening.holder(place), evening.live(place)
        if live is not None and worker is not None and worker.client is not None:
            await afterwards.must_not_wait(live, worker.client.app.now, partial(evening.live, place))
    for channel in evening.channels:
        await afterwards.must_answer(evening.person(evening.names[0]), channel)


def _running(evening: SharedEvening) -> list[Place]:
    return [place for place in evening.places if states.of(evening.live(place)) not in RESTS]


def _must_be_noted_nothing(evening: SharedEvening) -> None:
    """Raises Wrong with the first error that was noted during the evening."""
    evening.outages.look()
    seen = [wrong for place in evening.places for wrong in (*place.onlooker.too_early, *place.course.wrong)]
    for wrong in (*evening.errors, *seen):
        raise Wrong(wrong)


async def _judged(evening: SharedEvening) -> None:
    async with Database.snapshot(evening.dsn) as db:
        for table in sorted(evening.ledger.answers):
            await judged(db, table, evening.ledger)


def _shown(evening: SharedEvening, place: Place) -> None:
    """Raises Wrong unless a running table has exactly one board with buttons, which shows what the record says, and
    AssertionError if a user has a message twice.
    """
    live = evening.live(place)
    if states.of(live) in {"no table", "over", "ended"} or live is None or live.in_trouble:
        return
    boards = place.board()
    if len(boards) != 1:
        raise Wrong(f"{len(boards)} boards of table {live.id} have buttons")
    for text in complete_text(live, boards[0]):
        if text not in boards[0].text:
            raise Wrong(f"the board of table {live.id} does not show {text!r}")
    no_message_twice(evening.world, place.channel, live.id)


async def _resumed(evening: SharedEvening, place: Place) -> None:
    worker, live = evening.holder(place), evening.live(place)
    assert worker is not None
    assert worker.client is not None
    assert live is not None
    if live.row.paused_at is not None:
        user = live.people()[0].user
        await worker.client.app.consent.agree(live.id, user, "resume", EN, manager=True)


async def _goes_on(evening: SharedEvening, place: Place, dice: Random, answers: int) -> None:
    """Gives that many further answers by the worker that serves the table, or plays the game to its end.

    Tries again if a computer or the clock answers first, and raises Wrong after `ATTEMPTS` attempts.
    """
    for _ in range(ATTEMPTS):
        worker, live = evening.holder(place), evening.live(place)
        if worker is not None and worker.client is not None and live is not None:
            with suppress(*EXPECTED_ERRORS, StorageError):
                await goes_on(worker.client.app, live.id, dice, evening.ledger, answers)
                return
        await asyncio.sleep(0.25)
    raise Wrong(f"the table in {place.channel.id} takes no answer")
