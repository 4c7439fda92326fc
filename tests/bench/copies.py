"""Fills a database with any number of unfinished games within seconds, by copying a few games that were played."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rules import GAMES
from storage import chain
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on
from tests.storage.table import raw

A_DAY = 86_400
OWN = (("games", "id"), ("seeds", "game"), ("seats", "game"), ("entries", "game"), ("deadlines", "game"))
SHOWN = (("messages", "subject"), ("resting", "game"))
"""The tables with rows about a game, and the column with its number."""


class Copies:
    """A database file of unfinished games: a few are played, all others are copies of these."""

    def __init__(self, file: Path) -> None:
        self.file = file

    async def played(self, answers: int) -> None:
        """Plays one game of each kind to that number of answers."""
        async with Backend.opened(self.file) as backend:
            for at, kind in enumerate(GAMES):
                table = await a_game(backend, kind, people=3, channel=at)
                await goes_on(backend, table, Random(f"{kind} {answers}"), Ledger(), answers)

    @contextmanager
    def writing(self, *, asleep: bool = False) -> Iterator[sqlite3.Connection]:
        """Removes the file's triggers and opens it for SQL in one transaction, which is committed after the block.

        Unless the games are `asleep`, it also sets their times and deadlines so that every decision may wait for a day.
        """
        with raw(self.file) as db:
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {name}")
            if not asleep:
                db.execute("UPDATE games SET turn_seconds = ?, window_seconds = ?", (A_DAY, A_DAY))
                db.execute("UPDATE deadlines SET due = '2025-03-02T12:00:00.000000+00:00'")
                beat = "2025-03-01T12:00:00.000000+00:00"
                db.execute("INSERT OR REPLACE INTO heartbeats (shard, shards, at) VALUES (0, 1, ?)", (beat,))
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")

    def sleep(self, db: sqlite3.Connection, number: int, guild: int, channel: int) -> None:
        """Adds a sleeping game with this number: a copy of a played one with its messages, in this server and
        channel.
        """
        of = 1 + (number - 1) % len(GAMES)
        for table, own in (*OWN, *SHOWN):
            self._copy(db, table, own, of, number)
        db.execute("UPDATE games SET guild = ?, channel = ? WHERE id = ?", (guild, channel, number))
        self.chained(db, number)

    def aged(self, db: sqlite3.Connection, at: str) -> None:
        """Sets the times of all games, seats and entries to one moment (ISO 8601)."""
        db.execute("UPDATE games SET created = ?, started = ?", (at, at))
        db.execute("UPDATE seats SET joined = ?", (at,))
        db.execute("UPDATE entries SET at = ?", (at,))

    def put(self, db: sqlite3.Connection, number: int, guild: int, channel: int, users: Sequence[int]) -> None:
        """Sets the server, channel, host and players of the game with this number; adds it as a copy if it is not one
        of those played.
        """
        if number > len(GAMES):
            for table, own in OWN:
                self._copy(db, table, own, 1 + (number - 1) % len(GAMES), number)
        values = (guild, channel, users[0], number)
        db.execute("UPDATE games SET guild = ?, channel = ?, host = ? WHERE id = ?", values)
        for place, user in enumerate(users):
            db.execute("UPDATE seats SET user = ? WHERE game = ? AND position = ?", (user, number, place))
        self.chained(db, number)

    @staticmethod
    def _copy(db: sqlite3.Connection, table: str, own: str, of: int, number: int) -> None:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        taken = ", ".join(f'"{column}"' for column in columns)
        given = ", ".join(
            str(number) if column == own else str(-number) if (table, column) == ("games", "channel") else f'"{column}"'
            for column in columns
        )
        db.execute(f"INSERT INTO {table} ({taken}) SELECT {given} FROM {table} WHERE {own} = {of}")

    @staticmethod
    def chained(db: sqlite3.Connection, number: int) -> None:
        row = _named(db, chain.GAME, number)[0]
        seed = _named(db, "SELECT seed FROM seeds WHERE game = ?", number)[0]["seed"]
        entries = _named(db, chain.ENTRIES, number)
        each, latest = chain.links(row, seed, _named(db, chain.SEATS, number), entries)
        links = [(link, number, entry["number"], entry["seat"]) for link, entry in zip(each, entries, strict=True)]
        db.executemany("UPDATE entries SET link = ? WHERE game = ? AND number = ? AND seat = ?", links)
        db.execute("UPDATE games SET link = ? WHERE id = ?", (latest, number))


def _named(db: sqlite3.Connection, sql: str, number: int) -> list[dict[str, Any]]:
    found = db.execute(sql, (number,))
    columns = [column[0] for column in found.description]
    return [dict(zip(columns, row, strict=True)) for row in found]
