"""What Discord demands of application commands."""

from __future__ import annotations

import unicodedata
from typing import Any

from bot.emulator.checks import fields
from bot.emulator.checks.modals import check_choice
from bot.emulator.errors import Findings, Json, Path
from bot.emulator.objects import LOCALES

SUBCOMMAND, GROUP = 1, 2
MOST_LETTERS = 8000


def is_name(name: str) -> bool:
    """Whether a chat command or option may be called so: letters, digits, - _ ', no capitals, 1..32."""
    if not 1 <= len(name) <= 32:
        return False
    return name == name.lower() and all(char in "-_'" or unicodedata.category(char)[0] in "LN" for char in name)


def check_commands(commands: Any, most: int = 100) -> None:
    """A whole list of commands as bulk overwrite brings it: each lawful, no two of a type with one name."""
    found = Findings()
    if fields.is_list(commands, found, ()):
        seen: set[tuple[int, str]] = set()
        for place, command in enumerate(commands):
            _command(found, command, (place,))
            if not isinstance(command, dict):
                continue
            key = (command.get("type") or 1, str(command.get("name")))
            if key in seen:
                said = "Application command names must be unique"
                found.add((place,), "APPLICATION_COMMANDS_DUPLICATE_NAME", said)
            seen.add(key)
        if sum(1 for kind, _ in seen if kind == 1) > most:
            found.add((), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    found.settle()


def _command(found: Findings, command: Any, path: Path) -> None:
    if not fields.is_form(command, found, path):
        return
    fields.choice(found, command, (*path, "type"), (1, 2, 3, 4))
    fields.truth(found, command, (*path, "nsfw"), (*path, "dm_permission"))
    for name in ("contexts", "integration_types"):
        listed = command.get(name)
        if listed is not None and fields.is_list(listed, found, (*path, name), 1):
            allowed = (0, 1, 2) if name == "contexts" else (0, 1)
            if any(each not in allowed for each in listed):
                found.add((*path, name), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
    if (command.get("type") or 1) != 1:
        fields.text(found, command, (*path, "name"), 32, least=1, needed=True)
        return
    _named(found, command, path)
    _options(found, command, path, depth=0)
    if _letters(command) > MOST_LETTERS:
        found.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_LETTERS})")


def _named(found: Findings, thing: Json, path: Path) -> None:
    """Name and description with their localisations."""
    name = thing.get("name")
    if not isinstance(name, str):
        found.add((*path, "name"), "BASE_TYPE_REQUIRED", "This field is required")
    elif not is_name(name):
        found.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    fields.text(found, thing, (*path, "description"), 100, least=1, needed=True)
    for field in ("name_localizations", "description_localizations"):
        _localised(found, thing, (*path, field))


def _localised(found: Findings, thing: Json, path: Path) -> None:
    words = thing.get(str(path[-1]))
    if words is None or not fields.is_form(words, found, path):
        return
    for locale, word in words.items():
        here = (*path, locale)
        if locale not in LOCALES:
            said = f"Value must be one of {sorted(LOCALES)}."
            found.add(here, "DICT_TYPE_INVALID_KEY", said)
        elif path[-1] == "description_localizations":
            fields.text(found, words, here, 100, least=1)
        elif word is not None and (not isinstance(word, str) or not is_name(word)):
            found.add(here, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(found: Findings, thing: Json, path: Path, depth: int) -> None:
    options = thing.get("options")
    here = (*path, "options")
    if options is None or not fields.is_list(options, found, here, most=25):
        return
    names: set[str] = set()
    optional = False
    kinds = [option.get("type") for option in options if isinstance(option, dict)]
    if any(kind in (SUBCOMMAND, GROUP) for kind in kinds) and any(kind not in (SUBCOMMAND, GROUP) for kind in kinds):
        said = "Sub-command and sub-command group option types are mutually exclusive to other option types"
        found.add(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said)
    for place, option in enumerate(options):
        if not fields.is_form(option, found, (*here, place)):
            continue
        _option(found, option, (*here, place), depth)
        if option.get("name") in names:
            said = "Option name already exists"
            found.add((*here, place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", said)
        names.add(str(option.get("name")))
        if option.get("required") and optional:
            said = "Required options must be placed before non-required options"
            found.add((*here, place), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", said)
        optional = optional or not option.get("required")


def _option(found: Findings, option: Json, path: Path, depth: int) -> None:
    allowed = {0: range(1, 12), 1: range(1, 12), 2: range(3, 12)}[depth]
    fields.choice(found, option, (*path, "type"), allowed, needed=True)
    fields.truth(found, option, (*path, "required"), (*path, "autocomplete"))
    _named(found, option, path)
    kind = option.get("type")
    if kind == GROUP and depth != 0:
        found.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Groups cannot be nested")
    elif kind in (SUBCOMMAND, GROUP):
        deeper = depth + 1 if kind == GROUP else 2
        if kind == GROUP and any(
            isinstance(o, dict) and o.get("type") != SUBCOMMAND for o in option.get("options") or ()
        ):
            said = "A group holds sub-commands only"
            found.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said)
        _options(found, option, path, deeper)
    else:
        _choices(found, option, path)


def _choices(found: Findings, option: Json, path: Path) -> None:
    fields.number(found, option, (*path, "min_length"), 0, 6000)
    fields.number(found, option, (*path, "max_length"), 1, 6000)
    choices = option.get("choices")
    if not choices:
        return
    here = (*path, "choices")
    kind = option.get("type")
    if kind not in (3, 4, 10) or option.get("autocomplete"):
        said = "Choices are not allowed with this type or with autocomplete"
        found.add(here, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", said)
        return
    if not fields.is_list(choices, found, here, most=25):
        return
    names: set[Any] = set()
    for place, choice in enumerate(choices):
        check_choice(found, choice, (*here, place), kind)
        if not isinstance(choice, dict):
            continue
        if choice.get("name") in names:
            said = "Option choice name already exists"
            found.add((*here, place), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", said)
        names.add(choice.get("name"))
        for locale, word in (choice.get("name_localizations") or {}).items():
            if locale not in LOCALES:
                said = f"Value must be one of {sorted(LOCALES)}."
                found.add((*here, place, "name_localizations", locale), "DICT_TYPE_INVALID_KEY", said)
            fields.text(found, {locale: word}, (*here, place, "name_localizations", locale), 100, least=1)


def _longest(thing: Json, field: str) -> int:
    words = [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]
    return max(len(word) for word in words if isinstance(word, str))


def _letters(thing: Json) -> int:
    """The size of a command: names, descriptions and choice values, of each the longest localisation."""
    total = _longest(thing, "name") + _longest(thing, "description")
    for option in thing.get("options") or ():
        if isinstance(option, dict):
            total += _letters(option)
    for choice in thing.get("choices") or ():
        if isinstance(choice, dict):
            total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total
