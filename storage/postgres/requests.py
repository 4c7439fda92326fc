"""By which the shell asks the bots to close a table: a row, which the one that does it takes away."""

from __future__ import annotations

from typing import Final

from storage.connection import Connection
from storage.dsn import Dsn
from storage.postgres import opening

_ASK: Final = "INSERT INTO close_requests (game) VALUES (?) ON CONFLICT DO NOTHING"
_WAITS: Final = "SELECT 1 FROM close_requests WHERE game = ?"


async def ask(dsn: Dsn, game: int) -> str:
    """Leave it; gives how it is taken back."""

    async def work(db: Connection) -> None:
        await db.execute(_ASK, (game,))

    engine = await opening.serving(dsn, opening.PATIENCE)
    try:
        await engine.transaction(work)
    finally:
        await engine.close()
    return f"`DELETE FROM close_requests WHERE game = {game}` takes it back"  # noqa: S608 - shown, not run


async def waits(dsn: Dsn, game: int) -> bool:
    """Whether nobody has done it yet."""
    snapshot = await opening.looking(dsn)
    try:
        return bool(await snapshot.rows(_WAITS, (game,)))
    finally:
        await snapshot.close()
