"""The description of a game for the engine and the front ends, and the game's options."""

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
    """An option that takes any text which its function `check` accepts."""

    default: str
    check: Callable[[str, str, Mapping[str, str]], str]
    """Returns the canonical form (one line, not empty) of a text, given seats and all options; raises BadRequest."""
    private: bool = False
    """Whether the text is hidden while the game runs; each seat may then see only its own part."""


def _reveals_anything(_event: Event) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Undoable:
    """The undo policy of a game (rules/undo.py). By default nothing can be taken back."""

    kinds: frozenset[str] = frozenset()
    """The kinds of decisions whose question and answers reveal nothing hidden."""
    reveals: Callable[[Event], bool] = _reveals_anything
    """Returns whether an event reveals something hidden to its audience."""
    shows: Callable[[str], bool] = lambda _key: False
    """Returns whether the key of an answer reveals a hidden card, perhaps before an event does."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The description of one game; the folder `rules/<game>` creates one."""

    name: str
    edition: int
    seats: range
    options: Mapping[str, tuple[str, ...] | FreeText]
    """The options -> their values, of which the first is the default, or a `FreeText`."""
    installation: tuple[str, ...]
    """Options that the operator sets instead of a player; a record contains them."""
    default_options: Callable[[], Mapping[str, str]]
    """Returns the values of the installation's options for a new game; raises RulesError if they are set up wrongly."""
    start: Callable[[Sequence[str], Mapping[str, str], int], tuple[Any, Play]]
    """Creates a new table and its coroutine from seats, options and edition."""
    position: Callable[[Mapping[str, Any], Sequence[str] | None], tuple[Any, Play]]
    """Creates a table from its JSON form, with the coroutine that plays on from it; raises BadRequest.

    The second argument is the names of the seats, whose number is checked; None if they are not known.
    """
    view: Callable[[Any, str | None], dict[str, Any]]
    """Returns the facts that a seat (None: an onlooker) may know; `players` has one entry for each seat."""
    table: Callable[[Any], dict[str, Any]]
    """Returns the whole table, including hidden facts."""
    settings: Mapping[str, Callable[[str], None]] = field(default_factory=dict)
    """The names of the operator's settings -> the function that applies the value (an empty text if it is not set)."""
    undoable: Undoable = Undoable()
    """The undo policy: the moves that players may take back."""


def complete_options(rules: Rules, options: Mapping[str, str], seats: str | None = None) -> dict[str, str]:
    """Returns the given options with defaults for the others; raises BadRequest if one of them is not possible.

    Options that the operator sets get the operator's values; a different given value is refused. Texts are checked and
    brought to their canonical form if the seats are known.
    """
    local = rules.default_options()
    for name in rules.installation:
        if name in options and options[name] != local.get(name):
            raise BadRequest(f"option {name} is {local.get(name, 'not set')} here, not {options[name]}")
    complete = _with_defaults(rules, options) | dict(local)
    _check_values(rules, complete)
    return complete if seats is None else complete | _canonical(rules, complete, seats)


def check_options(rules: Rules, options: Mapping[str, str], seats: str) -> None:
    """Checks the options of a record; raises BadRequest for an option that the game does not have or a value that is
    not possible or not in its canonical form.
    """
    _check_values(rules, options)
    complete = _with_defaults(rules, options)
    for name, text in _canonical(rules, complete, seats).items():
        if complete[name] != text:
            raise BadRequest(f"option {name} is not in its canonical form")


def public_options(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """Returns those of the given options that everyone may see while the game runs: all but private texts."""
    return {name: value for name, value in options.items() if not _is_private(rules.options.get(name))}


def _with_defaults(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    defaults = {
        name: values.default if isinstance(values, FreeText) else values[0] for name, values in rules.options.items()
    }
    return defaults | dict(options)


def _is_private(values: tuple[str, ...] | FreeText | None) -> bool:
    return isinstance(values, FreeText) and values.private


def _check_values(rules: Rules, options: Mapping[str, str]) -> None:
    """Raises BadRequest for an option that the game does not have, or a value that the option does not take."""
    for name, value in options.items():
        if name in rules.options:
            values = rules.options[name]
            if not isinstance(values, FreeText) and value not in values:
                raise BadRequest(f"option {name} must be one of {', '.join(values)}, not {value}")
        elif name not in rules.installation:
            raise BadRequest(f"{rules.name} has no option {name}")


def _canonical(rules: Rules, options: Mapping[str, str], seats: str) -> dict[str, str]:
    """Returns the canonical form of each text among the options; raises BadRequest."""
    return {
        name: values.check(options[name], seats, options)
        for name, values in rules.options.items()
        if isinstance(values, FreeText)
    }
