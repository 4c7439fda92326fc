"""The steps of a start from a checkout, and how they are printed. Standard library only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple, TextIO

SECONDS_BETWEEN_LINES: Final = 2.0


class Step(NamedTuple):
    """One step of a start and its progress: the number of packages that are `done`, of a `total`."""

    name: str
    """A key of `WORDS`."""
    folder: str = ""
    done: int = 0
    total: int = 0


Report = Callable[[Step], None]

WORDS: Final = {
    "environment": "Creating the virtual environment {folder}",
    "packages": "Installing packages into {folder}: {done} of {total}",
    "unpacking": "Installing packages into {folder}: unpacking {total}",
    "loading": "Loading Krupier",
}


def in_words(step: Step, words: dict[str, str] = WORDS) -> str:
    """Returns the step as a sentence; `words` are the texts of the terminal or of a page."""
    return words[step.name].format(folder=step.folder, done=step.done, total=step.total)


class Terminal:
    """A reporter that prints each new step at once and its progress at most every `SECONDS_BETWEEN_LINES`."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.out = out or sys.stdout
        self.clock = clock
        self.printed = Step("")
        self.printed_at = 0.0

    def report(self, step: Step) -> None:
        """Prints the step, unless it is unchanged or a line about it was printed less than two seconds ago."""
        now = self.clock()
        same = (step.name, step.folder) == (self.printed.name, self.printed.folder)
        if same and (step == self.printed or now - self.printed_at < SECONDS_BETWEEN_LINES):
            return
        self.printed, self.printed_at = step, now
        print(f"{in_words(step)} …", file=self.out, flush=True)
