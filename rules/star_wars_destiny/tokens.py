"""Damage, shields, healing and resources (D18 to D20, D110 to D118)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import events
from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.defeat import fall
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.occurrences import after, before
from rules.star_wars_destiny.pieces import Card, Player
from rules.star_wars_destiny.table import SHIELDS, Table

Shares = Sequence[tuple[Card, int]]


async def deal(f: Frame, shares: Shares, *, kind: str | None = None, unblockable: bool = False) -> int:
    """Deals damage to one or more characters at the same time (R27); returns how much of it shields blocked.

    Triggers the abilities before and after it, and then defeats characters with as much damage as health. Raises
    Stopped if the player of the effect is out of the game.
    """
    table = f.table
    hits = [(card, amount) for card, amount in shares if amount > 0 and card.in_play]
    if not hits:
        return 0
    if len(hits) > 1:
        hits = _clockwise(f, hits)
    coming = [Cause(f"dealt {card.name} {amount}", card.player, card) for card, amount in hits]
    await before(table, "before:dealt", coming)
    f.alive()
    by = f.die.name if f.die is not None else f.source
    all_blocked = 0
    taken: list[Cause] = []
    for card, amount in hits:
        if not card.in_play:
            continue
        blocked = 0 if unblockable else min(card.shields, amount)
        tokens = min(amount - blocked, card.printed.health - card.damage)
        card.shields -= blocked
        card.damage += tokens
        all_blocked += blocked
        table.tell(events.damage, card.name, amount, blocked, tokens, by)
        if tokens:
            cause = Cause(f"taken {card.name} {tokens}", card.player, card)
            cause.kind = kind
            taken.append(cause)
    await after(table, "after:taken", taken)
    await fall(table, [card for card, _ in hits if card.damage >= card.printed.health])
    return all_blocked


def _clockwise(f: Frame, hits: Shares) -> list[tuple[Card, int]]:
    """Returns the hits in order: seats clockwise from the player of the effect, then characters in their order
    (R27)."""
    order = [character for player in f.table.around(f.you) for character in player.characters]
    return sorted(hits, key=lambda hit: order.index(hit[0]))


async def give_shields(f: Frame, shares: Shares) -> bool:
    """Gives shields and returns whether all were given. "Before" abilities trigger even at three shields (R45).

    Raises Stopped if the player of the effect is out of the game.
    """
    table = f.table
    given = [(card, amount) for card, amount in shares if amount > 0 and card.in_play]
    if not given:
        return False
    coming = [Cause(f"gains_shields {card.name} {amount}", card.player, card) for card, amount in given]
    await before(table, "before:gains_shields", coming)
    f.alive()
    fully = True
    for card, amount in given:
        if not card.in_play:
            fully = False
            continue
        came = min(amount, SHIELDS - card.shields)
        card.shields += came
        fully = fully and came == amount
        if came:
            table.tell(events.shields, card.name, came)
    return fully


def take_shields(table: Table, card: Card, count: int) -> int:
    """Removes shields from a character, at most what it has; returns how many."""
    count = min(count, card.shields)
    if count:
        card.shields -= count
        table.tell(events.shields, card.name, -count)
    return count


def heal(table: Table, card: Card, count: int) -> int:
    """Removes damage from a character and tells it, at most what it has; returns how much (D195)."""
    count = min(count, card.damage)
    if count:
        card.damage -= count
        table.tell(events.heals, card.name, count)
    return count


def gain(table: Table, player: Player, count: int) -> None:
    """Gives a player resources from the supply."""
    if count:
        player.resources += count
        table.tell(events.resources, player.seat, count)


def lose(table: Table, player: Player, count: int) -> int:
    """Takes resources from a player, at most what they have; returns how many (D20)."""
    count = min(count, player.resources)
    if count:
        player.resources -= count
        table.tell(events.resources, player.seat, -count)
    return count
