"""Texts about the errors in a deck or a pasted list, for its owner."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from bot.texts import N_, Translator, cited
from bot.texts.isolation import isolated
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.faults import BadDeck, Fault
from rules.star_wars_destiny.lists import BadList, Wrong, WrongLine

LONGEST: Final = 60
"""The maximum number of characters that are quoted from a pasted line."""

FAULTS: Final[Mapping[Fault, tuple[str, str]]] = {
    Fault.FORM: (N_("A deck code is TEAM / BATTLEFIELD / CARDS."), ""),
    Fault.UNKNOWN: (N_("No card is called {pasted}."), ""),
    Fault.TWICE: (N_("{card} is named twice."), ""),
    Fault.NO_CHARACTER: (N_("The team has no character. Add one."), "D60"),
    Fault.BOTH_SIDES: (N_("A team cannot have both heroes and villains."), "D61"),
    Fault.POINTS: (N_("The team costs {points} points. At most {most} are allowed."), "D60"),
    Fault.SIZE: (N_("A deck needs {needed} cards. This one has {found}."), "D63"),
}
"""The texts of errors, with the number of the rule if there is one."""
PLACES: Final = {
    "in the team": (N_("{card} cannot be in the team."), "D60"),
    "the battlefield": (N_("{card} is not a battlefield."), "D66"),
    "among the cards": (N_("{card} cannot be among the cards of the deck."), "D63"),
}
NUMBERS: Final = {
    "character": (N_("{card}: a team may have {least} to {most} (dice of one character, or copies)."), "D62"),
    "battlefield": (N_("{card}: one battlefield is enough."), "D66"),
    "": (N_("{card}: a deck has {least} or {most} of a card."), "D64"),
}
AFFILIATIONS: Final = {
    "hero": (N_("{card} is a hero card, but your team are villains."), "D65"),
    "villain": (N_("{card} is a villain card, but your team are heroes."), "D65"),
}
COLOURS: Final = {
    "red": (N_("{card} is red, but no character in your team is."), "D65"),
    "blue": (N_("{card} is blue, but no character in your team is."), "D65"),
    "yellow": (N_("{card} is yellow, but no character in your team is."), "D65"),
}
LINES: Final[Mapping[Wrong, str]] = {
    Wrong.TITLE: N_("Line {line}: no card is called {pasted}."),
    Wrong.NUMBER: N_("Line {line}: no card has the number in {pasted}."),
    Wrong.DIFFERENT: N_("Line {line}: title and number in {pasted} are those of different cards."),
    Wrong.COUNT: N_("Line {line}: {pasted} has a count of 0. Write at least 1."),
    Wrong.ELITE: N_("Line {line}: only a unique character can be elite, not {pasted}."),
    Wrong.SECOND_BATTLEFIELD: N_("Line {line}: {pasted} is a second battlefield; one is enough."),
    Wrong.NO_BATTLEFIELD: N_("The list names no battlefield."),
}


def said(bad: BadDeck | BadList, words: Translator) -> list[str]:
    """Returns the errors as lines: for a list every wrong line with its number, for a deck the first error with the
    number of its rule.
    """
    if isinstance(bad, BadList):
        return [_line(line, words) for line in bad.lines]
    return [cited(sentence(bad, words), _message(bad)[1])]


def sentence(bad: BadDeck, words: Translator) -> str:
    """Returns an error of a deck as text without the number of its rule."""
    word = bad.word or ""
    card = CARDS[word].name if word in CARDS else word
    text = words(_message(bad)[0], card=card, pasted=_pasted(word), **bad.facts)
    if bad.fault is not Fault.UNKNOWN:
        return text
    return text + _perhaps([CARDS[code].name for code in get_close_matches(word, CARDS)], words)


def _line(line: WrongLine, words: Translator) -> str:
    text = words(LINES[line.wrong], line=line.line, pasted=_pasted(line.text))
    return text + _perhaps(line.nearest, words)


def _message(bad: BadDeck) -> tuple[str, str]:
    match bad.fault:
        case Fault.PLACE:
            return PLACES[str(bad.facts["place"])]
        case Fault.NUMBER:
            kind = CARDS[bad.word].type if bad.word is not None and bad.word in CARDS else ""
            return NUMBERS.get(kind, NUMBERS[""])
        case Fault.AFFILIATION:
            return AFFILIATIONS[str(bad.facts["affiliation"])]
        case Fault.COLOUR:
            return COLOURS[str(bad.facts["colour"])]
    return FAULTS[bad.fault]


def _perhaps(titles: list[str] | tuple[str, ...], words: Translator) -> str:
    return " " + words("Did you mean: {titles}", titles=", ".join(titles)) if titles else ""


def _pasted(text: str) -> str:
    """Returns the beginning of a pasted text as inline code, so that markup and mentions in it have no effect."""
    flat = " ".join(text.replace("`", "ˋ").split())
    seen = "".join(letter for letter in flat if not unicodedata.category(letter).startswith("C"))
    return f"`{isolated(seen[:LONGEST]) or '?'}`"
