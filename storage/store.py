"""The store: one door to everything that is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from storage import opening
from storage.activity import Activity
from storage.calls import Calls
from storage.consent import Consent
from storage.deadlines import Deadlines
from storage.decks import Decks
from storage.errors import DatabaseDamaged
from storage.games import Games
from storage.leagues import Leagues
from storage.lock import ProcessLock
from storage.people import People
from storage.record import Record
from storage.seats import Seats
from storage.states import States
from storage.telling import Telling
from storage.tournaments import Tournaments
from storage.watching import Watching


class Store(  # one part a room
    Record, Games, Seats, Deadlines, Telling, People, Consent, Leagues, Tournaments, Activity, States, Decks, Calls,
    Watching,
):  # fmt: skip
    """Krupier's database; every method that changes something is one transaction.

    Moments must be aware (NaiveTime otherwise) and come back in UTC.
    """

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = opening.PATIENCE) -> Self:
        """Open, create or migrate the database, for this process alone (DatabaseInUse)."""
        file = opening.real(path)
        lock = ProcessLock(file)
        lock.acquire()
        try:
            return cls(file, await opening.for_writing(file, patience), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    @asynccontextmanager
    async def opened(cls, path: Path | str) -> AsyncIterator[Self]:
        """The store, open for the length of a `with` block."""
        store = await cls.open(path)
        try:
            yield store
        finally:
            await store.close()

    @classmethod
    @asynccontextmanager
    async def snapshot(
        cls, path: Path | str, told: Callable[[DatabaseDamaged], None] | None = None
    ) -> AsyncIterator[Self]:
        """A copy in memory, brought to this program's schema: to look at while a bot serves the file.

        A broken file raises DatabaseDamaged, or is `told` and looked at as far as it goes.
        """
        file = opening.real(path)
        store = cls(file, await opening.in_memory(file, told), None)
        try:
            yield store
        finally:
            await store.close()
