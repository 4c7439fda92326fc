"""A game that begins with a given table: whether that table can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import SEATS, Play
from rules.errors import BadRequest
from rules.mafia_city.deck import in_use
from rules.mafia_city.game import rounds
from rules.mafia_city.table import EDITION, LOCATIONS, MOBSTERS, Player, Table

PHASES = ("action", "locations", "strategy")


def position(given: Mapping[str, Any], names: Sequence[str] | None) -> tuple[Table, Play]:
    """A given table and its play from the beginning of its phase; raises BadRequest, naming what is wrong."""
    seats = _seats(given, names)
    table = Table(seats, _number(given, "goal", 1), _edition(given))
    table.round = _number(given, "round", 1)
    table.phase = _one_of(given, "phase", PHASES)
    table.start = _one_of(given, "start", seats)
    table.city = tuple(_each_once(given, "city"))
    table.stacks = _stacks(given, seats)
    table.cell = _list_of(given, "cell", seats)
    table.hitman = _one_of(given, "hitman", LOCATIONS)
    table.policeman = _one_of(given, "policeman", (None, *seats))
    table.mayor = _one_of(given, "mayor", (None, *seats))
    table.marked = _marked(given, table.phase)
    codes = in_use().codes
    table.players = {seat: _player(seat, given["players"][seat], codes) for seat in seats}
    table.deck = _list_of(given, "deck", codes)
    table.discard = _list_of(given, "discard", codes)
    if _list_of(given, "open", codes):
        raise BadRequest("no card may lie open at the beginning of a phase")
    _check_mobsters(table)
    _check_cards(table, codes)
    _check_alive(table)
    return table, rounds(table)


def _member(given: Mapping[str, Any], name: str) -> Any:
    if name not in given:
        raise BadRequest(f"the table lacks '{name}'")
    return given[name]


def _number(given: Mapping[str, Any], name: str, least: int) -> int:
    value = _member(given, name)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise BadRequest(f"'{name}' is a whole number from {least} on")
    return value


def _edition(given: Mapping[str, Any]) -> int:
    edition = _number(given, "edition", 1)
    if edition > EDITION:
        raise BadRequest(f"'edition' is at most {EDITION}")
    return edition


def _one_of(given: Mapping[str, Any], name: str, allowed: Sequence[Any]) -> Any:
    value = _member(given, name)
    if not isinstance(value, str | None) or value not in allowed:
        raise BadRequest(f"'{name}' is one of {', '.join(str(word or 'null') for word in allowed)}")
    return value


def _list_of(given: Mapping[str, Any], name: str, allowed: Sequence[str]) -> list[str]:
    value = _member(given, name)
    if not isinstance(value, list):
        raise BadRequest(f"'{name}' is a list")
    for word in value:
        if not isinstance(word, str) or word not in allowed:
            raise BadRequest(f"{word!r} cannot be in '{name}'")
    return list(value)


def _each_once(given: Mapping[str, Any], name: str) -> list[str]:
    places = _list_of(given, name, LOCATIONS)
    if sorted(places) != sorted(LOCATIONS):
        raise BadRequest(f"'{name}' names each of the seven locations once")
    return places


def _seats(given: Mapping[str, Any], names: Sequence[str] | None) -> tuple[str, ...]:
    players = _member(given, "players")
    if not isinstance(players, dict) or len(players) not in MOBSTERS:
        raise BadRequest("'players' is an object of 3 to 5 seats (M1)")
    seats = tuple(SEATS[: len(players)])
    if sorted(players) != list(seats):
        raise BadRequest(f"'players' are the seats {', '.join(seats)}")
    if names is not None and len(names) != len(seats):
        raise BadRequest(f"there are {len(names)} names for {len(seats)} seats")
    return seats


def _stacks(given: Mapping[str, Any], seats: Sequence[str]) -> dict[str, list[str]]:
    stacks = _member(given, "stacks")
    if not isinstance(stacks, dict) or sorted(stacks) != sorted(LOCATIONS):
        raise BadRequest("'stacks' has a list for each of the seven locations")
    return {location: _list_of(stacks, location, seats) for location in LOCATIONS}


def _marked(given: Mapping[str, Any], phase: str) -> list[str]:
    if phase == "strategy":
        return _each_once(given, "marked")
    if _list_of(given, "marked", LOCATIONS):
        raise BadRequest(f"no location is marked at the beginning of the phase '{phase}'")
    return []


def _player(seat: str, given: Any, codes: Sequence[str]) -> Player:
    if not isinstance(given, dict):
        raise BadRequest(f"player {seat} is an object")
    player = Player(seat, _number(given, "crew", 0), _number(given, "reserve", 0))
    player.points = _number(given, "points", 0)
    player.hand = _list_of(given, "hand", codes)
    if _member(given, "passed") is not False:
        raise BadRequest("nobody has passed at the beginning of a phase ('passed' is false)")
    return player


def _check_mobsters(table: Table) -> None:
    """M2: every mobster is somewhere, and none too many."""
    expected = sum(MOBSTERS[len(table.seats)])
    for seat, player in table.players.items():
        outside = sum(stack.count(seat) for stack in table.stacks.values()) + table.cell.count(seat)
        found = player.crew + player.reserve + outside
        if found != expected:
            raise BadRequest(f"player {seat} has {found} mobsters in all, not {expected} (M2)")


def _check_cards(table: Table, codes: Sequence[str]) -> None:
    """M6: no card more often than the deck has it; some may be missing."""
    found = Counter(table.deck + table.discard)
    for player in table.players.values():
        found.update(player.hand)
    copies = Counter(codes)
    for code, count in found.items():
        if count > copies[code]:
            raise BadRequest(f"there are {count} cards {code}, but the deck has only {copies[code]}")


def _check_alive(table: Table) -> None:
    """With no card anywhere and every mobster in reserve nothing could ever be asked."""
    if table.deck or table.discard or table.cell or any(table.stacks.values()):
        return
    if not any(player.hand or player.crew for player in table.players.values()):
        raise BadRequest("nobody has a card or a mobster outside the reserve: nothing could ever be asked")
