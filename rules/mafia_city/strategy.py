"""III. Strategy phase and IV. end of the round (M30-M32, M40-M41)."""

from __future__ import annotations

from rules.decisions import Choice, Several
from rules.mafia_city import events
from rules.mafia_city.keys import each_height
from rules.mafia_city.table import AT, LOCATIONS, Player, Table
from rules.mafia_city.victory import has_winner


async def strategy_phase(table: Table) -> None:
    """M26: victory is checked once, when all seven are marked; M30: else mobsters may be taken back."""
    if has_winner(table):
        table.phase = "over"
        return
    table.tell(events.phase("strategy", table.round))
    if table.mayor is None:
        await _in_order(table)
    else:
        await _by_the_mayor(table, table.mayor)
    table.phase = "end"


async def _in_order(table: Table) -> None:
    """M30: locations 1 to 7, at each the players from the starting player clockwise."""
    seats = table.clockwise()
    for location in LOCATIONS:
        for seat in seats:
            if seat in table.stacks[location]:
                await _retrieve(table, table.players[seat], location)
        table.marked.remove(location)


async def _by_the_mayor(table: Table, mayor: str) -> None:
    """M30: the mayor's holder picks a marked location, then repeatedly a player who has not decided there."""
    while table.marked:
        marked = [location for location in LOCATIONS if location in table.marked]
        location, chosen_by = marked[0], None
        if len(marked) > 1:
            chosen_by = mayor
            location = await Choice("collect", mayor, marked, silence=marked[0])
        table.tell(events.collects(location, chosen_by))
        await _call_each(table, mayor, location)
        table.marked.remove(location)


async def _call_each(table: Table, mayor: str, location: str) -> None:
    undecided = [seat for seat in table.clockwise() if seat in table.stacks[location]]
    while undecided:
        seat = undecided[0]
        if len(undecided) > 1:
            keys = [other for other in table.seats if other in undecided]
            seat = await Choice("call", mayor, keys, silence=undecided[0], about=AT[location])
            table.tell(events.called(seat, location))
        undecided.remove(seat)
        await _retrieve(table, table.players[seat], location)


async def _retrieve(table: Table, player: Player, location: str) -> None:
    """M31, M32: any number of own mobsters back to the crew, never from the cell; the others keep their order."""
    every = each_height(location, len(table.stacks[location]))
    keys = [key for key, owner in zip(every, table.stacks[location], strict=True) if owner == player.seat]
    taken = await Several("retrieve", player.seat, keys, about=AT[location])
    heights = [int(key.partition(":")[2]) for key in taken]
    for height in reversed(heights):
        table.take_mobster(location, height)
    player.crew += len(heights)
    table.tell(events.retrieves(player.seat, location, heights))


async def end_of_round(table: Table) -> None:
    """M40: the starting token goes to the left neighbour; M41: cards are drawn in three steps."""
    table.start = table.left_of(table.clockwise()[0])
    table.tell(events.token(table.start))
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
    """The only player with the fewest points, or the only one with the fewest cards."""
    amounts = {seat: player.points if what == "points" else len(player.hand) for seat, player in table.players.items()}
    fewest = [seat for seat, amount in amounts.items() if amount == min(amounts.values())]
    return table.players[fewest[0]] if len(fewest) == 1 else None
