"""Schedules the moves of computer players: they think without the table's lock and answer at a time drawn in advance.

At tables with several people, that time depends only on public facts (the table's settings, the kind of decision, the
level, the time left) and on chance, never on a hand or on the duration of thinking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Final, Protocol

from bot.background import Background, retry_with_backoff
from bot.games.levels import search_seconds
from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.paces import DEFAULT, PACES
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.thinkers import CHOICE_TIMEOUT, Choice, Thinkers
from bot.tables.wakeups import Wakeups
from rules.decisions import TURN, Window
from rules.errors import AnswerRefused
from rules.players.levels import Keys, Question, Thought, ask, silent
from rules.players.question import Facts, heard
from storage import DatabaseError, Reasons, Weighed

log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 1.0
"""Seconds before a computer's answer is submitted again after a database error; each further pause is twice as long, up
to `MAX_BACKOFF`."""
TURN_SHARE: Final = (1 / 90, 1 / 30)
"""The shortest and the longest delay of a computer on its turn, as shares of a turn's time: 1 to 3 seconds at the pace
`live`."""
WINDOW_SHARE: Final = (0.1, 0.25)
"""The shortest and the longest delay of a computer in a window, as shares of the window's time."""
SOLO_SECONDS: Final = (0.6, 1.2)
"""The shortest and the longest delay in seconds if one person plays against computers only. A computer whose search
takes longer answers when it is ready."""
SOLO_WINDOW_SECONDS: Final = 0.3
"""The delay in seconds in every window if one person plays against computers only; most windows need no press."""
UNTIMED_SECONDS: Final = (1.0, 3.0)
"""The shortest and the longest delay in seconds if the table has no deadlines."""
MAX_DELAY: Final = 300.0
"""The maximum delay in seconds, so that players of slow games need not wait hours for a computer."""
LIVE_TURN_SECONDS: Final = PACES[DEFAULT].turn or 0
"""The seconds of a turn at the pace `live`."""
MAX_SEARCH_SHARE: Final = 0.25
"""The maximum share of the time of a turn or window that a level's search may claim, if turns are shorter than those of
the pace `live`."""
IN_TIME: Final = 0.8
"""The maximum share of the remaining time that a computer's delay may take."""
MAX_WEIGHED: Final = 4
"""The number of answers with the best evaluation that are stored with it; the chosen answer is always stored."""
DIGITS: Final = 3
"""The decimal places with which a computer's evaluation of an answer is stored; messages show fewer."""


class Referee(Protocol):
    """The interface of the referee by which computer players submit their answers."""

    async def computer_answers(
        self, game_id: int, number: int, seat: str, keys: Keys, reasons: Reasons | None = None
    ) -> None:
        """Answers that decision with the keys that a computer has chosen, and stores its reasons."""


@dataclass(eq=False, slots=True)
class Pending:
    """The move of a computer that is being computed: the decision, the time of its answer, and the running search."""

    asked: Question
    due: datetime
    choice: asyncio.Task[Choice]
    answering: bool = False


