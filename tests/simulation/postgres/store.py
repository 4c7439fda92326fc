"""A database of the simulated server: SQLite's file, one transaction that writes at a time, and advisory locks.

A transaction sees what is committed (READ COMMITTED) until its first statement that writes or locks rows. From there
to its end no other transaction writes. A real server locks single rows, so it lets more transactions overlap.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from asyncpg import exceptions as said

from storage.migrations import FOLLOWED, newest, sqlite_script, steps

if TYPE_CHECKING:
    from tests.simulation.postgres.session import ServerSession

Key = tuple[int, ...]
_WORDS: Final = {
    "string_agg": "group_concat",
    "json_build_array": "json_array",
    "json_agg": "json_group_array",
    "json_object_agg": "json_group_object",
    "json_build_object": "json_object",
}
_LOCKING: Final = re.compile(r"\bFOR UPDATE\b|\bLOCK TABLE \w+ IN [A-Z ]+ MODE")
_TOKEN: Final = re.compile(rf"(?P<text>'[^']*')|\$(?P<value>\d+)|\b(?P<word>{'|'.join(_WORDS)})\b")
_WRITES: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE|CREATE|DROP|WITH\b.*\b(INSERT|UPDATE|DELETE)\b)", re.DOTALL)
_NOTE: Final = """
INSERT INTO changes (game, by, worker) VALUES ({game}, the_transaction(), the_worker())
    ON CONFLICT (game) DO UPDATE SET by = excluded.by, worker = excluded.worker WHERE changes.by <> excluded.by;
"""
_FOLLOWED_OF_GAMES: Final = (
    "channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access, invited, words, host,"
    " phase, started, paused_at, remaining, link"
)
_ERRORS: Final[Mapping[int, type[Exception]]] = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: said.UniqueViolationError,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: said.UniqueViolationError,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: said.ForeignKeyViolationError,
    sqlite3.SQLITE_CONSTRAINT_CHECK: said.CheckViolationError,
    sqlite3.SQLITE_CONSTRAINT_NOTNULL: said.NotNullViolationError,
}
"""PostgreSQL's errors for SQLite's; every other broken constraint is a trigger's."""


@cache
def must_lock(sql: str) -> bool:
    """Returns whether a statement changes or locks rows."""
    return bool(_WRITES.match(sql) or _LOCKING.search(sql))


@cache
def for_sqlite(sql: str) -> str:
    """Returns a statement for PostgreSQL, translated for SQLite."""

    def token(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return found["text"]
        return f"?{found['value']}" if found["value"] else _WORDS[found["word"]]

    return _LOCKING.sub("", _TOKEN.sub(token, sql))


def explained(error: sqlite3.Error) -> Exception:
    """Returns asyncpg's error for an error of SQLite, or the same error if asyncpg has none for it."""
    if isinstance(error, sqlite3.IntegrityError):
        kind: Any = _ERRORS.get(error.sqlite_errorcode, said.IntegrityConstraintViolationError)
        broken: Exception = kind(str(error).partition(":")[0])
        return broken
    if isinstance(error, (sqlite3.OperationalError, sqlite3.ProgrammingError)):
        unknown: Exception = said.PostgresSyntaxError(str(error))
        return unknown
    return error


class Store:
    """One database of the simulated server: its SQLite file, the session that writes, and the advisory locks."""

    def __init__(self, file: Path) -> None:
        self._file = file
        fresh = not file.exists()
        self.writer, self.reader = self.connection(), self.connection()
        self.writer.create_function("the_transaction", 0, lambda: self.number)
        self.writer.create_function("the_worker", 0, lambda: self.holder.worker if self.holder else "")
        self.holder: ServerSession | None = None
        """The session that writes."""
        self.number = 1
        """The number of the transaction that writes, or of the last one."""
        self.locks: dict[Key, list[ServerSession]] = {}
        """The holders of each advisory lock; a session is listed once for each time that it has taken it."""
        if fresh:
            self._create()

    def connection(self) -> sqlite3.Connection:
        """Opens and returns a new SQLite connection to the file."""
        db = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        db.row_factory = sqlite3.Row
        for setting in ("journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON", "recursive_triggers = ON"):
            db.execute(f"PRAGMA {setting}")
        return db

    def close(self) -> None:
        """Closes the connections to the file."""
        self.writer.close()
        self.reader.close()

    @property
    def lowest(self) -> int:
        """Returns the lowest number of a transaction that is not over, now or in the future."""
        return self.number if self.holder is not None else self.number + 1

    def begin(self, session: ServerSession) -> None:
        """Begins the transaction of a session that writes; the caller makes sure that no other session does."""
        self.holder = session
        self.number += 1
        self.writer.execute("BEGIN IMMEDIATE")

    def end(self, session: ServerSession, *, commit: bool) -> None:
        """Commits or rolls back the transaction of this session, if it is the one that writes."""
        if self.holder is session:
            self.writer.execute("COMMIT" if commit else "ROLLBACK")
            self.holder = None

    def release(self, session: ServerSession) -> None:
        """Releases all advisory locks of a session."""
        for key in list(self.locks):
            self.locks[key] = [one for one in self.locks[key] if one is not session]
            if not self.locks[key]:
                del self.locks[key]

    def row(self, **values: object) -> Any:
        """Returns a result row with these columns and values."""
        columns = ", ".join(f"? AS {name}" for name in values)
        return self.reader.execute(f"SELECT {columns}", tuple(values.values())).fetchone()

    def _create(self) -> None:
        """Creates the schema for SQLite, with the tables and triggers that only PostgreSQL's schema has."""
        (step,) = steps("sqlite", 0)
        script = "\n".join((sqlite_script(step), *_additions()))
        self.writer.executescript(f"BEGIN;\n{script}\nCOMMIT;")
        self.writer.execute("INSERT INTO krupier_schema (version) VALUES (?)", (newest(),))


def _additions() -> list[str]:
    """Returns the SQL of the tables and triggers by which processes notice each other's changes."""
    of_hand = "WHEN OLD.old = 0 AND OLD.kind = 'hand'"
    moved = "WHEN OLD.kind = 'hand'"
    return [
        "CREATE TABLE krupier_schema (version INTEGER NOT NULL);",
        "CREATE TABLE close_requests (game INTEGER PRIMARY KEY REFERENCES games (id));",
        "CREATE TABLE changes (game INTEGER PRIMARY KEY, by INTEGER NOT NULL, worker TEXT NOT NULL);",
        _trigger("games", "INSERT", "", "NEW.id"),
        _trigger("games", f"UPDATE OF {_FOLLOWED_OF_GAMES}", "", "NEW.id"),
        _trigger("messages", "DELETE", of_hand, "OLD.subject"),
        _trigger("messages", "UPDATE OF posted_at", moved, "OLD.subject"),
        *(
            _trigger(table, event, "", "OLD.game" if event == "DELETE" else "NEW.game")
            for table in (*FOLLOWED, "watchers")
            for event in ("INSERT", "UPDATE", "DELETE")
            if (table, event) != ("watchers", "UPDATE")
        ),
    ]


def _trigger(table: str, event: str, when: str, game: str) -> str:
    name = f"{table}_are_followed_{event.partition(' ')[0].lower()}"
    return f"CREATE TRIGGER {name} AFTER {event} ON {table} {when} BEGIN {_NOTE.format(game=game)} END;"
