"""One game as the engine and its fronts see it, and the options that it takes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.decisions import Decision
from rules.errors import BadRequest
from rules.events import Event

Result = dict[str, Any]
Play = Coroutine[Decision, Any, Result]
SEATS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class FreeText:
    """An option that takes any text which its checker accepts."""

    default: str
    check: Callable[[str, str, Mapping[str, str]], str]
    """Text, seats, all options -> the text's canonical form (one line, not empty); raises BadRequest."""
    private: bool = False
    """Whether it holds what a front must show to nobody while the game runs, but each seat its own part."""


def _reveals_anything(_event: Event) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Undoable:
    """What may be taken back (rules/undo.py); nothing, where a game does not say that it shows nothing hidden."""

    kinds: frozenset[str] = frozenset()
    """The kinds of decisions of which neither the question nor an answer shows anybody what lay hidden to them."""
    reveals: Callable[[Event], bool] = _reveals_anything
    """Whether with an event something comes to light that lay hidden to anybody whom it is told."""
    shows: Callable[[str], bool] = lambda _key: False
    """Whether a key of such a decision brings a hidden card to light, perhaps before an event tells of it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One game as the engine and its fronts see it; the folder `rules/<game>` holds one."""

    name: str
    edition: int
    seats: range
    options: Mapping[str, tuple[str, ...] | FreeText]
    """For each option its values, of which the first is the default, or what checks its text."""
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
    undoable: Undoable = Undoable()
    """What a player may take back."""


def complete_options(rules: Rules, options: Mapping[str, str], seats: str | None = None) -> dict[str, str]:
    """The given options, with defaults for the others; raises BadRequest.

    Texts are checked, and brought to their canonical form, as soon as the seats are known.
    """
    local = rules.default_options()
    for name in rules.installation:
        if name in options and options[name] != local.get(name):
            raise BadRequest(f"option {name} is {local.get(name, 'not set')} here, not {options[name]}")
    complete = _with_defaults(rules, options) | dict(local)
    _check_values(rules, complete)
    return complete if seats is None else complete | _canonical(rules, complete, seats)


def check_options(rules: Rules, options: Mapping[str, str], seats: str) -> None:
    """Refuses options of a record that the game does not have, or that could not stand there."""
    _check_values(rules, options)
    complete = _with_defaults(rules, options)
    for name, text in _canonical(rules, complete, seats).items():
        if complete[name] != text:
            raise BadRequest(f"option {name} is not in its canonical form")


def public_options(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """The options that everybody may see while the game runs."""
    return {name: value for name, value in options.items() if not _is_private(rules.options.get(name))}


def _with_defaults(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    defaults = {
        name: values.default if isinstance(values, FreeText) else values[0] for name, values in rules.options.items()
    }
    return defaults | dict(options)


def _is_private(values: tuple[str, ...] | FreeText | None) -> bool:
    return isinstance(values, FreeText) and values.private


def _check_values(rules: Rules, options: Mapping[str, str]) -> None:
    """Refuses an option that the game does not have, or a value that the option does not take."""
    for name, value in options.items():
        if name in rules.options:
            values = rules.options[name]
            if not isinstance(values, FreeText) and value not in values:
                raise BadRequest(f"option {name} is one of {', '.join(values)}, not {value}")
        elif name not in rules.installation:
            raise BadRequest(f"{rules.name} has no option {name}")


def _canonical(rules: Rules, options: Mapping[str, str], seats: str) -> dict[str, str]:
    """The canonical form of each text among the options; raises BadRequest."""
    return {
        name: values.check(options[name], seats, options)
        for name, values in rules.options.items()
        if isinstance(values, FreeText)
    }
