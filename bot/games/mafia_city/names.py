"""What cards, symbols, locations and phases are called, how they look and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.facts import TableFacts
from bot.games.naming import NamesPeople
from bot.games.protocol import View
from bot.texts import Words, later
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

COLOURS = {"a": "🔴", "b": "🔵", "c": "🟢", "d": "🟡", "e": "🟣"}

PLACES = {
    "prison": later("Prison"),
    "harbour": later("Harbour"),
    "fight_club": later("Fight club"),
    "police_station": later("Police station"),
    "business_district": later("Business district"),
    "private_club": later("Private club"),
    "town_hall": later("Town hall"),
}
CARDS = {
    "hitman": later("Hitman"),
    "complicity": later("Complicity"),
    "police_chief": later("Police chief"),
    "fbi": later("F.B.I."),
    "police_raid": later("Police raid"),
    "informer": later("Informer"),
    "thief": later("Thief"),
    "pulling_strings": later("Pulling strings"),
    "rackets": later("Rackets"),
    "grand_plan": later("Grand plan"),
    "secret_deal": later("Secret deal"),
}
PICTURES = {
    "hitman": "🔪",
    "complicity": "⛓️",
    "police_chief": "👮",
    "fbi": "🕵️",
    "police_raid": "🚨",
    "informer": "🐀",
    "thief": "🧤",
    "pulling_strings": "🎭",
    "rackets": "💰",
    "grand_plan": "📐",
    "secret_deal": "🤝",
}
ACTION, REACTION, LOCATION = later("action"), later("reaction"), later("location")
TYPES = {
    "hitman": LOCATION,
    "complicity": REACTION,
    "police_chief": REACTION,
    "fbi": REACTION,
    "police_raid": ACTION,
    "informer": ACTION,
    "thief": ACTION,
    "pulling_strings": ACTION,
    "rackets": ACTION,
    "grand_plan": ACTION,
    "secret_deal": LOCATION,
}
TEXTS = {
    "hitman": later("Controlling the harbour: a mobster beside the hitman figure goes to the reserve (M24)."),
    "complicity": later("Your mobster goes to the cell: it takes along one of a third player (M70)."),
    "police_chief": later("Cancels Informer, Thief, Police raid, or the prison's effect (M61)."),
    "fbi": later("Cancels Hitman, Rackets, Grand plan, or moving the hitman figure (M61)."),
    "police_raid": later("A location with 2+ of yours: all go back to crews; who gets one is active again (M51)."),
    "informer": later("Any mobster of any location goes to the cell (M51)."),
    "thief": later("A random card of an opponent's hand becomes yours (M51)."),
    "pulling_strings": later("The lowest mobsters of two locations change places (M51)."),
    "rackets": later("Draw three cards and discard one of those three (M51)."),
    "grand_plan": later("Any mobster goes to the top of another location; never out of the cell (M51)."),
    "secret_deal": later("When control is determined: one more in your count (M22)."),
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


def mobster(seat: str) -> str:
    """One mobster: the colour and the letter of its owner."""
    return f"{COLOURS[seat]}{seat.upper()}"


def mobsters(seats: Sequence[str]) -> str:
    """Several mobsters, in order."""
    return " ".join(mobster(seat) for seat in seats)


def owner_of(view: View, place: str, height: str | int) -> str:
    """Whose mobster stands there."""
    owner: str = view["stacks"][place][int(height) - 1]
    return owner


@dataclass(frozen=True, slots=True)
class Terms:
    """Names things in one language."""

    words: Words

    def place(self, place: str) -> str:
        """A location's name."""
        return self.words(PLACES[place])

    def numbered(self, place: str) -> str:
        """A location with its number."""
        return f"{number_of(place)} {self.place(place)}"

    def card(self, code: str) -> str:
        """A card's name and its symbol, as a sign and as a word: two cards of one name may differ in it."""
        return f"{self.words(CARDS[kind_of(code)])} {self.symbol(symbol_of(code))}"

    def cards(self, codes: Sequence[str], between: str = ", ") -> str:
        """Several cards."""
        return between.join(self.card(code) for code in codes)

    def text(self, code: str) -> str:
        """What a card's text does."""
        return self.words(TEXTS[kind_of(code)])

    def symbol_text(self, symbol: str) -> str:
        """What a symbol does."""
        return self.words(SYMBOL_TEXTS[symbol])

    def symbol(self, symbol: str) -> str:
        """A symbol with its sign."""
        return f"{SIGNS[symbol]} {self.words(SYMBOLS[symbol])}"


@dataclass(frozen=True, slots=True)
class Speaker(Terms, NamesPeople):
    """Names things and people at one table."""

    facts: TableFacts
