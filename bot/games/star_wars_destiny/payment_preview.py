"""What can be foreseen of playing a card: its price, what it is paid with, and that nothing will come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.star_wars_destiny.names import DestinyContext
from bot.texts import Translator
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.foresight import Prospect, prospect


def foreseen(ctx: DestinyContext, seat: str, way: Sequence[str], source: str = "") -> Iterator[str]:
    """The sentences about playing a card that way, as an action or because another card lets it be played."""
    found = prospect(ctx.view, seat, ":".join(way), source)
    if found is None:
        return
    price = ctx.t("Price {price}", price=_price(found, CARDS[way[0]].cost, ctx.t))
    if found.price == 0:
        yield f"{price}."
    elif found.helped:
        yield ctx.t("{price}; your resources: {before} → 0, and cards in play take off {more}.", price=price,
                    before=found.resources, more=found.helped)  # fmt: skip
    else:
        yield ctx.t("{price}; your resources: {before} → {after}.", price=price, before=found.resources,
                    after=found.resources - found.price)  # fmt: skip
    if found.idle:
        yield "⚠️ " + ctx.t("As things stand, nothing will come of it.")


def _price(found: Prospect, printed: int, words: Translator) -> str:
    less = []
    if found.discount:
        less.append(words("less {count} for cards in play", count=found.discount))
    if found.granted:
        less.append(words("less {count} as the card says", count=found.granted))
    if found.replaced:
        less.append(words("less {count} for the replaced card", count=found.replaced))
    return f"{found.price} ({printed}, {', '.join(less)})" if less else str(found.price)
