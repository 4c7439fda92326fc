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
"""The verbs of custom IDs whose press answers a decision at once."""


@dataclass
class Ledger:
    """The answers that the bot has acknowledged to players."""

    answers: set[tuple[int, int, int]] = field(default_factory=set)
    """Acknowledged answers: (game ID, decision number, user ID)."""

    def heard(self, person: Person, pressed: str, outcome: Outcome) -> None:
        """Adds a player's answer if the bot's reply to the press acknowledges it, so that it must not get lost.

        A reply acknowledges with a line that begins with ✅; a panel has such a sign only within other lines.
        """
        meant = custom_id.parse(pressed)
        done = any(line.startswith("✅") for line in outcome.text.splitlines())
        if meant is not None and meant.number is not None and meant.verb in ANSWERS and done:
            self.answers.add((meant.game, meant.number, person.id))


def often_answered(entries: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """Returns how often a seat (or the clock) has answered a decision; no number comes twice, not even after an
    undo."""
    return Counter((entry.number, entry.seat) for entry in entries if entry.kind != UNDO)
