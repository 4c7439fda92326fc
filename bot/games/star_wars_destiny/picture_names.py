"""How the pictures write the name of a card in play or of the card of a die."""

from __future__ import annotations

from bot.games.star_wars_destiny.names import parsed
from rules.star_wars_destiny.facts import CARDS


def title(name: str) -> str:
    """The card's title, with the number of a further copy."""
    found = parsed(name)
    return f"{CARDS[found.code].name} {found.copy}".rstrip()
