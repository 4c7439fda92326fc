"""Lists that people keep to bring them to a table: each belongs to one user, and is of one game."""

from __future__ import annotations

from itertools import count
from typing import Final

from storage.connection import Connection, Row
from storage.core import Core, first, inserted, transaction
from storage.errors import DeckNameTaken, TooManyDecks, UnknownDeck
from storage.rows import DeckRow

MOST_DECKS: Final = 25
"""Of one game, for one user: as many as one select offers."""

_OF_USER = "SELECT id, kind, name, part FROM decks WHERE user = ?"
_ONE = f"{_OF_USER} AND id = ?"
_CALLED = f"{_OF_USER} AND kind = ? AND name = ?"
_INSERT = "INSERT INTO decks (user, kind, name, part) VALUES (?, ?, ?, ?)"


class Decks(Core):
    """Saved decks; nobody finds another user's (UnknownDeck)."""

    async def decks_of(self, user: int, kind: str | None = None) -> list[DeckRow]:
        """The user's decks, of that game or of all, by their names."""
        rows = await self._rows(_OF_USER, user)
        decks = [_deck(row) for row in rows if kind in (None, row["kind"])]
        return sorted(decks, key=lambda deck: (deck.kind, deck.name.casefold(), deck.id))

    async def deck(self, user: int, deck: int) -> DeckRow:
        """The user's deck with that number; UnknownDeck."""
        return _found(await self._row(_ONE, user, deck))

    @transaction
    async def save_deck(self, db: Connection, user: int, kind: str, name: str, part: str) -> DeckRow:
        """Keep a deck under a name, in place of the one that had it; TooManyDecks."""
        old = await first(db, _CALLED, (user, kind, name))
        if old is None:
            return await _insert(db, user, kind, name, part)
        await db.execute("UPDATE decks SET part = ? WHERE id = ?", (part, old["id"]))
        return DeckRow(old["id"], kind, name, part)

    @transaction
    async def copy_deck(self, db: Connection, user: int, deck: int) -> DeckRow:
        """Keep the same deck once more, under the first free name from `NAME (2)` on; UnknownDeck, TooManyDecks."""
        old = _found(await first(db, _ONE, (user, deck)))
        for number in count(2):
            name = f"{old.name} ({number})"
            if await first(db, _CALLED, (user, old.kind, name)) is None:
                break
        return await _insert(db, user, old.kind, name, old.part)

    @transaction
    async def rename_deck(self, db: Connection, user: int, deck: int, name: str) -> DeckRow:
        """Give a deck another name; UnknownDeck, DeckNameTaken."""
        old = _found(await first(db, _ONE, (user, deck)))
        other = await first(db, _CALLED, (user, old.kind, name))
        if other is not None and other["id"] != old.id:
            raise DeckNameTaken
        await db.execute("UPDATE decks SET name = ? WHERE id = ?", (name, old.id))
        return DeckRow(old.id, old.kind, name, old.part)

    @transaction
    async def remove_deck(self, db: Connection, user: int, deck: int) -> None:
        """Throw a deck away; UnknownDeck."""
        _found(await first(db, _ONE, (user, deck)))
        await db.execute("DELETE FROM decks WHERE user = ? AND id = ?", (user, deck))


async def _insert(db: Connection, user: int, kind: str, name: str, part: str) -> DeckRow:
    kept = await first(db, "SELECT COUNT(*) AS count FROM decks WHERE user = ? AND kind = ?", (user, kind))
    if kept is not None and kept["count"] >= MOST_DECKS:
        raise TooManyDecks(MOST_DECKS)
    return DeckRow(await inserted(db, _INSERT, (user, kind, name, part)), kind, name, part)


def _found(row: Row | None) -> DeckRow:
    if row is None:
        raise UnknownDeck
    return _deck(row)


def _deck(row: Row) -> DeckRow:
    return DeckRow(row["id"], row["kind"], row["name"], row["part"])
