"""The beginning of a game: its seats, its table, and its source of draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.chance import Chance
from rules.description import SEATS, Play, Rules
from rules.errors import BadRecord, BadRequest
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


def fitting_chance(record: Record, seed: bytes | None) -> Chance | None:
    """Returns the source of draws for a replayed game, from the given seed or else the record's; None without a seed.

    Raises BadRecord if one of the seeds does not fit the record's commitment.
    """
    revealed = bytes.fromhex(record.seed) if record.seed else None
    for candidate in (seed, revealed):
        if candidate is None or record.commitment is None:
            continue
        found = Chance(candidate, record.game_id).commitment
        if found != record.commitment:
            raise BadRecord(f"a seed that keeps the commitment {record.commitment}", f"one that gives {found}")
    chosen = seed if seed is not None else revealed
    return Chance(chosen, record.game_id, record.cuts) if chosen is not None else None
