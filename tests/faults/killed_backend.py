"""A backend whose process dies at a write to its database, and is started again on the remaining files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from bot.background import Background
from storage import Database
from tests.bot.tables.backend import Backend
from tests.faults.failpoints import Gate, Killed


class Doomed:
    """The processes of a backend on one database: each may die at a point that `gate.die` chooses."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.gate = Gate()
        self.deaths = 0
        self.backend: Backend

    async def start(self) -> Backend:
        """Starts a process on the remaining file and returns its backend; unfinished games continue."""
        self.gate = Gate(self.gate.die)
        db = await Database.open(self.file)
        self.backend = Backend(db)
        self.gate.watch(db)
        await self.backend.clocks.give_back()
        for row in await db.games.unfinished():
            await self.backend.referee.settle(row.id)
        return self.backend

    async def killed(self) -> None:
        """Cleans up after the death of the process, and takes the remaining files for the next one."""
        assert self.gate.left is not None
        self.deaths += 1
        await self._bury()
        self.file = self.gate.left

    async def stop(self) -> None:
        """Stops the process in the regular way."""
        await self._bury()

    async def _bury(self) -> None:
        """Cancels the process's background tasks, ends its computers and closes its database.

        After a kill nothing more is written, because every statement is refused.
        """
        background: Background = self.backend.background
        for task in set(background._running):
            task.cancel()
        await background.settled()
        self.backend.referee.computers.thinkers.close()
        with suppress(Killed):
            await self.backend.db.close()
