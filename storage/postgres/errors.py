"""Translates errors of PostgreSQL and of the connection; the result contains no password and no value of a row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
from asyncpg import exceptions as said

from storage.dsn import Dsn
from storage.errors import (
    AccessRefused,
    BadRow,
    BadSetting,
    DatabaseError,
    DatabaseMissing,
    DatabaseUnreachable,
    DiskTrouble,
    StorageError,
)
from storage.table_errors import UnknownGame

FASTER: Final = (said.UniqueViolationError, said.TransactionRollbackError)
"""The errors of a conflict with another transaction; a repetition sees its result."""
_CONFUSED: Final = asyncpg.InternalClientError
"""The error of asyncpg for a connection that breaks during a query."""
DRIVERS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, _CONFUSED, OSError, EOFError)
"""All errors that asyncpg raises (TimeoutError is an OSError)."""
_BAD: Final = (said.IntegrityConstraintViolationError, said.DataError)
_REFUSED: Final = (
    said.InvalidAuthorizationSpecificationError, said.InsufficientPrivilegeError, said.InvalidSchemaNameError,
    said.ReadOnlySQLTransactionError,
)  # fmt: skip
_DISK: Final = (said.DiskFullError, said.PostgresIOError)
_AWAY: Final = (
    said.PostgresConnectionError, said.OperatorInterventionError, said.TooManyConnectionsError,
    said.IdleInTransactionSessionTimeoutError, said.LockNotAvailableError, said.TransactionRollbackError,
    asyncpg.InterfaceError, _CONFUSED, OSError, EOFError,
)  # fmt: skip
"""The errors of a server that is starting, stopping, full, gone or too slow (TimeoutError is an OSError)."""


@contextmanager
def explained(dsn: Dsn) -> Iterator[None]:
    """Translates the driver's errors in the block into errors of the storage package, which say what to do."""
    try:
        yield
    except DRIVERS as error:
        # The driver's error is not chained, because a log would show it and it quotes rows.
        raise explanation(dsn, error) from None


def explanation(dsn: Dsn, error: Exception) -> StorageError:
    """Returns the error of the storage package for one of the driver's."""
    why = _why(error)
    if isinstance(error, said.ForeignKeyViolationError):
        return UnknownGame()
    if isinstance(error, _BAD):
        return BadRow(f"{dsn} does not accept that: {why}. Nothing was written.")
    if isinstance(error, said.InvalidCatalogNameError):
        return DatabaseMissing(f"{dsn} does not exist: create it (`createdb`), or correct KRUPIER_DATABASE.")
    if isinstance(error, said.ClientConfigurationError):
        return BadSetting(f"{dsn} is no address of a database: correct KRUPIER_DATABASE.")
    if isinstance(error, _REFUSED):
        return AccessRefused(dsn, why)
    if isinstance(error, _DISK):
        return DiskTrouble(str(dsn), why)
    if isinstance(error, _AWAY):
        return DatabaseUnreachable(dsn, why)
    return DatabaseError(f"{dsn}: {why}. Check it with `krupier-storage check`.")


def _why(error: Exception) -> str:
    """Returns the first line of an error, which names columns and rules; further lines quote the values of a row."""
    if isinstance(error, asyncpg.PostgresError):
        return str(getattr(error, "message", None) or type(error).__name__)
    return getattr(error, "strerror", None) or type(error).__name__
