"""How strong somebody plays, by openskill's Plackett-Luce model: from the places in rated games and nothing else.

A ladder belongs to one game on one server, or on all servers together. It is kept in memory only: the store has the
games, and each ladder goes on where it stopped when it was last asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache
from openskill.models import PlackettLuce, PlackettLuceRating

from storage import Match, Store, Tally

SCALE: Final = 40
"""Shown points for one of the model's: everybody begins at 1,000."""
KEPT: Final = 200
"""Ladders in memory at most."""
_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """Points (1,000 at the beginning), how far off they may well be, and from how many games."""

    points: int
    doubt: int
    games: int


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody's finished games of one kind come to."""

    kind: str
    games: int
    wins: int
    rating: Rating | None


class Ladder:
    """All ratings of one game in one place, after a number of matches."""

    def __init__(self) -> None:
        self._ratings: dict[int, PlackettLuceRating] = {}
        self._games: dict[int, int] = {}
        self.count = 0
        self.last: int | None = None
        """The game that was rated last."""

    def of(self, user: int) -> Rating | None:
        """The user's rating; None without a rated game."""
        rating = self._ratings.get(user)
        if rating is None:
            return None
        return Rating(round(rating.mu * SCALE), round(rating.sigma * SCALE), self._games[user])

    def rate(self, matches: Iterable[Match]) -> None:
        """Go on with these matches, in the order of their ends."""
        for match in matches:
            self._rate(match.places)
            self.count += 1
            self.last = match.game

    def _rate(self, places: Sequence[tuple[int, int]]) -> None:
        teams = [[self._ratings.get(user) or _MODEL.rating()] for user, _ in places]
        rated = _MODEL.rate(teams, ranks=[float(place) for _, place in places])
        for (user, _), (rating,) in zip(places, rated, strict=True):
            self._ratings[user] = rating
            self._games[user] = self._games.get(user, 0) + 1


class Ratings:
    """The ladders that somebody has asked for lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders: LRUCache[tuple[str, int | None], Ladder] = LRUCache(KEPT)
        self._lock = asyncio.Lock()

    async def of(self, user: int, kind: str, guild: int | None) -> Rating | None:
        """The user's rating in a game on a server (None: on all together); None without a rated game there."""
        async with self._lock:
            return (await self._present(kind, guild)).of(user)

    async def _present(self, kind: str, guild: int | None) -> Ladder:
        ladder = self._ladders.get((kind, guild)) or Ladder()
        matches = await self._store.matches(kind, guild, max(ladder.count - 1, 0))
        if ladder.count and [match.game for match in matches[:1]] != [ladder.last]:
            ladder, matches = Ladder(), await self._store.matches(kind, guild)
        elif ladder.count:
            matches = matches[1:]
        if matches:
            await asyncio.to_thread(ladder.rate, matches)
        self._ladders[kind, guild] = ladder
        return ladder


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
