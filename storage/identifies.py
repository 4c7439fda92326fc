"""The repository of shards' recent identifies to Discord's gateway, by which a crash loop is recognised."""

from __future__ import annotations

from datetime import datetime

from storage.repository import Repository, transaction
from storage.timestamps import read, written


class Identifies(Repository):
    """The repository of recent identifies, which are stored so that a crash loop does not use up those of the day."""

    @transaction
    async def note(self, shard: int, now: datetime, since: datetime) -> None:
        """Stores that a shard identifies to Discord's gateway now, and deletes identifies before `since`."""
        await self._execute("DELETE FROM identifies WHERE moment < ?", written(since))
        await self._execute("INSERT INTO identifies (shard, moment) VALUES (?, ?)", shard, written(now))

    @transaction
    async def forget_all(self) -> None:
        """Deletes all stored identifies, because a user was served and this is no crash loop."""
        await self._execute("DELETE FROM identifies")

    async def since(self, since: datetime) -> dict[int, list[datetime]]:
        """Returns, for each shard, the times of its identifies after `since`, earliest first."""
        found: dict[int, list[datetime]] = {}
        for row in await self._rows("SELECT * FROM identifies WHERE moment >= ? ORDER BY moment", written(since)):
            found.setdefault(row["shard"], []).append(read(row["moment"]))
        return found
