"""Functions that read a given table (`position`) field by field; invalid values raise BadRequest with a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.description import SEATS
from rules.errors import BadRequest

Given = Mapping[str, Any]


def member(given: Given, name: str) -> Any:
    """Returns a required field of a given table; raises BadRequest if it is missing."""
    if name not in given:
        raise BadRequest(f"the table lacks '{name}'")
    return given[name]


def number(given: Given, name: str, least: int, most: int | None = None) -> int:
    """Returns an integer field; raises BadRequest unless it is from `least` to `most` (None: no upper bound)."""
    value = member(given, name)
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        raise BadRequest(f"'{name}' must be a whole number from {least} {'on' if most is None else f'to {most}'}")
    return value


def one_of(given: Given, name: str, allowed: Sequence[str]) -> str:
    """Returns a text field; raises BadRequest unless it is one of the allowed words."""
    value = member(given, name)
    if not isinstance(value, str) or value not in tuple(allowed):
        raise BadRequest(f"'{name}' must be one of {', '.join(allowed)}, not {value!r}")
    return value


def one_or_none(given: Given, name: str, allowed: Sequence[str]) -> str | None:
    """Returns a text field or None; raises BadRequest unless it is one of the allowed words or null."""
    return None if member(given, name) is None else one_of(given, name, allowed)


def yes_or_no(given: Given, name: str) -> bool:
    """Returns a boolean field; raises BadRequest if it is anything else."""
    value = member(given, name)
    if not isinstance(value, bool):
        raise BadRequest(f"'{name}' must be true or false")
    return value


def objects(given: Given, name: str) -> list[Given]:
    """Returns a field that is a list of JSON objects; raises BadRequest if it is anything else."""
    values = member(given, name)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise BadRequest(f"'{name}' must be a list of objects")
    return list(values)


def list_of(given: Given, name: str, allowed: Sequence[str]) -> list[str]:
    """Returns a field that is a list of allowed words, possibly repeated; raises BadRequest if it is anything else."""
    words = member(given, name)
    if not isinstance(words, list):
        raise BadRequest(f"'{name}' must be a list")
    known = frozenset(allowed)
    for word in words:
        if not isinstance(word, str) or word not in known:
            raise BadRequest(f"{word!r} cannot be in '{name}'")
    return list(words)


def seats(given: Given, players: range, names: Sequence[str] | None) -> str:
    """Returns the letters of the seats in the field `players`, such as `abc`.

    Raises BadRequest unless each seat is an object and their number fits the game and the names (None: not known).
    """
    found = member(given, "players")
    if not isinstance(found, dict) or len(found) not in players:
        raise BadRequest(f"'players' must be an object of {players[0]} to {players[-1]} seats")
    letters = SEATS[: len(found)]
    if sorted(found) != list(letters):
        raise BadRequest(f"'players' must have the seats {', '.join(letters)}")
    if names is not None and len(names) != len(letters):
        raise BadRequest(f"there are {len(names)} names for {len(letters)} seats")
    for seat, player in found.items():
        if not isinstance(player, dict):
            raise BadRequest(f"player {seat} must be an object")
    return letters
