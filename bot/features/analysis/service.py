"""Explains computers' decisions in finished games, from the reasons that were stored with their answers.

The question is rebuilt from the record. The rated answers are read from the database and never computed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.games.replay_frames import spread
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused, RefusedAside
from bot.tables.registry import Tables
from bot.texts import N_
from rules.engine import Game
from rules.players.question import Question, ask
from storage import Database, Reasons

CACHE_SIZE: Final = 16
"""The number of finished games whose decisions are cached."""
MAX_STOPS: Final = 25
"""The maximum number of decisions that a select lists: as many options as Discord allows."""
TOO_EARLY: Final = N_("Computers explain their moves after the game.")
NO_REASONS: Final = N_(
    "No computer had a choice in this game, or the game was played before the bot stored their reasons."
)


class Decided(NamedTuple):
    """A computer's decision: its question, its answer, and its reasons."""

    which: int
    """The number of the decision among those of computers in this game, from 0."""
    asked: Question
    done: Sequence[str]
    reasons: Reasons


class Analysis(NamedTuple):
    """One decision of a computer, the number of all such decisions in its game, and those that a select lists."""

    decided: Decided
    total: int
    stops: Sequence[Decided]


@dataclass(frozen=True, slots=True)
class _Decisions:
    """The decisions of computers in one finished game, and those of them that a select lists (`stops`)."""

    entries: Sequence[int]
    """The number of answers in the record before each decision."""
    reasons: Sequence[Reasons]
    stops: Sequence[Decided]


class PostGameAnalyses:
    """A service that finds the decisions of computers in finished games, if there was more than one possible answer."""

    def __init__(self, db: Database, tables: Tables) -> None:
        self._db = db
        self._tables = tables
        self._known: LRUCache[int, _Decisions] = LRUCache(CACHE_SIZE)

    async def at(self, number: int, which: int) -> tuple[LiveTable, Analysis]:
        """Returns a finished table, and the computers' decision with that index or the nearest; raises Refused."""
        live, game, decisions = await self._finished(number)
        total = len(decisions.entries)
        which = min(max(which, 0), total - 1)
        found = next((stop for stop in decisions.stops if stop.which == which), None)
        if found is None:
            (found,) = await asyncio.to_thread(_decided, game, decisions.entries, decisions.reasons, [which])
        return live, Analysis(found, total, _with(decisions.stops, found))

    async def before(self, number: int, entries: int) -> int:
        """Returns the index of the last computer's decision among the first `entries` answers, or 0; raises Refused."""
        _, _, decisions = await self._finished(number)
        return max(0, sum(at < entries for at in decisions.entries) - 1)

    async def _finished(self, number: int) -> tuple[LiveTable, Game, _Decisions]:
        live = await self._tables.get(number)
        if live.game is None or not live.row.finished_yet:
            raise Refused(TOO_EARLY)
        found = self._known.get(number)
        if found is None:
            found = await self._decisions(number, live.game)
            self._known[number] = found
        if not found.entries:
            raise RefusedAside(NO_REASONS)
        return live, live.game, found

    async def _decisions(self, number: int, game: Game) -> _Decisions:
        by_answer = {(one.number, one.seat): one for one in await self._db.record.reasons(number)}
        answered = [(entry.number, entry.seat) for entry in game.entries]
        entries = [at for at, answer in enumerate(answered) if answer in by_answer]
        reasons = [by_answer[answered[at]] for at in entries]
        shown = spread(range(len(entries)), MAX_STOPS)
        stops = await asyncio.to_thread(_decided, game, entries, reasons, shown)
        return _Decisions(entries, reasons, stops)


def _decided(game: Game, entries: Sequence[int], reasons: Sequence[Reasons], which: Sequence[int]) -> Sequence[Decided]:
    """Replays the game once, as far as needed, and returns these decisions (indices ascending) with their questions."""
    replayed, answers, found = game.beginning(), game.entries, []
    for one in which:
        at = entries[one]
        replayed.again(answers[len(replayed.entries) : at])
        asked = ask(replayed, answers[at].seat, told=())
        found.append(Decided(one, asked, answers[at].keys, reasons[one]))
    return found


def _with(stops: Sequence[Decided], shown: Decided) -> Sequence[Decided]:
    """Returns the listed decisions with the shown one, which replaces a neighbour but not the first or last."""
    if any(stop.which == shown.which for stop in stops):
        return stops
    following = sum(stop.which < shown.which for stop in stops)
    gone = following if following < len(stops) - 1 else following - 1
    others = [stop for at, stop in enumerate(stops) if at != gone]
    return sorted([*others, shown], key=lambda stop: stop.which)
