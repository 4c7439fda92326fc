"""A simulated PostgreSQL server that the storage's PostgreSQL engine uses through a simulated driver (asyncpg)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from asyncpg import exceptions as said

from storage.dsn import Dsn
from tests.simulation.postgres.session import ServerSession
from tests.simulation.postgres.store import Store

Point = Callable[[ServerSession, str, str], None]


class SimulatedServer:
    """A server in this process; its databases are files in a folder and survive restarts."""

    def __init__(self, folder: Path, latency: Callable[[], float] = lambda: 0.0) -> None:
        self.folder = folder
        self.latency = latency
        """Returns the seconds that a message to or from the server is on its way."""
        self.pids = 0
        self.sessions: list[ServerSession] = []
        self.up, self.starting = True, False
        self.context: Context = copy_context()
        """The server works on while its clients are stopped."""
        self.point: Point = lambda _session, _when, _sql: None
        """Called before and after each statement; it may end the session."""
        self.conflicts: Random | None = None
        """Random numbers by which transactions conflict now and then; None: they never do."""
        self._stores: dict[str, Store] = {}
        self._numbers = count(1)

    # As of a real server (tests/postgres.py)

    def url(self, name: str = "postgres") -> str:
        """Returns the address of one of the server's databases."""
        return f"postgresql://krupier@/{name}?host={self.folder}"

    def fresh(self, _template: str | None = "") -> Dsn:
        """Returns the address of a new database, which has Krupier's schema when it is first used."""
        return Dsn(self.url(f"games_{next(self._numbers)}"))

    def drop(self, dsn: Dsn) -> None:
        """Ends all sessions that use a database, and closes it; its file remains."""
        store = self.store(dsn.url)
        for session in [one for one in self.sessions if one.store is store]:
            session.end()
        store.close()
        del self._stores[_name(dsn.url)]

    def stop(self, _how: object = None) -> None:
        """Stops the server at once, which ends all sessions."""
        self.up = False
        for session in list(self.sessions):
            session.end()

    def start(self) -> None:
        """Lets clients connect again after a stop."""
        self.up, self.starting = True, False

    # For sessions and the driver

    def owns(self, url: str) -> bool:
        """Returns whether this is the address of one of the server's databases."""
        return str(self.folder) in url

    def store(self, url: str) -> Store:
        """Returns the database of this address, and creates it with the schema at its first use."""
        name = _name(url)
        if name not in self._stores:
            self._stores[name] = Store(self.folder / f"{name}.sqlite3")
        return self._stores[name]

    async def travel(self) -> None:
        """Waits for the latency of one message between client and server."""
        loop = asyncio.get_running_loop()
        arrived = loop.create_future()
        loop.call_later(self.latency(), _arrives, arrived)
        await arrived

    async def connect(self, url: str, settings: dict[str, str], client: Context) -> ServerSession:
        """Returns a new session; raises asyncpg's error if the server is down or starting."""
        await self.travel()
        if not self.up:
            raise ConnectionRefusedError(111, "Connection refused")
        if self.starting:
            raise said.CannotConnectNowError("the database system is starting up")
        session = ServerSession(self, self.store(url), settings, client)
        self.sessions.append(session)
        await self.travel()
        session.must_live()
        return session

    def end_idle(self) -> None:
        """Ends the sessions whose clients have asked nothing for longer than their settings allow."""
        for session in [one for one in self.sessions if one.idle() > one.limit]:
            session.end()

    def conflict(self, _session: ServerSession) -> None:
        """Raises DeadlockDetectedError in 2 % of the transactions that begin to write, while conflicts are switched
        on.
        """
        if self.conflicts is not None and self.conflicts.random() < 0.02:
            raise said.DeadlockDetectedError("deadlock detected")


def _arrives(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)


def _name(url: Any) -> str:
    return str(url).partition("@/")[2].partition("?")[0]
