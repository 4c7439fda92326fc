"""Checks whether a record fits the rules while it is replayed; errors say what was expected in its place."""

from __future__ import annotations

from rules.chance import Chance
from rules.decisions import CHANCE, Decision
from rules.description import Result, Rules
from rules.errors import BadRecord
from rules.notation import Record, result_line


def check_edition(record: Record, rules: Rules) -> None:
    """Raises BadRecord if the rules do not have the record's edition."""
    if not 1 <= record.edition <= rules.edition:
        raise BadRecord(f"an edition of {rules.name} from 1 to {rules.edition}", str(record.edition), 2)


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


def expected_entry(number: int, decision: Decision | None) -> str:
    """Returns a description of the entries that fit a decision and its number; without keys that are private."""
    if decision is None:
        return "the end of the entries"
    waiting = decision.waiting
    keys = "" if decision.secret or CHANCE in waiting else f": {' or '.join(decision.keys(waiting[0]))}"
    return f"an answer to {number} {decision.kind} by {' or '.join(waiting)}{keys}"


def check_end(record: Record, over: Result | None) -> None:
    """Raises BadRecord if the end of a record does not fit the replayed game, which is over or (None) still runs."""
    line = record.first_entry_line + len(record.entries)
    if record.seed is not None and not over:
        raise BadRecord("an unfinished game without a seed", "a seed", line)
    if record.result is None:
        return
    result = result_line(over["ranking"]) if over else "no result yet"
    if record.result != result:
        raise BadRecord(f"result {result}", f"result {record.result}", line + (record.seed is not None))
