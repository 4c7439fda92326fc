"""Tables that need nothing after a start: what their messages showed when nobody changed anything any more stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from storage.connection import Connection
from storage.core import Core, required, transaction
from storage.moments import EPOCH, read_or_epoch, written
from storage.record import must_have

_PUT = """
INSERT INTO resting (game, number, due, program) VALUES (?, ?, ?, ?)
ON CONFLICT (game) DO UPDATE SET number = excluded.number, due = excluded.due, program = excluded.program
"""
_RESTING = """
SELECT resting.game, resting.number, resting.due, deadlines.due AS now FROM resting
LEFT JOIN deadlines ON deadlines.game = resting.game WHERE resting.program = ? ORDER BY resting.game
"""


class Resting(Core):
    """Noted once all is shown; whatever changes the table takes it back, by a trigger, in the same transaction."""

    @transaction
    async def set_resting(  # noqa: PLR0913 - what is noted together
        self, db: Connection, game: int, number: int, told: int, due: datetime | None, program: str, *, length: int
    ) -> None:
        """Note that all messages of a table show its decision of that number, and so many events, under this program.

        Whoever calls lets nobody else change the table meanwhile; Overtaken where the record is not that long any more.
        """
        # A process that stood still, or a transaction whose caller has gone away, may come late.
        await required(db, game, "running")
        await must_have(db, game, length)
        await db.execute("UPDATE games SET told = ? WHERE id = ?", (told, game))
        await db.execute(_PUT, (game, number, None if due is None else written(due), program))

    async def resting(self, program: str) -> Mapping[int, tuple[int, datetime | None, datetime | None]]:
        """Each table that rests under this program: its decision, the deadline shown, and the one that counts now."""
        rows = await self._rows(_RESTING, program)
        found = {row["game"]: (row["number"], _moment(row["due"]), _moment(row["now"])) for row in rows}
        return {game: one for game, one in found.items() if EPOCH not in one}


def _moment(text: str | None) -> datetime | None:
    return None if text is None else read_or_epoch(text) or EPOCH
