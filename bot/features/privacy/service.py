"""Exports and deletes what is stored about a user, and takes them out of running games first."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.features.hand.service import Hands
from bot.features.spectate.service import Spectators
from bot.features.statistics.service import Statistics
from bot.tables.bus import Bus
from bot.tables.events import PlayerForgotten, TableClosed
from bot.tables.lobby import Lobby
from bot.tables.people import People
from bot.tables.referee import Now
from bot.tables.refusals import EXPECTED_ERRORS, Refused
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from storage import Database, GameRow, UnknownGame
from storage.errors import SeedSealed

log = logging.getLogger(__name__)

KEY_MISSING: Final = N_(
    "I cannot delete your data now, because a game of yours needs a key that I do not have. Nothing has changed. Ask "
    "the person who hosts me."
)
VERSION: Final = 1
"""The version of the exported file's format (docs/privacy.md)."""


@dataclass(frozen=True)
class PersonalData:
    """A service that exports and deletes everything that is stored about a user."""

    db: Database
    tables: Tables
    lobby: Lobby
    people: People
    hands: Hands
    spectators: Spectators
    statistics: Statistics
    bus: Bus
    now: Now

    async def export(self, user: int) -> bytes:
        """Returns the user's data as a JSON file."""
        head = {"format": "krupier personal data", "version": VERSION, "user": str(user)}
        head["exported"] = self.now().isoformat(timespec="seconds")
        found = {**head, "data": await self.db.privacy.export(user)}
        return json.dumps(found, ensure_ascii=False, indent=1).encode()

    async def forget(self, user: int, words: Translator) -> None:
        """Hands the user's seats over, deletes everything about them, and shows their tables; or raises Refused."""
        try:
            await self.db.privacy.check_forgettable(user)
        except SeedSealed as sealed:
            log.error("a user cannot be forgotten: %s", sealed)  # noqa: TRY400 - it says all
            raise Refused(KEY_MISSING) from sealed
        unfinished = [row for row in await self.db.games.of_user(user) if not row.finished_yet]
        for row in unfinished:
            await self._leave(row, user, words)
        going_on = [row for row in unfinished if not (await self.db.games.get(row.id)).finished_yet]
        for watcher in await self.db.spectators.of():
            if watcher.user == user:
                await self.spectators.stop(watcher.game, user)
        tournaments = await self.db.privacy.unfinished_tournaments(user)
        forgotten = await self.db.privacy.forget(user, self.now())
        self.people.forget_all()
        self.statistics.forget()
        for game in forgotten.games:
            self.tables.let_go(game)
        for row in unfinished:
            async with self.tables.alone(row.id):
                """Drops the table from memory, so that the next use reads it again."""
            with suppress(*EXPECTED_ERRORS):
                await self.lobby.seats_changed(row.id)
        for row in going_on:
            # No one is left at some tables, which were closed when the user's data were deleted.
            with suppress(UnknownGame):
                if (await self.db.games.get(row.id)).finished_yet:
                    self.bus.publish(TableClosed(row))
        if tournaments:
            self.bus.publish(PlayerForgotten(tournaments))

    async def _leave(self, row: GameRow, user: int, words: Translator) -> None:
        """Gives up the user's seat at a table of this process; other seats are given up when the data are deleted."""
        with suppress(*EXPECTED_ERRORS):
            leave = self.lobby.leave_running if row.phase == "running" else self.lobby.leave
            await leave(row.id, user, named=False)
        await self.hands.followed(row.id)  # an update that was begun would store where the hand is
        await self.hands.retire(row.id, user, words("You have left the table."))