@dataclass(eq=False, repr=False)
class Computers:
    """The scheduler of all moves of computers in this process; `look` submits the moves that are due."""

    _referee: Referee
    _background: Background
    _now: Callable[[], datetime]
    thinkers: Thinkers
    _wakeups: Wakeups
    instant_computers: bool = field(default=False, kw_only=True)
    """Whether computers answer as soon as they can; for tests only."""
    dice: Random = field(default_factory=SystemRandom, init=False)
    _pending: dict[int, dict[tuple[int, str], Pending]] = field(default_factory=dict, init=False)
    _heard: dict[tuple[int, str], tuple[int, list[Facts]]] = field(default_factory=dict, init=False)

    def ask(self, live: LiveTable) -> None:
        """Starts computing the move of each computer player at a table that must answer now, and cancels moves that are
        no longer asked for; the caller holds the table's lock."""
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
        """Cancels the computation of a table's moves and forgets the events that its computer players have seen.

        Called when the game is over, a move was taken back, or another process runs the table now.
        """
        for pending in self._pending.pop(game, {}).values():
            pending.choice.cancel()
        for known in [known for known in self._heard if known[0] == game]:
            del self._heard[known]

    def look(self, now: datetime, *, running: bool = True) -> None:
        """Submits the moves that are due, and requests a wakeup for the others; does nothing if `running` is False,
        which means that deadlines are stopped."""
        if not running:
            return
        for table, pending in list(self._pending.items()):
            for one in pending.values():
                if not one.answering:
                    self._begin(table, one) if one.due <= now else self._wakeups.request(one.due)

    def _asked(self, live: LiveTable, seat: str) -> Pending:
        game = live.running()
        level = live.seat(seat).level
        delay = 0.0 if self.instant_computers else self._delay(live, level)
        asked = ask(game, seat, self._told(live, seat))
        name = f"the choice of a computer at table {live.id}"
        thinking = max(delay, search_seconds(level)) if live.solo and delay else delay
        choice = self._background.run(
            self.thinkers.choose(asked, level, thinking or max(CHOICE_TIMEOUT, search_seconds(level))), name
        )
        one = Pending(asked, self._now() + timedelta(seconds=delay), choice)
        if self.instant_computers:
            self._begin(live.id, one)
        else:
            self._wakeups.request(one.due)
        return one

    def _delay(self, live: LiveTable, level: str) -> float:
        """Returns the delay in seconds of a computer's answer, shortened if little time is left after a restart."""
        delay = _drawn(live, level, self.dice)
        if live.deadline is None or live.deadline.number != live.running().number:
            return delay
        left = (live.deadline.due - self._now()).total_seconds()
        return max(0.0, min(delay, left * IN_TIME))

    def _told(self, live: LiveTable, seat: str) -> list[Facts]:
        """Returns the events that a seat has seen so far; keeps them, so that each call copies only the new ones."""
        told = live.running().told
        count, known = self._heard.get((live.id, seat), (0, []))
        known = [*known, *heard(told[count:], seat)]
        self._heard[live.id, seat] = len(told), known
        return known

    def _begin(self, table: int, one: Pending) -> None:
        one.answering = True
        self._background.run(self._answer(table, one), f"the answer of a computer at table {table}")

    async def _answer(self, table: int, one: Pending) -> None:
        what = f"a computer's move at table {table}"
        try:
            choice = await one.choice
            await retry_with_backoff(
                lambda: self._through(table, one.asked, choice), what, DatabaseError, FIRST_BACKOFF
            )
        except EXPECTED_ERRORS as error:
            log.info("table %s: a computer player cannot answer now (%s)", table, type(error).__name__)
        finally:
            # A decision that is asked again after a pause gets a new search.
            pending = self._pending.get(table, {})
            if pending.get((one.asked.number, one.asked.seat)) is one:
                del pending[one.asked.number, one.asked.seat]

    async def _through(self, table: int, asked: Question, choice: Choice) -> None:
        """Submits a computer's answer. If it is refused, which is a bug, logs that and submits the silence instead."""
        reasons = reasons_of(asked, choice)
        try:
            await self._referee.computer_answers(table, asked.number, asked.seat, choice.keys, reasons)
        except AnswerRefused as error:
            # The refusal names cards, so only its type is logged.
            log.error("table %s: the answer of a computer player was refused (%s)", table, type(error).__name__)  # noqa: TRY400
            await self._referee.computer_answers(table, asked.number, asked.seat, silent(asked))


def _drawn(live: LiveTable, level: str, dice: Random) -> float:
    """Returns the seconds until a computer answers, from public facts and chance only."""
    decision = live.running().decision
    if live.solo:
        least, most = SOLO_SECONDS
        return SOLO_WINDOW_SECONDS if isinstance(decision, Window) else least + (most - least) * dice.random()
    turn = decision is not None and decision.patience == TURN
    time = live.row.turn_seconds if turn else live.row.window_seconds
    least, most = UNTIMED_SECONDS if time is None else (part * time for part in (TURN_SHARE if turn else WINDOW_SHARE))
    if most > MAX_DELAY:
        least, most = least * MAX_DELAY / most, MAX_DELAY
    delay = least + (most - least) * dice.random()
    needed = search_seconds(level)
    if time is not None and live.row.turn_seconds is not None and live.row.turn_seconds < LIVE_TURN_SECONDS:
        needed = min(needed, MAX_SEARCH_SHARE * time)
    return max(delay, needed)


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
    """Returns the `MAX_WEIGHED` answers with the best evaluation, best first, and always the chosen answer."""
    tries = thought.tries or (0,) * len(thought.weighed)
    pairs = zip(thought.weighed, tries, strict=True)
    weighed = [Weighed(keys, round(worth, DIGITS), count) for (keys, worth), count in pairs]
    best = sorted(weighed, key=lambda one: -one.worth)
    return (one for at, one in enumerate(best) if at < MAX_WEIGHED or one.keys == thought.keys)
