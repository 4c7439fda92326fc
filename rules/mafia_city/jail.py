"""Moves mobsters to the cell, and lets their owners take another mobster along by a complicity card (M70-M73)."""

from __future__ import annotations

from rules.decisions import PASS, SecretChoice
from rules.mafia_city import events
from rules.mafia_city.cancelling import card_play, perform
from rules.mafia_city.keys import mobsters_of, of_kind
from rules.mafia_city.table import Table


async def to_cell(table: Table, location: str, height: int, by: str) -> None:
    """Moves the mobster at a height of a location to the cell, by an act of seat `by`; its owner may use complicity."""
    owner = table.take_mobster(location, height)
    table.cell.append(owner)
    table.tell(events.jailed, owner, by, location, height)
    await _complicity(table, owner, by)


async def _complicity(table: Table, owner: str, by: str) -> None:
    """Lets the owner take along a mobster of a third player, which is a new case caused by the owner (M70, M71)."""
    player = table.players[owner]
    third = [seat for seat in table.seats if seat not in (owner, by)]
    if not player.hand or not any(seat in stack for stack in table.stacks.values() for seat in third):
        return

    def keys() -> list[str]:
        cards = of_kind(player.hand, "complicity")
        return [PASS, *(key for card in cards for key in mobsters_of(table, card, third))]

    key = await SecretChoice("complicity", owner, keys, PASS, {"mobster": owner, "by": by})
    if key == PASS:
        return
    card, location, height = key.split(":")

    async def take_along() -> None:
        await to_cell(table, location, int(height), owner)

    victim = table.stacks[location][int(height) - 1]
    await perform(table, card_play(player, "complicity", key, card), take_along, victim)
