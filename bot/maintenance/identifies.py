"""Limits identifies in a crash loop: after thirty starts in a day without a user's action, each further one waits
longer.

Discord allows 1,000 identifies a day and resets the token of a bot that needs more; a crash loop here needs fifty at
most.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
"""The maximum pause in seconds for a connected shard, because discord.py allows a minute for an identify."""


class TooOften(discord.ClientException):
    """The error that sessions are lost repeatedly: the process ends, and the next one waits before it connects."""


@dataclass(eq=False, repr=False)
class Identifies:
    """A service that counts the identifies of the last day and delays further ones if there are too many."""

    _db: Database
    _now: Callable[[], datetime]
    has_served: bool = field(default=False, init=False)
    """Whether a user has used the bot since the last identify."""

    async def before_connecting(self) -> None:
        """Waits before the bot connects, if many starts of the last day have served no user."""
        seconds = await self._wait()
        if seconds > 0:
            log.warning("the last starts served no user: waiting %.0f seconds before connecting", seconds)
            await asyncio.sleep(seconds)

    async def again(self) -> None:
        """Waits before a connected shard identifies again; raises TooOften if the pause is above WAITS_CONNECTED."""
        seconds = await self._wait()
        if seconds > WAITS_CONNECTED:
            raise TooOften
        await asyncio.sleep(max(seconds, 0.0))

    async def note(self, shard: int) -> None:
        """Stores that this shard identifies now."""
        self.has_served = False
        try:
            await self._db.identifies.note(shard, self._now(), self._now() - DAY)
        except DatabaseError as error:
            log.warning("cannot store the time of this start (%s)", type(error).__name__)

    async def served(self) -> None:
        """Deletes all stored identifies, because a user has used the bot.

        Further calls do nothing until the next identify.
        """
        if self.has_served:
            return
        self.has_served = True
        try:
            await self._db.identifies.forget_all()
        except DatabaseError as error:
            self.has_served = False
            log.warning("cannot store that a user was served (%s)", type(error).__name__)

    async def _wait(self) -> float:
        try:
            return waiting(await self._db.identifies.since(self._now() - DAY), self._now())
        except DatabaseError as error:
            log.warning("cannot read the times of the last starts (%s)", type(error).__name__)
            return 0.0


def waiting(identifies: Mapping[int, Sequence[datetime]], now: datetime) -> float:
    """Returns the seconds until the next identify is allowed (zero or negative: now), given those of the last day.

    `identifies`: shards -> the times of their identifies. One in the future was stored before the clock was set back:
    it counts, although its age is unknown.
    """
    return max((_due(moments) - _since(moments, now) for moments in identifies.values()), default=0.0)


def _since(moments: Sequence[datetime], now: datetime) -> float:
    """Returns the seconds since the last identify; infinity if there was none."""
    return min(((now - moment).total_seconds() for moment in moments if moment <= now), default=math.inf)


def _due(moments: Sequence[datetime]) -> float:
    """Returns the pause in seconds that a shard must make after the last of these identifies."""
    if len(moments) < FREE_PER_DAY:
        return 0.0
    # The exponent is limited because the maximum is reached after a few steps anyway.
    return min(FIRST_WAIT_SECONDS * float(GROWS ** min(len(moments) - FREE_PER_DAY, FREE_PER_DAY)), MAX_WAIT)
