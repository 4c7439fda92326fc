"""The reliability of users: the share of their latest games that they played to the end, and their answer times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median
from typing import Final

from storage.breaks import WEEKEND, counted
from storage.connection import Row
from storage.repository import Repository
from storage.rows import BY_DAY
from storage.schedules import Schedule, Schedules
from storage.timestamps import read

LATEST: Final = 20
"""The maximum number of a user's latest games that count for their reliability."""
MIN_GAMES: Final = 5
"""The minimum number of games for a share and an answer time; a user with fewer games counts as new."""
MIN_ANSWER: Final = 0.5
"""Seconds. Faster answers are ignored: a standing order gave them, or they came together with the answer before."""
ABSENT: Final = 2
"""The number of deadlines missed in a row with which a player counts as absent at the end of a game."""
_HOLDERS: Final = """
SELECT seat, user, absences FROM seats WHERE game = ? AND computer = 0 AND user > 0 AND seat IS NOT NULL
"""
_CHANGES: Final = "SELECT seat, kind, user, former, at FROM seat_changes WHERE game = ? ORDER BY id"
_ANSWERS: Final = "SELECT number, seat, at FROM entries WHERE game = ? ORDER BY sequence"
_CLOCK: Final = f"""
SELECT turn_seconds, COALESCE(bank_seconds, 0) AS bank, weekends_off,
    turn_seconds >= {BY_DAY} AND bank_seconds IS NULL AS by_day
FROM games WHERE id = ?
"""
_NOTE: Final = "INSERT INTO reliability (game, user, finished, seconds) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_OF: Final = f"""
SELECT reliability.finished, seconds, turn_seconds >= {BY_DAY} AND bank_seconds IS NULL AS by_day
FROM reliability JOIN games ON games.id = reliability.game
WHERE reliability.user = ? ORDER BY reliability.game DESC LIMIT {LATEST}
"""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A user's reliability: in how many of their latest games with other people they stayed to the end, and how fast
    they answer."""

    games: int = 0
    finished: int = 0
    evening: float | None = None
    """The typical answer time in seconds at tables that are played in one sitting; None: not known.

    It is the median of the games' median answer times.
    """
    by_day: float | None = None
    """The typical answer time in seconds at tables by the day, without breaks; None: not known."""

    @property
    def share(self) -> int | None:
        """The share of the games that the user played to the end, in percent; None for new users."""
        return None if self.games < MIN_GAMES else round(100 * self.finished / self.games)

    def seconds(self, *, by_day: bool) -> float | None:
        """Returns the typical answer time in seconds at tables by the day, or at the others.

        None for new users, or if it is not known.
        """
        return None if self.games < MIN_GAMES else self.by_day if by_day else self.evening


class Reliabilities(Repository):
    """The repository of all users' reliability. It is written once, at the end of each game with other people."""

    async def of(self, user: int) -> Reliability:
        """Returns the user's reliability in their `LATEST` latest games."""
        rows = await self._rows(_OF, user)
        times: dict[bool, list[float]] = {True: [], False: []}
        for row in rows:
            if row["seconds"] is not None:
                times[bool(row["by_day"])].append(row["seconds"])
        evening, by_day = (median(times[sort]) if times[sort] else None for sort in (False, True))
        return Reliability(len(rows), sum(row["finished"] for row in rows), evening, by_day)

    async def shown(self, users: Iterable[int]) -> dict[int, Reliability | None]:
        """Returns the reliability of these users; None for users who do not appear in public statistics."""
        hidden = set(await self._column("SELECT user FROM unlisted"))
        return {user: None if user in hidden else await self.of(user) for user in users}

    async def note_end(self, game: int, phase: str) -> None:
        """Stores whether each user who had a seat played the game to its end, and their median answer time (not for a
        seat whose player has changed).
        A game without a winner counts only for players who had left or were absent. Players who were replaced by a
        vote or a manager are excused. Games of one person against computers and games for practice do not count. Part
        of a transaction.
        """
        if await self._row("SELECT 1 FROM games WHERE id = ? AND practice_of IS NOT NULL", game) is not None:
            return
        holders = await self._rows(_HOLDERS, game)
        changes = await self._rows(_CHANGES, game)
        ends = _ends(holders, changes, over=phase == "over")
        if len({row["user"] for row in holders} | {row["former"] for row in changes if row["former"]}) < 2:
            return
        times = await self._times(game, holders)
        for row in changes:
            times.pop(row["seat"], None)  # several players have answered for this seat
        rows = [(game, user, finished, times.get(seat)) for user, (seat, finished) in ends.items()]
        await self.session.executemany(_NOTE, rows)

    async def _times(self, game: int, holders: Sequence[Row]) -> dict[str, float]:
        """Returns each seat's median answer time in seconds; empty for a table without deadlines."""
        row = await self._row(_CLOCK, game)
        if row is None or row["turn_seconds"] is None:
            return {}
        schedules = dict[str, Schedule]()
        if row["by_day"]:
            known = await Schedules(self.session).of(holder["user"] for holder in holders)
            weekend = WEEKEND if row["weekends_off"] else frozenset[int]()
            for holder in holders:
                own = known.get(holder["user"], Schedule())
                schedules[holder["seat"]] = replace(own, days_off=own.days_off | weekend)
        return _seconds(await self._rows(_ANSWERS, game), schedules, row["turn_seconds"] + row["bank"])


def _ends(holders: Sequence[Row], changes: Iterable[Row], *, over: bool) -> dict[int, tuple[str, bool]]:
    """Returns the users that the game counts for -> their seat, and whether they played it to the end."""
    latest = {row["user"]: (row["seat"], row["kind"]) for row in changes if row["user"] > 0}
    found: dict[int, tuple[str, bool]] = {}
    for user, (seat, kind) in latest.items():
        if kind in ("left", "late"):
            found[user] = seat, False
    for row in holders:
        kind = latest.get(row["user"], ("", "returned"))[1]
        if kind in ("returned", "taken"):
            if over:
                found[row["user"]] = row["seat"], True
            elif row["absences"] >= ABSENT:
                found[row["user"]] = row["seat"], False
    return found


def _seconds(answers: Iterable[Row], schedules: Mapping[str, Schedule], most: int) -> dict[str, float]:
    """Returns each seat's median answer time in seconds, without its holder's breaks.

    Only decisions of one seat count, not windows. Times below MIN_ANSWER are ignored. `most`: the seconds of a turn and
    its time bank, to which longer times are cut, because the game was paused or the bot was down.
    """
    before: datetime | None = None
    times: dict[str, list[float]] = {}
    by_number: dict[int, list[Row]] = {}
    for row in answers:
        by_number.setdefault(row["number"], []).append(row)
    for rows in by_number.values():
        last = max(read(row["at"]) for row in rows)
        own = [schedules[rows[0]["seat"]]] if rows[0]["seat"] in schedules else []
        seconds = min(counted(before, last, own), most) if before is not None else 0.0
        if len(rows) == 1 and seconds >= MIN_ANSWER:
            times.setdefault(rows[0]["seat"], []).append(seconds)
        before = last
    return {seat: median(found) for seat, found in times.items()}
