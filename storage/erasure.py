"""Deletes whole games: the only way in which a record ever disappears."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Final

from storage.repository import Repository, transaction

OF_A_GAME: Final = (
    "reasons", "entries", "seeds", "sealed_seeds", "seats", "substitutions", "seat_changes", "deadlines", "graces",
    "banks", "untold_ends", "watchers", "resting", "standing_orders", "lasting_orders", "staying_out", "votes",
    "proposals", "offers", "undos", "set_aside", "troubles", "departures", "notices", "standings", "tournament_games",
    "resealed", "reliability", "reviews",
)  # fmt: skip
"""All tables with rows of a game, each before the tables that it refers to."""
GUARDED: Final = ("reasons", "entries", "seeds", "substitutions", "seat_changes", "tournament_games")
"""The tables that a trigger protects from deletions."""


class Erasure(Repository):
    """The repository that deletes whole games, also their records, which triggers otherwise protect."""

    @transaction
    async def erase(self, game: int) -> None:
        """Deletes a finished game with everything that belongs to it; raises WrongPhase for an unfinished one."""
        await self._require(game, "over", "ended")
        async with AsyncExitStack() as guards:
            for table in GUARDED:
                guard = f"{table}_are_never_deleted"
                await guards.enter_async_context(self.session.engine.unguarded(self.session, table, guard))
            for table in OF_A_GAME:
                await self._execute(f"DELETE FROM {table} WHERE game = ?", game)
        await self._execute("DELETE FROM messages WHERE subject = ? AND kind <> 'tournament'", game)
        await self._execute("DELETE FROM games WHERE id = ?", game)
