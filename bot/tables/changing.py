"""What everything works with that changes a table outside of its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.tables.live import LiveTable, Tables
from bot.tables.referee import Referee
from storage import Store


@dataclass(eq=False)
class ChangesTables:
    """Holds a table while changing it, and tells `_changed` of it afterwards; `_now` gives moments in UTC."""

    _store: Store
    _tables: Tables
    _referee: Referee
    _now: Callable[[], datetime]
    _changed: Callable[[LiveTable], None]
