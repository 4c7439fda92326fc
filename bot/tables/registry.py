"""A cache of loaded tables with one lock for each; a table whose operation failed is dropped and loaded again."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Final

from bot.monitoring import metrics
from bot.monitoring.log_context import about
from bot.tables import day_clock
from bot.tables.bus import Bus
from bot.tables.events import CommitUncertain, TableDamaged
from bot.tables.keyed_locks import KeyedLocks
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS, TableQuarantined, Unreadable
from bot.tables.table_data import everywhere
from bot.tables.times import timed
from rules import GAMES
from rules.chance import Chance
from rules.draws import Draw
from rules.errors import BadRecord
from rules.notation import Entry as Answer
from storage import Database, Entry, GameRow, TableState
from storage.errors import TRANSIENT_ERRORS, DatabaseDamaged, RecordDamaged, SeedSealed
from storage.replay import record_of, replay
from storage.rows import PHASES

log = logging.getLogger(__name__)

MAX_ANSWERS_IN_MEMORY: Final = 100_000
"""The maximum number of answers in memory, over all tables (each table adds `ANSWERS_PER_TABLE`). Two answers need
about a kilobyte; hundreds of running games stay far below the limit. The least recently used table is dropped first and
is rebuilt from its record, in 1 to 9 ms, when it is needed."""
ANSWERS_PER_TABLE: Final = 60


GARBLED: Final = (RecordDamaged, DatabaseDamaged, ValueError, TypeError, KeyError)


@dataclass(eq=False, repr=False)
class Tables:
    """A cache of the recently used tables, and their locks."""

    _db: Database
    clock_jump: Callable[[], timedelta] = timedelta
    owns: Callable[[int | None], bool] = everywhere
    """Whether this process is responsible for the tables of a server (None: of direct messages)."""
    _bus: Bus | None = None
    _live: OrderedDict[int, LiveTable] = field(default_factory=OrderedDict, init=False)
    _answers: dict[int, int] = field(default_factory=dict, init=False)
    """Tables in memory -> the number of answers for which they are counted in `_kept`."""
    _kept: int = field(default=0, init=False)
    _shown: int = field(default=0, init=False)
    """The number of tables in memory that the metric shows."""
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    """Tables -> their lock; a lock exists as long as it is used."""

    def __contains__(self, game: int) -> bool:
        """Returns whether the table is in memory or is being loaded."""
        return game in self._live or self._locks.of(game).locked()

    def peek(self, game: int) -> LiveTable | None:
        """Returns the table if it is in memory and not being changed here; other processes may have changed it."""
        return None if self._locks.of(game).locked() else self._live.get(game)

    async def at_hand(self, game: int) -> LiveTable | None:
        """Returns the committed table without its lock, if it is in memory and up to date; None if it is being changed
        or must be rebuilt."""
        live = self.peek(game)
        if live is None or not self._db.shared:
            return live
        still = await self._still(live)
        return live if still and self.peek(game) is live else None

    async def get(self, game: int) -> LiveTable:
        """Returns the committed table, loaded from its record if necessary; must not be called by the holder of its
        lock.

        The result is valid until the caller next awaits. Raises UnknownGame, Unreadable or TableQuarantined.
        """
        async with self._locks.of(game):
            return await self._present(game)

    async def over(self, game: int) -> bool:
        """Returns whether the table is over, or does not exist or cannot be read; must not be called by the holder of
        its lock."""
        try:
            return (await self.get(game)).row.finished_yet
        except EXPECTED_ERRORS:
            return True

    @asynccontextmanager
    async def held(self, game: int) -> AsyncIterator[LiveTable]:
        """Yields the table under its lock, across all processes.

        Any error except a refusal drops the table from memory, as does a refusal after an answer that is not committed;
        it is rebuilt at the next use.
        """
        async with self._locks.of(game), self._db.engine.alone(game):
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
            except BaseException as error:
                self.drop(game)
                if isinstance(error, TRANSIENT_ERRORS) and self._bus is not None:
                    self._bus.publish(CommitUncertain(game))
                raise

    @asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """Holds a table's lock without loading the table, which may be unreadable; drops it from memory afterwards."""
        async with self._locks.of(game), self._db.engine.alone(game):
            try:
                yield
            finally:
                self.drop(game)

    def drop(self, game: int) -> None:
        """Drops the table from memory; the database has all of it."""
        self._live.pop(game, None)
        self._kept -= self._answers.pop(game, 0)

    def let_go(self, game: int) -> None:
        """Drops a table from memory after it was only read, unless its lock is held."""
        if not self._locks.of(game).locked():
            self.drop(game)

    async def refresh(self, live: LiveTable) -> None:
        """Reads everything but the game itself from the database again; the caller holds the table's lock."""
        live.replace_data(await self._db.tables.state(live.id))
        await self._read_people(live)

    async def publish_change(self, live: LiveTable) -> None:
        """Reads the table again after a change in the database, and publishes the change; the caller holds the lock."""
        await self.refresh(live)
        if self._bus is not None:
            self._bus.table_changed(live)

    async def owned(self) -> list[GameRow]:
        """Returns the rows of the unfinished tables that this process is responsible for, oldest first."""
        return [row for row in await self._db.games.unfinished() if self.owns(row.guild)]

    def remembers(self, game: int) -> bool:
        """Returns whether the table is in memory, without loading it."""
        return game in self._live

    async def reload(self, live: LiveTable) -> None:
        """Loads a table that other processes have changed into the same object; the caller holds the table's lock."""
        found = self._live[live.id] = await self._load(live.id)
        for one in fields(LiveTable):
            setattr(live, one.name, getattr(found, one.name))
        self._live[live.id] = live

    async def _present(self, game: int) -> LiveTable:
        live = self._live.get(game)
        if live is None or (self._db.shared and not await self._still(live) and not await self._caught_up(live)):
            live = self._live[game] = await self._load(game)
        self._live.move_to_end(game)
        answers = ANSWERS_PER_TABLE + live.stored
        self._kept += answers - self._answers.get(game, 0)
        self._answers[game] = answers
        self._forget_old()
        return live

    async def _still(self, live: LiveTable) -> bool:
        """Returns whether the game in memory is up to date; if so, refreshes the rest of the table.

        False if another process has added answers or forgotten a player, or if the rows cannot be read.
        """
        try:
            state, length = await self._db.tables.state(live.id), await self._db.record.length(live.id)
        except GARBLED:
            return False  # the full reading that follows finds the error
        if length != live.stored or (state.row.started is None) != (live.game is None):
            return False
        if live.game is not None and live.game.head.names != tuple(seat.record_name for seat in state.seats):
            return False  # another process has forgotten a player
        live.replace_data(state)
        await self._read_people(live)
        return True

    async def _caught_up(self, live: LiveTable) -> bool:
        """Adds the answers of other processes to the game in memory; returns False if the game must be replayed
        instead.
        """
        game = live.game
        if game is None or len(game.entries) != live.stored:
            return False
        state, _, entries = await self._stored(live.id)
        new = entries[live.stored :]
        try:
            with metrics.timed(metrics.REPLAY):
                game.again(Answer(entry.number, entry.seat, entry.kind, entry.keys) for entry in new)
        except BadRecord:
            return False  # the full replay that follows finds whether it fits
        if isinstance(game.decision, Draw):
            return False  # a draw that a crash has interrupted is completed by the full replay
        live.stored = len(entries)
        live.replace_data(state)
        live.timed = timed(live, game)
        return True

    async def _load(self, game: int) -> LiveTable:
        state, seed, entries = await self._stored(game)
        row = state.row
        commitment = Chance(seed, str(game)).commitment
        live = LiveTable(
            row, state.seats, commitment=commitment, told=row.told, clock_jump=self.clock_jump, owns=self.owns
        )
        live.replace_data(state)
        await self._read_people(live)
        if row.started is not None:
            live.stored = len(entries)
            record = record_of(row, state.seats, entries, seed)
            try:
                with metrics.timed(metrics.REPLAY):
                    live.game = replay(record, seed)
            except BadRecord as bad:
                # The error names cards, so only its line is logged.
                log.error("table %s does not replay (line %s): run krupier-storage check", game, bad.line)  # noqa: TRY400
                raise Unreadable(game) from None
            live.timed, live.opened = timed(live, live.game), live.game.number
        return live

    async def _read_people(self, live: LiveTable) -> None:
        """Reads what a table shows about its people: their reliability in a lobby, their schedules in a game."""
        if live.row.phase == "lobby":
            live.reliability = await self._db.reliability.shown(seat.user for seat in live.people())
        elif live.row.phase == "running" and not live.schedules:
            await day_clock.load(self._db, live)

    async def _stored(self, game: int) -> tuple[TableState, bytes, list[Entry]]:
        """Returns the rows of a table, its seed and its record, whose hash chain is checked.

        If they were altered or cannot be read, publishes TableDamaged and raises TableQuarantined.
        """
        try:
            state, seed = await self._db.tables.state(game), await self._db.seeds.get(game)
            entries = await self._db.record.entries(game)
        except (RecordDamaged, DatabaseDamaged, SeedSealed) as damaged:
            raise self._quarantine(game, str(damaged)) from None  # the message is complete and names no card
        except (ValueError, TypeError, KeyError) as garbled:
            # The error may name secrets, so only its type is logged.
            raise self._quarantine(game, f"its rows are garbled ({type(garbled).__name__})") from None
        if state.row.phase not in PHASES or state.row.kind not in GAMES:
            raise self._quarantine(game, "its phase or its game is none")
        return state, seed, entries

    def _quarantine(self, game: int, why: str) -> TableQuarantined:
        log.error("table %s is set aside: %s", game, why)
        if self._bus is not None:
            self._bus.publish(TableDamaged(game))
        return TableQuarantined(game)

    def _forget_old(self) -> None:
        """Drops the least recently used tables that exceed `MAX_ANSWERS_IN_MEMORY`; tables with a held lock stay."""
        if self._kept > MAX_ANSWERS_IN_MEMORY:
            for game in tuple(self._live):
                if self._kept <= MAX_ANSWERS_IN_MEMORY:
                    break
                if not self._locks.of(game).locked():
                    self.drop(game)
        if self._shown != len(self._live):
            self._shown = len(self._live)
            metrics.IN_MEMORY.set(self._shown)
