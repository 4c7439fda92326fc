"""The course of a game: the set-up (M1-M7), then rounds until there is a winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.decisions import Choice
from rules.description import Play, Result
from rules.draws import drawn
from rules.mafia_city import events
from rules.mafia_city.action import action_phase
from rules.mafia_city.deck import named
from rules.mafia_city.locations import location_phase
from rules.mafia_city.strategy import end_of_round, strategy_phase
from rules.mafia_city.table import LOCATIONS, Player, Table, goal
from rules.mafia_city.victory import result


def start(seats: Sequence[str], options: Mapping[str, str], edition: int) -> tuple[Table, Play]:
    """Returns a new table, with goal and deck by the options, and the coroutine that plays the whole game on it.

    Raises BadDeck if that deck is not available.
    """
    table = Table(seats, goal(len(seats), options), edition)
    table.deck = list(named(options.get("deck")).codes)
    return table, rounds(table)


async def rounds(table: Table) -> Result:
    """Plays from the beginning of the table's phase to the end of the game; returns the result."""
    while table.phase != "over":
        await PHASES[table.phase](table)
    table.tell(events.over, result(table)["winners"][0])
    return result(table)


async def set_up(table: Table) -> None:
    """Draws the starting player, the city and the deck (M1, M3, M6); then each seat may change its first hand (M7)."""
    (table.start,) = await drawn("start", table.seats, 1)
    table.tell(events.starts, table.start)
    table.city = await drawn("city", LOCATIONS)
    table.tell(events.city, table.city)
    table.deck = list(await drawn("deck", table.deck))
    for seat in table.clockwise():
        await table.draw(table.players[seat], 2)
    for seat in table.clockwise():
        await _mulligan(table, table.players[seat])
    table.phase = "action"


async def _mulligan(table: Table, player: Player) -> None:
    """Asks a player to keep the first hand, or to discard both cards and draw two new ones (M7)."""
    if await Choice("mulligan", player.seat, ("keep", "redraw"), "keep") == "keep":
        table.tell(events.mulligan, player.seat, ())
        return
    thrown = tuple(player.hand)
    for card in thrown:
        table.throw(player, card)
    table.tell(events.mulligan, player.seat, thrown)
    await table.draw(player, 2)


PHASES = {
    "setup": set_up,
    "action": action_phase,
    "locations": location_phase,
    "strategy": strategy_phase,
    "end": end_of_round,
}
