"""The names of symbols, locations and phases, and the effects of symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.context import Context, View
from bot.games.mafia_city.symbols import SIGNS
from bot.texts import N_, Translator
from rules.mafia_city.table import LOCATIONS

PLACES = {
    "prison": N_("Prison"),
    "harbour": N_("Harbour"),
    "fight_club": N_("Fight club"),
    "police_station": N_("Police station"),
    "business_district": N_("Business district"),
    "private_club": N_("Private club"),
    "town_hall": N_("Town hall"),
}
SYMBOLS = {"fist": N_("Fist"), "hat": N_("Hat"), "bullet": N_("Bullet"), "star": N_("Star")}
SYMBOL_TEXTS = {
    "fist": N_("Two fists cancel a card's text or symbol, never a location's effect."),
    "hat": N_("One: your mobster back to the crew. Two: a mobster from the reserve to a location."),
    "bullet": N_("On your turn after passing: one more action."),
    "star": N_("If you control the private club: one more point."),
}
SYMBOL_RULES = {"fist": "M60", "hat": "M15", "bullet": "M12", "star": "M24"}
PHASES = {
    "setup": N_("Set-up"),
    "action": N_("Action phase"),
    "locations": N_("Location phase"),
    "strategy": N_("Strategy phase"),
    "end": N_("End of the round"),
    "over": N_("Game over"),
}


def number_of(place: str) -> int:
    """Returns the number printed on a location, 1 to 7."""
    return LOCATIONS.index(place) + 1


def owner_of(view: View, place: str, height: str | int) -> str:
    """Returns the owner of the mobster at that location and height (1: the lowest); raises IndexError if it is gone."""
    owner: str = view["stacks"][place][int(height) - 1]
    return owner


@dataclass(frozen=True)
class PlaceTerms:
    """The names of locations and symbols in one language."""

    t: Translator

    def place(self, place: str) -> str:
        """Returns a location's name."""
        return self.t(PLACES[place])

    def numbered(self, place: str) -> str:
        """Returns a location's name with its number in front."""
        return f"{number_of(place)} {self.place(place)}"

    def symbol(self, symbol: str) -> str:
        """Returns a symbol's name with its emoji."""
        return f"{SIGNS[symbol]} {self.t(SYMBOLS[symbol])}"

    def symbol_text(self, symbol: str) -> str:
        """Returns the effect of a symbol as text."""
        return self.t(SYMBOL_TEXTS[symbol])


@dataclass(frozen=True, slots=True)
class PlaceContext(PlaceTerms, Context):
    """The context of a table of this game, with the names of locations and mobsters."""

    def a_mobster(self, place: str, height: str, owner: str | None) -> str:
        """Returns the text that names a mobster: its location and height, and its owner if known."""
        if owner is None:
            return self.t("{place}, height {height}", place=self.place(place), height=height)
        return self.t(
            "a mobster of {owner} ({place}, height {height})",
            owner=self.who(owner), place=self.place(place), height=height,
        )  # fmt: skip

    def to_the_cell(self, targets: Sequence[str], owner: str | None) -> str:
        """Returns the text about a mobster that is sent to the cell."""
        return self.t("{mobster} to the cell", mobster=self.a_mobster(targets[0], targets[1], owner))
