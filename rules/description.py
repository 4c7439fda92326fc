"""One game as the engine and its fronts see it, and the options that it takes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.decisions import Decision
from rules.errors import BadRequest

Result = dict[str, Any]
Play = Coroutine[Decision, Any, Result]
SEATS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Rules:
    """One game as the engine and its fronts see it; the folder `rules/<game>` holds one."""

    name: str
    edition: int
    seats: range
    options: Mapping[str, tuple[str, ...]]
    """For each option its values; the first is the default."""
    installation: tuple[str, ...]
    """Further options that nobody chooses: this installation sets them, a record names them."""
    default_options: Callable[[], Mapping[str, str]]
    """Their values for a new game; raises RulesError where the installation is set up wrongly."""
    start: Callable[[Sequence[str], Mapping[str, str], int], tuple[Any, Play]]
    """Seats, options, edition -> a new table and its play."""
    position: Callable[[Mapping[str, Any], Sequence[str] | None], tuple[Any, Play]]
    """A given table (and the names' number, where known) -> that table and its play; raises BadRequest."""
    view: Callable[[Any, str | None], dict[str, Any]]
    """What a seat (None: an onlooker) may know."""
    table: Callable[[Any], dict[str, Any]]
    """Everything."""
    settings: Mapping[str, Callable[[str], None]] = field(default_factory=dict)
    """For each variable by which an operator changes this game: what takes its value, empty where it is not set."""


def complete_options(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """The given options, with defaults for the others; raises BadRequest."""
    local = rules.default_options()
    for name in rules.installation:
        if name in options and options[name] != local.get(name):
            raise BadRequest(f"option {name} is {local.get(name, 'not set')} here, not {options[name]}")
    complete = {name: values[0] for name, values in rules.options.items()} | dict(options) | dict(local)
    check_options(rules, complete)
    return complete


def check_options(rules: Rules, options: Mapping[str, str]) -> None:
    """Refuses an option that the game does not have, or a value that the option does not take."""
    for name, value in options.items():
        if name in rules.options:
            if value not in rules.options[name]:
                raise BadRequest(f"option {name} is one of {', '.join(rules.options[name])}, not {value}")
        elif name not in rules.installation:
            raise BadRequest(f"{rules.name} has no option {name}")
