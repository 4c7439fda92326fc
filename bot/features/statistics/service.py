"""Ratings by openskill's Plackett-Luce model, computed only from the places in rated games.

Players who share a place get the average of the ratings that all their possible orders would give. By the model's own
rule, the third of four players would gain as much as two winners.

A ladder belongs to one game on one server, or on all servers together. It is in memory only: the database has the
games, and each ladder continues where it stopped.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, permutations, product
from operator import itemgetter
from statistics import fmean
from typing import Final

from cachetools import LRUCache
from openskill.models import PlackettLuce, PlackettLuceRating

from storage import Database, Match

SCALE: Final = 40
"""Displayed points per point of the model; every rating begins at 1,000."""
CACHE_SIZE: Final = 200
"""The maximum number of ladders in memory."""
_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: points (1,000 at the beginning), their uncertainty, and the number of rated games."""

    points: int
    doubt: int
    games: int


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a user's finished games of one kind with a winner; `ahead`: those before the partner."""

    kind: str
    games: int
    wins: int
    rating: Rating | None
    ahead: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking: equal ratings share a place, unrated users have none."""

    place: int | None
    user: int
    rating: Rating | None
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A filter of the games that statistics include; None: all."""

    guild: int | None = None
    kind: str | None = None
    season: int | None = None
    partner: int | None = None


class Ladder:
    """The ratings of all users in one game on one server (or on all), after the first `count` matches."""

    def __init__(self) -> None:
        self._ratings: dict[int, PlackettLuceRating] = {}
        self._games: dict[int, int] = {}
        self.count = 0
        self.last: int | None = None
        """The number of the game that was rated last."""

    def of(self, user: int) -> Rating | None:
        """Returns the user's rating; None without a rated game."""
        rating = self._ratings.get(user)
        if rating is None:
            return None
        return Rating(round(rating.mu * SCALE), round(rating.sigma * SCALE), self._games[user])

    def everybody(self) -> dict[int, Rating]:
        """Returns the ratings of all users who have a rated game."""
        return {user: rating for user in self._ratings if (rating := self.of(user)) is not None}

    def rate(self, matches: Iterable[Match]) -> None:
        """Rates further matches, in the order of their ends."""
        for match in matches:
            self._rate(match.places)
            self.count += 1
            self.last = match.game

    def _rate(self, places: Sequence[tuple[int, int]]) -> None:
        before = {user: self._ratings.get(user) or _MODEL.rating() for user, _ in places}
        rated = [_rated(order, before) for order in _orders(places)]
        for user in before:
            points, doubt = fmean(one[user].mu for one in rated), fmean(one[user].sigma for one in rated)
            self._ratings[user] = _MODEL.rating(mu=points, sigma=doubt)
            self._games[user] = self._games.get(user, 0) + 1


def _rated(order: Sequence[int], before: Mapping[int, PlackettLuceRating]) -> dict[int, PlackettLuceRating]:
    """Returns the ratings after a match without shared places; `order`: the users, the best first."""
    teams = _MODEL.rate([[before[user]] for user in order])
    return {user: rating for user, (rating,) in zip(order, teams, strict=True)}


