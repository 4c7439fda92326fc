"""What Discord demands of modals and of autocomplete answers."""

from __future__ import annotations

from typing import Any

from bot.emulator.checks import fields
from bot.emulator.checks.components import INPUT, LABEL, ROW, SELECT, TEXT, Parts
from bot.emulator.errors import Findings, Path

IN_LABEL = (INPUT, SELECT)
MOST_ROWS = 5


def check_modal(data: Any) -> None:
    """A modal: title 1..45, custom_id 1..100, one to five rows, labels or texts with fields of unique ids."""
    found = Findings()
    if fields.is_form(data, found, ()):
        fields.text(found, data, ("custom_id",), 100, least=1, needed=True)
        fields.text(found, data, ("title",), 45, least=1, needed=True)
        parts = Parts(found, ())
        if fields.is_list(data.get("components"), found, ("components",), 1, MOST_ROWS):
            for place, row in enumerate(data["components"]):
                _top(parts, row, ("components", place))
    found.settle(("data",))


def _top(parts: Parts, row: Any, path: Path) -> None:
    found = parts.found
    if not fields.is_form(row, found, path):
        return
    kind = row.get("type")
    if kind == ROW:
        below = (*path, "components")
        if fields.is_list(row.get("components"), found, below, 1, 1):
            _input(parts, row["components"][0], (*below, 0), labelled=False)
    elif kind == LABEL:
        fields.text(found, row, (*path, "label"), 45, least=1, needed=True)
        fields.text(found, row, (*path, "description"), 100, least=1)
        _inner(parts, row.get("component"), (*path, "component"))
    elif kind == TEXT:
        parts.words(row, path)
    else:
        said = f'Value of field "type" must be one of ({ROW}, {LABEL}, {TEXT}).'
        found.add((*path, "type"), "UNION_TYPE_CHOICES", said)


def _inner(parts: Parts, part: Any, path: Path) -> None:
    found = parts.found
    if part is None:
        found.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        return
    if not fields.is_form(part, found, path):
        return
    kind = part.get("type")
    if kind not in IN_LABEL:
        found.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {IN_LABEL}.')
    elif kind == INPUT:
        _input(parts, part, path, labelled=True)
    else:
        parts.select(part, path)
        if part.get("disabled"):
            found.add((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Fields of a modal cannot be disabled")


def _input(parts: Parts, part: Any, path: Path, *, labelled: bool) -> None:
    found = parts.found
    if not fields.is_form(part, found, path):
        return
    if part.get("type") != INPUT:
        found.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({INPUT},).')
        return
    parts.custom_id(part, (*path, "custom_id"))
    fields.choice(found, part, (*path, "style"), (1, 2), needed=True)
    if labelled and part.get("label") is not None:
        said = "A text input inside a label has no label of its own"
        found.add((*path, "label"), "TEXT_INPUT_LABEL_NOT_ALLOWED", said)
    elif not labelled:
        fields.text(found, part, (*path, "label"), 45, least=1, needed=True)
    fields.number(found, part, (*path, "min_length"), 0, 4000)
    fields.number(found, part, (*path, "max_length"), 1, 4000)
    fields.truth(found, part, (*path, "required"))
    fields.text(found, part, (*path, "placeholder"), 100)
    fields.text(found, part, (*path, "value"), 4000)
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if isinstance(least, int) and isinstance(most, int) and least > most:
        said = "min_length must be equal to or less than max_length"
        found.add((*path, "min_length"), "TEXT_INPUT_LENGTH_INVALID", said)
    value = part.get("value")
    if isinstance(value, str) and value and isinstance(most, int) and len(value) > most:
        found.add((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def check_choices(data: Any, wanted: int) -> None:
    """Autocomplete: up to 25 choices, names of 1..100, values of the option's type (3 text, 4 whole, 10 number)."""
    found = Findings()
    if fields.is_form(data, found, ()) and fields.is_list(data.get("choices"), found, ("choices",), most=25):
        for place, choice in enumerate(data["choices"]):
            check_choice(found, choice, ("choices", place), wanted)
    found.settle(("data",))


def check_choice(found: Findings, choice: Any, path: Path, wanted: int) -> None:
    """One choice of an option: its name, and a value of the option's type."""
    if not fields.is_form(choice, found, path):
        return
    fields.text(found, choice, (*path, "name"), 100, least=1, needed=True)
    if wanted == 3:
        fields.text(found, choice, (*path, "value"), 100, needed=True)
    elif wanted == 4:
        fields.number(found, choice, (*path, "value"), -(2**53), 2**53, needed=True)
    elif not isinstance(choice.get("value"), int | float):
        found.add((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{choice.get("value")}" is not a number.')
