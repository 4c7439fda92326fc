"""Locks by number, for example one for each table."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class KeyedLocks(WeakValueDictionary[int, asyncio.Lock]):
    """Locks by the number of a table, a user or a server; each lock exists as long as it is used."""

    def of(self, number: int) -> asyncio.Lock:
        """Returns the lock of a number, a new one if no one uses it now."""
        return self.setdefault(number, asyncio.Lock())
