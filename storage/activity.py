"""When anything was last done at the unfinished tables."""

from __future__ import annotations

from datetime import datetime

from storage.core import Core
from storage.moments import read

_LAST_MOVED = """
WITH unfinished AS (SELECT id, created, started, paused_at FROM games WHERE phase IN ('lobby', 'running')),
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

    async def last_moved(self) -> dict[int, datetime]:
        """For each unfinished table when somebody last opened, joined, answered or paused there."""
        return {row["id"]: read(row["moved"]) for row in await self._rows(_LAST_MOVED)}
