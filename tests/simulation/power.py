"""Losses of power: what was written but not synced is missing in part, also if the disk only pretends to sync it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.emulator.world.events import Event
from tests.faults.failpoints import Point

SECTOR: Final = 512
"""Bytes that a disk writes as a whole."""
LOST: Final = 0.3
"""The probability that a sector that was not synced is lost although a later one was written."""
HEADER: Final = 32
"""Bytes of the log's header, which SQLite syncs before it writes the first frame after it."""
LATER: Final = 12
"""The maximum number of failpoints between a sync that the disk has only pretended and the loss of power."""
LOG, CHECKPOINT, LIE = "the log is torn", "a checkpoint is torn", "a synced commit is lost"
"""The kinds of damage: to the log, to the database file, and to a commit whose sync the disk has acknowledged."""
HOW: Final = (LOG, CHECKPOINT, LIE)
CHECKPOINTS: Final = (1000, 100, 20)
"""The numbers of pages in the log at which a life of the process makes a checkpoint: SQLite's own, or fewer, because
evenings are short."""
_BEGINS, _COMMITS, _COMMITTED = ("before", "BEGIN IMMEDIATE"), ("before", "COMMIT"), ("after", "COMMIT")
_ENTRIES: Final = "SELECT game, number, seat, keys FROM entries ORDER BY game, sequence"

Entries = list[tuple[int, int, str, str]]
"""The table, decision, seat and keys of each answer."""


class Files(NamedTuple):
    """The content of a database file and of its write-ahead log."""

    database: bytes
    log: bytes

    def write(self, file: Path) -> None:
        """Writes both files."""
        file.write_bytes(self.database)
        log_of(file).write_bytes(self.log)


def log_of(file: Path) -> Path:
    """Returns the write-ahead log of a database."""
    return file.with_name(file.name + "-wal")


def read(file: Path) -> Files:
    """Returns the content of a database and of its log."""
    log = log_of(file)
    return Files(file.read_bytes(), log.read_bytes() if log.exists() else b"")


class PowerCut:
    """A loss of power that comes during a commit, or soon after one whose sync the disk has only pretended."""

    def __init__(self, dice: Random, how: str) -> None:
        self._dice, self.how = dice, how
        self._before: Files | None = None
        """The files before the transaction that is lost, all of which was synced."""
        self.posted: set[int] = set()
        """The messages that were posted since the disk has pretended a sync: their IDs may be lost."""
        self._later: int | None = None
        """The number of failpoints until the loss of power, after the disk has pretended a sync."""

    def heard(self, event: Event) -> None:
        """Notes a message that is posted after a pretended sync."""
        if self._later is not None and event.name == "MESSAGE_CREATE":
            self.posted.add(int(event.data["id"]))

    def passes(self, point: Point, file: Path) -> None:
        """Remembers the files before each transaction, until the disk has pretended a sync."""
        if point == _BEGINS and self._later is None:
            self._before = read(file)

    def comes(self, point: Point, left: int) -> bool:
        """Returns whether the power goes at this failpoint; `left`: the number of failpoints until it may."""
        if self._later is not None:
            self._later -= 1
            # A later sync would write everything.
            return self._later <= 0 or point == _COMMITS
        if left > 0 or point != _COMMITTED or self._before is None:
            return False
        if self.how == LIE:
            self._later = self._dice.randint(1, LATER)
        return self.how != LIE

    def damages(self, image: Path) -> str:
        """Damages the files that the dead process has left; returns what is lost, empty if nothing is.

        A checkpoint begins when the log is synced, so only one of the two files can be damaged. It also ends with a
        sync, which makes an earlier pretended one true.
        """
        before, now = self._before, read(image)
        if before is None or (self.how == LIE and before.database != now.database):
            return ""
        if self.how == CHECKPOINT or before.database != now.database:
            after = now.database if before.database != now.database else _checkpointed(image, now)
            Files(self._mixed(before.database, after), now.log).write(image)
            return CHECKPOINT if after != before.database else ""
        if before.log == now.log:
            return ""
        log = self._mixed(before.log, now.log)
        Files(now.database, now.log[:HEADER] + log[HEADER:]).write(image)
        return self.how

    def entries_before(self, scratch: Path) -> Entries:
        """Returns all answers that were stored before the transaction that may be lost; writes to the file
        `scratch`.
        """
        assert self._before is not None
        self._before.write(scratch)
        return entries(scratch)

    def _mixed(self, old: bytes, new: bytes) -> bytes:
        """Returns the new content, cut off somewhere behind the old length, with the old one in some of the sectors."""
        kept = self._dice.randint(min(len(old), len(new)), len(new))
        mixed = bytearray(new[:kept])
        for at in range(0, kept, SECTOR):
            was = old[at : at + SECTOR].ljust(SECTOR, b"\0")[: kept - at]
            if mixed[at : at + SECTOR] != was and self._dice.random() < LOST:
                mixed[at : at + SECTOR] = was
        return bytes(mixed)


def entries(file: Path) -> Entries:
    """Returns all answers that are stored in a database file, without a change of its files."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(_ENTRIES).fetchall()


def content(file: Path) -> str:
    """Returns everything that is stored in a database file as SQL, without a change of its files."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
        return "\n".join(db.iterdump())


def _checkpointed(image: Path, files: Files) -> bytes:
    """Returns the content of the database file after a checkpoint, which is made in a copy."""
    copy = image.with_name(f"{image.name}.checkpointed")
    files.write(copy)
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy.read_bytes()
