"""What calls somebody to the table: pings and private words, noted so that a restart takes them back too."""

from __future__ import annotations

from storage.connection import Connection, Row
from storage.core import Core, transaction
from storage.rows import Call

_NOTE = """
INSERT INTO calls (game, number, seat, kind, channel, message) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (game, message) DO UPDATE SET number = excluded.number, kind = excluded.kind
"""


class Calls(Core):
    """Messages that go as soon as what they are about is over."""

    @transaction
    async def note_call(self, db: Connection, game: int, call: Call) -> None:
        """Note such a message, or what it says now (UnknownGame)."""
        await db.execute(_NOTE, (game, call.number, call.seat, call.kind, call.channel, call.message))

    @transaction
    async def forget_call(self, db: Connection, game: int, message: int) -> None:
        """Such a message is gone."""
        await db.execute("DELETE FROM calls WHERE game = ? AND message = ?", (game, message))

    async def calls(self, game: int) -> list[Call]:
        """Those of a table that may still stand, oldest first."""
        return [_call(row) for row in await self._rows("SELECT * FROM calls WHERE game = ? ORDER BY message", game)]

    async def tables_with_calls(self) -> list[int]:
        """The tables, finished or not, of which any may still stand."""
        return [row["game"] for row in await self._rows("SELECT DISTINCT game FROM calls ORDER BY game")]


def _call(row: Row) -> Call:
    return Call(row["number"], row["seat"], row["kind"], row["channel"], row["message"])
