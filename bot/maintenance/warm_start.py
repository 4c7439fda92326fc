"""Sleeping tables: if all messages are current, a start reads, renders and sends nothing for them."""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.features.hand.service import Hands
from bot.features.play.publisher import Publisher
from bot.tables.live import LiveTable, by_computer
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from storage import Database, DatabaseError

log = logging.getLogger(__name__)

WAKE_IF_DUE_WITHIN: Final = timedelta(hours=1)
"""A table whose decision is due sooner has players present: it is loaded in any case."""
NEGLIGIBLE_SHARE: Final = 0.01
"""Of the time that is left: who sees so small a difference on the board?"""
HOME: Final = Path(__file__).parents[2]
ROOMS: Final = ("bot", "rules", "storage")
DISPLAY_SUFFIXES: Final = frozenset({".py", ".po", ".toml", ".txt", ".ttf"})
"""Files that decide how a table looks."""


class WarmStart:
    """Notes which tables need nothing, and finds them after a start; the database deletes the note with any change."""

    def __init__(
        self, db: Database, tables: Tables, publisher: Publisher, hands: Hands, now: Callable[[], datetime],
        settings: Mapping[str, object],
    ) -> None:  # fmt: skip
        self._db = db
        self._tables = tables
        self._publisher = publisher
        self._hands = hands
        self._now = now
        self._settings = sorted(settings.items())
        """Settings that affect how a table looks."""

    async def found(self) -> Mapping[int, int]:
        """The tables that need nothing, each with the decision that it shows."""
        noted, now = await self._db.messages.resting(self._shown_by()), self._now()
        return {game: number for game, (number, shown, due) in noted.items() if _stands(shown, due, now)}

    async def note(self, game: int) -> None:
        """Notes that a table was shown after a start and has no work left, so that the next start skips it."""
        live = self._tables.peek(game)
        if live is None or not self._may(live):
            return
        await self._hands.followed(game)
        try:
            async with self._tables.held(game) as live:
                if live.game is None or not self._may(live) or not self._publisher.rests(live):
                    return
                if await self._hands.rest(live):
                    due = None if live.deadline is None else live.deadline.due
                    number, told = live.game.number, len(live.game.told)
                    await self._db.messages.set_resting(game, number, told, due, self._shown_by(), length=live.stored)
        except (*EXPECTED_ERRORS, DatabaseError) as error:
            log.info("table %s is woken again after the next start (%s)", game, type(error).__name__)

    # Inside

    def _shown_by(self) -> str:
        """Returns a hash of the program and its settings: another one might show the same table differently."""
        return hashlib.sha256(f"{program()} {self._settings}".encode()).hexdigest()

    def _may(self, live: LiveTable) -> bool:
        """Returns whether only people play it, with hours for each decision."""
        running = live.ours and live.row.phase == "running" and live.row.paused_at is None
        if not running or live.game is None or live.game.over is not None or any(map(by_computer, live.seats)):
            return False
        return live.deadline is None or live.deadline.due - self._now() > WAKE_IF_DUE_WITHIN


def _stands(shown: datetime | None, due: datetime | None, now: datetime) -> bool:
    """Returns whether a board that shows the one deadline is right about the other, and no step is due soon."""
    if shown is None or due is None:
        return shown is due
    left = due - now
    return left > WAKE_IF_DUE_WITHIN and abs(due - shown) <= NEGLIGIBLE_SHARE * left


@functools.cache
def program() -> str:
    """Returns a hash of all sources, catalogues, colours and letters."""
    found = hashlib.sha256()
    for room in ROOMS:
        for file in sorted((HOME / room).rglob("*")):
            if file.suffix in DISPLAY_SUFFIXES:
                content = file.read_bytes()
                found.update(f"{file.relative_to(HOME).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()
