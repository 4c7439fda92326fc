"""Two targets of one card that are chosen in one select (M51), and events that one sentence tells: all own draws in a
row, and the points that players gained in a phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Self

from bot.games.batch_moves import BatchMoves, Piece
from bot.games.mafia_city.cards import CARDS, TWO_PLACES
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.options import option
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_
from rules.events import Event, from_spoken
from rules.mafia_city.deck import kind_of
from rules.mafia_city.table import LOCATIONS
from rules.undo import UNDO

GAINED = "gained"
"""The name of the fact that contains the points that seats gained in the location phase, as it ends."""


def _pieces(ctx: MafiaContext, kind: str, word: str, keys: Sequence[str]) -> Sequence[Piece]:
    """Returns the pieces of a card's select: the locations to be swapped, or the mobsters and their destinations.

    Empty if the card does not have two targets that are chosen together.
    """
    card = CARDS.get(kind_of(word)) if kind == "turn" else None
    if card is None or not card.together:
        return ()
    found = _locations if card.together == TWO_PLACES else _mobsters_and_locations
    return found(ctx, word, keys)


def _locations(ctx: MafiaContext, word: str, keys: Sequence[str]) -> list[Piece]:
    named = {place for key in keys for place in key.split(":")[1:]}
    return [Piece((place,), option(ctx, "turn", (word, place)), (word, place)) for place in LOCATIONS if place in named]


def _mobsters_and_locations(ctx: MafiaContext, word: str, keys: Sequence[str]) -> list[Piece]:
    mobsters = dict.fromkeys(tuple(key.split(":")[1:3]) for key in keys)
    targets = {key.split(":")[3] for key in keys}
    found = []
    for place, height in mobsters:
        where = option(ctx, "turn", (word, place)).text
        who = option(ctx, "turn", (word, place, height))
        said = ctx.t("Mobster: {place}, height {height}", place=where, height=height)
        name = ctx.facts.seat(owner_of(ctx.view, place, height)).name
        found.append(Piece((place, height), who._replace(text=f"{said} – {name}"), (word, place, height)))
    for place in LOCATIONS:
        if place in targets:
            to = (word, *next(iter(mobsters)), place)
            stack = option(ctx, "turn", (word, place)).description
            goes = option(ctx, "turn", to)._replace(description=stack, emoji="➡️")
            found.append(Piece((place,), goes, to))
    return found


class MafiaBatches(BatchMoves[MafiaContext]):
    """The ability to choose two targets of one card in one select; some events are one sentence (see the module)."""

    apart = ("phase",)
    no_pair = N_("Choose one mobster, and one other location for it. Nothing has changed.")
    pieces = staticmethod(_pieces)

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
