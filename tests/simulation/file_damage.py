"""A record that is damaged in the file of one process, and repaired, or restored from a backup, by its operator."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from bot.emulator.people import crowd
from storage.backup import backup
from storage.check import check
from tests.simulation import losses, states
from tests.simulation.damage import ASIDE, PAUSE, can_be_damaged, lasts
from tests.simulation.power import entries
from tests.simulation.races import heard_of, together
from tests.simulation.spoiled_record import Spoiled, count, is_set_aside, repair, spoil

if TYPE_CHECKING:
    from tests.simulation.evening import SimulatedEvening
    from tests.simulation.lives import Lives

RESTORED: Final = "a damaged record is restored from a backup"
STATES: Final = (RESTORED,)
"""The name of this rare state, as the report counts it."""
RESTORES: Final = 0.5
"""The probability that the operator restores a backup; otherwise they repair the record."""
OLD: Final = 10.0
"""The average age in virtual seconds of the backup when the record is damaged."""
ON_THE_WAY: Final = 5_000 << 22
"""Five seconds, as a difference of two IDs of messages: a backup may not know a message that was posted just before."""
BESIDE: Final = ("", "-wal", "-shm")
"""The endings of the names of a database's files."""


class Backup:
    """A copy of the database that the operator makes while the bot runs."""

    def __init__(self, evening: Lives) -> None:
        self._from = evening.gate._file
        self.file = self._from.with_name(f"{self._from.name}.backup-{evening.clock():.0f}")
        self._newest = evening.world.last_id - ON_THE_WAY
        self.left: dict[tuple[int, int], float] = {}
        """(table, decision) → the seconds until its deadline."""

    async def made(self, evening: Lives) -> None:
        """Makes the copy."""
        await backup(self._from, self.file)
        self.left = evening.remaining(self.file)

    def replaces(self, evening: Lives) -> None:
        """Moves the files of the dead process away and puts the copy in their place, as the operator does.

        Forgets the answers that are not in the copy, and which direct messages were posted since.
        """
        file = evening.database
        assert isinstance(file, Path)
        stored = entries(file)
        for ending in BESIDE:
            with suppress(FileNotFoundError):
                shutil.move(file.with_name(file.name + ending), file.with_name(f"broken-{file.name}{ending}"))
        shutil.copy(self.file, file)
        left = entries(file)
        losses.forget(evening, [one for one in stored if one not in left])
        for table in {game for game, *_ in stored} - {game for game, *_ in left}:
            evening.ledger.answers.pop(table, None)
        evening.unknown |= {
            seen.id for person in crowd.people(evening.world) for seen in person.dms() if seen.id > self._newest
        }
        evening.left_over = self.left


@dataclass
class FileDamage:
    """A damaged record in the file of the bot process, which the operator repairs between two of its lives."""

    spoiled: Spoiled
    backup: Backup | None
    """The backup that the operator restores; None if they repair the record."""
    noticed: bool = False
    """Whether the operator has noticed the damage: they end the process to repair it."""


async def strikes(evening: SimulatedEvening, dice: Random) -> None:
    """Changes one bit in the record of the running table, which is then loaded; some time later the operator ends the
    process to repair the record, or to restore a backup from before the damage.
    """
    if not can_be_damaged(evening, evening.latest()):
        return
    made = Backup(evening) if dice.random() < RESTORES else None
    if made is not None:
        await made.made(evening)
        await asyncio.sleep(dice.expovariate(1 / OLD))
    while (damage := _damaged(evening, made, dice)) is None:
        if not can_be_damaged(evening, evening.latest()):
            return
        await asyncio.sleep(PAUSE)
    await together(heard_of(dice.choice(evening.players), "game hand"))
    await asyncio.sleep(lasts(dice))
    damage.noticed = True


def _damaged(evening: Lives, made: Backup | None, dice: Random) -> FileDamage | None:
    """Changes one bit in the record of the newest table, lets the bot forget the table, and returns the damage.

    Returns None, and changes nothing, if the record cannot be damaged now, or the bot writes or holds the table's lock.
    """
    live = evening.latest()
    if live is None or not can_be_damaged(evening, live) or evening.bot.app.tables._locks.of(live.id).locked():
        return None
    with closing(_opened(evening.gate._file)) as db:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return None
        evening.counts(f"damage: {states.of(live)}")
        evening.bot.app.tables.let_go(live.id)
        evening.damage = FileDamage(spoil(db, live.id, dice), made)
        db.execute("COMMIT")
    return evening.damage


async def is_mended(evening: Lives) -> None:
    """Repairs the record in the file of the dead process, or restores the backup, if the operator has noticed the
    damage.

    Adds an error if the damaged table has taken an answer, or if `storage check` does not name it.
    """
    damage, file = evening.damage, evening.database
    if damage is None or not damage.noticed:
        return
    assert isinstance(file, Path)
    evening.damage, table = None, damage.spoiled.table
    with closing(_opened(file)) as db:
        if count(db, table) > damage.spoiled.answers:
            evening.errors.append(f"table {table} has taken an answer although its record is damaged")
        if is_set_aside(db, table):
            evening.counts(ASIDE)
        if damage.spoiled.is_in(db):
            await _must_be_found(evening, file, table)
        if damage.backup is None:
            db.execute("BEGIN IMMEDIATE")
            repair(db, damage.spoiled)
            db.execute("COMMIT")
    if damage.backup is not None:
        damage.backup.replaces(evening)
        evening.counts(RESTORED)


async def _must_be_found(evening: Lives, file: Path, table: int) -> None:
    """Adds an error unless `storage check` finds that the record of this table, and of no other one, is damaged."""
    found = {finding.game.id async for finding in check(file) if finding.damaged}
    if found != {table}:
        evening.errors.append(f"storage check finds the damaged records of tables {sorted(found)}, not of {table}")


def _opened(file: Path) -> sqlite3.Connection:
    """Opens and returns a connection to the bot's database, which never waits for the bot and makes no checkpoint."""
    db = sqlite3.connect(file, isolation_level=None, timeout=0)
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db
