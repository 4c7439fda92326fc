"""One session of the simulated server: runs a client's statements, most of them on SQLite."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from asyncpg import exceptions as said

from tests.simulation.postgres.store import Key, Store, explained, for_sqlite, must_lock

if TYPE_CHECKING:
    from tests.simulation.postgres.server import SimulatedServer

MIN_POLL, MAX_POLL = 0.001, 0.05
"""The shortest and the longest pause in seconds between two checks of whether the writing transaction has ended."""
_FOREVER: Final = 10.0**9
_SECONDS: Final = re.compile(r"(\d+)(ms|s)?")
_IDLE: Final = re.compile(r"interval '(\d+) second")
_QUOTED: Final = re.compile(r"application_name ?= ?'([^']*)'")


class Result(NamedTuple):
    """The rows of a statement, and the number of rows that it changed."""

    rows: list[Any]
    changed: int = -1


class ServerSession:
    """A client's session at the simulated server, with its transaction, locks and settings."""

    def __init__(self, server: SimulatedServer, store: Store, settings: dict[str, str], client: Context) -> None:
        self.server, self.store, self.settings, self.client = server, store, settings, client
        self.loop = asyncio.get_running_loop()
        server.pids += 1
        self.pid = server.pids
        self.name = settings.get("application_name", "")
        self.worker = settings.get("krupier.worker", "")
        self.ended = False
        self.ends: Callable[[], None] = lambda: None
        """Called when the client learns that the connection is gone."""
        self.heard: dict[str, Callable[[int, str], None]] = {}
        """The callback for the notifications of each channel."""
        self.open = False
        """Whether a transaction is open."""
        self._failed = False
        self._snapshot: sqlite3.Connection | None = None
        self._since = self.loop.time()
        """The time of the last answer."""
        self._busy = False

    # For the driver

    async def answer(self, sql: str, values: Sequence[Any]) -> Result:
        """Runs a statement after the latency of the network and returns its result; raises asyncpg's error if the
        session ended.
        """
        await self.server.travel()
        self.must_live()
        self._busy = True
        try:
            self.server.point(self, "before", sql)
            self.must_live()
            result = await self._done(sql, values)
            self.server.point(self, "after", sql)
        finally:
            self._busy, self._since = False, self.loop.time()
        await self.server.travel()
        self.must_live()
        return result

    def end(self) -> None:
        """Ends the session: rolls back its transaction, releases its locks, and notifies its client."""
        if self.ended:
            return
        self.ended = True
        self._over(commit=False)
        self.store.release(self)
        self.server.sessions.remove(self)
        with suppress(RuntimeError):  # The client's event loop may be closed.
            self.loop.call_soon_threadsafe(lambda: self.ends(), context=self.client)  # noqa: PLW0108 - it may be set later

    def idle(self) -> float:
        """Returns the seconds since the last statement of the client ended, 0 while one runs."""
        return 0.0 if self._busy else self.loop.time() - self._since

    @property
    def limit(self) -> float:
        """Returns the number of idle seconds after which the server ends the session."""
        return self._seconds("idle_in_transaction_session_timeout" if self.open else "idle_session_timeout")

    def must_live(self) -> None:
        """Raises asyncpg's ConnectionDoesNotExistError if the session has ended."""
        if self.ended:
            raise said.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    # Statements

    async def _done(self, sql: str, values: Sequence[Any]) -> Result:
        if (special := _special(sql)) is not None:
            found, act = special
            return act(self, found, sql, tuple(values)) or Result([])
        match sql.split(maxsplit=1)[0].upper():
            case "BEGIN":
                self.open, self._failed = True, False
                if "REPEATABLE READ" in sql:
                    self._snapshot = self.store.connection()
                    self._snapshot.execute("BEGIN")
                    self._snapshot.execute("SELECT 1 FROM sqlite_master").fetchall()
                return Result([])
            case "COMMIT" | "ROLLBACK" as word:
                self._over(commit=word == "COMMIT" and not self._failed)
                return Result([])
        if self._failed:
            raise said.InFailedSQLTransactionError("current transaction is aborted")
        try:
            with self._undone_if_it_fails():
                return await self._run(sql, values)
        finally:
            if not self.open:
                self._over(commit=True)

    @contextmanager
    def _undone_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, said.PostgresError) as error:
            self._failed = self.open
            if not self.open:
                self._over(commit=False)
            raise (explained(error) if isinstance(error, sqlite3.Error) else error) from None

    async def _run(self, sql: str, values: Sequence[Any]) -> Result:
        if must_lock(sql) and self._snapshot is None:
            await self._may_write()
        db = self._snapshot or (self.store.writer if self.store.holder is self else self.store.reader)
        if not (text := for_sqlite(sql)).strip():
            return Result([])
        cursor = db.execute(text, tuple(values))
        return Result(cursor.fetchall(), cursor.rowcount)

    async def _may_write(self) -> None:
        """Waits until no other transaction writes, then begins to write.

        Raises LockNotAvailableError after the session's `lock_timeout`.
        """
        until, pause = self.loop.time() + self._seconds("lock_timeout"), MIN_POLL
        while self.store.holder not in {None, self}:
            self.server.end_idle()
            if self.loop.time() > until:
                raise said.LockNotAvailableError("canceling statement due to lock timeout")
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_POLL)
            self.must_live()
        if self.store.holder is None:
            self.store.begin(self)
            self.server.conflict(self)

    def _over(self, *, commit: bool) -> None:
        self.store.end(self, commit=commit)
        if self._snapshot is not None:
            self._snapshot.close()
        self._snapshot, self.open, self._failed = None, False, False

    def _seconds(self, setting: str) -> float:
        found = _SECONDS.fullmatch(self.settings.get(setting, ""))
        if found is None or found[1] == "0":
            return _FOREVER
        return int(found[1]) / (1000 if found[2] == "ms" else 1)

    def _value(self, **values: object) -> Result:
        return Result([self.store.row(**values)])

    # What SQLite does not know

    def _try_lock(self, _found: re.Match[str], _sql: str, key: Key) -> Result:
        self.server.end_idle()
        holders = self.store.locks.setdefault(tuple(key), [])
        if free := all(holder is self for holder in holders):
            holders.append(self)
        return self._value(taken=int(free))

    def _lock_shared(self, _found: re.Match[str], _sql: str, key: Key) -> None:
        self.store.locks.setdefault(tuple(key), []).append(self)

    def _unlock(self, _found: re.Match[str], _sql: str, key: Key) -> None:
        holders = self.store.locks.get(tuple(key), [])
        if self in holders:
            holders.remove(self)
        if not holders:
            self.store.locks.pop(tuple(key), None)

    def _locks(self, _found: re.Match[str], _sql: str, values: Sequence[int]) -> Result:
        self.server.end_idle()
        numbers = sorted({key[1] for key in self.store.locks if len(key) == 2 and key[0] == values[0]})
        return Result([self.store.row(number=number) for number in numbers])

    def _notify(self, _found: re.Match[str], _sql: str, values: Sequence[Any]) -> None:
        for other in self._sessions():
            if values[0] in other.heard:
                other.deliver(self.pid, values[0], str(values[1]))

    def deliver(self, pid: int, channel: str, payload: str) -> None:
        """Sends a notification to the client, which receives it after the latency of the network."""
        arrives = self.heard[channel]
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(
                lambda: self.loop.call_later(self.server.latency(), arrives, pid, payload), context=self.client
            )

    def _listen(self, _found: re.Match[str], _sql: str, _values: Sequence[Any]) -> None:
        """Does nothing; the handler of statements without an effect in the simulation.

        For LISTEN, the driver has already stored the function to call.
        """

    def _sessions(self) -> list[ServerSession]:
        return [one for one in self.server.sessions if one.store is self.store]

    def _named(self, sql: str, values: Sequence[Any]) -> list[ServerSession]:
        quoted = _QUOTED.search(sql)
        name = quoted[1] if quoted else values[0]
        since = _IDLE.search(sql)
        found = [one for one in self._sessions() if one.name == name]
        return found if since is None else [one for one in found if one.idle() > int(since[1]) and not one.open]

    def _end_others(self, _found: re.Match[str], sql: str, values: Sequence[Any]) -> Result:
        if "pg_stat_activity" not in sql:
            self.end()
            raise said.AdminShutdownError("terminating connection due to administrator command")
        found = self._named(sql, values)
        for one in found:
            one.end()
        return Result([self.store.row(ended=1) for _ in found])

    def _activity(self, _found: re.Match[str], sql: str, values: Sequence[Any]) -> Result:
        others = [one for one in self._named(sql, values) if one is not self]
        if "COUNT(*)" in sql:
            return self._value(others=len(others))
        return Result([self.store.row(pid=one.pid) for one in sorted(others, key=lambda one: one.pid)])

    def _show(self, found: re.Match[str], _sql: str, _values: Sequence[Any]) -> Result:
        known = {"server_encoding": "UTF8", **self.settings}
        return self._value(setting=known[found[1]])

    def _set(self, found: re.Match[str], _sql: str, _values: Sequence[Any]) -> None:
        self.settings[found[1]] = found[2].strip("'")

    def _changed(self, _found: re.Match[str], _sql: str, values: Sequence[Any]) -> Result:
        sql = "SELECT game, guild FROM changes JOIN games ON id = game WHERE by >= ? AND worker <> ?"
        rows = self.store.reader.execute(sql, (int(values[0] or 0), self.worker)).fetchall()
        return self._value(next=str(self.store.lowest), tables=json.dumps([tuple(row) for row in rows]))

    def _sequence(self, found: re.Match[str], _sql: str, _values: Sequence[Any]) -> Result:
        row = self.store.reader.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (found[1],)).fetchone()
        return self._value(last=row["seq"] if row else 0)

    def _ours(self, _found: re.Match[str], _sql: str, _values: Sequence[Any]) -> Result:
        return self._value(ours=1)


