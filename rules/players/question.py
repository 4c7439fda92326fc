"""The input of a computer player: plain values that have no reference to the game and its hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.decisions import Several
from rules.engine import Game
from rules.events import ALL, Event

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Before:
    """The present turn as its seat has seen it: how it began, and what was answered since in the open or by itself."""

    view: Facts
    answers: Sequence[tuple[str, str, tuple[str, ...]]]
    """Kind, seat and keys."""


@dataclass(frozen=True, slots=True)
class Question:
    """One decision as one seat sees it; the same as a program behind the table protocol is handed."""

    game: str
    """The game's name in `rules`."""
    seat: str
    number: int
    kind: str
    shape: str
    """`choice`, `several` or `window`."""
    about: Facts
    view: Facts
    """The view of the seat."""
    keys: Sequence[str]
    """All that the seat may answer."""
    silence: str | None
    least: int = 1
    most: int = 1
    told: Sequence[Facts] = ()
    """The events told to all and to this seat, from the beginning, if they are known."""
    before: Before | None = None
    """The beginning of the own turn, if the decision is within it and the game's computer players use it."""

    @property
    def several(self) -> bool:
        """Whether any number of keys between `least` and `most` is wanted."""
        return self.shape == "several"

    @property
    def has_choice(self) -> bool:
        """Returns whether more than one answer is allowed."""
        if not self.several:
            return len(self.keys) > 1
        return self.most > 0 and self.least < len(self.keys)


def ask(game: Game, seat: str, told: Sequence[Facts] | None = None) -> Question:
    """The present decision as that seat, which must be asked, sees it; sharing nothing with the game."""
    seen = ask_in_place(game, seat)
    return Question(
        game=seen.game,
        seat=seat,
        number=seen.number,
        kind=seen.kind,
        shape=seen.shape,
        about=plain(seen.about),
        view=plain(seen.view),
        keys=seen.keys,
        silence=seen.silence,
        least=seen.least,
        most=seen.most,
        told=heard(game.told, seat) if told is None else told,
    )


def ask_in_place(game: Game, seat: str) -> Question:
    """Returns the same without copying and without events: for games that the player itself has made up."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        raise ValueError(f"seat {seat!r} is not asked now")
    keys = tuple(decision.keys(seat))
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (1, 1)
    return Question(
        game.rules.name, seat, game.number, decision.kind, decision.shape, decision.about,
        game.rules.view(game.table, seat), keys, decision.silence, least, most,
    )  # fmt: skip


def heard(events: Iterable[Event], seat: str) -> list[Facts]:
    """Returns those events that the seat is told."""
    copies: list[Facts] = json.loads(json.dumps([event.spoken() for event in events if event.to in (ALL, seat)]))
    return copies


def plain(facts: Facts) -> dict[str, Any]:
    """A copy that shares nothing with the game: views and facts are JSON."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(facts)))
    return copy
