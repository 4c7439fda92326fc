"""Computer players at a table: asked when people are, they think without the lock, and answer at a moment drawn in
advance.

The moment depends only on the table's settings, the level and chance, never on a hand or on the duration of thinking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Final, Protocol

from bot.background import Background, retry_with_backoff
from bot.games.levels import searches
from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.paces import DEFAULT, PACES
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.thinkers import CHOICE_TIMEOUT, Choice, Thinkers
from bot.tables.wakeups import Wakeups
from rules.engine import TURN
from rules.errors import AnswerRefused
from rules.players.levels import Keys, Question, Thought, ask, silent
from rules.players.question import Facts, heard
from storage import DatabaseError, Reasons, Weighed

log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 1.0
"""Seconds before a computer tries again after a database error; each further pause is twice as long."""
TURN_SHARE: Final = (1 / 90, 1 / 30)
"""Between these parts of a turn's time a computer answers on its turn: live after one to three seconds."""
WINDOW_SHARE: Final = (0.1, 0.25)
"""The share of a window's time."""
SOLO_SECONDS: Final = (0.6, 1.2)
"""Seconds if one person plays against computers only; a searching computer answers when it is ready."""
UNTIMED_SECONDS: Final = (1.0, 3.0)
"""Seconds if no clock runs."""
MAX_DELAY: Final = 300.0
"""Seconds: people who play by the day need not wait hours for a computer."""
LIVE_TURN_SECONDS: Final = PACES[DEFAULT].turn or 0
"""A turn's seconds of the live pace."""
MIN_SEARCH: Final = 1.5
"""The minimum seconds of a searching computer, if a turn takes as long as live or longer."""

IN_TIME: Final = 0.8
"""Of the time that is left: no computer is later."""
MOST_WEIGHED: Final = 4
"""The best answers that are kept; the chosen one is kept in any case."""
DIGITS: Final = 3
"""Decimal places of a worth that are kept: more than is ever shown."""


class Referee(Protocol):
    """The door through which computers answer."""

    async def computer_answers(
        self, game_id: int, number: int, seat: str, keys: Keys, reasons: Reasons | None = None
    ) -> None:
        """Answers that decision with what a computer has chosen, and stores why."""


@dataclass(eq=False, slots=True)
class Pending:
    """A computer that is asked: the decision, the moment of its answer, and the running search."""

    asked: Question
    due: datetime
    choice: asyncio.Task[Choice]
    answering: bool = False


