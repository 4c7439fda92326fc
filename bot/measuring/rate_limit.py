"""Rate limits over a sliding window, kept in the memory of one process."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from datetime import datetime, timedelta
from typing import Final

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
