"""Plain lists as people paste them: `2 Jedi Robes`, `1x Rey (elite)`, `AW 38`, with headings between."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple

from rules.errors import BadRequest
from rules.star_wars_destiny.decks import read_deck
from rules.star_wars_destiny.facts import CARDS, Deck, code_of
from rules.star_wars_destiny.legality import MOST_DICE, Item, Listed, check

HEADINGS = frozenset(
    (
        "team characters character battlefields battlefield upgrades upgrade supports support events event deck cards "
        "main points heroes villains dice my "
        "tým postavy postava bojiště vylepšení podpory podpora události událost balíček karty "
        "bojisko vylepšenia podpory udalosti udalosť balíček"
    ).split()
)
"""Words of which headings consist, as the sites and players of this game write them."""

_DECORATION = re.compile(r"[\s*=#_~>•·–—-]+")
_BY_NUMBER = re.compile(r"[(\[]?\b(?:(?:aw|awakenings)\s*#?\s*0*|010*)([1-9][0-9]{0,2})\b[)\]]?", re.IGNORECASE)
_DICE = re.compile(r"[(\[]?\s*\b(?:(?P<elite>elite)|(?P<dice>[12])\s*(?:dice|die))\b\s*[)\]]?", re.IGNORECASE)
_COUNT_FIRST = re.compile(r"[(\[]?(?P<count>[0-9]{1,3})(?:\s*[x×][)\]]?|[)\]]|(?=\s))\s*(?P<rest>.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(?P<rest>.+?)\s*(?:\s[x×]\s*|[(\[][x×]?)(?P<count>[0-9]{1,3})[x×]?[)\]]?", re.IGNORECASE)
_SUBTITLE = re.compile(r"\s+[-–—]\s+|,\s+|:\s+")


class Wrong(StrEnum):
    """What can be wrong with a line."""

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
    Wrong.DIFFERENT: "title and number are those of different cards",
    Wrong.COUNT: "nobody brings none of a card",
    Wrong.ELITE: "only a unique character can be elite",
    Wrong.SECOND_BATTLEFIELD: "one battlefield is enough",
    Wrong.NO_BATTLEFIELD: "the list names no battlefield",
}


class WrongLine(NamedTuple):
    """A line that cannot be used, by its number from 1 on (0: the whole list), with the nearest card titles."""

    number: int
    wrong: Wrong
    text: str
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        start = f"line {self.number}: " if self.number else ""
        end = f" (perhaps {' or '.join(self.nearest)})" if self.nearest else ""
        return start + MESSAGES[self.wrong].format(text=self.text) + end


class BadList(BadRequest):
    """A list with lines that cannot be used; `lines` are all of them."""

    def __init__(self, lines: Iterable[WrongLine]) -> None:
        self.lines = tuple(lines)
        super().__init__("; ".join(map(str, self.lines)))


class Line(NamedTuple):
    """A line that names a card, and how many of it: for a unique character its dice."""

    number: int
    code: str
    count: int


def read_pasted(text: str) -> Deck:
    """The deck of a deck code or of a plain list; raises BadDeck or BadList."""
    return read_deck(text) if _is_code(text) else read_list(text)


def read_list(text: str) -> Deck:
    """The deck of a plain list; raises BadList with every wrong line, or BadDeck (D60-D66)."""
    found = [line for number, raw in enumerate(text.splitlines(), 1) if (line := _read_line(number, raw)) is not None]
    if found and isinstance(found[0], WrongLine) and _may_be_the_decks_name(found[0], text):
        del found[0]
    lines = [line for line in found if isinstance(line, Line)]
    wrong = [line for line in found if isinstance(line, WrongLine)]
    fields = [line for line in lines if CARDS[line.code].type == "battlefield"]
    wrong += [
        WrongLine(line.number, Wrong.SECOND_BATTLEFIELD, CARDS[line.code].name)
        for line in fields[1:]
        if line.code != fields[0].code
    ]
    if not fields and not wrong:
        wrong.append(WrongLine(0, Wrong.NO_BATTLEFIELD, ""))
    if wrong:
        raise BadList(sorted(wrong))
    return _deck(fields[0].code, lines)


def _is_code(text: str) -> bool:
    one_line = "\n" not in text.strip()
    return "/" in text and (one_line or all(re.fullmatch(r"/|[a-z0-9_]+(-[0-9]+)?", word) for word in text.split()))


def _may_be_the_decks_name(first: WrongLine, text: str) -> bool:
    """Many lists begin with a name of their own: without a count, and like no card's title."""
    raw = text.splitlines()[first.number - 1].strip()
    return first.wrong is Wrong.TITLE and not first.nearest and not _COUNT_FIRST.fullmatch(raw)


