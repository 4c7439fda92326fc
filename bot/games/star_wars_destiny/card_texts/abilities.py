"""What kind of ability a sentence of a card is about."""

from __future__ import annotations

from typing import NamedTuple

from bot.texts import N_, Translator


class Ability(NamedTuple):
    """One sentence of a card, and the word that stands before it where it is bound to a moment (D122)."""

    mark: str
    sentence: str

    def said(self, words: Translator) -> str:
        """The sentence in that language."""
        sentence = words(self.sentence)
        return f"{words(self.mark)}: {sentence}" if self.mark else sentence


Says = tuple[Ability, ...]


def plain(sentence: str) -> Ability:
    """An event's sentence, an ongoing ability or one that names its own moment."""
    return Ability("", sentence)


def action(sentence: str) -> Ability:
    """D100."""
    return Ability(N_("Action"), sentence)


def special(sentence: str) -> Ability:
    """D123."""
    return Ability(N_("Special"), sentence)


def claim(sentence: str) -> Ability:
    """D101."""
    return Ability(N_("Claim"), sentence)
