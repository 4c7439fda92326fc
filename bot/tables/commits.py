"""Commits what has happened in a game: answers, the next deadline, the time bank and the result in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.tables import day_clock, times
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from rules.engine import Game
from storage import Database, Entry, Keep, Lifted, Outcome, Reasons, TableError


@dataclass(eq=False, repr=False)
class Commits:
    """A service that stores the progress of games; the caller holds the table's lock."""

    _db: Database
    _tables: Tables
    _now: Callable[[], datetime]

    async def commit(self, live: LiveTable, game: Game, lifted: Lifted | None, reasons: Reasons | None) -> None:
        """Stores everything of a game that is not stored yet, with the removed orders and a computer's reasons.

        Raises TableError; the table is then dropped from memory, so that its next use loads it again.
        """
        entries = [Entry.of(entry, self._now()) for entry in game.entries[live.stored :]]
        answered = live.timed is not None and live.timed.number != game.number
        bank = times.drawn(live, live.timed, self._now()) if answered or game.over else None
        if bank is not None:
            live.banks[bank.seat] = bank
        deadline = await day_clock.next_deadline(self._db, live, game, self._now(), is_new=bool(entries))
        outcome = None
        if game.over is not None:
            outcome = Outcome("over", json.dumps(game.over, ensure_ascii=False), self._now())
        if not entries and isinstance(deadline, Keep) and outcome is None:
            return
        believed = live.stored if self._db.shared else None
        try:
            await self._db.record.append(
                live.id, entries, length=believed, told=live.told, deadline=deadline, bank=bank, lifted=lifted,
                outcome=outcome, reasons=() if reasons is None else (reasons,),
            )  # fmt: skip
        except TableError:
            self._tables.drop(live.id)
            raise
        live.stored = len(game.entries)
        if not isinstance(deadline, Keep):
            live.deadline = deadline
        live.timed = times.timed(live, game)
        if outcome is not None:
            await self._tables.refresh(live)
