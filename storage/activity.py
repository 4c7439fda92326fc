"""When anything was last done at the unfinished tables."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from storage.connection import Row
from storage.core import MOST, Core
from storage.errors import DatabaseDamaged
from storage.moments import EPOCH, read_or_epoch

_LAST_MOVED = """
WITH unfinished AS (
    SELECT id, created, started, paused_at FROM games
    WHERE phase IN ('lobby', 'running') AND id > ?1 AND id <= ?2
),
moments AS (
    SELECT id AS game, created AS at FROM unfinished
    UNION ALL SELECT id, started FROM unfinished
    UNION ALL SELECT id, paused_at FROM unfinished
    UNION ALL SELECT game, MAX(at) FROM entries WHERE game IN (SELECT id FROM unfinished) GROUP BY game
    UNION ALL SELECT game, joined FROM seats WHERE game IN (SELECT id FROM unfinished)
    UNION ALL SELECT game, at FROM substitutions WHERE game IN (SELECT id FROM unfinished)
)
SELECT game AS id, MAX(at) AS moved FROM moments GROUP BY game ORDER BY game
"""


class Activity(Core):
    """Lets idle tables be found."""

    async def last_moved(self, after: int = 0, until: int = MOST) -> dict[int, datetime]:
        """For each unfinished table when somebody last opened, joined, answered or paused there.

        Of those numbered from behind `after` to `until`; one of which a disk has altered that is left out.
        """
        try:
            rows = await self._rows(_LAST_MOVED, after, until)
        except DatabaseDamaged:
            rows = await self._legible_moves(after, until)
        found = {row["id"]: read_or_epoch(row["moved"]) for row in rows}
        return {game: moved for game, moved in found.items() if moved is not None and moved != EPOCH}

    async def _legible_moves(self, after: int, until: int) -> list[Row]:
        rows: list[Row] = []
        sql = "SELECT id FROM games WHERE phase IN ('lobby', 'running') AND id > ? AND id <= ?"
        for row in await self._rows(sql, after, until):
            with suppress(DatabaseDamaged):
                rows += await self._rows(_LAST_MOVED, row["id"] - 1, row["id"])
        return rows
