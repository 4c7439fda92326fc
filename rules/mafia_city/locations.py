"""The location phase of a round (M20-M25)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.decisions import Choice, SecretChoice
from rules.mafia_city import events
from rules.mafia_city.cancelling import Play, card_play, perform, symbol_play
from rules.mafia_city.control import determine, secret_deals
from rules.mafia_city.jail import to_cell
from rules.mafia_city.keys import any_mobster, distinct, each_height, of_kind, with_symbol
from rules.mafia_city.table import AT, LOCATIONS, Player, Table

DECLINE = "decline"
STAY = "stay"


async def location_phase(table: Table) -> None:
    """Plays seven cycles: location (by number, or chosen by the mayor's holder), control, point, effect, mark (M20)."""
    table.tell(events.phase, "locations", table.round)
    unmarked = [location for location in LOCATIONS if location not in table.marked]
    while unmarked:
        location, chosen_by = unmarked[0], table.mayor if len(unmarked) > 1 else None
        if chosen_by:
            location = await Choice("evaluate", chosen_by, tuple(unmarked), unmarked[0])
        table.tell(events.evaluates, location, chosen_by)
        deals = await secret_deals(table, location) if table.stacks[location] else {}
        controller, leading = determine(table, location, deals)
        if controller:
            score(table, controller, location)
        await EFFECTS[location](table, controller, leading)
        unmarked.remove(location)
        table.marked.append(location)
    table.phase = "strategy"


def score(table: Table, player: Player, location: str, *, extra: bool = False) -> None:
    """Gives a player one point for a location and tells it (M23); `extra`: by a star at the private club."""
    player.points += 1
    table.tell(events.scores, player.seat, location, player.points, extra)


async def prison(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Empties the cell; then the controller may jail any one mobster (M24.1)."""
    if table.cell:
        mobsters, table.cell = table.cell, []
        for seat in mobsters:
            table.players[seat].crew += 1
        table.tell(events.released, mobsters)
    if controller is None:
        return
    key = await Choice("jail", controller.seat, lambda: [DECLINE, *any_mobster(table)], DECLINE, AT["prison"])
    if key == DECLINE:
        return
    location, height = key.split(":")

    async def jail() -> None:
        await to_cell(table, location, int(height), controller.seat)

    mobster = table.stacks[location][int(height) - 1]
    await perform(table, Play(controller.seat, "jail", key, (), "prison"), jail, mobster)


async def harbour(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Lets the controller move the hitman (the effect), and then have one mobster killed (a card) (M24.2)."""
    if controller is None:
        return
    await _move_hitman(table, controller)
    while controller.hand and table.stacks[table.hitman]:
        if await _kill_or_decline(table, controller):
            return


async def _move_hitman(table: Table, controller: Player) -> None:
    keys = [STAY, *table.neighbours(table.hitman)]
    key = await Choice("move", controller.seat, keys, STAY, AT["harbour"])
    if key == STAY:
        return

    async def move() -> None:
        table.hitman = key
        table.tell(events.hitman_moves, controller.seat, key)

    await perform(table, Play(controller.seat, "move", key, (), "harbour"), move)


async def _kill_or_decline(table: Table, controller: Player) -> bool:
    """Asks the controller once whether and which mobster to kill at the hitman's place, and carries it out.

    Returns False if the card was cancelled, so that another card may follow (M63); True if it was not, or no card was
    played.
    """
    stack = table.stacks[table.hitman]
    cards = of_kind(controller.hand, "hitman")
    keys = [DECLINE, *(key for card in cards for key in each_height(card, len(stack)))]
    key = await SecretChoice("kill", controller.seat, keys, DECLINE, AT["harbour"])
    if key == DECLINE:
        return True
    card, height = key.split(":")

    async def kill() -> None:
        owner = table.take_mobster(table.hitman, int(height))
        table.players[owner].reserve += 1
        table.tell(events.killed, owner, controller.seat, table.hitman)

    return await perform(table, card_play(controller, "kill", key, card), kill, stack[int(height) - 1])


async def fight_club(table: Table, _controller: Player | None, leading: list[Player]) -> None:
    """Moves one mobster from the reserve to the crew, for the controller or for every tied seat (M24.3)."""
    for player in leading:
        if player.reserve:
            player.reserve -= 1
            player.crew += 1
            table.tell(events.recruits, player.seat)


async def police_station(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Gives the policeman to the controller; without one it returns to the station (M24.4)."""
    table.policeman = controller.seat if controller else None
    table.tell(events.policeman, table.policeman)


async def business_district(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Lets the controller draw three cards and then discard any one card of the hand (M24.5)."""
    if controller is None:
        return
    await table.draw(controller, 3)
    if not controller.hand:
        return
    card = controller.hand[0]
    if len(controller.hand) > 1:
        keys, silence = distinct(controller.hand), controller.hand[-1]
        card = await SecretChoice("discard", controller.seat, keys, silence, AT["business_district"])
    table.throw(controller, card)
    table.tell(events.discards, controller.seat, card)


async def private_club(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Lets the controller play one star for one more point; after a cancelled star another may follow (M24.6)."""
    while controller and controller.hand:
        keys = (DECLINE, *with_symbol(controller.hand, "star"))
        key = await SecretChoice("star", controller.seat, keys, DECLINE, AT["private_club"])
        if key == DECLINE:
            return
        if await perform(table, symbol_play(controller, "star", key, key)):
            score(table, controller, "private_club", extra=True)
            return


async def town_hall(table: Table, controller: Player | None, _leading: list[Player]) -> None:
    """Gives the mayor to the controller; without one it returns to the town hall (M24.7)."""
    table.mayor = controller.seat if controller else None
    table.tell(events.mayor, table.mayor)


EFFECTS: dict[str, Callable[[Table, Player | None, list[Player]], Awaitable[None]]] = {
    "prison": prison,
    "harbour": harbour,
    "fight_club": fight_club,
    "police_station": police_station,
    "business_district": business_district,
    "private_club": private_club,
    "town_hall": town_hall,
}
