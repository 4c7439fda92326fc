"""Discounts on a card's price from cards in play."""

from __future__ import annotations

from rules.star_wars_destiny.facts import CARDS, Printed
from rules.star_wars_destiny.pieces import Card, Player
from rules.star_wars_destiny.table import Table


def discount(table: Table, printed: Printed, onto: Card | None) -> int:
    """Returns how much the cards in play lower the price of a card that is played on `onto`."""
    cards = table.watching.get("discount")
    if not cards or onto is None:
        return 0
    return sum(card.text.discount(card, printed, onto) for card in cards if card.text.discount is not None)


def price_in_hand(table: Table, player: Player, code: str) -> int:
    """Returns the printed price less the best discount of cards in play; discounts during payment do not count
    (Q73)."""
    printed = CARDS[code]
    return max(0, printed.cost - max(discount(table, printed, character) for character in player.characters))
