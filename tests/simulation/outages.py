"""Watches the record of an evening of several workers: it only grows, and outages cost no decision its time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from rules.decisions import CLOCK
from storage.timestamps import read
from tests.faults.onlooker import opened
from tests.simulation.lives import RUNNING

INTERVAL: Final = 1.0
"""Seconds between two looks at the record."""
PER_GAP: Final = 15.0
"""Seconds that a decision may lose each time when its worker ends, stops or starts."""
Entries = list[tuple[int, str, str]]

_ENTRIES: Final = "SELECT game, number, seat, keys FROM entries ORDER BY game, sequence"


class Outages:
    """A judge of the time that players get for each decision, and of the order of the record."""

    def __init__(self, file: Path, serving: Callable[[int], Callable[[], datetime] | None], wrong: list[str]) -> None:
        self._file, self._wrong = file, wrong
        self._db: sqlite3.Connection | None = None
        self._serving = serving
        """Returns the clock of the worker that serves a table; None if no running worker does."""
        self._left: dict[tuple[int, int], float] = {}
        """(table, decision) → the seconds that the clock must still leave to the players."""
        self._gap: set[tuple[int, int]] = set()
        """The decisions whose table no worker served at the last look."""
        self._stored: dict[int, Entries] = {}

    async def watch(self) -> None:
        """Looks at the record again and again; adds an error for each broken promise."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.look()

    def look(self) -> None:
        """Compares the record with the last look: adds an error if a stored answer has changed, or if the clock has
        answered a decision for which its players had time left.
        """
        db = self._db = self._db or opened(self._file)
        found = db.execute(_ENTRIES).fetchall()
        running = db.execute(RUNNING).fetchall()
        stored: defaultdict[int, Entries] = defaultdict(list)
        for game, number, seat, keys in found:
            stored[game].append((number, seat, keys))
        for game in sorted({*stored, *self._stored}):
            before = self._stored.get(game, [])
            if stored[game][: len(before)] != before:
                self._wrong.append(f"the record of table {game} has changed")
            for number, seat, _ in stored[game][len(before) :]:
                if seat == CLOCK and self._left.get((game, number), 0.0) > PER_GAP:
                    left = self._left[game, number]
                    self._wrong.append(f"decision {number} of table {game} ended {left:.1f} seconds too early")
        self._stored = dict(stored)
        self._count({(game, number): read(due) for game, number, due in running})

    def _count(self, running: dict[tuple[int, int], datetime]) -> None:
        """Updates the seconds left for each running decision: only those count in which a worker serves its table."""
        self._left = {decision: left for decision, left in self._left.items() if decision in running}
        for decision, due in running.items():
            now = self._serving(decision[0])
            if decision not in self._left:
                if now is not None:
                    self._left[decision] = (due - now()).total_seconds()
            elif now is not None:
                self._left[decision] -= INTERVAL + PER_GAP * (decision in self._gap)
            (self._gap.add if now is None else self._gap.discard)(decision)
