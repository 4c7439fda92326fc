"""Saved decks: each belongs to one user and one kind of game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from storage.connection import Row
from storage.repository import Repository, transaction
from storage.table_errors import DeckNameTaken, TooManyDecks, UnknownDeck

MAX_DECKS: Final = 25
"""The maximum number of a user's decks for one game, which is also the limit of one select menu."""

_OF_USER = "SELECT id, kind, name, part FROM decks WHERE user = ?"
_ONE = f"{_OF_USER} AND id = ?"
_CALLED = f"{_OF_USER} AND kind = ? AND name = ?"
_INSERT = "INSERT INTO decks (user, kind, name, part) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A saved deck of a user for a kind of game; `part` is its content, the owner's loadout at a table."""

    id: int
    kind: str
    name: str
    part: str = field(repr=False)


class Decks(Repository):
    """The repository of saved decks. Another user's deck raises UnknownDeck."""

    async def of_user(self, user: int, kind: str | None = None) -> list[DeckRow]:
        """Returns the user's decks of that game (None: of all games), sorted by game and name."""
        rows = await self._rows(_OF_USER, user)
        decks = [DeckRow(**dict(row)) for row in rows if kind in (None, row["kind"])]
        return sorted(decks, key=lambda deck: (deck.kind, deck.name.casefold(), deck.id))

    async def get(self, user: int, deck: int) -> DeckRow:
        """Returns the user's deck with that number; raises UnknownDeck."""
        return _found(await self._row(_ONE, user, deck))

    @transaction
    async def save(self, user: int, kind: str, name: str, part: str) -> DeckRow:
        """Saves a deck under a name, in place of the deck of that name; raises TooManyDecks."""
        old = await self._row(_CALLED, user, kind, name)
        if old is None:
            return await self._add(user, kind, name, part)
        await self._execute("UPDATE decks SET part = ? WHERE id = ?", part, old["id"])
        return DeckRow(old["id"], kind, name, part)

    @transaction
    async def add(self, user: int, kind: str, name: str, part: str) -> DeckRow:
        """Saves a new deck under the first free name of NAME, `NAME (2)` …; raises TooManyDecks."""
        free = name
        for number in count(2):
            if await self._row(_CALLED, user, kind, free) is None:
                break
            free = f"{name} ({number})"
        return await self._add(user, kind, free, part)

    @transaction
    async def change(self, user: int, deck: int, part: str) -> DeckRow:
        """Replaces the content of a user's saved deck and returns the changed deck; raises UnknownDeck if the user has
        no such deck.
        """
        old = _found(await self._row(_ONE, user, deck))
        await self._execute("UPDATE decks SET part = ? WHERE id = ?", part, old.id)
        return replace(old, part=part)

    @transaction
    async def copy(self, user: int, deck: int) -> DeckRow:
        """Copies a deck under the first free name from `NAME (2)` on; raises UnknownDeck or TooManyDecks."""
        old = _found(await self._row(_ONE, user, deck))
        return await self.add(user, old.kind, old.name, old.part)

    @transaction
    async def rename(self, user: int, deck: int, name: str) -> DeckRow:
        """Renames a deck; raises UnknownDeck or DeckNameTaken."""
        old = _found(await self._row(_ONE, user, deck))
        other = await self._row(_CALLED, user, old.kind, name)
        if other is not None and other["id"] != old.id:
            raise DeckNameTaken
        await self._execute("UPDATE decks SET name = ? WHERE id = ?", name, old.id)
        return replace(old, name=name)

    @transaction
    async def remove(self, user: int, deck: int) -> None:
        """Deletes a deck; raises UnknownDeck."""
        _found(await self._row(_ONE, user, deck))
        await self._execute("DELETE FROM decks WHERE user = ? AND id = ?", user, deck)

    async def _add(self, user: int, kind: str, name: str, part: str) -> DeckRow:
        kept = await self._value("SELECT COUNT(*) FROM decks WHERE user = ? AND kind = ?", user, kind)
        if kept is not None and kept >= MAX_DECKS:
            raise TooManyDecks(MAX_DECKS)
        return DeckRow(await self._insert(_INSERT, user, kind, name, part), kind, name, part)


def _found(row: Row | None) -> DeckRow:
    if row is None:
        raise UnknownDeck
    return DeckRow(**dict(row))
