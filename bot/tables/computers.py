"""Computers at work: they choose off the table's lock, in a thread, and answer through the referee like people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, Protocol

from bot.background import Background, patiently
from bot.tables import orders
from bot.tables.computer import Question, choose, question, silent
from bot.tables.live import LiveTable
from bot.tables.refusals import Known
from bot.tables.registry import Tables
from rules.engine import Game
from rules.errors import AnswerRefused
from storage import DatabaseError

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds that a press waits for computers, so that its answer shows what comes next."""
PAUSE: Final = 1.0
"""Seconds before computers try again where the database fails them; each further pause is twice as long."""


class Referee(Protocol):
    """The door through which computers answer."""

    async def computers(self, game_id: int, number: int, chosen: orders.Chosen) -> None:
        """What computers have chosen for that decision."""

    async def close_window(self, game_id: int, number: int, chosen: orders.Chosen) -> None:
        """What they have chosen for a window whose time is over."""


Door = Callable[[int, int, orders.Chosen], Awaitable[None]]


class Asked(NamedTuple):
    """A decision's number, and what each computer is asked about it."""

    number: int
    questions: Sequence[Question]


class Computers:
    """One worker for each table at which computers must choose; it goes on until people are waited for."""

    def __init__(self, referee: Referee, tables: Tables, background: Background) -> None:
        self._referee = referee
        self._tables = tables
        self._background = background
        self._workers: dict[int, asyncio.Task[None]] = {}

    def begin(self, game: int) -> None:
        """Computers must choose at that table; its holder calls, so that none of their work ends meanwhile."""
        if game not in self._workers:
            self._workers[game] = self._background.run(self._work(game), f"computers at table {game}")

    def close(self, game: int, number: int) -> None:
        """The time of a window is over at which computers have a say: they choose, then it closes."""
        self._background.run(self._close(game, number), f"the end of a window of table {game}")

    async def done(self, game: int) -> None:
        """Wait a little until people are asked again."""
        worker = self._workers.get(game)
        if worker is not None:
            await asyncio.wait({worker}, timeout=PATIENCE)

    # Inside

    async def _work(self, game: int) -> None:
        try:
            while await patiently(
                lambda: self._choose_once(game), f"a computer's move at table {game}", DatabaseError, PAUSE
            ):
                pass
        except Known as error:
            log.info("table %s: computers wait (%s)", game, type(error).__name__)
        finally:
            if self._workers.get(game) is asyncio.current_task():
                del self._workers[game]

    async def _choose_once(self, game: int) -> bool:
        """One answer, or the end of a window; False where nobody but people is waited for."""
        async with self._tables.held(game) as live:
            asked = _asked(live, orders.asked_computers)
            if asked is None:
                # Here and not later: whoever holds the table next may begin anew.
                del self._workers[game]
                return False
        await _answer(self._referee.computers, game, asked)
        return True

    async def _close(self, game: int, number: int) -> None:
        try:
            async with self._tables.held(game) as live:
                asked = _asked(live, orders.computers_at_window)
            if asked is not None and asked.number == number:
                await _answer(self._referee.close_window, game, asked)
        except Known as error:
            log.info("table %s: its window stays open (%s)", game, type(error).__name__)


def _asked(live: LiveTable, whom: Callable[[LiveTable, Game], list[str]]) -> Asked | None:
    """The questions to those computers; None where there are none, or no time runs."""
    game = live.game
    if game is None or live.row.phase != "running" or live.row.paused_at is not None:
        return None
    questions = [question(game, seat) for seat in whom(live, game)]
    return Asked(game.number, questions) if questions else None


async def _answer(door: Door, game: int, asked: Asked) -> None:
    """What computers choose; where that is refused, a defect, they say as little as the rules allow."""
    chosen = await asyncio.to_thread(lambda: {one.seat: _choice(game, one) for one in asked.questions})
    try:
        await door(game, asked.number, chosen)
    except AnswerRefused as error:
        # Not the refusal itself: it names cards.
        log.error("table %s: a computer's answer was refused (%s)", game, type(error).__name__)  # noqa: TRY400
        await door(game, asked.number, {one.seat: silent(one) for one in asked.questions})


def _choice(game: int, asked: Question) -> tuple[str, ...]:
    try:
        return choose(asked)
    except Exception as error:
        # Nor what went wrong in its head: that may name cards too.
        log.error("table %s: a computer failed (%s)", game, type(error).__name__)  # noqa: TRY400
        return silent(asked)
