"""The repository for rate limits of users that hold in all processes, for example of invitations or opened tables."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from storage.connection import Row
from storage.games import Games
from storage.pseudonyms import known_as, pseudonyms
from storage.repository import Repository, transaction
from storage.timestamps import EPOCH, read_or_epoch, written

_END: Final = "DELETE FROM limited_uses WHERE kind = ? AND (at <= ? OR at > ?)"
_LATEST: Final = "SELECT slot, at FROM limited_uses WHERE kind = ? AND user IN ({})"
_TAKE: Final = """
INSERT INTO limited_uses (kind, user, slot, at) VALUES (?, ?, ?, ?) ON CONFLICT (kind, user, slot) DO NOTHING
"""
_RENAME: Final = """
INSERT INTO limited_uses (kind, user, slot, at)
SELECT kind, CAST(?1 AS BIGINT), slot, at FROM limited_uses WHERE user = ?2 ON CONFLICT (kind, user, slot) DO NOTHING
"""
_GIVE_BACK: Final = "DELETE FROM limited_uses WHERE kind = ? AND user = ? AND slot = ? AND at = ?"

Kind = Literal["invitation", "call", "notice", "opening"]


class Use(NamedTuple):
    """One action of a user that counts for a rate limit: its kind, its numbered slot and its time."""

    kind: Kind
    user: int
    slot: int
    at: datetime


class LimitedUses(Repository):
    """The repository of the recent actions of users that a rate limit counts (uses).

    Each use takes one of the user's numbered slots, of which there are as many as uses are allowed. So two processes
    never count fewer uses than there were, without a lock.
    """

    @transaction
    async def take(self, kind: Kind, user: int, most: int, since: datetime, at: datetime) -> Use | datetime:
        """Stores a use at time `at` and returns it, if the user has had fewer than `most` uses after `since`.

        Otherwise returns the time of the use that must end first. Deletes uses of this kind that have ended (of all
        users), and those whose time is wrong: further ahead than the period is long.
        """
        await self._execute(_END, kind, written(since), written(at + (at - since)))
        rows = await self._uses(kind, user)
        for slot in sorted({*range(most)} - {row["slot"] for row in rows}):
            if await self._execute(_TAKE, kind, user, slot, written(at)):
                return Use(kind, user, slot, at)
        earlier = sorted(read_or_epoch(row["at"]) or EPOCH for row in rows)
        return earlier[-most] if len(earlier) >= most else at  # other processes took the last slots just now

    async def openings(self, user: int, since: datetime) -> list[datetime]:
        """Returns the times after `since` at which a user opened tables and was forgotten afterwards, oldest first."""
        rows = await self._uses("opening", user)
        return sorted(at for row in rows if (at := read_or_epoch(row["at"]) or EPOCH) > since)

    async def _uses(self, kind: Kind, user: int) -> list[Row]:
        """Returns the slots and times of a user's uses, also of those before the user was forgotten."""
        known = known_as(user)
        return await self._rows(_LATEST.format(", ".join("?" for _ in known)), kind, *known)

    @transaction
    async def keep_pseudonym(self, user: int, at: datetime) -> None:
        """Replaces a user who is forgotten by a pseudonym in their uses, so that the limits go on.

        The tables that they opened in the last hour without other people become uses too, because they lose their
        host.
        """
        first, *older = pseudonyms(user)
        since = at - timedelta(hours=1)
        await self._execute(_END, "opening", written(since), written(at + timedelta(hours=1)))
        known_uses = await self._uses("opening", user)
        free = max((row["slot"] for row in known_uses), default=-1) + 1
        for slot, opened in enumerate(await Games(self.session).opened_alone_since(user, since), free):
            await self._execute(_TAKE, "opening", user, slot, written(opened))
        for known in (user, *older):
            await self._execute(_RENAME, first, known)
            await self._execute("DELETE FROM limited_uses WHERE user = ?", known)

    @transaction
    async def give_back(self, use: Use) -> None:
        """Deletes a use, because the action that it counted did not happen."""
        await self._execute(_GIVE_BACK, use.kind, use.user, use.slot, written(use.at))
