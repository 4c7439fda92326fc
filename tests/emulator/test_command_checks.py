"""Tests that commands are refused as Discord refuses them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.emulator.checks.commands import check_commands, is_name
from bot.emulator.errors import Refused
from tests.emulator.parts import faults

Json = dict[str, Any]


def command(*options: Json, **changes: Any) -> Json:
    return {"name": "game", "description": "A game", "options": list(options), **changes}


def option(kind: int = 3, **changes: Any) -> Json:
    return {"type": kind, "name": "goal", "description": "Goal", **changes}


def text(letters: int) -> Json:
    return {str(n): "x" for n in range(letters)}


@pytest.mark.parametrize("name", ["game", "hra", "nová", "příkaz-2", "it's", "ゲーム", "a_b"])
def test_valid_names_are_accepted(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", ["", "Game", "Nová", "a b", "x" * 33, "a.b", "a/b", "🎲"])
def test_invalid_names_are_refused(name: str) -> None:
    assert not is_name(name)


def test_valid_commands_are_accepted() -> None:
    sub = option(1, options=[option(required=True), option(6, name="who")])
    check_commands([command(sub, option(2, name="more", options=[option(1, name="deep", options=[option()])]))])
    check_commands([command(name_localizations={"cs": "hra"}, description_localizations={"cs": "Hra", "en-GB": "A"})])
    check_commands([command(option(choices=[{"name": "A", "value": "a", "name_localizations": {"cs": "Á b"}}]))])
    check_commands([{"type": 2, "name": "Show Hand", "description": "", "name_localizations": {"cs": "Ukaž ruku"}}])


BAD: list[tuple[Json, str, str]] = [
    (command(name="Game"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    (command(description=""), "description", "BASE_TYPE_BAD_LENGTH"),
    (command(description="x" * 101), "description", "BASE_TYPE_BAD_LENGTH"),
    (command(description=None), "description", "BASE_TYPE_REQUIRED"),
    (command(name_localizations={"sk": "hra"}), "name_localizations.sk", "DICT_TYPE_INVALID_KEY"),
    (command(name_localizations={"cs": "Hra"}), "name_localizations.cs", "APPLICATION_COMMAND_INVALID_NAME"),
    (command(description_localizations={"cs": ""}), "description_localizations.cs", "BASE_TYPE_BAD_LENGTH"),
    (command(*[option(name=f"o{n}") for n in range(26)]), "options", "BASE_TYPE_MAX_LENGTH"),
    (command(option(), option()), "options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    (
        command(option(), option(name="b", required=True)),
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (command(option(12)), "options.0.type", "BASE_TYPE_CHOICES"),
    (command(option(1), option(name="b")), "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (
        command(option(2, options=[option(3)])),
        "options.0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (command(option(1, options=[option(1)])), "options.0.options.0.type", "BASE_TYPE_CHOICES"),
    (
        command(option(choices=[{"name": f"c{n}", "value": str(n)} for n in range(26)])),
        "options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        command(option(choices=[{"name": "c", "value": 1}])),
        "options.0.choices.0.value",
        "STRING_TYPE_CONVERT",
    ),
    (
        command(option(autocomplete=True, choices=[{"name": "c", "value": "1"}])),
        "options.0.choices",
        "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
    ),
    (
        command(option(choices=[{"name": "c", "value": "1", "name_localizations": {"sk": "x"}}])),
        "options.0.choices.0.name_localizations.sk",
        "DICT_TYPE_INVALID_KEY",
    ),
    (command(contexts=[7]), "contexts", "BASE_TYPE_CHOICES"),
    ({"type": 2}, "name", "BASE_TYPE_REQUIRED"),
    ({"type": 3, "name": "x" * 33}, "name", "BASE_TYPE_BAD_LENGTH"),
    ({"type": 3, "name": "A", "name_localizations": {"cs": "á" * 33}}, "name_localizations.cs", "BASE_TYPE_BAD_LENGTH"),
    (
        {"type": 2, "name": "A", "description": "Shows it"},
        "description",
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
    ),
    ({"type": 3, "name": "A", "options": [option()]}, "options", "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID"),
]


@pytest.mark.parametrize(("body", "path", "code"), BAD)
def test_invalid_commands_are_refused(body: Json, path: str, code: str) -> None:
    with pytest.raises(Refused) as wrong:
        check_commands([body])
    assert (f"0.{path}", code) in faults(wrong.value.extra["errors"])


def test_a_command_has_8000_letters_at_most() -> None:
    long = [option(1, name=f"s{n}", description="d" * 100, options=[many()]) for n in range(4)]
    with pytest.raises(Refused) as wrong:
        check_commands([command(*long)])
    assert faults(wrong.value.extra["errors"]) == [("0", "APPLICATION_COMMAND_TOO_LARGE")]


def many() -> Json:
    """Returns an option whose choices have some 2,500 characters."""
    return option(choices=[{"name": f"{n:02}" + "n" * 50, "value": f"{n:02}" + "v" * 46} for n in range(25)])


def test_a_list_has_no_name_twice_and_a_hundred_at_most() -> None:
    check_commands([command(), {"type": 2, "name": "game"}])
    with pytest.raises(Refused) as wrong:
        check_commands([command(), command()])
    assert faults(wrong.value.extra["errors"]) == [("1", "APPLICATION_COMMANDS_DUPLICATE_NAME")]
    with pytest.raises(Refused):
        check_commands([command(name=f"c{n}") for n in range(101)])


@pytest.mark.parametrize("kind", [2, 3])
def test_a_context_menu_has_five_commands_at_most(kind: int) -> None:
    entries = [{"type": kind, "name": f"Entry {n}"} for n in range(6)]
    check_commands([*entries[:5], {"type": 5 - kind, "name": "Entry 5"}])
    with pytest.raises(Refused):
        check_commands(entries)
