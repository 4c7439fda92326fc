"""Small checks of one field each: type, length, range; Discord's codes for what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any, TypeGuard
from urllib.parse import urlsplit

from bot.emulator.errors import Findings, Json, Path

_SNOWFLAKE = re.compile(r"0|[1-9][0-9]{0,19}")
_KEYCAP = "\u20e3"


def is_form(value: Any, found: Findings, path: Path) -> TypeGuard[Json]:
    """An object is wanted."""
    if isinstance(value, dict):
        return True
    found.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    return False


def is_list(value: Any, found: Findings, path: Path, least: int = 0, most: int | None = None) -> TypeGuard[list[Any]]:
    """A list of a number of things is wanted; too long or short a list is still looked through."""
    if not isinstance(value, list):
        found.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return False
    if len(value) < least or (most is not None and len(value) > most):
        found.add(path, *_length(least, most))
    return True


def _length(least: int, most: int | None) -> tuple[str, str]:
    if least and most is not None:
        return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    if least:
        return "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length."
    return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."


def _missing(found: Findings, form: Json, path: Path, needed: bool) -> bool:
    if form.get(str(path[-1])) is not None:
        return False
    if needed:
        found.add(path, "BASE_TYPE_REQUIRED", "This field is required")
    return True


def text(found: Findings, form: Json, path: Path, most: int, *, least: int = 0, needed: bool = False) -> None:
    """form[path's end] is a string of least..most characters, or absent when it is not needed."""
    if _missing(found, form, path, needed):
        return
    value = form[str(path[-1])]
    if not isinstance(value, str):
        found.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
    elif not least <= len(value) <= most:
        found.add(path, *_length(least, most))


def number(found: Findings, form: Json, path: Path, low: int, high: int, *, needed: bool = False) -> None:
    """form[path's end] is a whole number from low to high, or absent when it is not needed."""
    if _missing(found, form, path, needed):
        return
    value = form[str(path[-1])]
    if isinstance(value, bool) or not isinstance(value, int):
        found.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    elif value < low:
        found.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
    elif value > high:
        found.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")


def truth(found: Findings, form: Json, *paths: Path) -> None:
    """form[each path's end] is true, false or absent."""
    for path in paths:
        value = form.get(str(path[-1]))
        if value is not None and not isinstance(value, bool):
            found.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def choice(found: Findings, form: Json, path: Path, allowed: Collection[Any], *, needed: bool = False) -> None:
    """form[path's end] is one of the allowed values, or absent when it is not needed."""
    if _missing(found, form, path, needed):
        return
    value = form[str(path[-1])]
    if isinstance(value, bool) or value not in allowed:
        found.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(allowed)}.")


def link(
    found: Findings,
    form: Json,
    path: Path,
    most: int,
    schemes: tuple[str, ...] = ("http", "https"),
    *,
    needed: bool = False,
) -> None:
    """form[path's end] is a well formed URL with one of the schemes."""
    text(found, form, path, most, needed=needed)
    value = form.get(str(path[-1]))
    if not isinstance(value, str):
        return
    parts = urlsplit(value)
    if parts.scheme not in schemes:
        several = "', '".join(schemes)
        found.add(path, "URL_TYPE_INVALID_SCHEME", f"Scheme \"{parts.scheme}\" must be one of ('{several}').")
    elif not parts.netloc or " " in value:
        found.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def snowflake(value: Any) -> bool:
    """Whether a value is an id, written as a string or number."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return value >= 0
    return isinstance(value, str) and _SNOWFLAKE.fullmatch(value) is not None


def identity(found: Findings, form: Json, path: Path, *, needed: bool = False) -> None:
    """form[path's end] is an id, or absent when it is not needed."""
    if _missing(found, form, path, needed):
        return
    value = form[str(path[-1])]
    if not snowflake(value):
        found.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@lru_cache(1024)
def is_emoji(name: str) -> bool:
    """Whether a name is a unicode emoji rather than a word; coarse, but no letter or plain digit passes."""
    if not name or any(char.isalpha() and ord(char) < 0x1F000 for char in name):
        return False
    return _KEYCAP in name or any(ord(char) >= 0x203C or char in "\u00a9\u00ae" for char in name)


def emoji(found: Findings, form: Json, path: Path) -> None:
    """form["emoji"] is a unicode emoji: the application has none of its own."""
    value = form.get("emoji")
    if value is None or not is_form(value, found, path):
        return
    if value.get("id") is None:
        name = value.get("name")
        if not isinstance(name, str) or not is_emoji(name):
            found.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
    else:
        found.add((*path, "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
