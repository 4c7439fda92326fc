"""Rate limits for opening lobbies, inviting and notifying people, and sharing films.

The refusal because of a limit in a time says when the limit ends.

| limit                                   | kept in      | holds for                                               |
|-----------------------------------------|--------------|---------------------------------------------------------|
| open lobbies of a user on a server      | the database | all workers, and after a restart                        |
| open lobbies in a channel               | the database | all workers, and after a restart                        |
| lobbies and games for practice opened   | the database | all workers, and after a restart                        |
| in ten minutes, unless they become a    |              |                                                         |
| game with other people                  |              |                                                         |
| invitations by a user in an hour        | the database | all workers, and after a restart                        |
| calls of players by a user in an hour   | the database | all workers, and after a restart                        |
| notifications of a user in an hour      | the database | all workers, and after a restart                        |
| tables from one message by a user at a  | memory       | one worker: each worker serves its own servers          |
| time; from the user's own panel, in all |              |                                                         |
| films shared by a user in ten minutes   | memory       | one worker: each worker serves its own servers          |
| public films of a table in ten minutes  | memory       | the worker of the table's server                        |

A table is counted in the transaction that opens it, so workers never open more at the same moment.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Final

from cachetools import FIFOCache

from bot.tables.keyed_locks import KeyedLocks
from bot.tables.refusals import RefusedAside
from bot.tables.wishes import Place
from bot.texts import N_
from storage import Database, OpenedOften, Room, ServerSettings, TooManyOpen
from storage.limited_uses import Kind
from storage.repository import NO_LIMIT

MAX_KEYS: Final = 10_000
"""The number of keys after which keys without recent uses are removed."""


class RateLimit:
    """A rate limit that allows `uses` uses of each key within `window`."""

    def __init__(self, uses: int, window: timedelta, now: Callable[[], datetime]) -> None:
        self.uses = uses
        self.window = window
        self._now = now
        self._used: dict[Hashable, deque[datetime]] = {}

    def blocked_until(self, key: Hashable) -> datetime | None:
        """Returns the time at which the key may be used again; None if it may be used now."""
        recent = sorted(self._recent(key))
        return recent[-self.uses] + self.window if len(recent) >= self.uses else None

    @contextmanager
    def counted(self, key: Hashable) -> Iterator[None]:
        """Counts one use of the key, unless the block fails."""
        if len(self._used) >= MAX_KEYS:
            for unused in [known for known in self._used if not self._recent(known)]:
                del self._used[unused]
        self._used.setdefault(key, deque()).append(self._now())
        try:
            yield
        except BaseException:
            if used := self._used.get(key):
                used.pop()
            raise

    def _recent(self, key: Hashable) -> deque[datetime]:
        used, since = self._used.get(key, deque[datetime]()), self._now() - self.window
        while used and used[0] <= since:
            used.popleft()
        return used


WINDOW: Final = timedelta(minutes=10)
MAX_OPENED: Final = 10
"""The maximum number of lobbies and games for practice per `WINDOW` that one user opens and that do not become a
game with other people."""
HOUR: Final = timedelta(hours=1)
MAX_INVITATIONS: Final = 40
"""The maximum number of invitations per hour of one user: each of them pings someone."""
MAX_CALLS: Final = 3
"""The maximum number of calls of players per hour of one user: each of them pings a role."""
MAX_NOTICES: Final = 3
"""The maximum number of notifications of new tables that one user gets per hour."""
PRESSED: Final = N_("You have pressed that already, and your table is being opened.")
FILMS_PER_USER: Final = 3
"""The maximum number of films per `WINDOW` that one user shares."""
FILMS_PER_TABLE: Final = 2
"""The maximum number of public films per `WINDOW` of one table."""


class TooManyLobbies(RefusedAside):
    """The refusal for a user who has opened as many lobbies as are allowed at once."""

    def __init__(self, channels: list[int]) -> None:
        super().__init__(
            N_(
                "Your open lobbies: {count} ({channels}). "
                "You can open another one as soon as one of them starts or closes."
            ),
            count=len(channels),
            channels=", ".join(f"<#{channel}>" for channel in channels),
        )


class TooSoon(RefusedAside):
    """The refusal for a user who has reached a rate limit; {when} in its message is the time at which the limit
    ends."""

    def __init__(self, message: str, again: datetime) -> None:
        super().__init__(message, when=f"<t:{math.ceil(again.timestamp())}:R>")


class Limits:
    """A service that enforces the rate limits of users and tables."""

    def __init__(self, db: Database, now: Callable[[], datetime]) -> None:
        self._db = db
        self._now = now
        self._films_of_user = RateLimit(FILMS_PER_USER, WINDOW, now)
        self._films_of_table = RateLimit(FILMS_PER_TABLE, WINDOW, now)
        self._opening = KeyedLocks()
        self._pressed: FIFOCache[tuple[int, int], bool] = FIFOCache(MAX_KEYS)
        """Messages and the users who have pressed one of their buttons that open a table."""

    @asynccontextmanager
    async def opening(self, place: Place, settings: ServerSettings) -> AsyncIterator[Room]:
        """Checks whether the user may open one lobby in the block; yields the limits for the transaction that opens it.

        Raises TooManyLobbies, TooSoon or ChannelFull, before the block or for the transaction in it. The first check
        spares what precedes the transaction, such as a thread for the table. Waits while the same user opens another
        table.
        """
        room = Room(settings.lobbies, settings.channel_lobbies, MAX_OPENED, self._now() - WINDOW)
        refusal = N_("You have opened too many lobbies in a short time. You can open another one {when}.")
        async with self._room(place, room, refusal):
            yield room

    @contextmanager
    def press(self, message: int, user: int, *, once: bool) -> Iterator[None]:
        """Lets a user's press of a message open a table in the block; raises RefusedAside while another one does.

        `once`: also after the block, unless it fails, because a second press may be on its way.
        """
        key = message, user
        if key in self._pressed:
            raise RefusedAside(PRESSED)
        self._pressed[key] = True
        opened = False
        try:
            yield
            opened = True
        finally:
            if not (opened and once):
                self._pressed.pop(key, None)

    @asynccontextmanager
    async def practice(self, place: Place) -> AsyncIterator[Room]:
        """Checks whether the user may open one game for practice in the block; yields the limits for its transaction.

        Raises TooSoon. The game is no lobby, so open lobbies do not prevent it.
        """
        room = Room(NO_LIMIT, NO_LIMIT, MAX_OPENED, self._now() - WINDOW)
        refusal = N_("You have opened too many tables in a short time. You can practise again {when}.")
        async with self._room(place, room, refusal):
            yield room

    @asynccontextmanager
    async def _room(self, place: Place, room: Room, refusal: str) -> AsyncIterator[None]:
        async with self._opening.of(place.host):
            try:
                await self._db.openings.check(place.host, place.guild, place.home, room)
                yield
            except TooManyOpen as full:
                raise TooManyLobbies(full.lobbies) from full
            except OpenedOften as often:
                raise TooSoon(refusal, often.first + WINDOW) from often

    @contextmanager
    def film(self, user: int, game: int, *, public: bool) -> Iterator[None]:
        """Checks and counts one film that the user shares in the block, unless it fails; raises TooSoon."""
        if again := self._films_of_user.blocked_until(user):
            raise TooSoon(
                N_("You have shared too many films in a short time. You can share another one {when}."), again
            )
        if public and (again := self._films_of_table.blocked_until(game)):
            raise TooSoon(
                N_("The film of this table was shared a short time ago. It can be shared again {when}."), again
            )
        of_table = self._films_of_table.counted(game) if public else nullcontext()
        with self._films_of_user.counted(user), of_table:
            yield

    @asynccontextmanager
    async def invitation(self, user: int) -> AsyncIterator[None]:
        """Checks and counts one invitation by the user in the block, unless it fails; raises TooSoon."""
        refusal = N_("You have invited many people in the last hour. You can invite someone else {when}.")
        async with self._hourly("invitation", user, MAX_INVITATIONS, refusal):
            yield

    async def proposal(self, user: int) -> None:
        """Counts one proposal to give a seat to someone as one of the user's invitations; raises TooSoon.

        It counts even if it is refused, so that no one finds out by trying which people block each other.
        """
        async with self.invitation(user):
            """Counts the use."""

    @asynccontextmanager
    async def call(self, user: int) -> AsyncIterator[None]:
        """Checks and counts one call of players by the user in the block, unless it fails; raises TooSoon."""
        refusal = N_("You have called players often in the last hour. You can call them again {when}.")
        async with self._hourly("call", user, MAX_CALLS, refusal):
            yield

    async def notice(self, user: int) -> bool:
        """Returns whether the user may be notified now, and counts one notification if so."""
        now = self._now()
        taken = await self._db.limited_uses.take("notice", user, MAX_NOTICES, now - HOUR, now)
        return not isinstance(taken, datetime)

    @asynccontextmanager
    async def _hourly(self, kind: Kind, user: int, most: int, refusal: str) -> AsyncIterator[None]:
        """Counts one use in the block, unless it fails; raises TooSoon with that text after `most` uses in an hour."""
        now = self._now()
        taken = await self._db.limited_uses.take(kind, user, most, now - HOUR, now)
        if isinstance(taken, datetime):
            raise TooSoon(refusal, taken + HOUR)
        try:
            yield
        except BaseException:
            await self._db.limited_uses.give_back(taken)
            raise
