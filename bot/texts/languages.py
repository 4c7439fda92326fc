"""The registry of languages. Their catalogues are the `.po` files next to this module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """One language that the bot and the local page speak."""

    code: str
    """The name of its catalogue files; stored with tables and users, so it never changes."""
    name: str
    """The language's name in itself."""
    locales: tuple[str, ...] = ()
    """Locales of Discord, without a region, whose users and servers get this language."""
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
"""By code, in the order in which they are offered."""


def language_of(locale: str | None) -> str:
    """Returns the code of the language for a locale of Discord, else English."""
    spoken = (locale or "").lower().partition("-")[0]
    return next((language.code for language in LANGUAGES.values() if spoken in language.locales), FALLBACK)
