"""The texts that people read: English in the code, other languages in gettext catalogues next to this file."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from bot.texts.catalogue import compiled
from bot.texts.languages import FALLBACK, LANGUAGES, Language, language_of

__all__ = ["FALLBACK", "LANGUAGES", "N_", "Language", "Translator", "cited", "language_of", "translator_for"]

_CATALOGUES = Path(__file__).parent


def N_(message: str) -> str:  # noqa: N802 - the name that gettext uses
    """Marks a message that is translated later, when the language is known."""
    return message


def cited(text: str, rule: object) -> str:
    """Returns the text with the rule that it follows from, if there is one."""
    return f"{text} ({rule})" if rule else text


class Translator:
    """One language: says messages in it, with their named facts filled in."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, /, **facts: object) -> str:
        """The message in this language."""
        said = self._catalogue.gettext(message)
        return said.format(**facts) if facts else said

    def plural(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """The form of the message that fits the number, which it may name as `{n}`."""
        return self.form(one, many, n).format(n=n, **facts)

    def form(self, one: str, many: str, n: int, /) -> str:
        """Returns the form of the message for the number, with its places not filled in."""
        return self._catalogue.ngettext(one, many, n)


@lru_cache(16)
def translator_for(language: str) -> Translator:
    """The words of a language; English for one that is not spoken here."""
    return Translator(language if language in LANGUAGES else FALLBACK)


def _catalogue(language: str) -> NullTranslations:
    """All catalogue files of a language as one (each sentence is looked up once), `cs.po` before `cs-anything.po`."""
    files = [_CATALOGUES / f"{language}.po", *sorted(_CATALOGUES.glob(f"{language}-*.po"))]
    return NullTranslations() if language == FALLBACK else compiled(files)
