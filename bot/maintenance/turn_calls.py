"""Calls to the players of a new decision, once for each decision."""

from __future__ import annotations

from bot.background import Background
from bot.features.reminders.service import Reminders
from bot.tables.live import LiveTable
from storage import Database


class TurnCalls:
    """Remembers for which decision of each table the players were called last."""

    def __init__(self, db: Database, reminders: Reminders, background: Background) -> None:
        self._db = db
        self._reminders = reminders
        self._background = background
        self._called: dict[int, int] = {}

    def follow(self, live: LiveTable) -> None:
        """Calls the players if the table asks a new decision; removes earlier calls if the game is over."""
        number = live.game.number if live.game is not None else 0
        if live.opened is not None and not self._db.shared:
            # A press may come before the warm start reaches this table: its players were called before the start.
            self._called.setdefault(live.id, live.opened)
        if live.row.finished_yet or self._called.get(live.id) != number:
            for name, work in self._reminders.follow(live):
                self._background.run(work, name)
        if live.row.finished_yet:
            self._called.pop(live.id, None)
        elif live.row.phase == "running":
            self._called[live.id] = number

    def note(self, live: LiveTable) -> None:
        """Remembers that the players were called for the present decision before the start."""
        self._called[live.id] = live.game.number if live.game is not None else 0

    def note_sleeping(self, game: int, number: int) -> None:
        """Remembers the decision of a table that was not read, unless a later one was called already."""
        self._called.setdefault(game, number)

    def forget(self, game: int) -> None:
        """Forgets a table that another process owns now."""
        self._called.pop(game, None)
