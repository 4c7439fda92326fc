"""Starts the game of a full lobby automatically, if its host has chosen that."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from bot.background import Background
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.refusals import EXPECTED_ERRORS


@dataclass(eq=False, repr=False)
class AutoStart:
    """A service that starts the game of a lobby as soon as all seats are taken, if its host has chosen that.

    If the start is refused, for example because a deck is missing, the next change of the lobby tries again.
    """

    _referee: Referee
    _background: Background

    def follow(self, live: LiveTable) -> None:
        """Starts the game in the background if the lobby is full and its host wants that; called after each change of
        a table."""
        if live.starts_now:
            self._background.run(self._start(live.id), f"the start of table {live.id}")

    async def _start(self, game: int) -> None:
        with suppress(*EXPECTED_ERRORS):
            await self._referee.start_if_full(game)
