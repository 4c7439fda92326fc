"""The record: answers, appended in one transaction with what follows, never changed, never deleted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from sys import intern
from typing import Final

from storage import chain
from storage.connection import Connection, Row
from storage.core import first, required, transaction
from storage.deadlines import put_bank, put_deadline
from storage.errors import AlreadyAnswered, DatabaseDamaged, Overtaken, RecordDamaged
from storage.games import Games, finish
from storage.moments import read, written
from storage.people import Lifted, lift
from storage.rows import KEEP, Bank, Deadline, Entry, Keep, Outcome

_APPEND = """
INSERT INTO entries (game, number, seat, sequence, kind, keys, at, link)
VALUES (?1, ?2, ?3, (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE game = ?1), ?4, ?5, ?6, ?7)
"""
_ADVANCE = "UPDATE games SET link = ?, told = COALESCE(?, told) WHERE id = ?"
_ANSWERED = "SELECT number, seat FROM entries WHERE game = ? AND number BETWEEN ? AND ?"
_LENGTH = "SELECT COALESCE(MAX(sequence) + 1, 0) AS length FROM entries WHERE game = ?"
_ONE: Final = "SELECT number, seat, kind, keys, at, link FROM entries WHERE game = ? AND sequence = ?"
_KEY: Final = re.compile(r"[a-z0-9_\-+:]{1,80}")


class Record(Games):
    """What was answered."""

    @transaction
    async def append(  # noqa: PLR0913 - what is committed together
        self,
        db: Connection,
        game: int,
        entries: Sequence[Entry],
        *,
        length: int | None = None,
        told: int | None = None,
        deadline: Deadline | Keep | None = KEEP,
        bank: Bank | None = None,
        lifted: Lifted | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """Append answers and, in the same transaction, count what is told, set clock and bank, lift orders, finish.

        All or nothing; AlreadyAnswered where a seat's answer stands, WrongPhase where no game is running, Overtaken
        where the record is not as long as the caller believes (`length`: how many entries it has; None: no matter).
        """
        link = bytes((await required(db, game, "running"))["link"] or b"")
        if length is not None:
            await must_have(db, game, length)
        link = await _append(db, game, link, entries)
        if entries or told is not None:
            await db.execute(_ADVANCE, (link, told, game))
        if not isinstance(deadline, Keep):
            await put_deadline(db, game, deadline)
        if bank is not None:
            await put_bank(db, game, bank)
        if lifted is not None:
            await lift(db, game, lifted)
        if outcome is not None:
            await finish(db, game, outcome)

    async def length(self, game: int) -> int:
        """How many answers the game's record has."""
        row = await self._row(_LENGTH, game)
        return 0 if row is None else int(row["length"])

    async def entries(self, game: int) -> list[Entry]:
        """The game's record, in order, its chain checked; RecordDamaged where it does not hold."""
        rows, flaw = await self.checked(game)
        if flaw is not None:
            raise RecordDamaged(game, flaw)
        return [_entry(row) for row in rows]

    async def legible(self, game: int, sequence: int) -> bool:
        """Whether that answer is there and can be read, counted from 0."""
        try:
            return await self._row(_ONE, game, sequence) is not None
        except DatabaseDamaged:
            return False

    async def checked(self, game: int) -> tuple[list[Row], str | None]:
        """The rows of a game's record as they stand, and where its chain does not hold."""
        rows, facts = await self._of_one_moment((chain.ENTRIES, (game,)), (chain.GAME, (game,)))
        if not facts:
            return rows, None
        seats = await self._rows(chain.SEATS, game)
        return rows, chain.flaw(facts[0], await self.seed(game), seats, rows)


async def must_have(db: Connection, game: int, length: int) -> None:
    """Nobody else has appended: the game is locked, so that this holds until the end of the transaction."""
    row = await first(db, _LENGTH, (game,))
    found = 0 if row is None else row["length"]
    if found != length:
        raise Overtaken(game, length, found)


async def _append(db: Connection, game: int, link: bytes, entries: Sequence[Entry]) -> bytes:
    """The chain's latest link behind them."""
    if not entries:
        return link
    await _must_be_unanswered(db, game, entries)
    rows = []
    for entry in entries:
        values = _values(entry)
        link = chain.answered(link, values)
        rows.append((game, *values, link))
    await db.executemany(_APPEND, rows)
    return link


async def _must_be_unanswered(db: Connection, game: int, entries: Sequence[Entry]) -> None:
    numbers = [entry.number for entry in entries]
    rows = await db.execute_fetchall(_ANSWERED, (game, min(numbers), max(numbers)))
    answered = {(row["number"], row["seat"]) for row in rows}
    for entry in entries:
        if (entry.number, entry.seat) in answered:
            raise AlreadyAnswered(game, entry.number, entry.seat)
        answered.add((entry.number, entry.seat))


def _values(entry: Entry) -> tuple[object, ...]:
    for key in entry.keys:
        if not _KEY.fullmatch(key):
            raise ValueError("A key is 1 to 80 of a-z 0-9 _ - + : (the key itself may be secret and is not shown).")
    return (entry.number, entry.seat, entry.kind, " ".join(entry.keys), written(entry.at))


def _entry(row: Row) -> Entry:
    """Seats, kinds and keys come again and again, in every game: one of each is kept."""
    keys = tuple(intern(key) for key in row["keys"].split())
    return Entry(row["number"], intern(row["seat"]), intern(row["kind"]), keys, read(row["at"]))
