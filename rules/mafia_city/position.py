"""Reads and checks a given table from which a game is to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.description import Play
from rules.errors import BadRequest
from rules.mafia_city.deck import in_use
from rules.mafia_city.game import rounds
from rules.mafia_city.table import EDITION, LOCATIONS, MOBSTERS, Player, Table
from rules.position_parser import Given, list_of, member, number, one_of, one_or_none, yes_or_no
from rules.position_parser import seats as seats_of

PHASES = ("action", "locations", "strategy")


def position(given: Given, names: Sequence[str] | None) -> tuple[Table, Play]:
    """Returns the table of JSON values and the coroutine that plays on from it; raises BadRequest if it is impossible.

    A table that names its `turn` (null outside the action phase) may be in the middle of its phase: before a turn, with
    the seats that have passed, or before a location's cycle, with the marked locations.
    """
    seats = tuple(seats_of(given, range(min(MOBSTERS), max(MOBSTERS) + 1), names))
    table = Table(seats, number(given, "goal", 1), number(given, "edition", 1, EDITION))
    table.round = number(given, "round", 1)
    table.phase = one_of(given, "phase", PHASES)
    table.start = one_of(given, "start", seats)
    table.midway = midway = "turn" in given
    table.turn = one_or_none(given, "turn", seats) if midway else None
    table.city = tuple(_each_once(given, "city"))
    table.stacks = _stacks(given, seats)
    table.cell = list_of(given, "cell", seats)
    table.hitman = one_of(given, "hitman", LOCATIONS)
    table.policeman = one_or_none(given, "policeman", seats)
    table.mayor = one_or_none(given, "mayor", seats)
    table.marked = _marked(given, table.phase, midway=midway)
    codes = in_use().codes
    table.players = {seat: _player(seat, given["players"][seat], codes) for seat in seats}
    table.deck = list_of(given, "deck", codes)
    table.discard = list_of(given, "discard", codes)
    if list_of(given, "open", codes):
        raise BadRequest("no card may lie open at the beginning of a phase")
    (_check_turn if midway else _check_beginning)(table)
    _check_mobsters(table)
    _check_cards(table, codes)
    _check_alive(table)
    return table, rounds(table)


def _each_once(given: Given, name: str) -> list[str]:
    places = list_of(given, name, LOCATIONS)
    if sorted(places) != sorted(LOCATIONS):
        raise BadRequest(f"'{name}' must name each of the seven locations once")
    return places


def _stacks(given: Given, seats: Sequence[str]) -> dict[str, list[str]]:
    stacks = member(given, "stacks")
    if not isinstance(stacks, dict) or sorted(stacks) != sorted(LOCATIONS):
        raise BadRequest("'stacks' must have a list for each of the seven locations")
    return {location: list_of(stacks, location, seats) for location in LOCATIONS}


def _marked(given: Given, phase: str, *, midway: bool) -> list[str]:
    if midway:
        return _marked_so_far(given, phase)
    if phase == "strategy":
        return _each_once(given, "marked")
    if list_of(given, "marked", LOCATIONS):
        raise BadRequest(f"no location can be marked at the beginning of the phase '{phase}'")
    return []


def _marked_so_far(given: Given, phase: str) -> list[str]:
    marked = list_of(given, "marked", LOCATIONS)
    if len(set(marked)) < len(marked):
        raise BadRequest("'marked' must not name a location twice")
    if phase == "action" and marked:
        raise BadRequest("no location can be marked in the phase 'action'")
    if phase == "locations" and len(marked) == len(LOCATIONS):
        raise BadRequest("if all locations are marked, the phase must be 'strategy'")
    if phase == "strategy" and not marked:
        raise BadRequest("if no location is marked, the phase 'strategy' is over")
    return marked


def _player(seat: str, given: Given, codes: Sequence[str]) -> Player:
    player = Player(seat, number(given, "crew", 0), number(given, "reserve", 0))
    player.points = number(given, "points", 0)
    player.hand = list_of(given, "hand", codes)
    player.passed = yes_or_no(given, "passed")
    return player


def _check_beginning(table: Table) -> None:
    if any(player.passed for player in table.players.values()):
        raise BadRequest("no seat can have passed at the beginning of a phase: 'passed' must be false")


def _check_turn(table: Table) -> None:
    """Raises BadRequest if a seat is active or has passed outside the action phase, or if all seats have passed."""
    passed = [player.passed for player in table.players.values()]
    if table.phase != "action" and (table.turn is not None or any(passed)):
        raise BadRequest(f"in the phase '{table.phase}' no seat is active ('turn' must be null) and none has passed")
    if all(passed):
        raise BadRequest("if all seats have passed, the phase 'action' is over")


def _check_mobsters(table: Table) -> None:
    """Raises BadRequest unless every player has the right number of mobsters in all places together (M2)."""
    expected = sum(MOBSTERS[len(table.seats)])
    for seat, player in table.players.items():
        outside = sum(stack.count(seat) for stack in table.stacks.values()) + table.cell.count(seat)
        found = player.crew + player.reserve + outside
        if found != expected:
            raise BadRequest(f"player {seat} has {found} mobsters in all, not {expected} (M2)")


def _check_cards(table: Table, codes: Sequence[str]) -> None:
    """Raises BadRequest if a card exists more often than in the deck; some may be missing (M6)."""
    found = Counter(table.deck + table.discard)
    for player in table.players.values():
        found.update(player.hand)
    copies = Counter(codes)
    for code, count in found.items():
        if count > copies[code]:
            raise BadRequest(f"there are {count} cards {code}, but the deck has only {copies[code]}")


def _check_alive(table: Table) -> None:
    """Raises BadRequest if there is no card and no mobster outside the reserves, because no seat could ever act."""
    if table.deck or table.discard or table.cell or any(table.stacks.values()):
        return
    if not any(player.hand or player.crew for player in table.players.values()):
        raise BadRequest("no seat has a card or a mobster outside the reserve: nothing could ever be asked")
