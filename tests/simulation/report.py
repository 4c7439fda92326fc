"""The report of a simulated evening, and the error of its judge."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field

from tests.simulation.virtual import SOURCE


class Wrong(AssertionError):
    """The error that is raised when an evening breaks a promise of the bot."""


@dataclass
class Report:
    """The course and result of a simulated evening."""

    seed: str
    lines: list[str] = field(default_factory=list)
    """Everything that happened, with its time."""
    states: Counter[str] = field(default_factory=Counter)
    """The number of times that each rare state was reached."""
    presses: int = 0
    failed: int = 0
    """Presses that were not acknowledged."""
    kills: int = 0
    answers: int = 0
    wrong: str = ""
    """The first promise that was broken; empty if the evening went well."""

    @property
    def digest(self) -> str:
        """Returns the SHA-256 hash of all lines, in hexadecimal digits."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def noted(self, what: str) -> None:
        """Adds a line with the virtual time."""
        self.lines.append(f"{SOURCE.now:.6f} {what}")
