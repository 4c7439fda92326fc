"""Chooses the engine of a database; the only module that knows both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from storage import opening
from storage.connection import Engine
from storage.dsn import Dsn, Place
from storage.errors import DatabaseDamaged
from storage.sqlite import engine as sqlite
from storage.sqlite import requests as files

if TYPE_CHECKING:
    from storage.postgres.claims import Claims

_ASK: Final = "INSERT INTO close_requests (game) VALUES (?) ON CONFLICT DO NOTHING"


async def serving(place: Place, patience: float) -> Engine:
    """Opens the database for reading and writing and returns its engine; creates or migrates it if necessary."""
    if isinstance(place, Dsn):
        from storage.postgres import opening as postgres  # noqa: PLC0415 - only who wants a server needs its driver

        return await postgres.serving(place, patience)
    return await sqlite.serving(place, patience)


async def looking(place: Place, told: Callable[[DatabaseDamaged], None] | None = None) -> Engine:
    """Opens a read-only snapshot of the database, even while a bot serves it.

    A broken file raises DatabaseDamaged; with `told`, that function gets the error instead, and everything readable is
    read.
    """
    if isinstance(place, Dsn):
        from storage.postgres import opening as postgres  # noqa: PLC0415 - likewise

        return await postgres.looking(place)
    return await sqlite.looking(place, told)


async def leaving(place: Place, patience: float) -> Engine:
    """Opens a database that no bot may serve, to read all of it; raises DatabaseInUse or ServerInUse if a bot does.

    A file is created or migrated if necessary, and reserved until the engine is closed.
    """
    if isinstance(place, Dsn):
        from storage.postgres import opening as postgres  # noqa: PLC0415 - likewise

        return await postgres.leaving(place)
    return await sqlite.serving(place, patience)


@asynccontextmanager
async def claiming(place: Place) -> AsyncIterator[Claims | None]:
    """Yields an object with which this process claims shards, and releases all claims at the end of the block.

    Yields None for a file, which no other process can share.
    """
    if not isinstance(place, Dsn):
        yield None
        return
    from storage.postgres import claims  # noqa: PLC0415 - likewise

    async with claims.Claims.opened(place) as opened:
        yield opened


async def must_exist(place: Place) -> None:
    """Raises DatabaseMissing if there is no database, because opening would create one, and NotADatabase for a foreign
    one."""
    if isinstance(place, Dsn):
        await (await looking(place)).close()
    else:
        await (await opening.for_reading(opening.real(place))).close()


async def must_stand_still(place: Place) -> None:
    """Raises DatabaseMissing, or DatabaseInUse or ServerInUse if a bot serves the database, because the caller will
    write. Upgrades the schema of a file."""
    await must_exist(place)
    await (await leaving(place, opening.LOCK_TIMEOUT)).close()


async def ask_to_close(place: Place, game: int) -> str:
    """Stores a request to the bots that serve the database to close a table; returns a text on how to withdraw it.

    Raises RequestUnwritable if the request, which is a file next to an SQLite database, cannot be created.
    """
    if not isinstance(place, Dsn):
        return f"delete {files.ask(place, game).name} to take it back"
    engine = await serving(place, opening.LOCK_TIMEOUT)
    try:
        await engine.transaction(lambda db: db.execute(_ASK, (game,)))
    finally:
        await engine.close()
    return f"`DELETE FROM close_requests WHERE game = {game}` takes it back"


async def close_requested(place: Place, game: int) -> bool:
    """Returns whether a request to close the table is still stored, because no bot has handled it yet."""
    if not isinstance(place, Dsn):
        return files.request(place, game).exists()
    engine = await looking(place)
    try:
        return bool(await engine.rows("SELECT 1 FROM close_requests WHERE game = ?", (game,)))
    finally:
        await engine.close()
