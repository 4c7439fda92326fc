"""The report of an evening."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field

from tests.simulation.virtual import SOURCE


class Wrong(AssertionError):
    """The error of the judge that the result of an evening is not as promised."""


@dataclass
class Report:
    """The course and result of an evening."""

    seed: str
    lines: list[str] = field(default_factory=list)
    """Everything that happened, with its time."""
    states: Counter[str] = field(default_factory=Counter)
    """The rare states that were reached."""
    presses: int = 0
    failed: int = 0
    kills: int = 0
    answers: int = 0
    wrong: str = ""

    @property
    def digest(self) -> str:
        """Returns the hash of all lines."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def noted(self, what: str) -> None:
        """Adds a line with the time."""
        self.lines.append(f"{SOURCE.now:.6f} {what}")
