"""The settings of users, cached in memory, and the languages in which they are addressed."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from cachetools import LRUCache, TTLCache

from bot.texts import Translator, language_of, translator_for
from storage import KEEP, Database, Keep, PersonRow, StorageError

log = logging.getLogger(__name__)

CACHE_SECONDS: Final = 5.0
"""Seconds."""
CACHE_SIZE: Final = 10_000
"""People in memory at most."""


class People:
    """The settings of all users; the database stores them."""

    def __init__(self, db: Database) -> None:
        self._db = db
        # Other processes change them too: what is in memory holds for a moment.
        self._rows: LRUCache[int, PersonRow] | TTLCache[int, PersonRow] = (
            TTLCache(CACHE_SIZE, CACHE_SECONDS) if db.shared else LRUCache(CACHE_SIZE)
        )
        self._new: LRUCache[tuple[int, str], bool] = LRUCache(CACHE_SIZE)
        """Whether a user is new to a game; only the end of a game can change it."""

    async def person(self, user: int) -> PersonRow:
        """The user's settings."""
        row = self._rows.get(user)
        if row is None:
            row = self._rows[user] = await self._db.people.get(user)
        return row

    def may_want(self, user: int, ping: str) -> bool:
        """Returns whether a user wants this ping; True if their settings are not in memory."""
        row = self._rows.get(user)
        return row is None or row.ping == ping

    async def change(
        self,
        user: int,
        *,
        language: str | Keep | None = KEEP,
        dms: bool | Keep = KEEP,
        ping: str | Keep = KEEP,
        confirm: str | Keep = KEEP,
        words: bool | Keep = KEEP,
    ) -> PersonRow:
        """Change what is named and give all settings back."""
        row = await self._db.people.set(user, language=language, dms=dms, ping=ping, confirm=confirm, words=words)
        self._rows[user] = row
        return row

    def forget(self, user: int) -> None:
        """Another process may have changed the user's settings."""
        self._rows.pop(user, None)

    async def is_new(self, user: int, kind: str) -> bool:
        """Returns whether the user has never sat in a finished game of that kind."""
        known = self._new.get((user, kind))
        if known is None:
            rows = await self._db.games.of_user(user)
            known = not any(row.kind == kind and row.started is not None and row.finished_yet for row in rows)
            self._new[user, kind] = known
        return known

    def ended(self) -> None:
        """Forgets that the players of a finished game were new to it."""
        for one in [one for one, new in self._new.items() if new]:
            self._new.pop(one, None)

    async def words(self, user: int, locale: str) -> Translator:
        """Returns the language of a user who has pressed or typed: their setting, otherwise Discord's (`locale`)."""
        row = await self.person(user)
        if row.locale != locale:
            await self._met(row, locale)
        return translator_for(row.language or language_of(locale))

    async def words_for(self, user: int, fallback: str) -> Translator:
        """Returns the language for a user who has not just asked (`fallback`: their table's)."""
        await self.person(user)
        return self.known_words(user, fallback) or translator_for(fallback)

    def known_words(self, user: int, fallback: str) -> Translator | None:
        """Returns the same without waiting; None if the user's settings are not in memory."""
        row = self._rows.get(user)
        if row is None:
            return None
        return translator_for(row.language or (language_of(row.locale) if row.locale else fallback))

    async def _met(self, row: PersonRow, locale: str) -> None:
        """Stores a changed locale of a user, for messages that they do not ask for."""
        self._rows[row.user] = replace(row, locale=locale)
        try:
            await self._db.people.set_locale(row.user, locale)
        except StorageError as error:
            # The press is answered in any case.
            log.warning("a language was not noted (%s)", type(error).__name__)
