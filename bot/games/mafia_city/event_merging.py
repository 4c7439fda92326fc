"""Merges events that one sentence tells: all own draws in a row, and the points that players gained in a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Self

from bot.games.batch_moves import BatchMoves
from bot.games.mafia_city.pieces import pieces
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_
from rules.events import Event, from_spoken
from rules.undo import UNDO

GAINED = "gained"
"""The name of the fact that contains the points that seats gained in the location phase, as it ends."""


class MafiaBatches(BatchMoves[MafiaContext]):
    """The ability to choose two targets of one card in one select; some events are one sentence (see the module)."""

    apart = ("phase",)
    no_pair = N_("Choose one mobster, and one other location for it. Nothing has changed.")
    pieces = staticmethod(pieces)

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        found: list[Event] = []
        gains = _Gains()
        for event in events:
            if found and event.name == found[-1].name == "drew" and event.to == found[-1].to:
                cards = [*found[-1].facts["cards"], *event.facts["cards"]]
                found[-1] = Event(event.to, event.name, {**event.facts, "cards": cards})
            elif _ends_locations(event):
                if not gains.begun:
                    gains = _Gains.of(chain(before, found))
                found.append(Event(event.to, event.name, {**event.facts, GAINED: gains.points()}))
            else:
                found.append(event)
            gains.add(event)
        return found


def _ends_locations(event: Event) -> bool:
    return event.name == "phase" and event.facts["phase"] == "strategy"


class _Gains:
    """The points that seats have gained since the last location phase began, without points that were taken back."""

    def __init__(self) -> None:
        self.begun = False
        self._gained: dict[str, int] = {}

    @classmethod
    def of(cls, events: Iterable[Event]) -> Self:
        gains = cls()
        for event in events:
            gains.add(event)
        return gains

    def add(self, event: Event) -> None:
        """Adds an event that has happened after those before."""
        if event.name == "phase" and event.facts["phase"] == "locations":
            self._gained, self.begun = {}, True
        elif event.name == "scores":
            self._count(event, 1)
        elif event.name == UNDO:
            for undone in map(from_spoken, event.facts["events"]):
                if undone.name == "scores":
                    self._count(undone, -1)

    def points(self) -> Mapping[str, int]:
        """Returns the seats with their points, most first; empty if no beginning of a location phase was added."""
        gained = self._gained if self.begun else {}
        return {seat: points for seat, points in sorted(gained.items(), key=lambda one: (-one[1], one[0])) if points}

    def _count(self, scored: Event, step: int) -> None:
        seat = scored.facts["seat"]
        self._gained[seat] = self._gained.get(seat, 0) + step
