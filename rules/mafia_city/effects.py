"""The action-type cards: their possible targets and their effects (M51)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rules.decisions import SecretChoice
from rules.draws import drawn
from rules.mafia_city import events
from rules.mafia_city.jail import to_cell
from rules.mafia_city.keys import any_mobster, distinct, mobsters_at
from rules.mafia_city.table import LOCATIONS, Player, Table


async def informer(table: Table, player: Player, location: str, height: str) -> None:
    """Sends the chosen mobster, at a height of a location, to the cell."""
    await to_cell(table, location, int(height), player.seat)


async def thief(table: Table, player: Player, seat: str) -> None:
    """Takes a random card from an opponent's hand; only the two players know which."""
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
    """Moves every mobster of the location to its owner's crew; an owner who gets one back is active again (M12)."""
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
    """Swaps the lowest mobsters of the two chosen locations."""
    one, other = table.stacks[first], table.stacks[second]
    one[0], other[0] = other[0], one[0]
    table.tell(events.swapped, first, one[0], second, other[0])


async def grand_plan(table: Table, _player: Player, origin: str, height: str, target: str) -> None:
    """Moves the chosen mobster to the top of another location."""
    owner = table.take_mobster(origin, int(height))
    table.stacks[target].append(owner)
    table.tell(events.moved, owner, origin, target)


async def rackets(table: Table, player: Player) -> None:
    """Lets the player draw three cards and discard one of them."""
    cards = await table.draw(player, 3)
    if not cards:
        return
    card = cards[0]
    if len(cards) > 1:
        card = await SecretChoice("rackets", player.seat, distinct(cards), cards[-1])
    table.throw(player, card)
    table.tell(events.discards, player.seat, card)


# Possible targets


@lru_cache(maxsize=1_024)
def _plans(card: str, origin: str, count: int) -> tuple[str, ...]:
    others = [other for other in LOCATIONS if other != origin]
    return tuple(f"{mobster}:{other}" for mobster in mobsters_at(card, origin, count) for other in others)


@lru_cache(maxsize=1_024)
def _swaps(card: str, occupied: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{card}:{first}:{second}" for first, second in combinations(occupied, 2))


def _informers(table: Table, _player: Player, card: str) -> Sequence[str]:
    return any_mobster(table, card)


def _thefts(table: Table, player: Player, card: str) -> Sequence[str]:
    return [
        f"{card}:{other.seat}" for other in table.players.values() if other is not player and other.hand
    ]  # fmt: skip


def _raids(table: Table, player: Player, card: str) -> Sequence[str]:
    return [f"{card}:{location}" for location, stack in table.stacks.items() if stack.count(player.seat) >= 2]


def _exchanges(table: Table, _player: Player, card: str) -> Sequence[str]:
    return _swaps(card, tuple(location for location, stack in table.stacks.items() if stack))


def _moves(table: Table, _player: Player, card: str) -> Sequence[str]:
    keys: list[str] = []
    for location, stack in table.stacks.items():
        if stack:
            keys += _plans(card, location, len(stack))
    return keys


def _alone(_table: Table, _player: Player, card: str) -> Sequence[str]:
    return (card,)


class Action(NamedTuple):
    """One kind of action-type cards: its possible targets and its effect."""

    keys: Callable[[Table, Player, str], Sequence[str]]
    """Returns the keys of playing a card of this kind, one for each possible target."""
    effect: Callable[..., Awaitable[None]]
    """Applies the card to its targets if it is not cancelled."""
    at_a_mobster: bool = False
    """Whether its first two targets are the place and the height of a mobster."""


ACTIONS = {
    "informer": Action(_informers, informer, at_a_mobster=True),
    "thief": Action(_thefts, thief),
    "police_raid": Action(_raids, police_raid),
    "pulling_strings": Action(_exchanges, pulling_strings),
    "grand_plan": Action(_moves, grand_plan, at_a_mobster=True),
    "rackets": Action(_alone, rackets),
}
"""The kinds of action-type cards, in the order in which a turn offers them."""
