"""Reads plain deck lists as people paste them: `2 Jedi Robes`, `1x Rey (elite)`, `AW 38`, possibly with headings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple

from rules.errors import BadRequest
from rules.star_wars_destiny import decks
from rules.star_wars_destiny.cards import CARDS
from rules.star_wars_destiny.decks import read_deck
from rules.star_wars_destiny.facts import Deck, code_of
from rules.star_wars_destiny.legality import MAX_DICE, check_form, legal, listed_of

HEADINGS = frozenset((
    "team", "characters", "character", "battlefields", "battlefield", "upgrades", "upgrade", "supports", "support",
    "events", "event", "deck", "cards", "main", "points", "heroes", "villains", "dice", "my",
    "tým", "postavy", "postava", "bojiště", "vylepšení", "podpory", "podpora", "události", "událost", "balíček",
    "karty", "bojisko", "vylepšenia", "udalosti", "udalosť",
))  # fmt: skip
"""Words of headings in deck lists, as deck sites and players write them; a line of such words names no card."""
MAX_NEAREST = 3
MAX_EXPLAINED = 25
"""The number of wrong lines for which similar titles are searched: a search takes time, and no one reads more."""

_NUMBER = re.compile(r"[(\[]?\b(?:(?:aw|awakenings)\s*#?\s*([0-9]{1,5})|01([0-9]{3}))\b[)\]]?", re.IGNORECASE)
_ELITE = re.compile(r"[(\[]\s*elite\s*[)\]]|\belite$|(?:(?<=^)|(?<=x )|(?<=[0-9] ))elite\b", re.IGNORECASE)
_DICE = re.compile(r"[(\[]?\b([12])\s*(?:dice|die)\b[)\]]?", re.IGNORECASE)
_COUNT_FIRST = re.compile(r"[(\[]?([0-9]{1,3})(?:\s*x[)\]]?|[)\]]|(?=\s)|$)\s*(.*)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.*?)(?:(?:^|\s)x\s*|\s*[(\[]x?|\s)([0-9]{1,3})x?[)\]]?", re.IGNORECASE)
_SUBTITLE = re.compile(r"\s+[-–—]\s+|,\s+|:\s+")


class Wrong(StrEnum):
    """The kinds of faults of one line in a deck list."""

    TITLE = "title"
    NUMBER = "number"
    DIFFERENT = "different"
    COUNT = "count"
    ELITE = "elite"
    SECOND_BATTLEFIELD = "second_battlefield"
    NO_BATTLEFIELD = "no_battlefield"


MESSAGES = {
    Wrong.TITLE: "no card is called '{text}'",
    Wrong.NUMBER: "no card has this number",
    Wrong.DIFFERENT: "the title and the number belong to different cards",
    Wrong.COUNT: "the number of copies must be at least 1",
    Wrong.ELITE: "only a unique character can be elite",
    Wrong.SECOND_BATTLEFIELD: "one battlefield is enough",
    Wrong.NO_BATTLEFIELD: "the list names no battlefield",
}


class WrongLine(NamedTuple):
    """A line that cannot be used, with its number from 1 on (0: the whole list) and the most similar card titles."""

    line: int
    wrong: Wrong
    text: str
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        start = f"line {self.line}: " if self.line else ""
        end = f" (perhaps {' or '.join(self.nearest)})" if self.nearest else ""
        return start + MESSAGES[self.wrong].format(text=self.text) + end


class BadList(BadRequest):
    """The error that a deck list has lines that cannot be used; `lines` has all of them."""

    def __init__(self, lines: Iterable[WrongLine]) -> None:
        self.lines = tuple(lines)
        super().__init__("; ".join(map(str, self.lines)))


class Line(NamedTuple):
    """A line that names a card. `number` is the number of copies, for a unique character the number of its dice."""

    line: int
    code: str
    number: int


class _Words(NamedTuple):
    """The parts of a line: title, set number, number of copies, number of dice."""

    title: str
    set_number: int | None
    copies: int
    dice: int


def read_pasted(text: str) -> Deck:
    """Returns the legal deck of a deck code or of a plain list; raises BadDeck or BadList."""
    return read_deck(text) if _is_code(text) else read_list(text)


def read_unfinished(text: str) -> Deck:
    """Returns the deck of a code or list; raises BadDeck or BadList. The deck may be unfinished.

    Its team, points, number of cards, affiliations and colours are not checked (D60, D61, D63, D65).
    """
    if _is_code(text):
        return decks.read_unfinished(text)
    deck = _read_lines(text)
    check_form(listed_of(deck))
    return deck


def read_list(text: str) -> Deck:
    """Returns the deck of a plain list; raises BadList with every wrong line, or BadDeck (D60-D66)."""
    deck = _read_lines(text)
    legal(deck)
    return deck


def _read_lines(text: str) -> Deck:
    """Returns the deck of a plain list, legal or not; raises BadList with every wrong line."""
    found = [line for number, raw in enumerate(text.splitlines(), 1) if (line := _read(number, raw)) is not None]
    if found and isinstance(found[0], WrongLine) and _may_be_the_decks_name(found[0], text):
        del found[0]
    lines = [line for line in found if isinstance(line, Line)]
    wrong = [line for line in found if isinstance(line, WrongLine)]
    wrong[:MAX_EXPLAINED] = [_explained(line) for line in wrong[:MAX_EXPLAINED]]
    fields = [line for line in lines if CARDS[line.code].type == "battlefield"]
    others = [line for line in fields if line.code != fields[0].code]
    wrong += [WrongLine(line.line, Wrong.SECOND_BATTLEFIELD, CARDS[line.code].name) for line in others]
    if not fields and not wrong:
        wrong.append(WrongLine(0, Wrong.NO_BATTLEFIELD, ""))
    if wrong:
        raise BadList(sorted(wrong))
    return _deck(fields[0].code, lines)


def _is_code(text: str) -> bool:
    one_line = "\n" not in text.strip()
    return "/" in text and (one_line or all(re.fullmatch(r"/|[a-z0-9_]+(-[0-9]+)?", word) for word in text.split()))


def _may_be_the_decks_name(first: WrongLine, text: str) -> bool:
    """Returns whether the first line may be the name of the deck: no number, and not similar to a card's title."""
    raw = text.splitlines()[first.line - 1]
    is_misspelt = get_close_matches(first.text.lower(), _NAMES, n=1, cutoff=0.8)
    return first.wrong is Wrong.TITLE and not is_misspelt and not _COUNT_FIRST.fullmatch(_plain(raw))


