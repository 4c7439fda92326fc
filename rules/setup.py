"""The beginning of a game: its seats and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.description import SEATS, Play, Rules
from rules.errors import BadRequest
from rules.notation import Record


def letters(rules: Rules, names: Sequence[str]) -> str:
    """Returns the seats for that many names; raises BadRequest if the game is not for that number."""
    if len(names) not in rules.seats:
        raise BadRequest(f"{rules.name} is for {rules.seats[0]} to {rules.seats[-1]} players, not {len(names)}")
    return SEATS[: len(names)]


def opening_position(rules: Rules, head: Record) -> tuple[Any, Play]:
    """Creates the table of a record before the first answer, with the coroutine that plays on it."""
    if head.position is not None:
        return rules.position(head.position, head.names)
    return rules.start(letters(rules, head.names), head.options, head.edition)
