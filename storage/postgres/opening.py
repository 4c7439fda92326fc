"""Opens a PostgreSQL database, and checks it for every known problem before it is used."""

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
"""The default seconds to wait for a connection."""
CONNECTIONS: Final = 6
"""The maximum number of connections of one process."""
NAME: Final = "krupier"
"""The application name in the server's list of connections."""
SETTINGS: Final = {
    "application_name": NAME,
    "default_transaction_isolation": "read committed",
    # A suspended process with a lock (or on a machine that is gone) loses the lock and its connection.
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
"""The maximum seconds for any statement."""


async def serving(dsn: Dsn, patience: float) -> PostgresEngine:
    """Creates or upgrades the schema and opens the database for reading and writing; others may do the same."""
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
        # One connection stays open, which shows other processes that the database is in use.
        await pool.fetchval("SELECT 1")
    return PostgresEngine(dsn, pool, Coordination(dsn, patience))


async def looking(dsn: Dsn, patience: float = CONNECT_TIMEOUT) -> PostgresSnapshot:
    """Opens a read-only snapshot of the database, also while bots serve it.

    Raises DatabaseMissing if it has no games of Krupier, DatabaseError if its schema is not this program's.
    """
    with explained(dsn):
        genuine = await _connected(dsn, patience)
        try:
            await _must_fit(genuine, dsn)
            await _must_be_ours(genuine, dsn)
            # A caller may replay every game between two queries.
            await genuine.execute("SET idle_in_transaction_session_timeout = 0")
            await genuine.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            await genuine.execute("SELECT 1 FROM krupier_schema")
        except BaseException:
            await genuine.close()
            raise
    return PostgresSnapshot(dsn, genuine)


async def leaving(dsn: Dsn) -> PostgresSnapshot:
    """Opens a read-only snapshot of a database; raises ServerInUse if a bot or another Krupier is connected to it."""
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
        raise DatabaseMissing(f"{dsn} has no games yet: correct KRUPIER_DATABASE or --database.")
    must_be_current(dsn, version)


async def _must_fit(genuine: Any, dsn: Dsn) -> None:
    """Raises NotADatabase if the server's version or the database's encoding is not supported."""
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
        # An example is a port that is not a number. The driver's text is not shown because it quotes the address.
        raise asyncpg.exceptions.ClientConfigurationError("an address that cannot be read") from None


async def _nothing(_: object) -> None:
    """Does nothing, in place of the pool's reset of a returned connection, which would cost a round trip."""
