"""A database of schema 23 and the local Discord that has its messages: each kind of message was stored in its own
table.

`sqlite.dump` is a whole file, `world.json` the state of the local Discord when the process died. There are a
half-played table of each game, a lobby, and a tournament. One table has a board that still has its buttons although a
newer one was posted, a spectator by direct message, a ping, and a private reminder.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

from storage.dsn import Dsn, Place
from storage.postgres.migrations import migrate
from tests.postgres import apart
from tests.storage import schema_20

FOLDER = Path(__file__).parent
WORLD = FOLDER / "world.json"
CLOCK = 1_770_000_088.5
"""The time on the clock of the local Discord in `world.json`, in seconds since 1970."""
VERSION = 23
MAFIA, ROSADY, DESTINY, LOBBY = 1, 2, 3, 4
"""The game IDs of the tables in the dump."""


def create(place: Place) -> None:
    """Writes the database of schema 23 to a file that does not exist, or into an empty PostgreSQL database."""
    if isinstance(place, Dsn):
        schema_20.create_on_server(place, {})
        apart(_upgrade(place))
        return
    with closing(sqlite3.connect(place, isolation_level=None)) as db:
        db.executescript((FOLDER / "sqlite.dump").read_text("utf-8"))


async def _upgrade(dsn: Dsn) -> None:
    with TemporaryDirectory() as temporary:
        folder = schema_20.schema_files(VERSION, Path(temporary) / "schema")
        db = await asyncpg.connect(dsn.url)
        try:
            await migrate(db, dsn, folder)
            await schema_20.insert(db, schema_20.rows(FOLDER))
        finally:
            await db.close()
