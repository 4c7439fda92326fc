"""Tables in memory: a cache of what the store holds, one lock each; a game that erred is dropped and rebuilt."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from datetime import timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.monitoring import metrics
from bot.monitoring.log_context import about
from bot.tables.bus import Bus
from bot.tables.events import TableDamaged
from bot.tables.live import LiveTable, everywhere
from bot.tables.refusals import EXPECTED_ERRORS, TableQuarantined, Unreadable
from bot.tables.times import timed
from rules import GAMES
from rules.chance import Chance
from rules.decisions import Draw
from rules.errors import BadRecord
from rules.notation import Entry as Answer
from storage import Database, Entry, GameRow, TableState
from storage.errors import DatabaseDamaged, RecordDamaged, SeedSealed
from storage.replay import record_of, replay
from storage.rows import PHASES

log = logging.getLogger(__name__)

MAX_ANSWERS_IN_MEMORY: Final = 100_000
"""The maximum number of answers in memory, over all tables; each table counts as some more. Two answers need about a
kilobyte.
Hundreds of games in play are far below it. The least recently used table is forgotten first, and rebuilt from its
record, in 1 to 9 ms, at the next press.
"""
ANSWERS_PER_TABLE: Final = 60


GARBLED: Final = (RecordDamaged, DatabaseDamaged, ValueError, TypeError, KeyError)


class Tables:
    """The recently used tables."""

    def __init__(
        self, db: Database, clock_jump: Callable[[], timedelta] = timedelta,
        owns: Callable[[int | None], bool] = everywhere, bus: Bus | None = None,
    ) -> None:  # fmt: skip
        self._db = db
        self._clock_jump = clock_jump
        self.owns = owns
        """Whether this process looks after the tables of a server (None: of none)."""
        self._bus = bus
        self._live: OrderedDict[int, LiveTable] = OrderedDict()
        self._answers: dict[int, int] = {}
        """How many each table in memory had when it was looked at last, and was counted with."""
        self._kept = 0
        self._shown = 0
        """How many tables the operators' figure says are in memory."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One lock for each table that is held or waited for; its users keep it alive."""

    def __contains__(self, game: int) -> bool:
        """Returns whether the table is in memory or is being loaded."""
        return game in self._live or self._lock(game).locked()

    def peek(self, game: int) -> LiveTable | None:
        """Returns the table if it is in memory and not being changed here; other processes may have changed it."""
        return None if self._lock(game).locked() else self._live.get(game)

    async def at_hand(self, game: int) -> LiveTable | None:
        """The table as it is committed if it need not be rebuilt for that: for answering at once, without its lock."""
        live = self.peek(game)
        if live is None or not self._db.shared:
            return live
        still = await self._still(live)
        return live if still and self.peek(game) is live else None

    async def get(self, game: int) -> LiveTable:
        """Returns the committed table, loaded from its record if it is not in memory; must not be called by its holder.

        It is valid until the caller next awaits something. Raises UnknownGame or Unreadable.
        """
        async with self._lock(game):
            return await self._present(game)

    async def over(self, game: int) -> bool:
        """Returns whether the table's game is over; must not be called by its holder."""
        try:
            return (await self.get(game)).row.finished_yet
        except EXPECTED_ERRORS:
            return True

    @asynccontextmanager
    async def held(self, game: int) -> AsyncIterator[LiveTable]:
        """The table, locked for all processes; any error but a refusal drops it, to be rebuilt by the next press."""
        async with self._lock(game), self._db.ownership.alone(game):
            live = await self._present(game)
            number = live.game.number if live.game is not None else None
            try:
                with about(game, number):
                    yield live
            except EXPECTED_ERRORS:
                if live.game is not None and len(live.game.entries) != live.stored:
                    # The refusal came after an answer that is not committed.
                    self.drop(game)
                raise
            except BaseException:
                self.drop(game)
                raise

    @asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """The table's lock without the table, which may not even be readable; it is forgotten afterwards."""
        async with self._lock(game), self._db.ownership.alone(game):
            try:
                yield
            finally:
                self.drop(game)

    def drop(self, game: int) -> None:
        """Forget the table; the store has it all."""
        self._live.pop(game, None)
        self._kept -= self._answers.pop(game, 0)

    def let_go(self, game: int) -> None:
        """Forgets a table that was only read, unless it is held."""
        if not self._lock(game).locked():
            self.drop(game)

    async def refresh(self, live: LiveTable) -> None:
        """Read again everything but the game itself; the caller holds the table."""
        live.stands(await self._db.tables.state(live.id))

    async def owned(self) -> list[GameRow]:
        """The unfinished tables that this process looks after, oldest first."""
        return [row for row in await self._db.games.unfinished() if self.owns(row.guild)]

    def remembers(self, game: int) -> bool:
        """Returns whether the table is in memory."""
        return game in self._live

    async def reload(self, live: LiveTable) -> None:
        """Reloads a table that other processes have changed, into the same object; its holder calls."""
        found = self._live[live.id] = await self._load(live.id)
        for field in fields(LiveTable):
            setattr(live, field.name, getattr(found, field.name))
        self._live[live.id] = live

    async def _present(self, game: int) -> LiveTable:
        live = self._live.get(game)
        if live is None or (self._db.shared and not await self._still(live) and not await self._caught_up(live)):
            live = self._live[game] = await self._load(game)
        self._live.move_to_end(game)
        self._count(live)
        self._forget_old()
        return live

    def _count(self, live: LiveTable) -> None:
        now = ANSWERS_PER_TABLE + live.stored
        self._kept += now - self._answers.get(live.id, 0)
        self._answers[live.id] = now

    async def _still(self, live: LiveTable) -> bool:
        """Returns whether no other process has changed the game in memory; the rest of the table is read again."""
        try:
            state, length = await self._db.tables.state(live.id), await self._db.record.length(live.id)
        except GARBLED:
            return False  # reading all of it finds out what is wrong
        if length != live.stored or (state.row.started is None) != (live.game is None):
            return False
        live.stands(state)
        return True

    async def _caught_up(self, live: LiveTable) -> bool:
        """Returns whether the new answers of other processes could be applied without a full replay."""
        game = live.game
        if game is None or len(game.entries) != live.stored:
            return False
        state, _, entries = await self._stored(live.id)
        new = entries[live.stored :]
        try:
            with metrics.timed(metrics.REPLAY):
                game.again(Answer(entry.number, entry.seat, entry.kind, entry.keys) for entry in new)
        except BadRecord:
            return False  # reading all of it finds out whether it fits
        if isinstance(game.decision, Draw):
            return False  # a draw that a crash has cut off is made when all of it is read
        live.stored = len(entries)
        live.stands(state)
        live.timed = timed(live, game)
        return True

    async def _load(self, game: int) -> LiveTable:
        state, seed, entries = await self._stored(game)
        row = state.row
        commitment = Chance(seed, str(game)).commitment
        live = LiveTable(row, state.seats, commitment, told=row.told, clock_jump=self._clock_jump, owns=self.owns)
        live.stands(state)
        if row.started is not None:
            live.stored = len(entries)
            record = record_of(row, state.seats, entries, seed)
            try:
                with metrics.timed(metrics.REPLAY):
                    live.game = replay(record, seed)
            except BadRecord as bad:
                # Not the finding itself: it names cards.
                log.error("table %s does not replay (line %s): run python -m storage check", game, bad.line)  # noqa: TRY400
                raise Unreadable(game) from None
            live.timed, live.opened = timed(live, live.game), live.game.number
        return live

    async def _stored(self, game: int) -> tuple[TableState, bytes, list[Entry]]:
        """Returns the stored table with its chain checked; raises TableQuarantined if it was altered."""
        try:
            state, seed = await self._db.tables.state(game), await self._db.seeds.get(game)
            entries = await self._db.record.entries(game)
        except (RecordDamaged, DatabaseDamaged, SeedSealed) as damaged:
            raise self._quarantine(game, str(damaged)) from None  # it says all, and no card
        except (ValueError, TypeError, KeyError) as garbled:
            # Not the finding itself: it may name what is secret.
            raise self._quarantine(game, f"its rows are garbled ({type(garbled).__name__})") from None
        if state.row.phase not in PHASES or state.row.kind not in GAMES:
            raise self._quarantine(game, "its phase or its game is none")
        return state, seed, entries

    def _quarantine(self, game: int, why: str) -> TableQuarantined:
        log.error("table %s is set aside: %s", game, why)
        if self._bus is not None:
            self._bus.publish(TableDamaged(game))
        return TableQuarantined(game)

    def _lock(self, game: int) -> asyncio.Lock:
        return self._locks.setdefault(game, asyncio.Lock())

    def _forget_old(self) -> None:
        """Forgets the least recently used tables beyond the budget; held tables stay."""
        if self._kept > MAX_ANSWERS_IN_MEMORY:
            for game in tuple(self._live):
                if self._kept <= MAX_ANSWERS_IN_MEMORY:
                    break
                if not self._lock(game).locked():
                    self.drop(game)
        if self._shown != len(self._live):
            self._shown = len(self._live)
            metrics.IN_MEMORY.set(self._shown)