def _explained(line: WrongLine) -> WrongLine:
    return line._replace(nearest=_nearest(line.text)) if line.wrong is Wrong.TITLE else line


def _deck(field: str, lines: Iterable[Line]) -> Deck:
    """Returns the deck sorted by set number. Numbers from several lines for one card are added."""
    numbers: dict[str, int] = {}
    for line in lines:
        numbers[line.code] = numbers.get(line.code, 0) + line.number
    named = [(code, numbers[code]) for code in CARDS if code in numbers and CARDS[code].type != "battlefield"]
    team = tuple(item for item in named if CARDS[item[0]].type == "character")
    return Deck(team, field, tuple(item for item in named if item not in team))


def _read(line: int, raw: str) -> Line | WrongLine | None:
    """Returns the card or the fault of a line; None for an empty line or a heading."""
    text = _plain(raw)
    if not text or _is_heading(raw):
        return None
    start, colon, rest = text.partition(":")
    text = rest.strip() if colon and _are_headings(start) else text
    code = _TITLES.get(code_of(text))
    return Line(line, code, 1) if code is not None else _judged(line, text, _words(text))


def _words(text: str) -> _Words:
    numbered = _NUMBER.search(text)
    text = _NUMBER.sub("", text, count=1).strip()
    elite, dice = _ELITE.search(text), _DICE.search(text)
    text = _DICE.sub("", _ELITE.sub("", text, count=1), count=1).strip()
    copies = "1"
    if counted := _COUNT_FIRST.fullmatch(text):
        copies, text = counted.groups()
    elif counted := _COUNT_LAST.fullmatch(text):
        text, copies = counted.groups()
    set_number = int(numbered[1] or numbered[2]) if numbered else None
    dice_named = MAX_DICE if elite else int(dice[1]) if dice else 1
    return _Words(text.strip(" .,;()[]-–—"), set_number, int(copies), dice_named)


def _judged(line: int, text: str, words: _Words) -> Line | WrongLine:
    named = _card_called(words.title)
    numbered = None if words.set_number is None else _NUMBERS.get(words.set_number)
    code = named or numbered
    if named is None and (words.title or words.set_number is None):
        return WrongLine(line, Wrong.TITLE, words.title or text)
    if code is None or (words.set_number is not None and numbered is None):
        return WrongLine(line, Wrong.NUMBER, text)
    if numbered not in (None, code):
        return WrongLine(line, Wrong.DIFFERENT, text)
    if not words.copies:
        return WrongLine(line, Wrong.COUNT, text)
    if words.dice > 1 and not (CARDS[code].type == "character" and CARDS[code].unique):
        return WrongLine(line, Wrong.ELITE, text)
    return Line(line, code, max(words.copies, words.dice))


def _plain(raw: str) -> str:
    """Returns a line without accents, and without markup, list bullets and punctuation at its ends."""
    letters = unicodedata.normalize("NFKD", raw.replace("×", "x").replace("**", ""))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.lstrip(" \t*=#_~>•·–—-").rstrip(" \t\r*=#_~:;,")


def _is_heading(raw: str) -> bool:
    """Returns whether a line is a heading, as in `Upgrades (12):` and `== Events ==`."""
    bare = raw.strip().strip("*")
    return bare.endswith(":") or bare.startswith(("#", "==", "--")) or _are_headings(raw)


def _are_headings(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", text).casefold())
    return bool(words) and all(word in _PLAIN_HEADINGS for word in words)


def _card_called(title: str) -> str | None:
    """Returns the code of the card with that title, with or without its subtitle; None if there is none."""
    start, *_ = _SUBTITLE.split(title, maxsplit=1)
    return _TITLES.get(code_of(title)) or _TITLES.get(code_of(start))


def _nearest(title: str) -> tuple[str, ...]:
    """Returns at most `MAX_NEAREST` card titles: those that contain all the words, then the most similar ones."""
    start, *_ = _SUBTITLE.split(title.lower(), maxsplit=1)
    words = start.split()
    holding = [name for name in _NAMES if words and all(word in re.split(r"[ -]", name) for word in words)]
    alike = get_close_matches(start, _NAMES, n=MAX_NEAREST, cutoff=0.6)
    return tuple(_NAMES[name] for name in dict.fromkeys([*holding, *alike]))[:MAX_NEAREST]


_TITLES: Mapping[str, str] = {code: code for code in CARDS} | {
    code_of(f"{card.name} {card.subtitle}"): code for code, card in CARDS.items() if card.subtitle
}
_NAMES: Mapping[str, str] = {card.name.lower(): card.name for card in CARDS.values()}
_NUMBERS: Mapping[int, str] = {card.number: code for code, card in CARDS.items()}
_PLAIN_HEADINGS = HEADINGS | {_plain(word) for word in HEADINGS}
