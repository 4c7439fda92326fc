"""When anything was last done at the unfinished tables."""

from __future__ import annotations

from datetime import datetime

from storage.core import Core
from storage.moments import read

_LAST_MOVED = """
SELECT id, MAX(
    created, COALESCE(started, ''), COALESCE(paused_at, ''),
    COALESCE((SELECT MAX(at) FROM entries WHERE entries.game = games.id), ''),
    COALESCE((SELECT MAX(joined) FROM seats WHERE seats.game = games.id), ''),
    COALESCE((SELECT MAX(at) FROM substitutions WHERE substitutions.game = games.id), '')
) AS moved FROM games WHERE phase IN ('lobby', 'running') ORDER BY id
"""


class Activity(Core):
    """Lets idle tables be found."""

    async def last_moved(self) -> dict[int, datetime]:
        """For each unfinished table when somebody last opened, joined, answered or paused there."""
        return {row["id"]: read(row["moved"]) for row in await self._rows(_LAST_MOVED)}
