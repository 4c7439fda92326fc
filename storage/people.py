"""The repository of users' own settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypedDict, Unpack

from storage.connection import Row
from storage.repository import Repository, transaction, upsertion

_PERSON: Final = "SELECT language, dms, ping, locale, confirm, words, explains, seen FROM people WHERE user = ?"
_PUT: Final = upsertion("people", "user", "language, dms, ping, confirm, words, explains")
_PUT_SEEN: Final = upsertion("people", "user", "locale, seen")
_UNLISTED: Final = "INSERT INTO unlisted (user) VALUES (?) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A user's own settings. Without a language, the one that Discord last reported is used (`locale`)."""

    user: int
    language: str | None = None
    dms: bool = True
    ping: str = "late"
    locale: str | None = None
    confirm: str = "costs"
    """The answers that need a confirmation: `always` all, those that it `costs` a card, or `never` any."""
    words: bool = False
    """Whether the user wants text instead of pictures."""
    explains: bool = True
    """Whether panels explain each new concept to the user once."""
    seen: str | None = None
    """The day of the user's latest interaction, for example `2026-11-27`; None: not known."""


class Changes(TypedDict, total=False):
    """The settings that a user can change."""

    language: str | None
    dms: bool
    ping: str
    confirm: str
    words: bool
    explains: bool


class People(Repository):
    """The repository of all users' settings."""

    async def get(self, user: int) -> PersonRow:
        """Returns the user's settings, or the defaults."""
        return _person(user, await self._row(_PERSON, user))

    @transaction
    async def set(self, user: int, **changes: Unpack[Changes]) -> PersonRow:
        """Changes the named settings of a user and returns all of them."""
        new = replace(await self.get(user), **changes)
        await self._execute(_PUT, new.user, new.language, new.dms, new.ping, new.confirm, new.words, new.explains)
        return new

    @transaction
    async def set_seen(self, user: int, locale: str, day: str) -> None:
        """Stores the Discord locale and the day of a user's latest interaction."""
        await self._execute(_PUT_SEEN, user, locale, day)

    @transaction
    async def set_listed(self, user: int, listed: bool) -> None:
        """Stores whether a user may be named in public rankings."""
        await self._execute("DELETE FROM unlisted WHERE user = ?" if listed else _UNLISTED, user)

    async def unlisted(self) -> frozenset[int]:
        """Returns the users who do not want to be named in public rankings."""
        return frozenset(await self._column("SELECT user FROM unlisted"))


def _person(user: int, row: Row | None) -> PersonRow:
    if row is None:
        return PersonRow(user)
    return PersonRow(
        user, row["language"], bool(row["dms"]), row["ping"], row["locale"], row["confirm"], bool(row["words"]),
        bool(row["explains"]), row["seen"],
    )  # fmt: skip