def _orders(places: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Yields the users from the best to the worst, in each order that agrees with their places.

    If six users share a place, these are 720 orders (26 ms); no game has more seats.
    """
    groups = groupby(sorted(places, key=itemgetter(1)), key=itemgetter(1))
    for order in product(*(list(permutations(user for user, _ in group)) for _, group in groups)):
        yield list(chain.from_iterable(order))


class Ratings:
    """A cache of the recently used ladders, which are updated from the database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._ladders: LRUCache[tuple[str, int | None], Ladder] = LRUCache(CACHE_SIZE)
        self._lock = asyncio.Lock()

    async def of(self, user: int, kind: str, guild: int | None) -> Rating | None:
        """Returns the user's rating in a game on a server (None: on all servers); None without a rated game there."""
        async with self._lock:
            return (await self._present(kind, guild)).of(user)

    async def all(self, kind: str, guild: int) -> dict[int, Rating]:
        """Returns the ratings in a game on a server, of all users who have a rated game of that kind there."""
        async with self._lock:
            return (await self._present(kind, guild)).everybody()

    def forget(self) -> None:
        """Forgets all ladders: they know users who are forgotten in the database."""
        self._ladders.clear()

    async def _present(self, kind: str, guild: int | None) -> Ladder:
        ladder = self._ladders.get((kind, guild)) or Ladder()
        matches = await self._db.statistics.matches(kind, guild, max(ladder.count - 1, 0))
        if ladder.count and [match.game for match in matches[:1]] != [ladder.last]:
            ladder, matches = Ladder(), await self._db.statistics.matches(kind, guild)
        elif ladder.count:
            matches = matches[1:]
        if matches:
            await asyncio.to_thread(ladder.rate, matches)
        self._ladders[kind, guild] = ladder
        return ladder


class Statistics:
    """A service that derives games, victories and ratings from finished games."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._ratings = Ratings(db)

    def forget(self) -> None:
        """Forgets all ratings in memory."""
        self._ratings.forget()

    async def about(self, user: int, asked: Asked) -> list[Score]:
        """Returns the user's scores in the games that pass the filter, sorted by the game's name.

        In a filter with a season, the server does not matter: a season belongs to one.
        """
        if asked.season is not None:
            return await self._in_season(user, asked.season, asked)
        if asked.partner is not None:
            return await self._together(user, asked.partner, asked)
        tallies = [
            tally for tally in await self._db.statistics.tallies(user)
            if asked.guild in {None, tally.guild} and asked.kind in {None, tally.kind}
        ]  # fmt: skip
        scores = []
        for kind in dict.fromkeys(tally.kind for tally in tallies):
            mine = [tally for tally in tallies if tally.kind == kind]
            rated = any(tally.rated for tally in mine)
            rating = await self._ratings.of(user, kind, asked.guild) if rated else None
            scores.append(Score(kind, sum(tally.games for tally in mine), sum(tally.wins for tally in mine), rating))
        return scores

    async def leaderboard(self, kind: str, guild: int) -> list[Ranked]:
        """Returns the ranking of a game on a server, without users who are hidden from rankings."""
        ratings, played = await self._ratings.all(kind, guild), await self._db.statistics.played(kind, guild)
        hidden = await self._db.people.unlisted()
        return ranked({user: (ratings.get(user), *count) for user, count in played.items() if user not in hidden})

    async def season(self, season: int) -> list[Ranked]:
        """Returns the ranking of a season, members without a game last, without users who are hidden from rankings."""
        ratings, played = await self._of_season(season)
        hidden = await self._db.people.unlisted()
        people = dict.fromkeys(
            [*played, *(user for user, now in (await self._db.seasons.members(season)).items() if now)]
        )
        return ranked({
            user: (ratings.of(user), *played.get(user, (0, 0))) for user in people if user not in hidden
        })  # fmt: skip

    async def _in_season(self, user: int, season: int, asked: Asked) -> list[Score]:
        kind, partner = (await self._db.seasons.get(season)).kind, asked.partner
        if asked.kind not in {None, kind}:
            return []
        results = [
            {who: (place, won) for who, place, won in game.results} for game in await self._db.seasons.counted(season)
        ]
        mine = [one for one in results if user in one and (partner is None or partner in one)]
        if not mine:
            return []
        ahead = None if partner is None else sum(one[user][0] < one[partner][0] for one in mine)
        rating = (await self._of_season(season))[0].of(user) if partner is None else None
        return [Score(kind, len(mine), sum(one[user][1] for one in mine), rating, ahead)]

    async def _together(self, user: int, partner: int, asked: Asked) -> list[Score]:
        met = [
            one for one in await self._db.statistics.encounters(user, partner)
            if asked.guild in {None, one.guild} and asked.kind in {None, one.kind}
        ]  # fmt: skip
        scores = []
        for kind in dict.fromkeys(one.kind for one in met):
            games = [one for one in met if one.kind == kind]
            ahead = sum(one.place < one.others_place for one in games)
            scores.append(Score(kind, len(games), sum(one.won for one in games), None, ahead))
        return scores

    async def _of_season(self, season: int) -> tuple[Ladder, dict[int, tuple[int, int]]]:
        """Returns the ratings from the season's games only, all starting equal, and each user's games and victories."""
        counted, ladder = await self._db.seasons.counted(season), Ladder()
        matches = [Match(one.game, tuple((user, place) for user, place, _ in one.results)) for one in counted]
        await asyncio.to_thread(ladder.rate, matches)
        games, wins = Counter[int](), Counter[int]()
        for one in counted:
            games.update(user for user, _, _ in one.results)
            wins.update(user for user, _, won in one.results if won)
        return ladder, {user: (count, wins[user]) for user, count in games.items()}


def ranked(people: Mapping[int, tuple[Rating | None, int, int]]) -> list[Ranked]:
    """Returns a ranking by rating: equal ratings share a place, unrated users are last."""
    rated = sorted((-rating.points, user) for user, (rating, _, _) in people.items() if rating is not None)
    first: dict[int, int] = {}
    for at, (points, _) in enumerate(rated, 1):
        first.setdefault(points, at)
    lines = [Ranked(first[points], user, *people[user]) for points, user in rated]
    return lines + [Ranked(None, user, *found) for user, found in people.items() if found[0] is None]
