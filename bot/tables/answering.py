"""One answer of a seat: what is remembered of it, and further answers that go with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.protocol import About, Answer
from bot.tables import orders
from bot.tables.live import LiveTable
from rules.engine import Game
from rules.errors import NotAllowed, StaleNumber


@dataclass(frozen=True, slots=True)
class Played:
    """An answer that stands: what was asked, what was answered, and what the seat knew before."""

    seat: str
    kind: str
    keys: tuple[str, ...]
    view: Mapping[str, Any]
    may_stay_out: bool
    told: int
    """How many events had been told before."""
    about: About
    """What the question was about."""


def played_by(live: LiveTable, game: Game, seat: str, keys: tuple[str, ...]) -> Played:
    decision = game.decision
    if decision is None:
        raise StaleNumber("the game is over")
    out = len(keys) == 1 and live.board.may_stay_out_after(decision.kind, keys[0])
    return Played(seat, decision.kind, keys, game.view(seat), out, len(game.told), decision.about)


def answer_on(live: LiveTable, game: Game, seat: str, answers: Sequence[Answer]) -> None:
    """Further answers of a seat, until something else is asked, or somebody else."""
    for answer in answers:
        orders.let_act(live, game)
        decision = game.decision
        if decision is None or decision.kind != answer.kind or tuple(game.waiting) != (seat,):
            return
        try:
            game.answer(game.number, seat, answer.keys)
        except NotAllowed:
            return
