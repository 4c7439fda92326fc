"""Notifies the players of each new decision, once."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.background import Background
from bot.features.reminders.service import Reminders
from bot.tables.live import LiveTable
from storage import Database


@dataclass(eq=False, repr=False)
class TurnCalls:
    """A service that notifies players of each new decision once, and remembers the last notified one of each table."""

    _db: Database
    _reminders: Reminders
    _background: Background
    _called: dict[int, int] = field(default_factory=dict, init=False)

    def follow(self, live: LiveTable) -> None:
        """Notifies the players if the table asks a new decision; deletes earlier notifications if the game is over."""
        number = live.game.number if live.game is not None else 0
        if live.opened is not None and not self._db.shared:
            # A press may load the table before the warm start does; its players were notified before the start.
            self._called.setdefault(live.id, live.opened)
        if live.row.finished_yet or self._called.get(live.id) != number:
            for name, work in self._reminders.follow(live):
                self._background.run(work, name)
        if live.row.finished_yet:
            self._called.pop(live.id, None)
        elif live.row.phase == "running":
            self._called[live.id] = number

    def note(self, live: LiveTable) -> None:
        """Notes that the players of the present decision were notified before the start of this process."""
        self._called[live.id] = live.game.number if live.game is not None else 0

    def note_sleeping(self, game: int, number: int) -> None:
        """Notes the present decision of a table that was not loaded, unless a later one is known."""
        self._called.setdefault(game, number)

    def forget(self, game: int) -> None:
        """Forgets a table that another process owns now."""
        self._called.pop(game, None)
