"""Discord's requirements for application commands."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from bot.emulator.checks import fields
from bot.emulator.checks.fields import TRUTH, Field, Fields, one_of, several_of, text, whole
from bot.emulator.checks.modals import check_choice, localised
from bot.emulator.errors import Findings, Json, Path

SUBCOMMAND, GROUP = 1, 2
MAX_LETTERS = 8000
MAX_CHAT_COMMANDS = 100
MAX_IN_A_MENU = 5
"""The maximum number of commands of each type of context menu. Discord allows more by now; older limits still fit."""


def is_name(name: Any) -> bool:
    """Returns whether a text can name a chat command or option: letters, digits, - _ ', no capitals, 1 to 32
    characters.
    """
    if not isinstance(name, str) or not 1 <= len(name) <= 32:
        return False
    return name == name.lower() and all(char in "-_'" or unicodedata.category(char)[0] in "LN" for char in name)


def _name(found: Findings, value: Any, path: Path) -> None:
    if not is_name(value):
        found.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


COMMAND: Final[Fields] = {
    "type": one_of((1, 2, 3, 4)), "nsfw": TRUTH, "dm_permission": TRUTH,
    "contexts": several_of((0, 1, 2)), "integration_types": several_of((0, 1)),
}  # fmt: skip


def _never(what: str) -> Field:
    """Returns a field that a command of a context menu must not have; an empty value counts as absent."""

    def check(found: Findings, value: Any, path: Path) -> None:
        if value:
            code = f"APPLICATION_COMMAND_CONTEXT_MENU_{what.upper()}_INVALID"
            found.add(path, code, f"Context menu commands cannot have {what}")

    return Field(check)


IN_A_MENU: Final[Fields] = {
    "name": text(32, least=1, required=True),
    "name_localizations": localised(text(32, least=1)),
    "description": _never("description"),
    "description_localizations": _never("description"),
    "options": _never("options"),
}
"""The further fields of a command that is no chat command."""
NAMED: Final[Fields] = {
    "name": Field(_name, required=True),
    "description": text(100, least=1, required=True),
    "name_localizations": localised(Field(_name)),
    "description_localizations": localised(text(100, least=1)),
}
OPTION: Final[Fields] = {**NAMED, "required": TRUTH, "autocomplete": TRUTH}
VALUE: Final[Fields] = {"min_length": whole(0, 6000), "max_length": whole(1, 6000)}
"""The further fields of an option that is no sub-command or group."""


def check_commands(commands: Any) -> None:
    """Checks the commands of a bulk overwrite: each valid, no two of a type with one name, not too many of a type.

    Raises Refused with 50035 and all faults.
    """
    found = Findings()
    seen: set[tuple[int, str]] = set()
    fault = "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
    for here, command in fields.items(found, commands, ()):
        if fields.form(found, command, here, COMMAND):
            kind = command.get("type") or 1
            _command(found, command, here, kind)
            fields.unique(found, (kind, str(command.get("name"))), seen, here, fault)
    for kind, limit in ((1, MAX_CHAT_COMMANDS), (2, MAX_IN_A_MENU), (3, MAX_IN_A_MENU)):
        fields.length(found, [one for one, _ in seen if one == kind], (), 0, limit)
    found.settle()


def _command(found: Findings, command: Json, path: Path, kind: Any) -> None:
    if kind != 1:
        fields.form(found, command, path, IN_A_MENU)
        return
    fields.form(found, command, path, NAMED)
    _options(found, command, path, depth=0)
    if not found.tree and _letters(command) > MAX_LETTERS:
        found.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_LETTERS})")


def _options(found: Findings, thing: Json, path: Path, depth: int) -> None:
    if thing.get("options") is None:
        return
    here = (*path, "options")
    options = fields.items(found, thing["options"], here, most=25)
    nested = {option.get("type") in (SUBCOMMAND, GROUP) for _, option in options if isinstance(option, dict)}
    if len(nested) == 2:
        said = "Sub-command and sub-command group option types are mutually exclusive to other option types"
        found.add(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said)
    names: set[str] = set()
    optional = False
    duplicate = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
    for place, option in options:
        if not fields.form(found, option, place, OPTION):
            continue
        _option(found, option, place, depth)
        fields.unique(found, str(option.get("name")), names, (*place, "name"), duplicate)
        if option.get("required") and optional:
            said = "Required options must be placed before non-required options"
            found.add(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", said)
        optional = optional or not option.get("required")


def _option(found: Findings, option: Json, path: Path, depth: int) -> None:
    kinds = range(3 if depth == 2 else 1, 12)
    fields.form(found, option, path, {"type": one_of(kinds, required=True)})
    kind = option.get("type")
    if kind == GROUP and depth != 0:
        found.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Groups cannot be nested")
    elif kind in (SUBCOMMAND, GROUP):
        inside = option.get("options") or ()
        if kind == GROUP and any(isinstance(one, dict) and one.get("type") != SUBCOMMAND for one in inside):
            said = "A group holds sub-commands only"
            found.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said)
        _options(found, option, path, depth + 1 if kind == GROUP else 2)
    else:
        fields.form(found, option, path, VALUE)
        _choices(found, option, (*path, "choices"))


def _choices(found: Findings, option: Json, path: Path) -> None:
    choices, kind = option.get("choices"), option.get("type")
    if not choices:
        return
    if kind not in (3, 4, 10) or option.get("autocomplete"):
        said = "Choices are not allowed with this type or with autocomplete"
        found.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", said)
        return
    names: set[str] = set()
    fault = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists"
    for here, choice in fields.items(found, choices, path, most=25):
        check_choice(found, choice, here, kind)
        if isinstance(choice, dict):
            fields.unique(found, str(choice.get("name")), names, here, fault)


def _longest(thing: Json, field: str) -> int:
    words = [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]
    return max((len(word) for word in words if isinstance(word, str)), default=0)


def _letters(thing: Json) -> int:
    """Returns the size of a command in characters: names, descriptions and choice values, each in its longest
    localisation.
    """
    total = _longest(thing, "name") + _longest(thing, "description")
    for option in thing.get("options") or ():
        if isinstance(option, dict):
            total += _letters(option)
    for choice in thing.get("choices") or ():
        if isinstance(choice, dict):
            total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total
