"""Asks for secret deals and decides which player controls a location (M21, M22)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.decisions import PASS, Window
from rules.mafia_city import events
from rules.mafia_city.cancelling import card_play, perform
from rules.mafia_city.keys import of_kind
from rules.mafia_city.table import Player, Table

NO_CONTROL_ON_TIE = ("fight_club", "town_hall")


async def secret_deals(table: Table, location: str) -> dict[str, int]:
    """Asks seats for deals until no seat plays another one; returns the deals that count by seat (M22)."""
    deals: dict[str, int] = {}
    while True:
        holding = tuple([seat for seat, player in table.players.items() if player.hand])
        if not holding:
            return deals
        answer = await Window(
            "deal", holding, lambda seat: (PASS, *of_kind(table.players[seat].hand, "secret_deal")),
            lambda: {"location": location, "deals": dict(deals)},
        )  # fmt: skip
        if answer is None:
            return deals
        seat, card = answer
        if await perform(table, card_play(table.players[seat], "deal", card, card)):
            deals[seat] = deals.get(seat, 0) + 1


def determine(table: Table, location: str, deals: Mapping[str, int]) -> tuple[Player | None, list[Player]]:
    """Returns a location's controller (None: no control) and all players with the most mobsters and deals (M21, M22).

    Tells the event of the control.
    """
    stack = table.stacks[location]
    if not stack:
        table.tell(events.controls, location, None, {})
        return None, []
    counts = {seat: stack.count(seat) for seat in table.seats}
    for seat, standing in deals.items():
        counts[seat] += standing
    most = max(counts.values())
    leading = [seat for seat, count in counts.items() if count == most]
    controller: str | None = leading[0]
    if len(leading) > 1:
        controller = None if location in NO_CONTROL_ON_TIE else _first_there(table, stack, leading)
    table.tell(events.controls, location, controller, counts)
    return table.players[controller] if controller else None, [table.players[seat] for seat in leading]


def _first_there(table: Table, stack: list[str], tied: list[str]) -> str:
    """Returns the winner of a tie: the lowest mobster (M21), then the seat nearest to the starting player (M22)."""
    for seat in stack:
        if seat in tied:
            return seat
    return next(seat for seat in table.clockwise() if seat in tied)
