"""The registry of languages. Their catalogues are the `.po` files next to this module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the bot and of the local page."""

    code: str
    """The language code in the names of catalogue files; stored with tables and users, so it never changes."""
    name: str
    """The name of the language in that language."""
    locales: tuple[str, ...] = ()
    """The Discord locales (without region) of users and servers that get this language."""
    decimal: str = ","
    """The decimal separator."""


FALLBACK: Final = "en"
LANGUAGES: Final = {
    language.code: language
    for language in (
        Language("cs", "Čeština", ("cs", "sk")),
        Language(FALLBACK, "English", ("en",), decimal="."),
        Language("sk", "Slovenčina"),  # Discord has no Slovak: it must be chosen, and "sk" would get Czech
    )
}
"""All languages by code, in the order in which menus list them."""


def language_of(locale: str | None) -> str:
    """Returns the code of the language for a Discord locale; English if no language has it or the locale is None."""
    spoken = (locale or "").lower().partition("-")[0]
    return next((language.code for language in LANGUAGES.values() if spoken in language.locales), FALLBACK)
