"""Executes votes that are complete because a player has become absent, or because a crash has interrupted them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from bot.background import Background
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.vote_execution import ExecutesVotes


@dataclass(eq=False, repr=False)
class CompleteVotes(ExecutesVotes):
    """A service that executes the votes of a table that have enough consents, although no one presses a button."""

    _background: Background

    def follow(self, live: LiveTable) -> None:
        """Executes the complete votes in the background; called after each change of a table, and when it is loaded
        after a start."""
        if live.has_complete_vote:
            self._background.run(self._execute(live.id), f"the complete votes of table {live.id}")

    async def _execute(self, game: int) -> None:
        with suppress(*EXPECTED_ERRORS):
            async with self._tables.held(game) as live:
                if live.has_complete_vote:  # not yet executed, and the player has not come back
                    await self.settle_votes(live)
                    self._bus.table_changed(live)
