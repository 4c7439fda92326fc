"""Protects Discord from a crash loop: after thirty starts in a day that have served no one, each waits longer.

Discord allows 1,000 identifies a day and resets the token of a bot that needs more; a loop here needs fifty at most.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import discord

from storage import Database, DatabaseError

log = logging.getLogger(__name__)

DAY: Final = timedelta(days=1)
FREE_PER_DAY: Final = 30
"""The number of starts per day without a pause."""
FIRST_WAIT_SECONDS: Final = 10.0
GROWS: Final = 4
MAX_WAIT: Final = 5_400.0
WAITS_CONNECTED: Final = 45.0
"""The library gives a shard that is connected no more than a minute to identify."""


class TooOften(discord.ClientException):
    """Sessions are lost again and again: the process ends, and the next one waits before it connects."""


class Identifies:
    """Notes each, and says how long the next must wait."""

    def __init__(self, db: Database, now: Callable[[], datetime]) -> None:
        self._db = db
        self._now = now
        self._served = False

    async def before_connecting(self) -> None:
        """Wait until a start may take its share, unless people have been served since the last ones."""
        seconds = await self._wait()
        if seconds > 0:
            log.warning("the last starts have served no one: this one waits %.0f seconds before it connects", seconds)
            await asyncio.sleep(seconds)

    async def again(self) -> None:
        """Counts an identify of a connected shard; raises TooOften if the pause would be too long."""
        seconds = await self._wait()
        if seconds > WAITS_CONNECTED:
            raise TooOften
        await asyncio.sleep(max(seconds, 0.0))

    async def note(self, shard: int) -> None:
        """A shard identifies now."""
        self._served = False
        try:
            await self._db.ownership.note_identify(shard, self._now(), self._now() - DAY)
        except DatabaseError as error:
            log.warning("a start could not be noted (%s)", type(error).__name__)

    async def served(self) -> None:
        """Notes that a user has typed or pressed: once after each identify."""
        if self._served:
            return
        self._served = True
        try:
            await self._db.ownership.forget_identifies()
        except DatabaseError as error:
            self._served = False
            log.warning("could not store that a user is served (%s)", type(error).__name__)

    # Inside

    async def _wait(self) -> float:
        try:
            return waiting(await self._db.ownership.identifies(self._now() - DAY), self._now())
        except DatabaseError as error:
            log.warning("how often it was started cannot be read (%s)", type(error).__name__)
            return 0.0


def waiting(identifies: Mapping[int, Sequence[datetime]], now: datetime) -> float:
    """Returns the seconds until the next identify is allowed, given those of the last day.

    One in the future was stored before the clock was set back: it counts, although its age is unknown.
    """
    return max((_due(moments) - _since(moments, now) for moments in identifies.values()), default=0.0)


def _since(moments: Sequence[datetime], now: datetime) -> float:
    """The seconds that have gone by since the last one."""
    return min(((now - moment).total_seconds() for moment in moments if moment <= now), default=math.inf)


def _due(moments: Sequence[datetime]) -> float:
    """Returns the pause after the last identify."""
    if len(moments) < FREE_PER_DAY:
        return 0.0
    # The cap is reached after a few: no power grows beyond it.
    return min(FIRST_WAIT_SECONDS * float(GROWS ** min(len(moments) - FREE_PER_DAY, FREE_PER_DAY)), MAX_WAIT)
