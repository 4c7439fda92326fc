"""The repository of records: the answers of games, which are only ever appended."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from sys import intern
from typing import Final

from storage import chain
from storage.archive import Archive
from storage.connection import Row
from storage.deadlines import Deadlines
from storage.errors import DatabaseDamaged, RecordDamaged
from storage.orders import Lifted, Orders
from storage.record_rows import Entry, Outcome, Reasons, Weighed
from storage.repository import Repository, transaction
from storage.rows import KEEP, Bank, Deadline, Keep
from storage.seal import Seeds
from storage.table_errors import AlreadyAnswered, ConflictError
from storage.timestamps import read, written

_APPEND = """
INSERT INTO entries (game, number, seat, sequence, kind, keys, at, link)
VALUES (?1, ?2, ?3, (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE game = ?1), ?4, ?5, ?6, ?7)
"""
_ADVANCE = "UPDATE games SET link = ?, told = COALESCE(?, told) WHERE id = ?"
_ANSWERED = "SELECT number, seat FROM entries WHERE game = ? AND number BETWEEN ? AND ?"
_ONE: Final = "SELECT number, seat, kind, keys, at, link FROM entries WHERE game = ? AND sequence = ?"
_PUT_REASONS: Final = "INSERT INTO reasons (game, number, seat, level, measure, weighed) VALUES (?, ?, ?, ?, ?, ?)"
_REASONS_OF_FINISHED: Final = """
SELECT number, seat, level, measure, weighed FROM reasons
WHERE game = ? AND game IN (SELECT id FROM games WHERE phase IN ('over', 'ended')) ORDER BY number, seat
"""
_KEY: Final = re.compile(r"[a-z0-9_\-+:]{1,80}")


class Record(Repository):
    """The repository of the answers of all games, and of computers' reasons."""

    @transaction
    async def append(  # noqa: PLR0913 - what is committed together
        self,
        game: int,
        entries: Sequence[Entry],
        *,
        length: int | None = None,
        told: int | None = None,
        deadline: Deadline | Keep | None = KEEP,
        bank: Bank | None = None,
        reasons: Sequence[Reasons] = (),
        lifted: Lifted | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """Appends answers and stores what belongs to them, in one transaction.

        That is: the number of announced events, deadline, time bank, computers' reasons, lifted orders, outcome; with
        an outcome, the game ends. Raises AlreadyAnswered if the seat has answered already, WrongPhase if the game is
        not running, and ConflictError if the record does not have `length` entries (None: any number).
        """
        link = bytes((await self._require(game, "running"))["link"] or b"")
        if length is not None:
            await self.must_have(game, length)
        link = await self._append(game, link, entries)
        if reasons:
            await self.session.executemany(_PUT_REASONS, [_reasons_row(game, one) for one in reasons])
        if entries or told is not None:
            await self._execute(_ADVANCE, link, told, game)
        if not isinstance(deadline, Keep):
            await Deadlines(self.session).put(game, deadline)
        if bank is not None:
            await Deadlines(self.session).put_bank(game, bank)
        if lifted is not None:
            await Orders(self.session).lift(game, lifted)
        if outcome is not None:
            await Archive(self.session).end(game, outcome)

    async def length(self, game: int) -> int:
        """Returns how many answers the game's record has."""
        return await self._value("SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE game = ?", game) or 0

    async def entries(self, game: int) -> list[Entry]:
        """Checks a record's hash chain and returns the entries in order; raises RecordDamaged or SeedSealed."""
        rows, flaw = await self.checked(game)
        if flaw is not None:
            raise RecordDamaged(game, flaw)
        return [_entry(row) for row in rows]

    async def is_readable(self, game: int, sequence: int) -> bool:
        """Returns whether that answer (counted from 0) exists and can be read."""
        try:
            return await self._row(_ONE, game, sequence) is not None
        except DatabaseDamaged:
            return False

    async def checked(self, game: int) -> tuple[list[Row], str | None]:
        """Returns the rows of a game's record, even a damaged one, and the place at which its hash chain is broken.

        The place is None if the chain is intact. Raises SeedSealed, or UnknownGame if the game has no seed.
        """
        rows, facts = await self.session.of_one_moment([(chain.ENTRIES, (game,)), (chain.GAME, (game,))])
        if not facts:
            return rows, None
        seats = await self._rows(chain.SEATS, game)
        return rows, chain.flaw(facts[0], await Seeds(self.session).get(game), seats, rows)

    async def reasons(self, game: int) -> list[Reasons]:
        """Returns what the computers of a finished game considered, in order; an empty list until it is finished."""
        return [_reasons(row) for row in await self._rows(_REASONS_OF_FINISHED, game)]

    async def must_have(self, game: int, length: int) -> None:
        """Raises ConflictError if the record has another length; the caller's transaction has locked the game."""
        if await self.length(game) != length:
            raise ConflictError(game)

    async def _append(self, game: int, link: bytes, entries: Sequence[Entry]) -> bytes:
        """Inserts the entries and returns the chain's link after the last of them."""
        if not entries:
            return link
        await self._must_be_unanswered(game, entries)
        rows = []
        for entry in entries:
            values = _values(entry)
            link = chain.answered(link, values)
            rows.append((game, *values, link))
        await self.session.executemany(_APPEND, rows)
        return link

    async def _must_be_unanswered(self, game: int, entries: Sequence[Entry]) -> None:
        numbers = [entry.number for entry in entries]
        answered = {
            (row["number"], row["seat"]) for row in await self._rows(_ANSWERED, game, min(numbers), max(numbers))
        }
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
    """Returns the entry of a row. Seats, kinds and keys repeat in every game, so one string of each is kept."""
    keys = tuple(intern(key) for key in row["keys"].split())
    return Entry(row["number"], intern(row["seat"]), intern(row["kind"]), keys, read(row["at"]))


def _reasons_row(game: int, reasons: Reasons) -> tuple[object, ...]:
    weighed = [[" ".join(one.keys), one.worth, one.tries] for one in reasons.weighed]
    text = json.dumps(weighed, separators=(",", ":"))
    return (game, reasons.number, reasons.seat, reasons.level, reasons.measure, text)


def _reasons(row: Row) -> Reasons:
    weighed = tuple(Weighed(tuple(keys.split()), worth, tries) for keys, worth, tries in json.loads(row["weighed"]))
    return Reasons(row["number"], row["seat"], row["level"], row["measure"], weighed)
