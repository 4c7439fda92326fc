"""Cards with two targets that are chosen in one select: two locations, or a mobster and its destination (M51)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.batch_moves import Piece
from bot.games.mafia_city.cards import CARDS, TWO_PLACES
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.options import option
from bot.games.mafia_city.terms import MafiaContext
from rules.mafia_city.deck import kind_of
from rules.mafia_city.table import LOCATIONS


def pieces(ctx: MafiaContext, kind: str, word: str, keys: Sequence[str]) -> Sequence[Piece]:
    """Returns the pieces of a card's select: the locations to be swapped, or the mobsters and their destinations.

    Empty if the card does not have two targets that are chosen together.
    """
    card = CARDS.get(kind_of(word)) if kind == "turn" else None
    if card is None or not card.together:
        return ()
    found = _locations if card.together == TWO_PLACES else _mobsters_and_locations
    return found(ctx, word, keys)


def _locations(ctx: MafiaContext, word: str, keys: Sequence[str]) -> list[Piece]:
    named = {place for key in keys for place in key.split(":")[1:]}
    return [Piece((place,), option(ctx, "turn", (word, place)), (word, place)) for place in LOCATIONS if place in named]


def _mobsters_and_locations(ctx: MafiaContext, word: str, keys: Sequence[str]) -> list[Piece]:
    mobsters = dict.fromkeys(tuple(key.split(":")[1:3]) for key in keys)
    targets = {key.split(":")[3] for key in keys}
    found = []
    for place, height in mobsters:
        where = option(ctx, "turn", (word, place)).text
        who = option(ctx, "turn", (word, place, height))
        said = ctx.t("Mobster: {place}, height {height}", place=where, height=height)
        name = ctx.facts.seat(owner_of(ctx.view, place, height)).name
        found.append(Piece((place, height), who._replace(text=f"{said} – {name}"), (word, place, height)))
    for place in LOCATIONS:
        if place in targets:
            to = (word, *next(iter(mobsters)), place)
            stack = option(ctx, "turn", (word, place)).description
            goes = option(ctx, "turn", to)._replace(description=stack, emoji="➡️")
            found.append(Piece((place,), goes, to))
    return found
