"""Requests for a tick of the clocks, in addition to deadlines."""

from __future__ import annotations

import asyncio
from datetime import datetime


class Wakeups:
    """The next moment at which a service wants the clocks to tick."""

    def __init__(self) -> None:
        self.due: datetime | None = None
        self.woken = asyncio.Event()
        """Set when the clocks must look again, because something is due earlier than they expect."""

    def request(self, at: datetime) -> None:
        """Asks for a tick at that moment or soon after."""
        if self.due is None or at < self.due:
            self.due = at
            self.woken.set()

    def clear(self, now: datetime) -> None:
        """Forgets a request whose moment has come."""
        if self.due is not None and self.due <= now:
            self.due = None
