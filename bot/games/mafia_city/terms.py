"""Names everything of the game: what `names` can, and cards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PlaceContext, PlaceTerms
from rules.mafia_city.deck import kind_of, symbol_of


class Terms(PlaceTerms):
    """Names things in one language."""

    def card(self, code: str) -> str:
        """Returns a card's name and its symbol, as a sign and as a word: two cards of one name may differ in it."""
        return f"{self.t(CARDS[kind_of(code)].name)} {self.symbol(symbol_of(code))}"

    def cards(self, codes: Sequence[str], between: str = ", ") -> str:
        """Several cards."""
        return between.join(self.card(code) for code in codes)

    def text(self, code: str) -> str:
        """Returns the text of a card."""
        return self.t(CARDS[kind_of(code)].text)


class MafiaContext(Terms, PlaceContext):
    """A table of this game, with the names of its things."""
