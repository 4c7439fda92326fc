"""One answer of a seat to a decision: its checks, its result, and answers by the same seat that follow at once.

Also a seat's request for more time in a window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from bot.games.batch_moves import Answer
from bot.games.context import About
from bot.games.pre_orders import PreOrders
from bot.tables import order_execution
from bot.tables.live import LiveTable
from bot.tables.refusals import AnsweredAlready, Refused
from bot.texts import N_
from rules.engine import Game
from rules.errors import NotAllowed, NotAsked, StaleNumber
from rules.undo import UNDO
from storage import Deadline


@dataclass(frozen=True, slots=True)
class Played:
    """The description of an answer: seat, kind of decision, keys, and the view of the seat before the answer."""

    seat: str
    kind: str
    keys: tuple[str, ...]
    view: Mapping[str, Any]
    may_stay_out: bool
    """Whether the seat stays out of the rest of the phase after this answer."""
    told: int
    """The number of the game's events before the answer."""
    about: About
    """The facts of the decision that was answered."""


def has_answered(game: Game, number: int, seat: str) -> bool:
    """Returns whether the seat has answered that decision; an answer that was taken back does not count."""
    since = list(takewhile(lambda entry: entry.number >= number, reversed(game.entries)))
    if any(entry.kind == UNDO and int(entry.keys[0]) <= number for entry in since):
        return False
    return any(entry.number == number and entry.seat == seat for entry in since)


def must_be_asked(game: Game, number: int, seat: str) -> None:
    """Raises AnsweredAlready if the seat has answered that decision, StaleNumber if the decision is over, or NotAsked
    if the seat may not answer it."""
    try:
        game.check(number, seat)
    except (StaleNumber, NotAsked):
        if has_answered(game, number, seat):
            raise AnsweredAlready from None
        raise


def played_by(live: LiveTable, game: Game, seat: str, keys: tuple[str, ...]) -> Played:
    """Returns the description of an answer that a seat is about to give; raises StaleNumber if the game is over."""
    decision = game.decision
    if decision is None:
        raise StaleNumber("the game is over")
    out = len(keys) == 1 and live.game_ui.get(PreOrders).may_stay_out_after(decision.kind, keys[0])
    return Played(seat, decision.kind, keys, game.view(seat), out, len(game.told), decision.about)


def answer_on(live: LiveTable, game: Game, seat: str, answers: Sequence[Answer]) -> None:
    """Plays further answers of a seat in order, with automatic answers in between.

    Stops without an error when the seat is not the only one asked, the question is of another kind than the answer, or
    the answer is not allowed.
    """
    for answer in answers:
        order_execution.let_act(live, game)
        decision = game.decision
        if decision is None or decision.kind != answer.kind or tuple(game.waiting) != (seat,):
            return
        try:
            game.answer(game.number, seat, answer.keys)
        except NotAllowed:
            return


def held_deadline(live: LiveTable, game: Game, number: int, seat: str, now: datetime) -> Deadline:
    """Returns the later deadline of a window in which a seat asks for more time; stores nothing.

    Raises Refused if the window is over or offers no more time, the seat is not asked, or it already has more time.
    """
    seconds, deadline = live.hold_seconds, live.deadline
    if number != game.number or deadline is None or seconds is None or game.decision is None:
        raise Refused(N_("That reaction is over. Nothing has changed."))
    if seat not in game.decision.seats:
        raise Refused(N_("You are not asked here, so the others do not wait for you."))
    if live.is_held:
        raise Refused(N_("Someone has asked for more time already. Everyone has it."))
    return replace(deadline, due=max(deadline.due, now + timedelta(seconds=seconds)))
