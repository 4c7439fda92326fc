"""The strategy phase and the end of a round (M30-M32, M40-M41)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.decisions import Choice, Several
from rules.mafia_city import events
from rules.mafia_city.keys import each_height
from rules.mafia_city.table import AT, LOCATIONS, Player, Table
from rules.mafia_city.victory import has_winner


async def strategy_phase(table: Table) -> None:
    """Ends the game if a player has reached the goal (M26); otherwise lets seats take mobsters back (M30)."""
    if has_winner(table):
        table.phase = "over"
        return
    table.tell(events.phase, "strategy", table.round)
    if table.mayor is None:
        await _in_order(table)
    else:
        await _by_the_mayor(table, table.mayor)
    table.phase = "end"


async def _in_order(table: Table) -> None:
    """Lets players take mobsters back at the marked locations 1 to 7, clockwise from the starting player (M30)."""
    seats = table.clockwise()
    for location in [each for each in LOCATIONS if each in table.marked]:
        for seat in _present(table, seats, location):
            player = table.players[seat]
            _take_back(table, player, location, await _retrieval(table, player, location))
        table.marked.remove(location)


async def _by_the_mayor(table: Table, mayor: str) -> None:
    """Lets players take mobsters back; the mayor's holder chooses the next location, and the order of the players there
    (M30).
    """
    seats = table.clockwise()
    marked = [each for each in LOCATIONS if each in table.marked]
    while marked:
        location, chosen_by = marked[0], mayor if len(marked) > 1 else None
        if chosen_by:
            location = await Choice("collect", mayor, tuple(marked), marked[0])
        table.tell(events.collects, location, chosen_by)
        await _call_each(table, mayor, location, _present(table, seats, location))
        marked.remove(location)
        table.marked.remove(location)


async def _call_each(table: Table, mayor: str, location: str, undecided: list[str]) -> None:
    while undecided:
        seat = undecided[0]
        if len(undecided) > 1:
            keys = [other for other in table.seats if other in undecided]
            seat = await Choice("call", mayor, keys, undecided[0], AT[location])
            table.tell(events.called, seat, location)
        undecided.remove(seat)
        player = table.players[seat]
        _take_back(table, player, location, await _retrieval(table, player, location))


def _present(table: Table, seats: Sequence[str], location: str) -> list[str]:
    """Returns the seats among these that have a mobster at the location."""
    stack = table.stacks[location]
    return [seat for seat in seats if seat in stack] if stack else []


def _retrieval(table: Table, player: Player, location: str) -> Several:
    """Returns the decision about a player's mobsters to take back from a location; any number is allowed (M31, M32)."""
    stack = table.stacks[location]
    every = each_height(location, len(stack))
    own = [every[at] for at, owner in enumerate(stack) if owner == player.seat]
    return Several("retrieve", player.seat, own, AT[location])


def _take_back(table: Table, player: Player, location: str, mobsters: Sequence[str]) -> None:
    """Moves a player's mobsters (keys `LOCATION:HEIGHT`) to the crew; the others keep their order (M31)."""
    heights = [int(mobster.partition(":")[2]) for mobster in mobsters]
    for height in reversed(heights):
        table.take_mobster(location, height)
    player.crew += len(heights)
    table.tell(events.retrieves, player.seat, location, heights)


async def end_of_round(table: Table) -> None:
    """Passes the starting token on to the left (M40), lets seats draw in three steps (M41), and begins a new round."""
    table.start = table.left_of(table.clockwise()[0])
    table.tell(events.token, table.start)
    poorest = _alone_with_fewest(table, "points")
    if poorest and poorest is _alone_with_fewest(table, "cards"):
        await table.draw(poorest, 1)
    if poorest:
        await table.draw(poorest, 1)
    for seat in table.clockwise():
        await table.draw(table.players[seat], 1)
    table.round += 1
    table.phase = "action"


def _alone_with_fewest(table: Table, what: str) -> Player | None:
    """Returns the only player with the fewest points or cards, as `what` says; None if several have the fewest."""
    players = list(table.players.values())
    amounts = [player.points if what == "points" else len(player.hand) for player in players]
    fewest = min(amounts)
    return players[amounts.index(fewest)] if amounts.count(fewest) == 1 else None
