"""What players were told of their answers, and how often a record has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.emulator import Person
from bot.emulator.people.outcome import Outcome
from bot.views import custom_id
from rules.undo import UNDO
from storage import Entry

ANSWERS = ("do", "run_do", "pass")
"""The presses that answer at once."""


@dataclass
class Ledger:
    """What players were told on the wire: whose answer to which decision stands."""

    answers: set[tuple[int, int, int]] = field(default_factory=set)
    """The table, the decision, the user."""

    def heard(self, person: Person, pressed: str, outcome: Outcome) -> None:
        """Somebody has pressed that: where the answer says that it is done, it must stand for ever."""
        meant = custom_id.parse(pressed)
        if meant is not None and meant.number is not None and meant.verb in ANSWERS and "✅" in outcome.text:
            self.answers.add((meant.game, meant.number, person.id))


def often_answered(entries: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """How often a seat (or the clock) has answered a decision; what was taken back in between is asked anew."""
    most, since = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for entry in entries:
        if entry.kind == UNDO:
            since = Counter({one: times for one, times in since.items() if one[0] < int(entry.keys[0])})
            continue
        one = entry.number, entry.seat
        since[one] += 1
        most[one] = max(most[one], since[one])
    return most
