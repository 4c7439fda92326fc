"""Why a computer answers as it does, as a game says it to a beginner."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.facts import TableFacts
from bot.texts import Words
from rules.players.levels import Question as Asked


class Reasons:
    """What a game can tell of the reasons of its computer players; by default nothing but how keys were weighed.

    A reason is made of the question alone, as the player that answers it: it knows nothing that the seat does not.
    """

    def because(self, asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
        """In a sentence or two, what speaks for that answer; nobody is addressed, so that it fits any seat."""
        return ""


def percent(chance: float) -> int:
    """A chance as people say it: in steps of five, never certain."""
    return min(95, max(5, 5 * round(20 * chance)))
