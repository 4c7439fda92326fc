"""The action cards as a data table that an operator can replace (KRUPIER_MAFIA_CITY_DECK)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rules.errors import BadRequest

SHIPPED = Path(__file__).with_name("deck.toml")
KINDS = tuple(tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["cards"])
"""The kinds of cards in canonical order, as in the shipped deck."""
SYMBOLS = ("fist", "hat", "bullet", "star")
CARDS_IN_ALL = 49
SETTING = "KRUPIER_MAFIA_CITY_DECK"


@dataclass(slots=True)
class _Installation:
    """The operator's deck file, as the program passes it; empty: the shipped deck."""

    file: str = ""


_INSTALLATION = _Installation()


class BadDeck(BadRequest):
    """The error that the operator's deck file cannot be used; the message says what to correct."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A named deck; `codes` are all its cards in canonical order, each copy once."""

    name: str
    codes: tuple[str, ...]


@lru_cache(maxsize=256)
def kind_of(code: str) -> str:
    """Returns the card's kind: `informer` of `informer-star`."""
    return code.partition("-")[0]


@lru_cache(maxsize=256)
def symbol_of(code: str) -> str:
    """Returns the card's symbol: `star` of `informer-star`."""
    return code.partition("-")[2]


@lru_cache(maxsize=256)
def rank_of(code: str) -> tuple[int, int]:
    """Returns the card's sort key in the canonical order: the indices of its kind and of its symbol."""
    return KINDS.index(kind_of(code)), SYMBOLS.index(symbol_of(code))


def canonical(codes: Iterable[str]) -> str:
    """Returns codes joined by `+` in canonical order, as in `fists:CODE+CODE`."""
    return "+".join(sorted(codes, key=rank_of))


@cache
def shipped() -> Deck:
    """Returns the deck that comes with the program, a reconstruction of the published game's deck."""
    return read(SHIPPED)


def install(file: str) -> None:
    """Sets the path of the operator's deck file, which replaces the shipped deck; empty: the shipped deck again.

    The file is read when the deck is first used.
    """
    _INSTALLATION.file = file


def in_use() -> Deck:
    """Returns the deck of this installation, the operator's or else the shipped one; raises BadDeck."""
    return _operators(_INSTALLATION.file) if _INSTALLATION.file else shipped()


@lru_cache(maxsize=4)
def _operators(file: str) -> Deck:
    return read(Path(file))


def named(name: str | None) -> Deck:
    """Returns the deck of that name (None: the shipped one); raises BadDeck if it is not available."""
    if name is None:
        return shipped()
    deck = in_use()
    if deck.name != name:
        raise BadDeck(f"this game was dealt from the deck {name!r}; name its file in {SETTING}")
    return deck


def default_option() -> Mapping[str, str]:
    """Returns the option `deck` with the name of the operator's deck; no option if the shipped deck is in use.

    Raises BadDeck.
    """
    deck = in_use()
    return {} if deck == shipped() else {"deck": deck.name}


def read(path: Path) -> Deck:
    """Returns the deck of a TOML file; raises BadDeck with the file and the error."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as unreadable:
        raise BadDeck(f"the deck file {path} ({SETTING}) cannot be read: {unreadable}") from None
    try:
        deck = Deck(_name(content), tuple(_codes(content)))
    except BadDeck as wrong:
        raise BadDeck(f"the deck file {path} ({SETTING}): {wrong}") from None
    if path != SHIPPED and deck.name == shipped().name and deck != shipped():
        raise BadDeck(f"the deck file {path} ({SETTING}): give a changed deck a name of its own")
    return deck


def _name(content: Mapping[str, Any]) -> str:
    name = content.get("name")
    if not isinstance(name, str) or not name.isascii() or not name.replace("_", "").replace("-", "").isalnum():
        raise BadDeck("'name' must be one word of letters, digits, '-' and '_'")
    return name


def _codes(content: Mapping[str, Any]) -> list[str]:
    cards = content.get("cards")
    if not isinstance(cards, dict):
        raise BadDeck("a table [cards] is missing")
    for kind in cards:
        if kind not in KINDS:
            raise BadDeck(f"there is no card {kind!r}; the cards are {', '.join(KINDS)}")
    codes: list[str] = []
    for kind in KINDS:
        codes += _copies(kind, cards.get(kind))
    if len(codes) != CARDS_IN_ALL:
        raise BadDeck(f"there must be {CARDS_IN_ALL} cards in all (M6), not {len(codes)}")
    return codes


def _copies(kind: str, symbols: object) -> list[str]:
    if not isinstance(symbols, dict) or not symbols:
        raise BadDeck(f"'{kind}' needs its symbols, for example {kind} = {{ fist = 5 }}")
    for symbol, count in symbols.items():
        if symbol not in SYMBOLS:
            raise BadDeck(f"'{kind}' has an unknown symbol {symbol!r}; the symbols are {', '.join(SYMBOLS)}")
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= CARDS_IN_ALL:
            raise BadDeck(f"'{kind}.{symbol}' must be a number of copies from 1 on")
    return [f"{kind}-{symbol}" for symbol in SYMBOLS for _ in range(symbols.get(symbol, 0))]
