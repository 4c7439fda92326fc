"""The printed facts of the 174 cards of Awakenings and of its two starter sets, read once from `awakenings.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

Type = Literal["character", "upgrade", "support", "event", "battlefield"]
Colour = Literal["red", "blue", "yellow", "gray"]
Affiliation = Literal["hero", "villain", "neutral"]
Symbol = Literal["md", "rd", "sh", "f", "r", "dr", "dc", "sp", "blank"]

SYMBOLS: Final[tuple[Symbol, ...]] = ("md", "rd", "sh", "f", "r", "dr", "dc", "sp", "blank")
_SIDE = re.compile(r"(?P<plus>\+?)(?P<value>[0-9]|x|)(?P<symbol>md|rd|sh|f|r|dr|dc|sp|blank)(?P<cost>[0-9]?)")


class Side(NamedTuple):
    """D15: one side of a die; a special and a blank have the value 0, as has an X until its card says more (D197)."""

    word: str
    symbol: Symbol
    value: int
    modifier: bool
    cost: int
    x: bool


class Printed(NamedTuple):
    """D2: what is printed on a card.

    `points` has a value for each number of dice that may be bought (D7), `limit` is how often it may be brought.
    """

    number: int
    code: str
    name: str
    subtitle: str | None
    type: Type
    colour: Colour
    affiliation: Affiliation
    unique: bool
    points: tuple[int, ...]
    health: int
    cost: int
    limit: int
    subtypes: tuple[str, ...]
    sides: tuple[Side, ...]

    @property
    def has_die(self) -> bool:
        """Whether a die belongs to the card (D2)."""
        return bool(self.sides)


class Deck(NamedTuple):
    """A team, a battlefield and a deck; everything by set number (D60-D66).

    The number of a unique character is that of its dice, of another that of its copies.
    """

    team: tuple[tuple[str, int], ...]
    field: str
    cards: tuple[tuple[str, int], ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """Every card of the deck, copies in a row: the options of the draw `deck`."""
        return tuple(code for code, copies in self.cards for _ in range(copies))


def code_of(name: str) -> str:
    """The code of an English title: `reys_staff`, `bb_8`, `f_11d_rifle`."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’.]", "", name.lower())).strip("_")


def side(word: str) -> Side:
    """A side from its word: `+2rd`, `2rd1`, `xsh`, `sp`, `blank`."""
    found = _SIDE.fullmatch(word)
    if found is None:
        raise ValueError(f"no side is called {word!r}")
    value = found["value"]
    return Side(
        word=word,
        symbol=cast(Symbol, found["symbol"]),
        value=int(value) if value.isdigit() else 0,
        modifier=bool(found["plus"]),
        cost=int(found["cost"] or 0),
        x=value == "x",
    )


def _printed(given: Mapping[str, Any]) -> Printed:
    return Printed(
        number=given["number"],
        code=code_of(given["name"]),
        name=given["name"],
        subtitle=given.get("subtitle"),
        type=given["type"],
        colour=given["colour"],
        affiliation=given["affiliation"],
        unique=given.get("unique", False),
        points=tuple(given.get("points", ())),
        health=given.get("health", 0),
        cost=given.get("cost", 0),
        limit=given["limit"],
        subtypes=tuple(given.get("subtypes", ())),
        sides=tuple(side(word) for word in given.get("sides", "").split()),
    )


def _items(words: str) -> tuple[tuple[str, int], ...]:
    pairs = [word.partition("-") for word in words.split()]
    return tuple((code, int(number or 1)) for code, _, number in pairs)


def _starter(text: str) -> Deck:
    team, field, cards = text.split(" / ")
    return Deck(_items(team), field, _items(cards))


_GIVEN = json.loads(Path(__file__).with_name("awakenings.json").read_text(encoding="utf-8"))

CARDS: Final[Mapping[str, Printed]] = {card.code: card for card in map(_printed, _GIVEN["cards"])}
"""All cards by code, in the order of their set numbers."""

BATTLEFIELDS: Final[tuple[str, ...]] = tuple(card.code for card in CARDS.values() if card.type == "battlefield")
"""The ten battlefields by set number."""

STARTERS: Final[Mapping[str, Deck]] = {name: _starter(text) for name, text in _GIVEN["starters"].items()}
"""F1: the two starter sets, `kylo` and `rey`; they do not follow D60 to D66."""
