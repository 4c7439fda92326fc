"""Finds tables whose messages are all current, so that a start need not load or update them."""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.features.hand.service import Hands
from bot.features.play.publisher import Publisher
from bot.games.puzzles import puzzles_for
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from bot.texts import translator_for
from bot.texts.languages import LANGUAGES
from rules import GAMES
from storage import Database, DatabaseError

log = logging.getLogger(__name__)

WAKE_IF_DUE_WITHIN: Final = timedelta(hours=1)
"""The time to the deadline below which a table is always loaded, because its players are probably present."""
NEGLIGIBLE_SHARE: Final = 0.01
"""The share of the remaining time by which a deadline on the board may be wrong without a player noticing."""
HOME: Final = Path(__file__).parents[2]
PACKAGES: Final = ("bot", "rules", "storage")
DISPLAY_SUFFIXES: Final = frozenset({".py", ".po", ".toml", ".txt", ".ttf"})
"""Types of files that affect how a table looks."""


@dataclass(eq=False, repr=False)
class WarmStart:
    """A service that stores which tables are up to date (all their messages are current), and finds them after a start.

    The database deletes the note with any change of the table.
    """

    _db: Database
    _tables: Tables
    _publisher: Publisher
    _hands: Hands
    _now: Callable[[], datetime]
    _settings: Mapping[str, object]
    """The settings that affect how a table looks."""

    async def found(self) -> Mapping[int, int]:
        """Returns the stored tables that a start can skip -> the number of the decision that their board shows.

        Left out are those with a deadline that is near or differs from the shown one.
        """
        noted, now = await self._db.messages.resting(self._shown_by()), self._now()
        return {game: number for game, (number, shown, due) in noted.items() if _may_stay(shown, due, now)}

    async def note(self, game: int) -> None:
        """Stores that a table is up to date, so that the next start skips it; does nothing if it is not."""
        live = self._tables.peek(game)
        if live is None or not self._may(live):
            return
        await self._hands.followed(game)
        try:
            async with self._tables.held(game) as live:
                if live.game is None or not self._may(live) or not self._publisher.is_up_to_date(live):
                    return
                if await self._hands.are_up_to_date(live):
                    due = None if live.deadline is None else live.deadline.due
                    number, told = live.game.number, len(live.game.told)
                    await self._db.messages.set_resting(game, number, told, due, self._shown_by(), length=live.stored)
        except (*EXPECTED_ERRORS, DatabaseError) as error:
            log.info("table %s: cannot be loaded in advance; its next press loads it (%s)", game, type(error).__name__)

    def _shown_by(self) -> str:
        """Returns a hash of the program and its settings, because another version might show the same table
        differently."""
        return hashlib.sha256(f"{program()} {sorted(self._settings.items())}".encode()).hexdigest()

    def _may(self, live: LiveTable) -> bool:
        """Returns whether a start may skip the table: it runs, only people play, and its deadline is not near."""
        running = live.ours and live.row.phase == "running" and live.row.paused_at is None
        if not running or live.game is None or live.game.over is not None or any(map(by_computer, live.seats)):
            return False
        return live.deadline is None or live.deadline.due - self._now() > WAKE_IF_DUE_WITHIN


def _may_stay(shown: datetime | None, due: datetime | None, now: datetime) -> bool:
    """Returns whether a start may leave a board that shows the deadline `shown` although `due` is the real one.

    True if there is neither, or if `due` is more than an hour away and they differ by at most 1 % of that time.
    """
    if shown is None or due is None:
        return shown is due
    left = due - now
    return left > WAKE_IF_DUE_WITHIN and abs(due - shown) <= NEGLIGIBLE_SHARE * left


@functools.cache
def program() -> str:
    """Returns a hash of all sources, catalogues, palettes and fonts."""
    found = hashlib.sha256()
    for package in PACKAGES:
        for file in sorted((HOME / package).rglob("*")):
            if file.suffix in DISPLAY_SUFFIXES:
                content = file.read_bytes()
                found.update(f"{file.relative_to(HOME).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def prepare() -> None:
    """Reads catalogues, puzzles and the program's sources, which takes half a second and stays in memory.

    A process that waits for shards calls it, so that it serves sooner after it has claimed them.
    """
    program()
    for language in LANGUAGES:
        translator_for(language)
    for kind in GAMES:
        puzzles_for(kind)
