"""What symbols, locations and phases are called, how they look and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.facts import TableFacts
from bot.games.naming import NamesPeople, mark, marks
from bot.games.protocol import View
from bot.texts import Words, later
from rules.mafia_city.table import LOCATIONS

PLACES = {
    "prison": later("Prison"),
    "harbour": later("Harbour"),
    "fight_club": later("Fight club"),
    "police_station": later("Police station"),
    "business_district": later("Business district"),
    "private_club": later("Private club"),
    "town_hall": later("Town hall"),
}
SYMBOLS = {"fist": later("Fist"), "hat": later("Hat"), "bullet": later("Bullet"), "star": later("Star")}
SIGNS = {"fist": "✊", "hat": "🎩", "bullet": "💥", "star": "⭐"}
SYMBOL_TEXTS = {
    "fist": later("Two fists cancel a card's text or symbol, never a location's effect (M60)."),
    "hat": later("One: own mobster back to the crew. Two: a mobster from the reserve to a location (M15)."),
    "bullet": later("On your turn after passing: one more action (M12)."),
    "star": later("Controlling the private club: one more point (M24)."),
}
PHASES = {
    "setup": later("Set-up"),
    "action": later("Action phase"),
    "locations": later("Location phase"),
    "strategy": later("Strategy phase"),
    "end": later("End of the round"),
    "over": later("Game over"),
}


def number_of(place: str) -> int:
    """The number printed on a location, 1 to 7."""
    return LOCATIONS.index(place) + 1


mobster, mobsters = mark, marks
"""A mobster is its owner's colour and letter; several stand in order."""


def owner_of(view: View, place: str, height: str | int) -> str:
    """Whose mobster stands there."""
    owner: str = view["stacks"][place][int(height) - 1]
    return owner


@dataclass(frozen=True, slots=True)
class PlaceTerms:
    """Names locations and symbols in one language."""

    words: Words

    def place(self, place: str) -> str:
        """A location's name."""
        return self.words(PLACES[place])

    def numbered(self, place: str) -> str:
        """A location with its number."""
        return f"{number_of(place)} {self.place(place)}"

    def symbol(self, symbol: str) -> str:
        """A symbol with its sign."""
        return f"{SIGNS[symbol]} {self.words(SYMBOLS[symbol])}"

    def symbol_text(self, symbol: str) -> str:
        """What a symbol does."""
        return self.words(SYMBOL_TEXTS[symbol])


@dataclass(frozen=True, slots=True)
class PlaceSpeaker(PlaceTerms, NamesPeople):
    """Names locations, mobsters and people at one table."""

    facts: TableFacts

    def a_mobster(self, place: str, height: str, owner: str | None) -> str:
        """A mobster by where it stands, and by its owner where that is known."""
        if owner is None:
            return self.words("{place}, height {height}", place=self.place(place), height=height)
        return self.words(
            "a mobster of {owner} ({place}, height {height})",
            owner=self.who(owner), place=self.place(place), height=height,
        )  # fmt: skip

    def to_the_cell(self, targets: Sequence[str], owner: str | None) -> str:
        """What befalls a mobster that is sent to the cell."""
        return self.words("{mobster} to the cell", mobster=self.a_mobster(targets[0], targets[1], owner))
