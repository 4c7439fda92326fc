"""The names of the game's cards, locations and symbols."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PlaceContext, PlaceTerms
from rules.mafia_city.deck import kind_of, symbol_of


class Terms(PlaceTerms):
    """The names of cards in one language, in addition to those of `PlaceTerms`."""

    def card(self, code: str) -> str:
        """Returns a card's name with its symbol, as an emoji and as a word: cards of one name may have different
        symbols."""
        return f"{self.t(CARDS[kind_of(code)].name)} {self.symbol(symbol_of(code))}"

    def cards(self, codes: Sequence[str], between: str = ", ") -> str:
        """Returns the names of several cards."""
        return between.join(self.card(code) for code in codes)

    def bare_cards(self, codes: str) -> str:
        """Returns the names of cards without their symbols, for cards (`a+b`) that are played for their symbol."""
        return " + ".join(self.t(CARDS[kind_of(code)].name) for code in codes.split("+"))

    def text(self, code: str) -> str:
        """Returns the effect of a card as text."""
        return self.t(CARDS[kind_of(code)].text)


class MafiaContext(Terms, PlaceContext):
    """The context of a table of this game, with the names of cards, symbols, locations and mobsters."""
