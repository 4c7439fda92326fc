"""Requests to wake the clocks at a time that is no deadline."""

from __future__ import annotations

import asyncio
from datetime import datetime


class Wakeups:
    """The earliest requested time for a tick of the clocks, and the event that wakes them."""

    def __init__(self) -> None:
        self.due: datetime | None = None
        self.woken = asyncio.Event()
        """An event that is set when the clocks must wake up, because something is due earlier than they expect."""

    def request(self, at: datetime) -> None:
        """Requests a tick at that time or soon after, and wakes the clocks if no earlier one is requested, so that they
        shorten their sleep."""
        if self.due is None or at < self.due:
            self.due = at
            self.woken.set()

    def clear(self, now: datetime) -> None:
        """Removes a request whose time has come."""
        if self.due is not None and self.due <= now:
            self.due = None
