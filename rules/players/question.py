"""The input of a computer player: plain values without cards hidden from its seat or references to the game.

In simulated games, which are faster without copies, they share values with the game (`ask_in_place`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.decisions import Several
from rules.engine import Game
from rules.events import ALL, Event
from rules.undo import UNDO

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Before:
    """The current turn as its seat has seen it: the seat's view at its beginning, and the visible answers since."""

    view: Facts
    answers: Sequence[tuple[str, str, tuple[str, ...]]]
    """The answers as kind, seat and keys."""


class Question(NamedTuple):
    """A decision as one seat sees it; external programs get the same by the table protocol.

    A search creates thousands of them, and a named tuple takes a fifth of the time of a frozen data class.
    """

    game: str
    """The name of the game in `rules`."""
    seat: str
    number: int
    kind: str
    shape: str
    """The kind of decision: `choice`, `several` or `window`."""
    about: Facts
    view: Facts
    """The seat's view of the table."""
    keys: Sequence[str]
    """All keys that the seat may answer."""
    silence: str | None
    least: int = 1
    most: int = 1
    told: Sequence[Facts] = ()
    """All events told to everyone or to this seat, as JSON objects; empty if they are not known."""
    before: Before | None = None
    """The beginning of the seat's turn, if the decision is within it and the game's computer players use it."""

    @property
    def several(self) -> bool:
        """Whether the answer is a set of `least` to `most` keys."""
        return self.shape == "several"

    @property
    def has_choice(self) -> bool:
        """Whether more than one answer is allowed."""
        if not self.several:
            return len(self.keys) > 1
        return self.most > 0 and self.least < len(self.keys)


def ask(game: Game, seat: str, told: Sequence[Facts] | None = None) -> Question:
    """Returns the current decision as that seat sees it, as plain copies; raises ValueError if the seat is not asked.

    `told`: the events that the seat was told; None: they are taken from the game.
    """
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


def ask_in_place(game: Game, seat: str, keys: tuple[str, ...] | None = None) -> Question:
    """Returns the current decision as that seat sees it, without copies and without events, for simulated games.

    `keys`: the keys of the seat, if the caller has them. Raises ValueError if the seat is not asked.
    """
    decision = game.decision
    if decision is None or seat not in game.waiting:
        raise ValueError(f"seat {seat!r} is not asked now")
    if keys is None:
        keys = tuple(decision.keys(seat))
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (1, 1)
    return Question(
        game.rules.name, seat, game.number, decision.kind, decision.shape, decision.about,
        game.rules.view(game.table, seat), keys, decision.silence, least, most,
    )  # fmt: skip


def heard(events: Iterable[Event], seat: str) -> list[Facts]:
    """Returns copies, as JSON objects, of those events that were told to everyone or to that seat."""
    copies: list[Facts] = json.loads(json.dumps([event.spoken() for event in events if event.to in (ALL, seat)]))
    return copies


def plain(facts: Facts) -> dict[str, Any]:
    """Returns a deep copy of views and facts, which consist of JSON values."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(facts)))
    return copy


def standing_events(told: Iterable[Facts]) -> list[Facts]:
    """Returns the events that a seat was told, without undos and what they took back."""
    kept: list[Facts] = []
    for event in told:
        if event["event"] == UNDO:
            del kept[len(kept) - len(event["events"]) :]
        else:
            kept.append(event)
    return kept
