"""Collects the acknowledged answers of players, and counts them in the record."""

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
"""The verbs that answer at once."""


@dataclass
class Ledger:
    """The answers that players were told of: decision and seat."""

    answers: set[tuple[int, int, int]] = field(default_factory=set)
    """The table, the decision, the user."""

    def heard(self, person: Person, pressed: str, outcome: Outcome) -> None:
        """Records an answer to a press: if it says that the move is done, the move must stay.

        It says so in a line of its own, because a panel with the state of the game has such a sign within other lines.
        """
        meant = custom_id.parse(pressed)
        done = any(line.startswith("✅") for line in outcome.text.splitlines())
        if meant is not None and meant.number is not None and meant.verb in ANSWERS and done:
            self.answers.add((meant.game, meant.number, person.id))


def often_answered(entries: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """Returns how often a seat (or the clock) has answered a decision; no number comes twice, not even after an
    undo."""
    return Counter((entry.number, entry.seat) for entry in entries if entry.kind != UNDO)
