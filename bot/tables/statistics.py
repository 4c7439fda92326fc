"""What somebody's games come to, put together from the store and the ladders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.ratings import Ratings
from bot.views.after import Score
from storage import Store, Tally


class Statistics:
    """Games, victories, ratings: all derived from finished games."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ratings = Ratings(store)

    async def of(self, user: int, guild: int | None) -> list[Score]:
        """The user's scores on that server (None: on all together), by the game's name."""
        tallies = [tally for tally in await self._store.tallies(user) if guild is None or tally.guild == guild]
        kinds = dict.fromkeys(tally.kind for tally in tallies)
        return [await self._score(user, kind, guild, tallies) for kind in kinds]

    async def _score(self, user: int, kind: str, guild: int | None, tallies: Sequence[Tally]) -> Score:
        mine = [tally for tally in tallies if tally.kind == kind]
        rated = any(tally.rated for tally in mine)
        rating = await self._ratings.of(user, kind, guild) if rated else None
        return Score(kind, sum(tally.games for tally in mine), sum(tally.wins for tally in mine), rating)
