"""The base class of services that change tables."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.bus import Bus
from bot.tables.referee import Now, Referee
from bot.tables.registry import Tables
from storage import Database


@dataclass(eq=False, repr=False)
class ChangesTables:
    """The base class of services that change tables: a dataclass that holds their shared dependencies, without methods.

    Subclasses change a table under its lock and then publish TableChanged. `_now` returns the time in UTC.
    """

    _db: Database
    _tables: Tables
    _referee: Referee
    _now: Now
    _bus: Bus
