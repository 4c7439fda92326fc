"""Coordination of processes that share a database: locks, change notifications, requests, identifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime

from storage.repository import Repository, transaction
from storage.timestamps import read, written


class Ownership(Repository):
    """The repository for coordination: locks and notifications between processes, requests to close tables, identifies.

    Notifications may be lost; `changed_since` finds what was missed. A file belongs to one process, so there only
    requests and identifies matter.
    """

    def alone(self, game: int) -> AbstractAsyncContextManager[None]:
        """Returns a context manager that is a lock of the table among all processes.

        Entering it raises DatabaseError if another process does not release the lock.
        """
        return self.session.engine.alone(game)

    async def notify_changed(self, game: int) -> None:
        """Notifies the other processes that this table has changed; never fails, but the notification may be lost."""
        await self.session.engine.notify_changed(game)

    def listen(self, heard: Callable[[int], None]) -> None:
        """Registers a function that is called with the number of each table that another process notifies about."""
        self.session.engine.listen(heard)

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """Returns the tables that other processes have changed since that mark, with their servers, and the next mark.

        None: no tables, only a first mark. A table may be returned more than once; none is left out.
        """
        return await self.session.engine.changed_since(mark)

    async def close_requests(self) -> list[int]:
        """Returns the tables that the operator has asked to be closed."""
        return await self.session.engine.close_requests()

    async def end_close_request(self, game: int) -> None:
        """Deletes a request to close a table, because it is done or impossible."""
        await self.session.engine.end_close_request(game)

    @transaction
    async def note_identify(self, shard: int, now: datetime, since: datetime) -> None:
        """Stores that a shard identifies to Discord's gateway now, and deletes identifies before `since`.

        A crash loop is recognised by this, so that it does not use up the day's identifies.
        """
        await self._execute("DELETE FROM identifies WHERE moment < ?", written(since))
        await self._execute("INSERT INTO identifies (shard, moment) VALUES (?, ?)", shard, written(now))

    @transaction
    async def forget_identifies(self) -> None:
        """Deletes all stored identifies, because a user was served and this is no crash loop."""
        await self._execute("DELETE FROM identifies")

    async def identifies(self, since: datetime) -> dict[int, list[datetime]]:
        """Returns, for each shard, the times of its identifies after `since`, earliest first."""
        found: dict[int, list[datetime]] = {}
        for row in await self._rows("SELECT * FROM identifies WHERE moment >= ? ORDER BY moment", written(since)):
            found.setdefault(row["shard"], []).append(read(row["moment"]))
        return found
