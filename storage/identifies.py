"""When the bot has told Discord who it is, so that a crash loop spares the day's share of it."""

from __future__ import annotations

from datetime import datetime

from storage.connection import Connection
from storage.core import Core, transaction
from storage.moments import read, written


class Identifies(Core):
    """Those after which nobody was served yet."""

    @transaction
    async def note_identify(self, db: Connection, shard: int, now: datetime, since: datetime) -> None:
        """A shard identifies now; what is older than `since` is forgotten."""
        await db.execute("DELETE FROM identifies WHERE moment < ?", (written(since),))
        await db.execute("INSERT INTO identifies (shard, moment) VALUES (?, ?)", (shard, written(now)))

    @transaction
    async def forget_identifies(self, db: Connection) -> None:
        """Somebody was served: this is no crash loop."""
        await db.execute("DELETE FROM identifies")

    async def identifies(self, since: datetime) -> dict[int, list[datetime]]:
        """For each shard when it has identified since then, earliest first."""
        found: dict[int, list[datetime]] = {}
        query = "SELECT * FROM identifies WHERE moment >= ? ORDER BY moment"
        for row in await self._rows(query, written(since)):
            found.setdefault(row["shard"], []).append(read(row["moment"]))
        return found
