"""Checks JSON objects against tables of their fields: type, length, range. Reports faults with Discord's codes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Container, Mapping, Sized
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from bot.emulator.errors import Findings, Path

_SNOWFLAKE: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_KEYCAP: Final = "\u20e3"
Check = Callable[[Findings, Any, Path], None]
"""A function that adds the faults of a value to the findings; the path says where the value is."""


class Field(NamedTuple):
    """The check of a field and whether the field must be present; null counts as absent."""

    check: Check
    required: bool = False


Fields = Mapping[str, Field]
ANY: Final[Fields] = {}


def form(found: Findings, value: Any, path: Path, fields: Fields = ANY) -> bool:
    """Checks a JSON object and those of its fields that the table names, and adds their faults.

    Returns whether the value is an object.
    """
    if not isinstance(value, dict):
        found.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return False
    for name, field in fields.items():
        if value.get(name) is not None:
            field.check(found, value[name], (*path, name))
        elif field.required:
            required(found, (*path, name))
    return True


def required(found: Findings, path: Path) -> None:
    """Adds the fault that the field at that path is missing."""
    found.add(path, "BASE_TYPE_REQUIRED", "This field is required")


def items(found: Findings, value: Any, path: Path, least: int = 0, most: float = math.inf) -> list[tuple[Path, Any]]:
    """Checks a list and its length; returns its items with their paths, also those of a list that is too long."""
    if not isinstance(value, list):
        found.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    length(found, value, path, least, most)
    return [((*path, place), one) for place, one in enumerate(value)]


def length(found: Findings, value: Sized, path: Path, least: int, most: float) -> None:
    """Adds a fault if a text or list has too few or too many characters or items."""
    if least <= len(value) <= most:
        return
    if least and most < math.inf:
        found.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    elif least:
        found.add(path, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")
    else:
        found.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def unique(found: Findings, value: Any, seen: set[Any], path: Path, fault: tuple[str, str]) -> None:
    """Adds the given fault (code and message) if the value was seen before; then adds the value to `seen`."""
    if value in seen:
        found.add(path, *fault)
    seen.add(value)


# Kinds of fields


def text(most: int, *, least: int = 0, required: bool = False) -> Field:
    """Returns the check of a field that contains a string of `least` to `most` characters."""

    def check(found: Findings, value: Any, path: Path) -> None:
        if not isinstance(value, str):
            found.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        else:
            length(found, value, path, least, most)

    return Field(check, required)


def whole(low: int, high: int, *, required: bool = False) -> Field:
    """Returns the check of a field that contains a whole number from `low` to `high`."""

    def check(found: Findings, value: Any, path: Path) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            found.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < low:
            found.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            found.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    return Field(check, required)


def one_of(allowed: Collection[Any], *, required: bool = False) -> Field:
    """Returns the check of a field that contains one of the allowed values."""

    def check(found: Findings, value: Any, path: Path) -> None:
        if isinstance(value, bool) or value not in allowed:
            found.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(allowed)}.")

    return Field(check, required)


def several_of(allowed: Collection[Any]) -> Field:
    """Returns the check of a field that contains a list of one or more of the allowed values."""

    def check(found: Findings, value: Any, path: Path) -> None:
        if any(one not in allowed for _, one in items(found, value, path, 1)):
            found.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(allowed)}.")

    return Field(check)


def link(most: int, schemes: tuple[str, ...]) -> Field:
    """Returns the check of a required field that contains a well-formed URL with one of the schemes."""

    def check(found: Findings, value: Any, path: Path) -> None:
        text(most).check(found, value, path)
        parts = urlsplit(value) if isinstance(value, str) else None
        if parts and parts.scheme not in schemes:
            several = "', '".join(schemes)
            found.add(path, "URL_TYPE_INVALID_SCHEME", f"Scheme \"{parts.scheme}\" must be one of ('{several}').")
        elif parts and (not parts.netloc or " " in value):
            found.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    return Field(check, required=True)


def _truth(found: Findings, value: Any, path: Path) -> None:
    if not isinstance(value, bool):
        found.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def _snowflake(found: Findings, value: Any, path: Path) -> None:
    if not is_snowflake(value):
        found.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def _emoji(found: Findings, value: Any, path: Path) -> None:
    """Checks an emoji: a Unicode emoji, or one with an ID (`own_emoji` checks whether that exists)."""
    if not form(found, value, path):
        return
    if value.get("id") is not None:
        _snowflake(found, value["id"], (*path, "id"))
        text(32, required=True).check(found, value.get("name"), (*path, "name"))
    elif not isinstance(value.get("name"), str) or not is_emoji(value["name"]):
        found.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def own_emoji(found: Findings, value: Any, path: Path, known: Container[int]) -> None:
    """Adds a fault if an emoji has an ID that is not of one of the application's own (`known`)."""
    number = value.get("id") if isinstance(value, dict) else None
    if number is not None and (not is_snowflake(number) or int(number) not in known):
        found.add((*path, "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


TRUTH: Final = Field(_truth)
SNOWFLAKE: Final = Field(_snowflake, required=True)
EMOJI: Final = Field(_emoji)


def is_snowflake(value: Any) -> bool:
    """Returns whether a value is an ID, written as a string or a number."""
    if isinstance(value, int):
        return not isinstance(value, bool) and value >= 0
    return isinstance(value, str) and _SNOWFLAKE.fullmatch(value) is not None


@lru_cache(1024)
def is_emoji(name: str) -> bool:
    """Returns whether a name is a Unicode emoji. The test is approximate, but no letter or plain digit passes."""
    if not name or any(char.isalpha() and ord(char) < 0x1F000 for char in name):
        return False
    return _KEYCAP in name or any(ord(char) >= 0x203C or char in "\u00a9\u00ae" for char in name)
