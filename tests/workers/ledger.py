"""Collects the acknowledged answers of players, and counts them in the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from bot.emulator import Person
from bot.emulator.people.outcome import Outcome
from bot.views import custom_id
from rules.undo import UNDO
from storage import Entry

ANSWERS = ("do", "run_do", "pass", "walk", "pick", "both", "chosen", "run")
"""The verbs of custom IDs whose press can answer a decision."""
PASSES = "pass"
"""The verb of `ANSWERS` that passes in a window."""


@dataclass
class Ledger:
    """The answers that the bot has acknowledged to players."""

    answers: set[tuple[int, int, int]] = field(default_factory=set)
    """Acknowledged answers: (game ID, decision number, user ID)."""
    passes: set[tuple[int, int, int]] = field(default_factory=set)
    """The acknowledged answers whose press was a pass in a window."""

    def heard(self, person: Person, pressed: str, outcome: Outcome) -> None:
        """Adds a player's answer if the bot's reply to the press acknowledges it, so that it must not get lost.

        A reply acknowledges with a line that begins with ✅; a panel has such a sign only within other lines.
        """
        meant = custom_id.parse(pressed)
        done = any(line.startswith("✅") for line in outcome.text.splitlines())
        if meant is not None and meant.number is not None and meant.verb in ANSWERS and done:
            self.answers.add((meant.game, meant.number, person.id))
            if meant.verb == PASSES:
                self.passes.add((meant.game, meant.number, person.id))

    def lost(
        self, stored: Container[tuple[int, int, int]], silences: Container[tuple[int, int]]
    ) -> list[tuple[int, int, int]]:
        """Returns the acknowledged answers that are not stored.

        A pass is not lost if the clock has answered its decision: a player with the order to pass while they hold no
        card to play passes when the window's time is up, so that no one sees the difference (`keeps_pass`).

        `stored`: (game ID, decision number, user ID) of the stored answers. `silences`: (game ID, decision number) of
        the decisions that the clock has answered.
        """
        missing = [told for told in sorted(self.answers) if told not in stored]
        return [told for told in missing if told not in self.passes or told[:2] not in silences]


def often_answered(entries: Iterable[Entry]) -> Counter[tuple[int, str]]:
    """Returns how often a seat (or the clock) has answered a decision; no number comes twice, not even after an
    undo."""
    return Counter((entry.number, entry.seat) for entry in entries if entry.kind != UNDO)
