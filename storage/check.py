"""Checks every record for damage, and replays every unfinished game under the rules of this program."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rules import GAMES
from rules.errors import BadRecord
from storage.database import Database
from storage.dsn import Dsn
from storage.errors import DatabaseDamaged, RecordDamaged, SeedSealed
from storage.record_rows import Entry
from storage.replay import record_of, replay
from storage.rows import PHASES, GameRow, TableState
from storage.table_errors import UnknownGame


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of checking one game; `trouble` says what is damaged or why the record does not replay.

    `trouble` None: nothing is wrong.
    """

    game: GameRow
    entries: int
    trouble: str | None
    damaged: bool = False
    """Whether the record itself is not what was written."""

    def __str__(self) -> str:
        name = f"game {self.game.id} ({self.game.kind} {self.game.edition}, channel {self.game.channel})"
        if self.trouble is not None:
            return f"{name}: {'damaged' if self.damaged else 'does not replay'}: {self.trouble}"
        if self.game.phase == "lobby":
            return f"{name}: lobby, nothing to replay"
        return f"{name}: replays, {self.entries} entries"


async def check(
    database: Path | Dsn | str, told: Callable[[DatabaseDamaged], None] | None = None
) -> AsyncIterator[Finding]:
    """Checks every game as of one moment, and yields the findings, the oldest game first.

    There is a finding for each unfinished game, and for each finished one that is damaged; finished games are not
    replayed.

    If the database itself is broken, DatabaseDamaged is raised; with `told`, that function gets the error, and
    everything that can be read is still checked. Raises SeedSealed without the operator's key.
    """
    async with Database.snapshot(database, told) as db:
        with suppress(DatabaseDamaged):  # each game reports its own unreadable rows
            await db.seeds.must_open()
        for game in await _games(db, told):
            if (finding := await _found(db, game)) is not None:
                yield finding


async def _games(db: Database, told: Callable[[DatabaseDamaged], None] | None) -> list[GameRow]:
    """Returns every game, row by row if they cannot be read at once.

    A row that cannot be read at all is left out and reported to `told`; without `told`, DatabaseDamaged is raised.
    """
    try:
        return await db.games.all()
    except DatabaseDamaged:
        if told is None:
            raise
        games, lost = await db.games.readable()
        for game in lost:
            told(DatabaseDamaged(str(db.place), f"the row of game {game} cannot be read"))
        return games


async def _found(db: Database, game: GameRow) -> Finding | None:
    """Checks one game: damage, for which the bot would quarantine the table, and whether an unfinished game replays.

    Returns None for a finished game without damage.
    """
    try:
        entries = await db.record.entries(game.id)
        state, seed = await db.tables.state(game.id), await db.seeds.get(game.id)
    except RecordDamaged as damaged:
        return Finding(game, 0, f"{damaged.where} is not what was written", damaged=True)
    except SeedSealed as sealed:
        return Finding(game, 0, str(sealed), damaged=True)
    except DatabaseDamaged:
        return Finding(game, 0, await _broken(db, game.id), damaged=True)
    except UnknownGame:
        return Finding(game, 0, "its row or its seed is gone", damaged=True)
    except (ValueError, TypeError, KeyError) as garbled:
        # The error may name secrets, so only its type is reported.
        return Finding(game, 0, f"its rows are garbled ({type(garbled).__name__})", damaged=True)
    if game.phase not in PHASES:
        return Finding(game, len(entries), "its phase is none", damaged=True)
    if game.finished_yet:
        return None
    return Finding(game, len(entries), _trouble(state, entries, seed))


async def _broken(db: Database, game: int) -> str:
    """Returns a sentence about a game's first unreadable row, which names no card."""
    try:
        count = await db.record.length(game)
    except DatabaseDamaged:
        return "the file is broken where its entries are counted"
    for sequence in range(count):
        if not await db.record.is_readable(game, sequence):
            return f"entry {sequence + 1} of {count} cannot be read"
    for what, read in (("its seats", db.seats.of), ("its seed", db.seeds.get)):
        try:
            await read(game)
        except DatabaseDamaged:
            return f"{what} cannot be read"
    return "its row, or the data stored with it, cannot be read"


def _trouble(state: TableState, entries: list[Entry], seed: bytes) -> str | None:
    if state.row.phase == "lobby":
        return None if state.row.kind in GAMES else f"expected one of the games {', '.join(GAMES)}"
    try:
        replay(record_of(state.row, state.seats, entries, seed), seed)
    except BadRecord as bad:
        found = bad.found.partition(":")[0]  # the rest of the message names cards
        return f"line {bad.line}: expected {bad.expected}, found {found}"
    except Exception as defect:
        return f"the rules fail over it ({type(defect).__name__})"
    return None
