"""Defects that can be planted in the bot, so that the simulation proves that it would find them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import pytest

from bot.features.play.old_boards import OldBoards
from bot.tables.bus import Bus
from bot.tables.live import LiveTable
from storage import SeatRow
from storage.deadlines import Deadlines
from storage.record import Record

Defect = Callable[[pytest.MonkeyPatch], None]


def _loses_an_answer(patch: pytest.MonkeyPatch) -> None:
    """Plants a defect: some answers are left out of the record."""
    append = Record.append

    async def appends(self: Record, game: int, entries: Any, **named: Any) -> None:
        await append(self, game, [one for one in entries if one.number % 17 or one.seat == "chance"], **named)

    patch.setattr(Record, "append", appends)


def _keeps_lost_time(patch: pytest.MonkeyPatch) -> None:
    async def gives_nothing(_self: Deadlines, _now: datetime, *_args: Any) -> timedelta:
        return timedelta(0)

    patch.setattr(Deadlines, "give_back_downtime", gives_nothing)


def _shows_anothers_hand(patch: pytest.MonkeyPatch) -> None:
    def next_seat(self: LiveTable, user: int) -> SeatRow:
        at = self.seats.index(self.seat_of(user))
        return self.seats[(at + 1) % len(self.seats)]

    patch.setattr(LiveTable, "holder", next_seat)


def _leaves_buttons_on_old_boards(patch: pytest.MonkeyPatch) -> None:
    async def does_nothing(_self: OldBoards, _board: Any, _old: Any) -> None:
        """Does nothing, so that the old message keeps its buttons."""

    patch.setattr(OldBoards, "_close", does_nothing)


def _forgets_a_changed_table(patch: pytest.MonkeyPatch) -> None:
    changed = Bus.table_changed
    count = 0

    def sometimes(self: Bus, live: LiveTable, *, elsewhere: bool = False) -> None:
        nonlocal count
        count += 1
        if count % 5 == 0:
            changed(self, live, elsewhere=elsewhere)

    patch.setattr(Bus, "table_changed", sometimes)


DEFECTS: Final[Mapping[str, Defect]] = {
    "loses-an-answer": _loses_an_answer,
    "keeps-lost-time": _keeps_lost_time,
    "shows-anothers-hand": _shows_anothers_hand,
    "leaves-buttons-on-old-boards": _leaves_buttons_on_old_boards,
    "forgets-a-changed-table": _forgets_a_changed_table,
}
"""The defects by name."""