_SPECIAL: Final = tuple(
    (re.compile(pattern), act)
    for pattern, act in (
        (r"SELECT pg_try_advisory_lock\(", ServerSession._try_lock),
        (r"SELECT pg_advisory_lock_shared\(", ServerSession._lock_shared),
        (r"SELECT pg_advisory_unlock\(", ServerSession._unlock),
        (r"pg_advisory_xact_lock\(", ServerSession._listen),
        (r"FROM pg_locks", ServerSession._locks),
        (r"SELECT pg_notify\(", ServerSession._notify),
        (r"pg_terminate_backend\(", ServerSession._end_others),
        (r"FROM pg_stat_activity", ServerSession._activity),
        (r"SELECT pg_stat_clear_snapshot\(", ServerSession._listen),
        (r"^LISTEN ", ServerSession._listen),
        (r"^SHOW (\w+)$", ServerSession._show),
        (r"^SET (\w+) = (.+)$", ServerSession._set),
        (r"pg_snapshot_xmin", ServerSession._changed),
        (r"FROM (\w+)_id_seq$", ServerSession._sequence),
        (r"to_regclass\('krupier_schema'\)", ServerSession._ours),
    )
)
"""(pattern, handler) of the statements that SQLite does not understand."""


@cache
def _special(sql: str) -> tuple[re.Match[str], Callable[..., Result | None]] | None:
    """Returns the match and the handler of a statement that SQLite does not understand; None for others."""
    return next(((found, act) for pattern, act in _SPECIAL if (found := pattern.search(sql))), None)
