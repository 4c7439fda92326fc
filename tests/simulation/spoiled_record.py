"""A changed bit in a stored record, past the triggers that keep the record as it is."""

from __future__ import annotations

import sqlite3
from random import Random
from typing import Final, NamedTuple

COLUMNS: Final = ("kind", "at")
"""The columns of an answer of which a bit changes."""
_GUARD: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entries'"


class Spoiled(NamedTuple):
    """The changed value of an answer, with the value that it had before."""

    table: int
    sequence: int
    column: str
    before: str
    after: str
    answers: int
    """The number of the table's answers, which cannot grow while its record is damaged."""

    def is_in(self, db: sqlite3.Connection) -> bool:
        """Returns whether a database has the changed value; a loss of power may have undone the change."""
        sql = f"SELECT {self.column} FROM entries WHERE game = ? AND sequence = ?"
        found = db.execute(sql, (self.table, self.sequence)).fetchone()
        return found is not None and found[0] == self.after


def count(db: sqlite3.Connection, table: int | None = None) -> int:
    """Returns the number of stored answers of a table; None: of all tables."""
    which, values = ("WHERE game = ?", (table,)) if table is not None else ("", ())
    return int(db.execute(f"SELECT COUNT(*) FROM entries {which}", values).fetchone()[0])


def is_set_aside(db: sqlite3.Connection, table: int) -> bool:
    """Returns whether the bot has stored that a table is set aside because of its damaged record."""
    return db.execute("SELECT 1 FROM set_aside WHERE game = ?", (table,)).fetchone() is not None


def spoil(db: sqlite3.Connection, table: int, dice: Random) -> Spoiled:
    """Changes one bit of an answer of the table, inside a transaction, and returns what was changed."""
    answers, column = count(db, table), dice.choice(COLUMNS)
    sql = f"SELECT sequence, {column} FROM entries WHERE game = ? ORDER BY sequence LIMIT 1 OFFSET ?"
    sequence, before = db.execute(sql, (table, dice.randrange(answers))).fetchone()
    at = dice.randrange(len(before))
    after = before[:at] + chr(ord(before[at]) ^ 1) + before[at + 1 :]
    spoiled = Spoiled(table, sequence, column, before, after, answers)
    _write(db, spoiled, after)
    return spoiled


def repair(db: sqlite3.Connection, spoiled: Spoiled) -> None:
    """Writes the value back that the answer had before the damage, inside a transaction."""
    _write(db, spoiled, spoiled.before)


def _write(db: sqlite3.Connection, spoiled: Spoiled, value: str) -> None:
    guards = db.execute(_GUARD).fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    sql = f"UPDATE entries SET {spoiled.column} = ? WHERE game = ? AND sequence = ?"
    db.execute(sql, (value, spoiled.table, spoiled.sequence))
    for _, text in guards:
        db.execute(text)
