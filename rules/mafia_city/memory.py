"""Concludes what other seats hold or lack in their hands, from all events that one seat was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.description import SEATS
from rules.mafia_city.cancelling import CANCELLED_BY
from rules.mafia_city.deck import kind_of
from rules.players.question import Facts


class Memory:
    """The cards that other seats are known to hold, and the kinds of cards that they probably lack."""

    def __init__(self, told: Iterable[Facts], seat: str) -> None:
        self.seat = seat
        self.held: dict[str, list[str]] = {}
        self.lacks: dict[str, set[str]] = {}
        self.location: str | None = None
        """The location that was chosen last for evaluation."""
        self._play: Facts | None = None
        for event in told:
            hear = getattr(self, f"_{event['event']}", None)
            if hear is not None:
                hear(event)

    def _gone(self, seat: str, cards: Sequence[str]) -> None:
        held = self.held.get(seat, [])
        for card in cards:
            if card in held:
                held.remove(card)

    def _stolen(self, event: Facts) -> None:
        """Notes which seat has the card that a thief took from this seat."""
        if event["victim"] == self.seat:
            self.held.setdefault(event["seat"], []).append(event["card"])

    def _steals(self, event: Facts) -> None:
        """Forgets the known cards of the victim, one of which may be stolen, and the kinds that the thief lacked."""
        self.held.pop(event["victim"], None)
        self.lacks.pop(event["seat"], None)

    def _draws(self, event: Facts) -> None:
        self.lacks.pop(event["seat"], None)

    def _waits(self, event: Facts) -> None:
        self._gone(event["seat"], [event["card"]])

    def _discards(self, event: Facts) -> None:
        self._gone(event["seat"], [event["card"]])

    def _cancels(self, event: Facts) -> None:
        self._gone(event["seat"], event["cards"])

    def _evaluates(self, event: Facts) -> None:
        self.location = event["location"]

    def _plays(self, event: Facts) -> None:
        self._gone(event["seat"], event["cards"])
        self._play = event

    def _settled(self, event: Facts) -> None:
        """Notes that a seat probably lacks the cancelling card, because it did not cancel a play that hurt it."""
        play: dict[str, Any] = dict(self._play or {})
        if event["contested"] or not play:
            return
        word, *targets = str(play["key"]).split(":")
        aimed_at_a_player = bool(targets) and targets[0] in SEATS
        hurt = targets[0] if aimed_at_a_player else play["mobster"]
        remedy = CANCELLED_BY.get("prison" if play["decision"] == "jail" else kind_of(word))
        if hurt and hurt not in (self.seat, event["seat"]) and remedy:
            self.lacks.setdefault(hurt, set()).add(remedy)