def _deck(field: str, lines: Iterable[Line]) -> Deck:
    """Everything by set number, what stands in several lines together; raises BadDeck."""
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.code] = counts.get(line.code, 0) + line.count
    team = [Item(code, counts[code]) for code in CARDS if code in counts and CARDS[code].type == "character"]
    not_in_deck = ("character", "battlefield")
    cards = [Item(code, counts[code]) for code in CARDS if code in counts and CARDS[code].type not in not_in_deck]
    check(Listed(team, Item(field, None), cards))
    return Deck(_pairs(team), field, _pairs(cards))


def _pairs(items: Iterable[Item]) -> tuple[tuple[str, int], ...]:
    return tuple((item.code, item.number or 0) for item in items)


def _read_line(number: int, raw: str) -> Line | WrongLine | None:
    """What a line names; None for an empty one and for a heading."""
    text = _plain(raw)
    if not text or _is_heading(raw, text):
        return None
    by_title = _TITLES.get(code_of(text))
    if by_title is not None:
        return Line(number, by_title, 1)
    counted = _COUNT_FIRST.fullmatch(text)
    rest = counted["rest"] if counted else text
    rest, dice = _without_dice(rest)
    rest, by_number = _without_number(rest)
    if counted is None and (counted := _COUNT_LAST.fullmatch(rest)) is not None:
        rest = counted["rest"]
    count = int(counted["count"]) if counted else 1
    title = rest.strip(" .,;()[]-–—")
    return _line(number, _Found(title, by_number, count, dice))


class _Found(NamedTuple):
    title: str
    by_number: int | None
    count: int
    dice: int | None


def _line(number: int, found: _Found) -> Line | WrongLine:
    by_title = _card_called(found.title) if found.title else None
    by_number = None if found.by_number is None else _NUMBERS.get(found.by_number)
    code = by_title or by_number
    wrong: Wrong | None = None
    if found.title and by_title is None:
        return WrongLine(number, Wrong.TITLE, found.title, _nearest(found.title))
    if found.by_number is not None and by_number is None:
        wrong = Wrong.NUMBER
    elif code is None:
        wrong = Wrong.TITLE
    elif by_number is not None and by_number != code:
        wrong = Wrong.DIFFERENT
    elif found.count == 0:
        wrong = Wrong.COUNT
    elif found.dice == MOST_DICE and not (CARDS[code].type == "character" and CARDS[code].unique):
        wrong = Wrong.ELITE
    if wrong is not None or code is None:
        return WrongLine(number, wrong or Wrong.TITLE, found.title)
    return Line(number, code, max(found.count, found.dice or 1))


def _plain(raw: str) -> str:
    """Without accents, typographic apostrophes, markup and marks of a list's items."""
    letters = unicodedata.normalize("NFKD", raw.replace("×", "x"))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"^[\s*=#_~>•·–—-]+|[\s*=#_~:;,]+$", "", plain.replace("**", ""))


def _is_heading(raw: str, text: str) -> bool:
    """`Upgrades (12):`, `== Events ==`: no card's line begins or ends so, or consists of such words."""
    bare = raw.strip().strip("*")
    if bare.endswith(":") or bare.startswith(("#", "==", "--")):
        return True
    words = re.findall(r"[^\W\d_]+", raw.casefold())
    return bool(words) and all(word in HEADINGS for word in words)


def _without_dice(text: str) -> tuple[str, int | None]:
    found = _DICE.search(text)
    if found is None:
        return text, None
    return text[: found.start()] + text[found.end() :], MOST_DICE if found["elite"] else int(found["dice"])


def _without_number(text: str) -> tuple[str, int | None]:
    found = _BY_NUMBER.search(text)
    return (text[: found.start()] + text[found.end() :], int(found[1])) if found else (text, None)


def _card_called(title: str) -> str | None:
    """The card of a title, with its subtitle or without."""
    code = _TITLES.get(code_of(title))
    if code is not None:
        return code
    start, *_ = _SUBTITLE.split(title, maxsplit=1)
    return _TITLES.get(code_of(start))


def _nearest(title: str) -> tuple[str, ...]:
    names = {card.name.lower(): card.name for card in CARDS.values()}
    start, *_ = _SUBTITLE.split(title.lower(), maxsplit=1)
    return tuple(names[name] for name in get_close_matches(start, names, n=3, cutoff=0.6))


_TITLES: Mapping[str, str] = {code: code for code in CARDS} | {
    code_of(f"{card.name} {card.subtitle}"): code for code, card in CARDS.items() if card.subtitle
}
_NUMBERS: Mapping[int, str] = {card.number: code for code, card in CARDS.items()}