class Computers:
    """Every computer that is asked at any table; `look` lets those answer whose moment has come."""

    def __init__(
        self, referee: Referee, background: Background, now: Callable[[], datetime], thinkers: Thinkers,
        wakeups: Wakeups, *, instant_computers: bool = False,
    ) -> None:  # fmt: skip
        self._referee = referee
        self._background = background
        self._now = now
        self.thinkers = thinkers
        self.dice: Random = SystemRandom()
        self.instant_computers = instant_computers
        """Whether computers answer as soon as they can; for tests only."""
        self._wakeups = wakeups
        self._pending: dict[int, dict[tuple[int, str], Pending]] = {}
        self._heard: dict[tuple[int, str], tuple[int, list[Facts]]] = {}

    def ask(self, live: LiveTable) -> None:
        """Starts the thinking of computers of our table that must choose now; the caller holds the table."""
        game = live.game
        running = live.ours and game is not None and live.row.phase == "running" and live.row.paused_at is None
        seats = order_execution.asked_computers(live, game) if running and game is not None else []
        number = game.number if game is not None else 0
        pending = self._pending.setdefault(live.id, {})
        for who in [who for who in pending if who[0] != number or who[1] not in seats]:
            pending.pop(who).choice.cancel()
        for seat in seats:
            if (number, seat) not in pending:
                pending[number, seat] = self._asked(live, seat)
        if not pending:
            del self._pending[live.id]

    def forget(self, game: int) -> None:
        """The table is another one than before: taken back, or over."""
        for pending in self._pending.pop(game, {}).values():
            pending.choice.cancel()
        for known in [known for known in self._heard if known[0] == game]:
            del self._heard[known]

    def look(self, now: datetime, *, running: bool = True) -> None:
        """Lets every computer answer whose moment has come; none does while time stands still."""
        if not running:
            return
        for table, pending in list(self._pending.items()):
            for one in pending.values():
                if not one.answering:
                    self._begin(table, one) if one.due <= now else self._wakeups.request(one.due)

    # Inside

    def _asked(self, live: LiveTable, seat: str) -> Pending:
        game = live.running()
        level = live.seat(seat).level
        delay = 0.0 if self.instant_computers else self._delay(live, level)
        asked = ask(game, seat, self._told(live, seat))
        name = f"a computer at table {live.id}"
        thinking = max(delay, MIN_SEARCH) if live.solo and delay else delay
        choice = self._background.run(self.thinkers.choose(asked, level, thinking or CHOICE_TIMEOUT), name)
        one = Pending(asked, self._now() + timedelta(seconds=delay), choice)
        if self.instant_computers:
            self._begin(live.id, one)
        else:
            self._wakeups.request(one.due)
        return one

    def _delay(self, live: LiveTable, level: str) -> float:
        """Drawn at once; after a start there may be little time left, and then it comes in that."""
        delay = _drawn(live, level, self.dice)
        if live.deadline is None or live.deadline.number != live.running().number:
            return delay
        left = (live.deadline.due - self._now()).total_seconds()
        return max(0.0, min(delay, left * IN_TIME))

    def _told(self, live: LiveTable, seat: str) -> list[Facts]:
        """Returns the events that the seat was told so far; of a long game only the new ones are copied."""
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
            choice = await one.choice
            await retry_with_backoff(
                lambda: self._through(table, one.asked, choice), what, DatabaseError, FIRST_BACKOFF
            )
        except EXPECTED_ERRORS as error:
            log.info("table %s: a computer waits (%s)", table, type(error).__name__)
        finally:
            # A decision that is asked again after a pause gets a new search.
            pending = self._pending.get(table, {})
            if pending.get((one.asked.number, one.asked.seat)) is one:
                del pending[one.asked.number, one.asked.seat]

    async def _through(self, table: int, asked: Question, choice: Choice) -> None:
        """Submits the computer's answer. If that is refused, which is a defect, submits the silent answer instead."""
        reasons = reasons_of(asked, choice)
        try:
            await self._referee.computer_answers(table, asked.number, asked.seat, choice.keys, reasons)
        except AnswerRefused as error:
            # Not the refusal itself: it names cards.
            log.error("table %s: a computer's answer was refused (%s)", table, type(error).__name__)  # noqa: TRY400
            await self._referee.computer_answers(table, asked.number, asked.seat, silent(asked))


def _drawn(live: LiveTable, level: str, dice: Random) -> float:
    """Returns the seconds until a computer answers, from public facts and chance only."""
    if live.solo:
        least, most = SOLO_SECONDS
        return least + (most - least) * dice.random()
    decision = live.running().decision
    turn = decision is not None and decision.patience == TURN
    time = live.row.turn_seconds if turn else live.row.window_seconds
    least, most = UNTIMED_SECONDS if time is None else (part * time for part in (TURN_SHARE if turn else WINDOW_SHARE))
    if most > MAX_DELAY:
        least, most = least * MAX_DELAY / most, MAX_DELAY
    delay = least + (most - least) * dice.random()
    if searches(level) and (
        time is None or live.row.turn_seconds is None or live.row.turn_seconds >= LIVE_TURN_SECONDS
    ):
        return max(delay, MIN_SEARCH)
    return delay


def reasons_of(asked: Question, choice: Choice) -> Reasons | None:
    """Returns the reasons to store for a computer's choice; None if only one answer was possible."""
    if not asked.has_choice:
        return None
    thought = choice.thought
    # If an answer has several keys, points rate each key separately and cannot compare answers.
    compares = thought.measure == "chance" or not asked.several
    kept = tuple(_kept(thought)) if compares else ()
    return Reasons(asked.number, asked.seat, choice.level, thought.measure, kept)


def _kept(thought: Thought) -> Iterable[Weighed]:
    """Yields the best answers, and the chosen one if it is none of them, best first."""
    best = sorted(_weighed(thought), key=lambda one: -one.worth)
    return (one for at, one in enumerate(best) if at < MOST_WEIGHED or one.keys == thought.keys)


def _weighed(thought: Thought) -> Sequence[Weighed]:
    tries = thought.tries or (0,) * len(thought.weighed)
    pairs = zip(thought.weighed, tries, strict=True)
    return [Weighed(keys, round(worth, DIGITS), count) for (keys, worth), count in pairs]
