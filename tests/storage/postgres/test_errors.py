"""Tests asyncpg's errors about a server that is down, as the storage reports them."""

from __future__ import annotations

import asyncpg
import pytest

from storage.dsn import Dsn
from storage.errors import DatabaseUnreachable
from storage.postgres.errors import explained


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.AdminShutdownError("terminating connection due to administrator command"),
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress"),
        ConnectionRefusedError(),
        FileNotFoundError(),
        TimeoutError(),
        EOFError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_connection_that_breaks_is_a_server_that_is_away(error: Exception) -> None:
    with pytest.raises(DatabaseUnreachable, match="cannot be reached"), explained(Dsn("postgresql://u@h/games")):
        raise error
