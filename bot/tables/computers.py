"""Computers at work: asked when people are, they think off the table's lock, and answer at a moment drawn beforehand.

The moment hangs on the table's settings, the level and chance alone, never on a hand or on how long the thinking takes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Final, Protocol

from bot.background import Background, patiently
from bot.tables import orders
from bot.tables.live import SEARCHES, LiveTable
from bot.tables.refusals import Known
from bot.tables.workers import PATIENCE, Workers
from rules.engine import TURN
from rules.errors import AnswerRefused
from rules.players.levels import Keys, Question, ask, silent
from rules.players.question import Facts, heard
from storage import DatabaseError

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds before a computer tries again where the database fails it; each further pause is twice as long."""
OF_A_TURN: Final = (1 / 90, 1 / 30)
"""Between these parts of a turn's time a computer answers on its turn: live after one to three seconds."""
OF_A_WINDOW: Final = (0.1, 0.25)
"""The same of a window's time."""
WITHOUT_A_CLOCK: Final = (1.0, 3.0)
"""Seconds where no time runs."""
LONGEST: Final = 300.0
"""Seconds: whoever plays by the day need not wait hours for a computer."""
LIVE: Final = 90
"""A turn's seconds of the live pace."""
SEARCHING: Final = 1.5
"""Seconds that a searching computer has at least, where a turn takes as long as live or longer."""

IN_TIME: Final = 0.8
"""Of the time that is left: no computer is later."""


class Referee(Protocol):
    """The door through which computers answer."""

    async def computer_answers(self, game_id: int, number: int, seat: str, keys: Keys) -> None:
        """What a computer has chosen for that decision."""


@dataclass(eq=False, slots=True)
class Pending:
    """A computer that is asked: what, when it answers, and what it thinks meanwhile."""

    asked: Question
    due: datetime
    thought: asyncio.Task[Keys]
    answering: bool = False


class Computers:
    """Every computer that is asked at any table; `look` lets those answer whose moment has come."""

    def __init__(self, referee: Referee, background: Background, now: Callable[[], datetime], workers: Workers) -> None:
        self._referee = referee
        self._background = background
        self._now = now
        self.workers = workers
        self.dice: Random = SystemRandom()
        self.prompt = False
        """Whether they answer as soon as they can: for tests, and for nobody who plays."""
        self.wake: Callable[[datetime], None] = lambda _at: None
        """Told when somebody's moment comes."""
        self._pending: dict[int, dict[tuple[int, str], Pending]] = {}
        self._heard: dict[tuple[int, str], tuple[int, list[Facts]]] = {}

    def ask(self, live: LiveTable) -> None:
        """Computers of our table that must choose now begin to think; whoever holds the table calls."""
        game = live.game
        running = live.ours and game is not None and live.row.phase == "running" and live.row.paused_at is None
        seats = orders.asked_computers(live, game) if running and game is not None else []
        number = game.number if game is not None else 0
        pending = self._pending.setdefault(live.id, {})
        for who in [who for who in pending if who[0] != number or who[1] not in seats]:
            pending.pop(who).thought.cancel()
        for seat in seats:
            if (number, seat) not in pending:
                pending[number, seat] = self._asked(live, seat)
        if not pending:
            del self._pending[live.id]

    def forget(self, table: int) -> None:
        """The table is another one than before: taken back, or over."""
        for pending in self._pending.pop(table, {}).values():
            pending.thought.cancel()
        for known in [known for known in self._heard if known[0] == table]:
            del self._heard[known]

    def look(self, now: datetime) -> None:
        """Whoever's moment has come answers."""
        for table, pending in list(self._pending.items()):
            for one in pending.values():
                if not one.answering:
                    self._begin(table, one) if one.due <= now else self.wake(one.due)

    # Inside

    def _asked(self, live: LiveTable, seat: str) -> Pending:
        game = live.running()
        level = live.seat(seat).level
        delay = 0.0 if self.prompt else self._delay(live, level)
        asked = ask(game, seat, self._told(live, seat))
        name = f"a computer at table {live.id}"
        thought = self._background.run(self.workers.choose(asked, level, delay or PATIENCE), name)
        one = Pending(asked, self._now() + timedelta(seconds=delay), thought)
        if self.prompt:
            self._begin(live.id, one)
        else:
            self.wake(one.due)
        return one

    def _delay(self, live: LiveTable, level: str) -> float:
        """Drawn at once; after a start there may be little time left, and then it comes in that."""
        delay = _drawn(live, level, self.dice)
        if live.deadline is None or live.deadline.number != live.running().number:
            return delay
        left = (live.deadline.due - self._now()).total_seconds()
        return max(0.0, min(delay, left * IN_TIME))

    def _told(self, live: LiveTable, seat: str) -> list[Facts]:
        """What the seat has been told so far: of a long game only what is new is copied."""
        told = live.running().told
        count, known = self._heard.get((live.id, seat), (0, []))
        known = [*known, *heard(told[count:], seat)]
        self._heard[live.id, seat] = len(told), known
        return known

    def _begin(self, table: int, one: Pending) -> None:
        one.answering = True
        self._background.run(self._answer(table, one), f"a computer's answer at table {table}")

    async def _answer(self, table: int, one: Pending) -> None:
        what = f"a computer's move at table {table}"
        try:
            keys = await one.thought
            await patiently(lambda: self._through(table, one.asked, keys), what, DatabaseError, PAUSE)
        except Known as error:
            log.info("table %s: a computer waits (%s)", table, type(error).__name__)
        finally:
            # Whoever is asked the same again, after a pause, is asked anew.
            pending = self._pending.get(table, {})
            if pending.get((one.asked.number, one.asked.seat)) is one:
                del pending[one.asked.number, one.asked.seat]

    async def _through(self, table: int, asked: Question, keys: Keys) -> None:
        """Its answer; where that is refused, a defect, it says as little as the rules allow."""
        try:
            await self._referee.computer_answers(table, asked.number, asked.seat, keys)
        except AnswerRefused as error:
            # Not the refusal itself: it names cards.
            log.error("table %s: a computer's answer was refused (%s)", table, type(error).__name__)  # noqa: TRY400
            await self._referee.computer_answers(table, asked.number, asked.seat, silent(asked))


def _drawn(live: LiveTable, level: str, dice: Random) -> float:
    """Seconds until a computer answers: of public facts and chance alone."""
    decision = live.running().decision
    turn = decision is not None and decision.patience == TURN
    time = live.row.turn_seconds if turn else live.row.window_seconds
    least, most = WITHOUT_A_CLOCK if time is None else (part * time for part in (OF_A_TURN if turn else OF_A_WINDOW))
    if most > LONGEST:
        least, most = least * LONGEST / most, LONGEST
    delay = least + (most - least) * dice.random()
    if level in SEARCHES and (time is None or live.row.turn_seconds is None or live.row.turn_seconds >= LIVE):
        return max(delay, SEARCHING)
    return delay
