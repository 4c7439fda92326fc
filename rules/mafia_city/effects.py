"""What the action-type cards do (M51)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.decisions import SecretChoice, drawn
from rules.mafia_city import events
from rules.mafia_city.jail import to_cell
from rules.mafia_city.keys import distinct
from rules.mafia_city.table import Player, Table


async def informer(table: Table, player: Player, location: str, height: str) -> None:
    """Any mobster of any location to the cell."""
    await to_cell(table, location, int(height), player.seat)


async def thief(table: Table, player: Player, seat: str) -> None:
    """A random card of an opponent's hand; only the two know which."""
    victim = table.players[seat]
    if not victim.hand:
        table.tell(events.finds_nothing, player.seat, seat)
        return
    (card,) = await drawn("steal", victim.hand, 1)
    victim.hand.remove(card)
    player.hand.append(card)
    table.tell(events.steals, player.seat, seat)
    for to in (player.seat, seat):
        table.tell(events.stolen, to, player.seat, seat, card)


async def police_raid(table: Table, _player: Player, location: str) -> None:
    """Every mobster of the location back to its owner's crew, and whoever got one is active again (M12)."""
    stack = table.stacks[location]
    mobsters, stack[:] = stack[:], []
    active: list[str] = []
    for seat in mobsters:
        owner = table.players[seat]
        owner.crew += 1
        if owner.passed:
            owner.passed = False
            active.append(seat)
    table.tell(events.raided, location, mobsters, active)


async def pulling_strings(table: Table, _player: Player, first: str, second: str) -> None:
    """Swaps the lowest mobsters of two locations."""
    one, other = table.stacks[first], table.stacks[second]
    one[0], other[0] = other[0], one[0]
    table.tell(events.swapped, first, one[0], second, other[0])


async def grand_plan(table: Table, _player: Player, origin: str, height: str, target: str) -> None:
    """Any mobster to the top of another location."""
    owner = table.take_mobster(origin, int(height))
    table.stacks[target].append(owner)
    table.tell(events.moved, owner, origin, target)


async def rackets(table: Table, player: Player) -> None:
    """Draws three, discards one of those three."""
    cards = await table.draw(player, 3)
    if not cards:
        return
    card = cards[0]
    if len(cards) > 1:
        card = await SecretChoice("rackets", player.seat, distinct(cards), cards[-1])
    table.throw(player, card)
    table.tell(events.discards, player.seat, card)


TEXTS: dict[str, Callable[..., Awaitable[None]]] = {
    "informer": informer,
    "thief": thief,
    "police_raid": police_raid,
    "pulling_strings": pulling_strings,
    "grand_plan": grand_plan,
    "rackets": rackets,
}
