"""Names of commands and options: English for Discord, a key of the catalogue for the other languages."""

from __future__ import annotations

from typing import Final

from discord.app_commands import Choice, locale_str

PUBLIC: Final = "public"
"""Among a command's extras: its answer is for everybody."""


def named(name: str, key: str | None = None) -> locale_str:
    """A name whose translation stands under another key, where the bare word would be ambiguous."""
    return locale_str(name, words=key or name)


def choice(text: str, value: str) -> Choice[str]:
    """A choice with a translated text."""
    return Choice(name=locale_str(text, words=text), value=value)
