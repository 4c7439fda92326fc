"""The immediate effects of cards that are turned during a round."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.decisions import PASS, Choice, SecretChoice
from rules.kralovske_rosady import events
from rules.kralovske_rosady.table import Card, Column, Table

STAY = "stay"


async def lay(table: Table, column: Column, card: Card) -> None:
    """Lays a card face down at the bottom of a column, and turns the card that was face down there before.

    A turned card has its immediate effect at once.
    """
    turned = column.hidden
    column.cards.append(card)
    if turned is None:
        return
    turned.up = True
    table.tell(events.turned, turned.owner, column.number, turned.name, card.owner)
    if turned.name in EFFECTS:
        await EFFECTS[turned.name](table, column, turned, card)


async def explorer(table: Table, column: Column, card: Card, _by: Card) -> None:
    """Moves the explorer to the next open column, face down again, which may turn a card there (K6).

    It stays if no other column is open, or if it has moved as often this turn as there are open columns.
    """
    target = table.right_of(column)
    moves = table.explored.get(card.owner, 0)
    if target is None or moves >= len(table.open_columns()):
        table.tell(events.explorer_stays, card.owner, column.number, target is not None)
        return
    table.explored[card.owner] = moves + 1
    column.cards.remove(card)
    card.up = False
    table.tell(events.explores, card.owner, column.number, target.number)
    await lay(table, target, card)


async def murderer(table: Table, column: Column, card: Card, by: Card) -> None:
    """Discards the card that turned the murderer."""
    column.cards.remove(by)
    table.discard((by,))
    table.tell(events.murdered, by.owner, column.number, by.name, card.owner)


async def storm(table: Table, column: Column, card: Card, _by: Card) -> None:
    """Closes the column, which then counts as full (K15)."""
    column.closed = True
    table.tell(events.closed, card.owner, column.number)


async def disguise(table: Table, column: Column, card: Card, _by: Card) -> None:
    """Lets the disguise's owner lay a card from the hand under it, hidden until the end of the round (K5)."""
    player = table.players[card.owner]
    if not player.hand:
        return
    keys = (PASS, *player.hand)
    key = await SecretChoice("disguise", player.seat, keys, PASS, {"column": column.number})
    if key == PASS:
        table.tell(events.tucks_nothing, player.seat, column.number)
        return
    player.hand.remove(key)
    column.cards.insert(column.cards.index(card) + 1, Card(player.seat, key, tucked=True))
    table.tell(events.tucks, player.seat, column.number)
    table.tell(events.tucked, player.seat, column.number, key)


async def traitor(table: Table, column: Column, card: Card, _by: Card) -> None:
    """Lets the traitor's owner swap the column's point card with that of any other column, also a closed one (K15)."""
    others = [other.name for other in table.columns if other is not column]
    key = await Choice("betray", card.owner, (STAY, *others), STAY, {"column": column.number})
    if key == STAY:
        table.tell(events.stays_loyal, card.owner, column.number)
        return
    other = table.columns[int(key) - 1]
    mine, theirs = column.point, other.point
    column.show(theirs)
    other.show(mine)
    table.tell(events.betrays, card.owner, column.number, theirs, other.number, mine)


EFFECTS: dict[str, Callable[[Table, Column, Card, Card], Awaitable[None]]] = {
    "explorer": explorer,
    "murderer": murderer,
    "storm": storm,
    "disguise": disguise,
    "traitor": traitor,
}
