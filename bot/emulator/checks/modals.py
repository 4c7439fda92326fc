"""Discord's requirements for modals and autocomplete answers."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

from bot.emulator.checks import fields
from bot.emulator.checks.components import CUSTOM_ID, IN_MODAL, MAX_ROWS, Parts
from bot.emulator.checks.fields import Field, Fields, text, whole
from bot.emulator.errors import Findings, Path
from bot.emulator.objects import LOCALES

MODAL: Final[Fields] = {**CUSTOM_ID, "title": text(45, least=1, required=True)}


def localised(field: Field) -> Field:
    """Returns the check of a field that contains translations by Discord's locales, each of which `field` checks."""

    def check(found: Findings, value: Any, path: Path) -> None:
        for locale, word in value.items() if fields.form(found, value, path) else ():
            if locale not in LOCALES:
                found.add((*path, locale), "DICT_TYPE_INVALID_KEY", f"Value must be one of {sorted(LOCALES)}.")
            elif word is not None:
                field.check(found, word, (*path, locale))

    return Field(check)


def _number(found: Findings, value: Any, path: Path) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        found.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


CHOICE: Final[Fields] = {
    "name": text(100, least=1, required=True),
    "name_localizations": localised(text(100, least=1)),
}
VALUES: Final = {3: text(100, required=True), 4: whole(-(2**53), 2**53, required=True)}
"""Type of a command option -> the check of a choice's value; for all other types the value is any number."""


def check_modal(data: Any, emojis: Container[int] = ()) -> None:
    """Checks a modal: title, custom_id, one to five rows, labels or texts with fields of unique ids.

    Raises Refused with 50035 and all faults.
    """
    found = Findings()
    if fields.form(found, data, (), MODAL):
        Parts(found, modal=True, emojis=emojis).several(data.get("components"), ("components",), 1, MAX_ROWS, IN_MODAL)
    found.settle(("data",))


def check_choices(data: Any, wanted: int) -> None:
    """Checks an autocomplete answer: at most 25 choices with values of the option's type `wanted`.

    Raises Refused with 50035 and all faults.
    """
    found = Findings()
    if fields.form(found, data, ()):
        for here, choice in fields.items(found, data.get("choices"), ("choices",), most=25):
            check_choice(found, choice, here, wanted)
    found.settle(("data",))


def check_choice(found: Findings, choice: Any, path: Path, wanted: int) -> None:
    """Checks one choice of an option: its name, and a value of the option's type."""
    fields.form(found, choice, path, {**CHOICE, "value": VALUES.get(wanted, Field(_number, required=True))})
