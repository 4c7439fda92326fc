"""A room whose process dies where its store writes, and another one on what it has left."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from bot.background import Background
from storage import Database
from tests.bot.tables.room import Room
from tests.faults.failpoints import Gate, Killed


class Doomed:
    """A room whose process dies at a gate, and is started again on its files."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.gate = Gate()
        self.deaths = 0
        self.room: Room

    async def start(self) -> Room:
        """A process on the file; everything that goes on by itself does."""
        self.gate = Gate(self.gate.die)
        db = await Database.open(self.file)
        self.room = Room(db)
        self.gate.watch(db)
        await self.room.clocks.give_back()
        for row in await db.games.unfinished():
            await self.room.referee.settle(row.id)
        return self.room

    async def killed(self) -> None:
        """The process is gone; what it left is opened in its place."""
        assert self.gate.left is not None
        self.deaths += 1
        await self._bury()
        self.file = self.gate.left

    async def stop(self) -> None:
        """An orderly end."""
        await self._bury()

    async def _bury(self) -> None:
        """Python cannot die in part: what it holds is given back, and writes to nothing that counts."""
        background: Background = self.room.background
        for task in set(background._running):
            task.cancel()
        await background.settled()
        self.room.referee.computers.thinkers.close()
        with suppress(Killed):
            await self.room.db.close()
