"""Translation of texts: English in the code, other languages in gettext catalogues next to this file."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from bot.texts.catalogue import compiled
from bot.texts.languages import FALLBACK, LANGUAGES, Language, language_of

__all__ = ["FALLBACK", "LANGUAGES", "N_", "Language", "Translator", "cited", "language_of", "translator_for"]

_CATALOGUES = Path(__file__).parent


def N_(message: str) -> str:  # noqa: N802 - the name that gettext uses
    """Returns the message unchanged. The name marks it for translation, which happens when the language is known."""
    return message


def cited(text: str, rule: object) -> str:
    """Returns the text followed by the rule number in parentheses, if there is one."""
    return f"{text} ({rule})" if rule else text


class Translator:
    """A translator into one language, which also fills in the placeholders of messages."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, /, **facts: object) -> str:
        """Returns the translated message, in English if there is no translation.

        Its placeholders are filled in with `facts`; without facts, the text is not formatted and braces stay.
        """
        said = self._catalogue.gettext(message)
        return said.format(**facts) if facts else said

    def plural(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """Returns the translated plural form for the number `n`, with its placeholders, among them `{n}`, filled in."""
        return self.form(one, many, n).format(n=n, **facts)

    def form(self, one: str, many: str, n: int, /) -> str:
        """Returns the translated plural form for the number `n`, with its placeholders left in."""
        return self._catalogue.ngettext(one, many, n)


@lru_cache(16)
def translator_for(language: str) -> Translator:
    """Returns the translator into a language; into English if the language is not supported."""
    return Translator(language if language in LANGUAGES else FALLBACK)


def _catalogue(language: str) -> NullTranslations:
    """Returns a language's translations, for Czech merged from `cs.po` and then all `cs-*.po`; for English, none."""
    files = [_CATALOGUES / f"{language}.po", *sorted(_CATALOGUES.glob(f"{language}-*.po"))]
    return NullTranslations() if language == FALLBACK else compiled(files)
