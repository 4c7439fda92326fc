"""The settings of users, cached in memory, and the language of messages to each of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Unpack

from cachetools import LRUCache, TTLCache

from bot.texts import Translator, language_of, translator_for
from storage import Database, PersonRow, StorageError
from storage.people import Changes

log = logging.getLogger(__name__)

CACHE_SECONDS: Final = 5.0
"""The seconds for which a user's settings are cached if other processes can change them; otherwise without limit."""
CACHE_SIZE: Final = 10_000
"""The maximum number of users in the cache."""


FIRST_GAMES: Final = 3
"""The number of finished games of a kind after which its concepts are no longer explained."""


class People:
    """A cache of users' settings, of how many games they have finished, and of concepts explained to them.

    The database stores all of it.
    """

    def __init__(self, db: Database, now: Callable[[], datetime]) -> None:
        self._db = db
        self._now = now
        # Other processes change the rows too, so the cache has a short lifetime.
        self._rows: LRUCache[int, PersonRow] | TTLCache[int, PersonRow] = (
            TTLCache(CACHE_SIZE, CACHE_SECONDS) if db.shared else LRUCache(CACHE_SIZE)
        )
        self._played: LRUCache[tuple[int, str], int] = LRUCache(CACHE_SIZE)
        """Users and games -> the number of finished games of that kind. Only the end of a game can change it."""
        self._seen: LRUCache[tuple[int, str], frozenset[str]] | TTLCache[tuple[int, str], frozenset[str]] = (
            TTLCache(CACHE_SIZE, CACHE_SECONDS) if db.shared else LRUCache(CACHE_SIZE)
        )
        """Users and games -> the concepts that were explained."""

    async def person(self, user: int) -> PersonRow:
        """Returns the user's settings."""
        row = self._rows.get(user)
        if row is None:
            row = self._rows[user] = await self._db.people.get(user)
        return row

    def may_want(self, user: int, ping: str) -> bool:
        """Returns whether a user wants this ping; True if their settings are not cached."""
        row = self._rows.get(user)
        return row is None or row.ping == ping

    async def change(self, user: int, **changes: Unpack[Changes]) -> PersonRow:
        """Stores the settings that are given and returns all settings of the user."""
        row = self._rows[user] = await self._db.people.set(user, **changes)
        return row

    def forget(self, user: int) -> None:
        """Removes a user's settings from the cache, because another process may have changed them."""
        self._rows.pop(user, None)

    async def is_new(self, user: int, kind: str) -> bool:
        """Returns whether the user has never sat in a finished game of that kind, not counting practice."""
        return await self._finished(user, kind) == 0

    async def explained(self, user: int, kind: str) -> frozenset[str] | None:
        """Returns the concepts that were explained to a user; None if nothing is to be explained any more.

        Explanations end after `FIRST_GAMES` games of that kind, or by the user's wish.
        """
        if not (await self.person(user)).explains or await self._finished(user, kind) >= FIRST_GAMES:
            return None
        seen = self._seen.get((user, kind))
        if seen is None:
            seen = self._seen[user, kind] = await self._db.explanations.of(user, kind)
        return seen

    def explain(self, user: int, kind: str, concept: str) -> Coroutine[Any, Any, None]:
        """Adds a concept to the cache of those explained to a user, and returns a coroutine that stores it."""
        self._seen[user, kind] = self._seen.get((user, kind), frozenset()) | {concept}
        return self._db.explanations.add(user, kind, concept)

    async def _finished(self, user: int, kind: str) -> int:
        known = self._played.get((user, kind))
        if known is None:
            rows = await self._db.games.of_user(user)
            played = [row for row in rows if row.kind == kind and row.started is not None and row.practice_of is None]
            known = sum(row.finished_yet for row in played)
            self._played[user, kind] = known
        return known

    def forget_all(self) -> None:
        """Empties the caches, because the data of one user were deleted."""
        self._rows.clear()
        self._played.clear()
        self._seen.clear()

    def ended(self) -> None:
        """Removes the cached numbers of finished games below `FIRST_GAMES`, because a game has ended."""
        for one in [one for one, count in self._played.items() if count < FIRST_GAMES]:
            self._played.pop(one, None)

    async def words(self, user: int, locale: str) -> Translator:
        """Returns a translator for a user who sent an interaction: their setting, otherwise Discord's `locale`.

        Stores the locale and the day of the interaction if they have changed.
        """
        row = await self.person(user)
        day = self._now().date().isoformat()
        if (row.locale, row.seen) != (locale, day):
            await self._met(row, locale, day)
        return translator_for(row.language or language_of(locale))

    async def words_for(self, user: int, fallback: str) -> Translator:
        """Returns a translator for a user who sent no interaction: their setting, otherwise their last known locale.

        `fallback`: the language of their table, for users without either.
        """
        await self.person(user)
        return self.known_words(user, fallback) or translator_for(fallback)

    def known(self, user: int) -> PersonRow | None:
        """Returns a user's settings; None if they are not cached."""
        return self._rows.get(user)

    def known_words(self, user: int, fallback: str) -> Translator | None:
        """Returns a translator for a user by their cached setting, otherwise by their last known locale or `fallback`.

        None if the user's settings are not cached.
        """
        row = self.known(user)
        if row is None:
            return None
        return translator_for(row.language or (language_of(row.locale) if row.locale else fallback))

    async def _met(self, row: PersonRow, locale: str, day: str) -> None:
        """Stores a user's Discord locale, for messages that are no replies to an interaction, and the day of the
        interaction, after which old settings are deleted."""
        self._rows[row.user] = replace(row, locale=locale, seen=day)
        try:
            await self._db.people.set_seen(row.user, locale, day)
        except StorageError as error:
            # The interaction is answered even if this fails.
            log.warning("cannot store a user's language (%s)", type(error).__name__)
