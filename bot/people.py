"""Who people are to the bot: their settings, in memory, and the language in which they are spoken to."""

from __future__ import annotations

from bot.discords import Interaction
from bot.texts import Words, language_of, words
from storage import KEEP, Keep, PersonRow, Store


class People:
    """Everybody's own settings; the store has them for good."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[int, PersonRow] = {}
        self._locales: dict[int, str] = {}
        self._played: set[tuple[int, str]] = set()

    async def person(self, user: int) -> PersonRow:
        """The user's settings."""
        row = self._rows.get(user)
        if row is None:
            row = self._rows[user] = await self._store.person(user)
        return row

    async def change(
        self, user: int, *, language: str | Keep | None = KEEP, dms: bool | Keep = KEEP, ping: str | Keep = KEEP
    ) -> PersonRow:
        """Change what is named and give all settings back."""
        row = await self._store.set_person(user, language=language, dms=dms, ping=ping)
        self._rows[user] = row
        return row

    async def is_new(self, user: int, kind: str) -> bool:
        """Whether the user has never sat in a finished game of that kind."""
        if (user, kind) in self._played:
            return False
        rows = await self._store.games_of(user)
        played = any(row.kind == kind and row.started is not None and row.finished_yet for row in rows)
        if played:
            self._played.add((user, kind))
        return not played

    async def words(self, interaction: Interaction) -> Words:
        """The language of whoever has pressed or typed: their own setting, else Discord's."""
        user = interaction.user.id
        self._locales[user] = str(interaction.locale)
        row = await self.person(user)
        return words(row.language or language_of(str(interaction.locale)))

    async def words_for(self, user: int, fallback: str) -> Words:
        """The language for somebody who has not just asked (`fallback`: their table's)."""
        row = await self.person(user)
        if row.language:
            return words(row.language)
        locale = self._locales.get(user)
        return words(language_of(locale) if locale else fallback)
