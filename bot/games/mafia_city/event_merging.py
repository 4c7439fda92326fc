"""Merges events that one sentence tells: all own draws in a row, and the points that players gained in a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

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

    no_pair = N_("Choose one mobster, and one other location for it. Nothing has changed.")
    pieces = staticmethod(pieces)

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        found: list[Event] = []
        for event in events:
            if found and event.name == found[-1].name == "drew" and event.to == found[-1].to:
                cards = [*found[-1].facts["cards"], *event.facts["cards"]]
                found[-1] = Event(event.to, event.name, {**event.facts, "cards": cards})
            elif _ends_locations(event):
                before = list(before)
                found.append(Event(event.to, event.name, {**event.facts, GAINED: _gained(chain(before, found))}))
            else:
                found.append(event)
        return found


def _ends_locations(event: Event) -> bool:
    return event.name == "phase" and event.facts["phase"] == "strategy"


def _gained(events: Iterable[Event]) -> Mapping[str, int]:
    """Returns the seats that gained points since the last location phase began, with their number; most points first.

    Points that were taken back do not count. Empty if the events do not include the beginning of that phase.
    """
    gained: dict[str, int] = {}
    begun = False
    for step, event in _steps(events):
        if event.name == "phase" and event.facts["phase"] == "locations":
            gained, begun = {}, True
        elif event.name == "scores" and begun:
            gained[event.facts["seat"]] = gained.get(event.facts["seat"], 0) + step
    return {seat: points for seat, points in sorted(gained.items(), key=lambda one: (-one[1], one[0])) if points}


def _steps(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Yields the events with 1, and those that an undo takes back with -1."""
    for event in events:
        if event.name == UNDO:
            yield from ((-1, undone) for undone in map(from_spoken, event.facts["events"]) if undone.name == "scores")
        else:
            yield 1, event
