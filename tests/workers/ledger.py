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
        """Somebody has pressed that: where the answer says that it is done, it must stand for ever.

        It says so in a line of its own: a panel that tells how things stand has such a sign within its lines too.
        """
        meant = custom_id.parse(pressed)
        done = any(line.startswith("✅") for line in outcome.text.splitlines())
        if meant is not None and meant.number is not None and meant.verb in ANSWERS and done:
            self.answers.add((meant.game, meant.number, person.id))


def often_answered(entries: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """How often a seat (or the clock) has answered a decision; no number comes twice, not even after a taking back."""
    return Counter((entry.number, entry.seat) for entry in entries if entry.kind != UNDO)
