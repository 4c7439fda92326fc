"""Why a computer did what it did, once a game is over: weighed anew from what its seat was told at each decision.

Nothing is kept of it while the game runs. What a computer thinks here it thinks with the question of its seat alone,
as it did then; where chance had a hand in it, it may weigh otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.tables.hints import Advice
from bot.tables.live import LiveTable, by_computer
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.tables.workers import Workers
from bot.texts import later
from rules.engine import Game
from rules.notation import Entry
from rules.players.levels import ask
from storage import SeatRow, Store

KEPT: Final = 32
MOST_KEPT: Final = 300
"""Afterthoughts in memory."""
TOO_EARLY: Final = later("Why a computer does something, it tells after the end of the game.")
NO_COMPUTER: Final = later("No computer had anything to choose in this game.")


class Afterthought(NamedTuple):
    """One decision of a computer: what it did, and how it weighs that; None where nothing can be said."""

    at: int
    """Which of its computers' decisions it is, from nought."""
    total: int
    done: Sequence[str]
    advice: Advice | None


class Afterthoughts:
    """The decisions of computers in finished games, as far as there was anything to decide."""

    def __init__(self, store: Store, tables: Tables, workers: Workers) -> None:
        self._store = store
        self._tables = tables
        self._workers = workers
        self._moments: LRUCache[int, Sequence[int]] = LRUCache(KEPT)
        """For each table after how many answers a computer had something to choose."""
        self._known: LRUCache[tuple[int, int], Afterthought] = LRUCache(MOST_KEPT)

    async def at(self, number: int, which: int) -> tuple[LiveTable, Afterthought]:
        """That decision of a finished game, the nearest where there is none; raises Refused."""
        live, game, moments = await self._finished(number)
        which = min(max(which, 0), len(moments) - 1)
        found = self._known.get((number, which))
        if found is None:
            found = await self._thought(live, game, moments, which)
            self._known[number, which] = found
        return live, found

    async def before(self, number: int, entries: int) -> int:
        """Which decision was the last one of a computer when so many answers had been given; raises Refused."""
        _, _, moments = await self._finished(number)
        return max(0, sum(moment < entries for moment in moments) - 1)

    # Inside

    async def _finished(self, number: int) -> tuple[LiveTable, Game, Sequence[int]]:
        live = await self._tables.get(number)
        if live.game is None or not live.row.finished_yet:
            raise Refused(TOO_EARLY)
        if number not in self._moments:
            moments = [entry.at for entry in await self._store.entries(number)]
            since = {seat.seat: _since(seat) for seat in live.seats if by_computer(seat)}
            self._moments[number] = await asyncio.to_thread(_decisions, live.game, since, moments)
        if not self._moments[number]:
            raise Refused(NO_COMPUTER)
        return live, live.game, self._moments[number]

    async def _thought(self, live: LiveTable, game: Game, moments: Sequence[int], which: int) -> Afterthought:
        entry = game.entries[moments[which]]
        then = await asyncio.to_thread(_as_it_was, game, moments[which])
        found = await self._workers.consider(
            ask(then, entry.seat), f"{live.id} {entry.number} {entry.seat}", live.seat(entry.seat).level
        )
        advice = None if found is None else Advice(ask(then, entry.seat), *found)
        return Afterthought(which, len(moments), entry.keys, advice)


def _since(seat: SeatRow) -> datetime | None:
    """Since when a computer has played the seat; None: from the beginning."""
    return seat.joined if seat.computer else seat.left


def _decisions(game: Game, since: Mapping[str, datetime | None], moments: Sequence[datetime]) -> Sequence[int]:
    """After how many answers a computer answered what had more than one answer."""
    found, replayed = [], _as_it_was(game, 0)
    for at, (entry, moment) in enumerate(zip(game.entries, moments, strict=True)):
        if entry.seat in since and _later(moment, since[entry.seat]) and _has_a_choice(replayed, entry):
            found.append(at)
        replayed.again((entry,))
    return found


def _later(moment: datetime, since: datetime | None) -> bool:
    return since is None or moment >= since


def _has_a_choice(game: Game, entry: Entry) -> bool:
    decision = game.decision
    return decision is not None and entry.kind == decision.kind and len(game.keys(entry.seat)) > 1


def _as_it_was(game: Game, entries: int) -> Game:
    """The game after so many of its answers."""
    begun = Game.replay(game.rules, replace(game.head, entries=(), seed=None, result=None))
    begun.again(game.entries[:entries])
    return begun
