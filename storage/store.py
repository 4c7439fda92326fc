"""The store: one door to everything that is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self

from storage import engines
from storage.activity import Activity
from storage.calls import Calls
from storage.consent import Consent
from storage.deadlines import Deadlines
from storage.decks import Decks
from storage.dsn import Dsn, place
from storage.errors import DatabaseDamaged
from storage.games import Games
from storage.heartbeats import Heartbeats
from storage.hints import Hints
from storage.identifies import Identifies
from storage.leagues import Leagues
from storage.people import People
from storage.record import Record
from storage.resting import Resting
from storage.seats import Seats
from storage.states import States
from storage.telling import Telling
from storage.tournaments import Tournaments
from storage.vacancies import Vacancies
from storage.watching import Watching

PATIENCE: Final = 5.0
"""Seconds to wait for another program's lock."""


class Store(  # one part a room
    Record, Games, Seats, Deadlines, Telling, People, Consent, Leagues, Tournaments, Activity, States, Decks, Calls,
    Watching, Identifies, Heartbeats, Hints, Resting, Vacancies,
):  # fmt: skip
    """Krupier's database; every method that changes something is one transaction.

    Moments must be aware (NaiveTime otherwise) and come back in UTC.
    """

    @classmethod
    async def open(cls, database: Path | Dsn | str, *, patience: float = PATIENCE) -> Self:
        """Open, create or migrate the database; a file is for this process alone (DatabaseInUse).

        `patience`: seconds to wait for another program's lock.
        """
        return cls(await engines.serving(place(database), patience))

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: Path | Dsn | str) -> AsyncIterator[Self]:
        """The store, open for the length of a `with` block."""
        store = await cls.open(database)
        try:
            yield store
        finally:
            await store.close()

    @classmethod
    @asynccontextmanager
    async def snapshot(
        cls, database: Path | Dsn | str, told: Callable[[DatabaseDamaged], None] | None = None
    ) -> AsyncIterator[Self]:
        """The database as of one moment: to look at while a bot serves it.

        A broken file raises DatabaseDamaged, or is `told` and looked at as far as it goes.
        """
        store = cls(await engines.looking(place(database), told))
        try:
            yield store
        finally:
            await store.close()
