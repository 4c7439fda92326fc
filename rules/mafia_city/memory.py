"""Concludes what other seats hold in their hands, from all events that one seat was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.players.question import Facts


class Memory:
    """The cards that other seats are known to hold."""

    def __init__(self, told: Iterable[Facts], seat: str) -> None:
        self.seat = seat
        self.held: dict[str, list[str]] = {}
        self.location: str | None = None
        """The location that was chosen last for evaluation."""
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
        """Forgets the known cards of the victim, one of which may be stolen."""
        self.held.pop(event["victim"], None)

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
