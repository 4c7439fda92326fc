"""Opening a server's database: everything that may be wrong with it is said here, before anything is played."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from storage.dsn import Dsn
from storage.errors import DatabaseMissing, NotADatabase, ServerInUse
from storage.postgres.coordination import Coordination
from storage.postgres.engine import PostgresEngine, PostgresSnapshot
from storage.postgres.errors import explained
from storage.postgres.migrations import OLDEST, migrate, must_be_current, recognised

CONNECT_TIMEOUT: Final = 5.0
"""Seconds to wait for a connection, unless the caller gives another number."""
CONNECTIONS: Final = 6
"""At most, of one process."""
NAME: Final = "krupier"
"""By which a server's list of connections shows ours."""
SETTINGS: Final = {
    "application_name": NAME,
    "default_transaction_isolation": "read committed",
    # A process that stands still with a lock (stopped, or on a machine that is gone) loses both.
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "standard_conforming_strings": "on",
}
_OTHERS: Final = """
SELECT COUNT(*) AS others FROM pg_stat_activity
WHERE datname = current_database() AND application_name = ? AND pid <> pg_backend_pid()
"""
LOOKS: Final = 20
ANSWERS_WITHIN: Final = 30.0
"""Seconds for any one statement."""


async def serving(dsn: Dsn, patience: float) -> PostgresEngine:
    """The database, its schema created or brought up to date, to be read and written by this process among others."""
    with explained(dsn):
        async with _connection(dsn, patience) as genuine:
            await _must_fit(genuine, dsn)
            await migrate(genuine, dsn)
        pool = await asyncpg.create_pool(
            dsn.url, min_size=0, max_size=CONNECTIONS, max_inactive_connection_lifetime=0, reset=_nothing,
            timeout=patience, command_timeout=ANSWERS_WITHIN,
            server_settings={
                **SETTINGS, "lock_timeout": f"{int(patience * 1000)}ms", "krupier.worker": secrets.token_hex(8),
            },
        )  # fmt: skip
        # One stays open from now on: it shows others that the database is served.
        await pool.fetchval("SELECT 1")
    return PostgresEngine(dsn, pool, Coordination(dsn, patience))


async def looking(dsn: Dsn, patience: float = CONNECT_TIMEOUT) -> PostgresSnapshot:
    """Returns the database as of this moment; raises DatabaseMissing if there is none of ours."""
    with explained(dsn):
        genuine = await _connected(dsn, patience)
        try:
            await _must_fit(genuine, dsn)
            await _must_be_ours(genuine, dsn)
            # A caller that replays every game between two queries may take its time.
            await genuine.execute("SET idle_in_transaction_session_timeout = 0")
            await genuine.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            await genuine.execute("SELECT 1 FROM krupier_schema")
        except BaseException:
            await genuine.close()
            raise
    return PostgresSnapshot(dsn, genuine)


async def leaving(dsn: Dsn) -> PostgresSnapshot:
    """Returns the same; raises ServerInUse if any Krupier is connected as well."""
    snapshot = await looking(dsn)
    try:
        await _must_be_alone(snapshot)
    except BaseException:
        await snapshot.close()
        raise
    return snapshot


async def _must_be_alone(snapshot: PostgresSnapshot) -> None:
    """Raises ServerInUse if other processes stay connected; one that has just ended is listed for a moment longer."""
    for left in reversed(range(LOOKS)):
        await snapshot.rows("SELECT pg_stat_clear_snapshot()", ())
        others = (await snapshot.rows(_OTHERS, (NAME,)))[0]["others"]
        if not others:
            return
        if not left:
            raise ServerInUse(snapshot.place, others)
        await asyncio.sleep(0.1)


async def _must_be_ours(genuine: Any, dsn: Dsn) -> None:
    version = await recognised(genuine, dsn)
    if version == 0:
        raise DatabaseMissing(f"{dsn} holds no games yet: correct KRUPIER_DATABASE or --database.")
    must_be_current(dsn, version)


async def _must_fit(genuine: Any, dsn: Dsn) -> None:
    """PostgreSQL of a version and with an encoding that can keep what we write."""
    version = genuine.get_server_version()
    if version.major < OLDEST:
        raise NotADatabase(str(dsn), f"on PostgreSQL {version.major}; {OLDEST} or newer is needed")
    encoding = await genuine.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise NotADatabase(
            str(dsn), f"kept in {encoding}; UTF8 is needed (`createdb --encoding UTF8 --template template0`)"
        )


@contextlib.asynccontextmanager
async def _connection(dsn: Dsn, patience: float) -> AsyncIterator[Any]:
    genuine = await _connected(dsn, patience)
    try:
        yield genuine
    finally:
        await genuine.close()


async def _connected(dsn: Dsn, patience: float) -> Any:
    try:
        return await asyncpg.connect(dsn.url, timeout=patience, server_settings=SETTINGS)
    except ValueError:
        # For example a port that is not a number; the text quotes its surroundings.
        raise asyncpg.exceptions.ClientConfigurationError("an address that cannot be read") from None


async def _nothing(_: object) -> None:
    """A connection goes back as it is: we leave nothing in it, and asking the server to see to that costs a way."""
