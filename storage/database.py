"""The class Database, through which all data is read and written: its repositories, and transactions over several."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

from storage import engines
from storage.archive import Archive
from storage.blocks import Blocks
from storage.connection import Engine
from storage.consents import Consents
from storage.deadlines import Deadlines
from storage.decks import Decks
from storage.dsn import Dsn, Place, place
from storage.erasure import Erasure
from storage.errors import DatabaseDamaged
from storage.explanations import Explanations
from storage.games import Games
from storage.identifies import Identifies
from storage.lessons import Lessons
from storage.limited_uses import LimitedUses
from storage.listings import Listings
from storage.messages import Messages
from storage.openings import Openings
from storage.orders import Orders
from storage.people import People
from storage.privacy import Privacy
from storage.puzzles import Puzzles
from storage.record import Record
from storage.reliability import Reliabilities
from storage.repository import Autocommit, Session
from storage.reviews import Reviews
from storage.schedules import Schedules
from storage.seal import Seeds
from storage.seasons import Seasons
from storage.seats import Seats
from storage.servers import Servers
from storage.spectators import Spectators
from storage.statistics import Statistics
from storage.subscriptions import Subscriptions
from storage.tables import Tables
from storage.tournaments import Tournaments
from storage.vacancies import Vacancies

T = TypeVar("T")

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another program's lock."""


class Repositories:
    """All repositories of one session."""

    def __init__(self, session: Session) -> None:
        # Repositories of one aggregate each
        self.games = Games(session)
        self.seats = Seats(session)
        self.record = Record(session)
        self.seeds = Seeds(session)
        self.deadlines = Deadlines(session)
        self.orders = Orders(session)
        self.consents = Consents(session)
        self.messages = Messages(session)
        self.spectators = Spectators(session)
        self.people = People(session)
        self.decks = Decks(session)
        self.blocks = Blocks(session)
        self.schedules = Schedules(session)
        self.reliability = Reliabilities(session)
        self.reviews = Reviews(session)
        self.lessons = Lessons(session)
        self.puzzles = Puzzles(session)
        self.explanations = Explanations(session)
        self.servers = Servers(session)
        self.subscriptions = Subscriptions(session)
        self.limited_uses = LimitedUses(session)
        self.archive = Archive(session)
        self.statistics = Statistics(session)
        self.seasons = Seasons(session)
        self.tournaments = Tournaments(session)
        self.identifies = Identifies(session)
        self.listings = Listings(session)
        self.openings = Openings(session)
        # Repositories with transactions across aggregates
        self.tables = Tables(session)
        self.vacancies = Vacancies(session)
        self.privacy = Privacy(session)
        self.erasure = Erasure(session)


class UnitOfWork(Repositories):
    """The repositories inside one transaction."""


class Database(Repositories):
    """Krupier's database. Each call of a repository is a transaction of its own; `transaction` joins several.

    Times must be aware, otherwise NaiveTime is raised; they are returned in UTC.
    """

    def __init__(self, engine: Engine, observe: Callable[[float], None] | None = None) -> None:
        self.engine = engine
        """The engine, for the coordination with other processes: locks, notifications, requests to close tables."""
        self.session = Autocommit(engine, observe)
        super().__init__(self.session)

    async def transaction(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Runs the work in one transaction, all or nothing, and returns its result.

        The work is a function instead of the body of an `async with` because all of it runs in one hop to SQLite's
        thread (a body would need a hop for each statement), and because PostgreSQL may have to run it again. It must
        await nothing but its own statements. It is finished even if the caller is cancelled.
        """
        return await self.session.transaction(lambda session: work(UnitOfWork(session)))

    @property
    def place(self) -> Place:
        """The file or the server's address."""
        return self.engine.place

    @property
    def shared(self) -> bool:
        """Whether other processes may write, so that cached data must be compared with the database."""
        return isinstance(self.place, Dsn)

    async def close(self) -> None:
        """Waits for running transactions and closes the database; a second call does nothing."""
        await self.session.close()

    @classmethod
    async def open(
        cls,
        database: Path | Dsn | str,
        *,
        patience: float = LOCK_TIMEOUT,
        observe: Callable[[float], None] | None = None,
    ) -> Self:
        """Opens the database for reading and writing, created or migrated if necessary.

        A file is then reserved for this process; raises DatabaseInUse if another process has it.

        `patience`: seconds to wait for another program's lock.
        `observe`: called after each committed transaction with its duration in seconds.
        """
        return cls(await engines.serving(place(database), patience), observe)

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: Path | Dsn | str) -> AsyncIterator[Self]:
        """Opens the database for reading and writing, as `open` does, and closes it at the end of the `with` block."""
        db = await cls.open(database)
        try:
            yield db
        finally:
            await db.close()

    @classmethod
    @asynccontextmanager
    async def snapshot(
        cls, database: Path | Dsn | str, told: Callable[[DatabaseDamaged], None] | None = None
    ) -> AsyncIterator[Self]:
        """Opens the database as of one moment, to be read while a bot serves it.

        A broken file raises DatabaseDamaged; with `told`, that function gets the error, and the file is read as far as
        possible.
        """
        db = cls(await engines.looking(place(database), told))
        try:
            yield db
        finally:
            await db.close()
