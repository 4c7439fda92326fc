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
    """A service that executes the votes of a table that have enough consents, without a press of a button."""

    _background: Background

    def follow(self, live: LiveTable) -> None:
        """Executes the complete votes in the background.

        Called after each change of a table, and when it is loaded after a start.
        """
        if live.complete_votes:
            self._background.run(self._execute(live.id), f"the complete votes of table {live.id}")

    async def _execute(self, game: int) -> None:
        with suppress(*EXPECTED_ERRORS):
            async with self._tables.held(game) as live:
                before = _unsettled(live)
                await self.settle_votes(live)
                # A vote that cannot be executed stays complete. It is tried again only after another change.
                if _unsettled(live) != before:
                    self._bus.table_changed(live)


def _unsettled(live: LiveTable) -> tuple[object, ...]:
    """Returns the complete votes, the agreed undo and the proposal of a table, which `settle_votes` may end."""
    return live.complete_votes, live.agreed_undo, live.proposed
