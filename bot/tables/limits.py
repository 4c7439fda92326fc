"""Limits for what one user can do in public: open lobbies and share films. Each refusal says when the limit ends.

| limit                                   | kept in      | holds for                                               |
|-----------------------------------------|--------------|---------------------------------------------------------|
| open lobbies of a user                  | the database | all workers, and after a restart                        |
| lobbies opened in ten minutes, unless   | the database | all workers, and after a restart                        |
| they become a game with other people    |              |                                                         |
| films shared by a user in ten minutes   | memory       | one worker: each worker serves its own servers          |
| public films of a table in ten minutes  | memory       | the worker of the table's server                        |

Two commands of one user at the same moment are checked one after the other within a worker, not between workers.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.tables.refusals import Refused
from bot.texts import N_
from storage import Database

MAX_KEYS: Final = 10_000
"""The number of keys after which unused ones are dropped."""


class RateLimit:
    """Allows each key `uses` uses within `window`."""

    def __init__(self, uses: int, window: timedelta, now: Callable[[], datetime]) -> None:
        self.uses = uses
        self.window = window
        self._now = now
        self._used: dict[Hashable, deque[datetime]] = {}

    def blocked_until(self, key: Hashable) -> datetime | None:
        """Returns when the key may be used again; None if it may be used now."""
        return free_at(self._recent(key), self.uses, self.window)

    def use(self, key: Hashable) -> None:
        """Counts one use of the key."""
        if len(self._used) >= MAX_KEYS:
            self._drop_unused()
        self._used.setdefault(key, deque()).append(self._now())

    def give_back(self, key: Hashable) -> None:
        """Takes back the latest use of the key."""
        if used := self._used.get(key):
            used.pop()

    def _recent(self, key: Hashable) -> deque[datetime]:
        used, since = self._used.get(key, deque[datetime]()), self._now() - self.window
        while used and used[0] <= since:
            used.popleft()
        return used

    def _drop_unused(self) -> None:
        for key in [key for key in self._used if not self._recent(key)]:
            del self._used[key]


def free_at(used: Iterable[datetime], uses: int, window: timedelta) -> datetime | None:
    """Returns when another use is allowed, given the uses within the window; None: now."""
    recent = sorted(used)
    return recent[-uses] + window if len(recent) >= uses else None


WINDOW: Final = timedelta(minutes=10)
MAX_OPEN_LOBBIES: Final = 3
"""Open lobbies of one user."""
MAX_OPENED: Final = 10
"""Lobbies that one user opens within the window and that do not become a game with other people."""
FILMS_PER_USER: Final = 3
"""Films that one user shares within the window."""
FILMS_PER_TABLE: Final = 2
"""Public films of one table within the window."""


class TooManyLobbies(Refused):
    """The user has opened as many lobbies as are allowed at once."""

    def __init__(self, channels: list[int]) -> None:
        super().__init__(
            N_(
                "You already have {count} open lobbies: {channels}. "
                "You can open another one as soon as one of them starts or closes."
            ),
            count=len(channels),
            channels=", ".join(f"<#{channel}>" for channel in channels),
        )


class TooSoon(Refused):
    """A rate limit is reached; `message` has the placeholder {when} for the time at which it ends."""

    def __init__(self, message: str, again: datetime) -> None:
        super().__init__(message, when=f"<t:{math.ceil(again.timestamp())}:R>")


class Limits:
    """Enforces these limits for users and tables."""

    def __init__(self, db: Database, now: Callable[[], datetime]) -> None:
        self._db = db
        self._now = now
        self._films_of_user = RateLimit(FILMS_PER_USER, WINDOW, now)
        self._films_of_table = RateLimit(FILMS_PER_TABLE, WINDOW, now)
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def opening(self, user: int) -> AsyncIterator[None]:
        """Guards a block in which the user opens one lobby; raises TooManyLobbies or TooSoon."""
        async with self._opening.setdefault(user, asyncio.Lock()):
            lobbies = await self._db.games.lobbies_of(user)
            if len(lobbies) >= MAX_OPEN_LOBBIES:
                raise TooManyLobbies([lobby.channel for lobby in lobbies])
            opened = await self._db.games.opened_alone_since(user, self._now() - WINDOW)
            if again := free_at(opened, MAX_OPENED, WINDOW):
                raise TooSoon(
                    N_("You have opened too many lobbies in a short time. You can open another one {when}."), again
                )
            yield

    @contextmanager
    def film(self, user: int, game: int, *, public: bool) -> Iterator[None]:
        """Guards a block in which the user shares a film, which does not count if it fails. Raises TooSoon."""
        if again := self._films_of_user.blocked_until(user):
            raise TooSoon(
                N_("You have shared too many films in a short time. You can share another one {when}."), again
            )
        if public and (again := self._films_of_table.blocked_until(game)):
            raise TooSoon(
                N_("The film of this table was shared a short time ago. It can be shared again {when}."), again
            )
        used = [(self._films_of_user, user), *([(self._films_of_table, game)] if public else [])]
        for limit, key in used:
            limit.use(key)
        try:
            yield
        except BaseException:
            for limit, key in used:
                limit.give_back(key)
            raise
