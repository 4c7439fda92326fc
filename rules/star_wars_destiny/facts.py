"""The printed facts of cards, and the two starter sets of Awakenings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

Type = Literal["character", "upgrade", "support", "event", "battlefield"]
Colour = Literal["red", "blue", "yellow", "gray"]
Affiliation = Literal["hero", "villain", "neutral"]
Symbol = Literal["md", "rd", "sh", "f", "r", "dr", "dc", "sp", "blank"]

SYMBOLS: Final[tuple[Symbol, ...]] = ("md", "rd", "sh", "f", "r", "dr", "dc", "sp", "blank")
_SIDE = re.compile(r"(?P<plus>\+?)(?P<value>[0-9]|x|)(?P<symbol>md|rd|sh|f|r|dr|dc|sp|blank)(?P<cost>[0-9]?)")


class Side(NamedTuple):
    """One side of a die (D15). The value is 0 for a special, a blank, and an X until its card gives a value (D197)."""

    word: str
    symbol: Symbol
    value: int
    modifier: bool
    cost: int
    x: bool


class Printed(NamedTuple):
    """The facts that are printed on a card, such as its name, colour, cost and the sides of its die (D2).

    `points` has a value for each number of dice that may be bought (D7).
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
    subtypes: tuple[str, ...]
    sides: tuple[Side, ...]

    @property
    def has_die(self) -> bool:
        """Whether a die belongs to the card (D2)."""
        return bool(self.sides)


class Deck(NamedTuple):
    """A team, a battlefield and a deck, all sorted by set number (D60-D66).

    For a unique character the number is that of its dice; for any other card, that of its copies.
    """

    team: tuple[tuple[str, int], ...]
    field: str
    cards: tuple[tuple[str, int], ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of every card in the deck, copies next to each other: the options of the draw `deck`."""
        return tuple(code for code, copies in self.cards for _ in range(copies))


def code_of(name: str) -> str:
    """Returns the code of a card from its English title: `reys_staff`, `bb_8`, `f_11d_rifle`."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’.]", "", name.lower())).strip("_")


def side(word: str) -> Side:
    """Returns a side from its text: `+2rd`, `2rd1`, `xsh`, `sp`, `blank`. Raises ValueError for other texts."""
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


def printed(
    number: int, title: str, type_line: str, *, cost: int = 0, points: tuple[int, ...] = (), health: int = 0
) -> Printed:
    """Returns the facts of a card without its die.

    `title` is the name, followed by ` – ` and the subtitle if there is one. `type_line` is `unique` if it is unique,
    then colour, affiliation, type and subtypes.
    """
    name, _, subtitle = title.partition(" – ")
    colour, affiliation, type_, *subtypes = type_line.removeprefix("unique ").split()
    return Printed(
        number=number,
        code=code_of(name),
        name=name,
        subtitle=subtitle or None,
        type=cast(Type, type_),
        colour=cast(Colour, colour),
        affiliation=cast(Affiliation, affiliation),
        unique=type_line.startswith("unique "),
        points=points,
        health=health,
        cost=cost,
        subtypes=tuple(subtypes),
        sides=(),
    )


def sides(words: str) -> tuple[Side, ...]:
    """Returns the sides of a die from their texts."""
    return tuple(side(word) for word in words.split())


def _items(words: str) -> tuple[tuple[str, int], ...]:
    pairs = [word.partition("-") for word in words.split()]
    return tuple((code, int(number or 1)) for code, _, number in pairs)


def _starter(text: str) -> Deck:
    team, field, cards = text.split(" / ")
    return Deck(_items(team), field, _items(cards))


CARDS: Final[dict[str, Printed]] = {}
"""All cards by code; the package `cards` fills it."""

STARTERS: Final[Mapping[str, Deck]] = {
    "kylo": _starter(
        "first_order_stormtrooper-1 kylo_ren-2 / frozen_wastes / first_order_tie_fighter f_11d_rifle immobilize "
        "infantry_grenades lightsaber mind_probe the_best_defense enrage intimidate power_of_the_dark_side-2 "
        "nowhere_to_run disturbance_in_the_force use_the_force aim block close_quarters_assault dodge flank take_cover"
    ),
    "rey": _starter(
        "rey-2 finn-1 / starship_graveyard / f_11d_rifle jedi_robes bb_8 reys_staff force_throw lightsaber heroism "
        "awakening-2 daring_escape draw_attention let_the_wookiee_win use_the_force aim block close_quarters_assault "
        "dodge flank take_cover unpredictable"
    ),
}
"""The decks of the two starter sets (F1); they do not follow D60 to D66."""
