"""Which engine keeps a database: the one place that knows both."""

from __future__ import annotations

from storage.connection import Engine
from storage.dsn import Dsn, Place
from storage.sqlite import engine as sqlite


async def serving(place: Place, patience: float) -> Engine:
    """The database, created or migrated where needed, to be read and written."""
    if isinstance(place, Dsn):
        from storage.postgres import opening as postgres  # noqa: PLC0415 - only who wants a server needs its driver

        return await postgres.serving(place, patience)
    return await sqlite.serving(place, patience)


async def looking(place: Place) -> Engine:
    """The database as of one moment, to be read alone, whoever serves it meanwhile."""
    if isinstance(place, Dsn):
        from storage.postgres import opening as postgres  # noqa: PLC0415 - likewise

        return await postgres.looking(place)
    return await sqlite.looking(place)
