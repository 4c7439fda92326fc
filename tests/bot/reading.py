"""Rebuilds the state of each game's table from its Czech text or alt text, without emoji, and from the game itself.

Tests compare the two: they must be equal for players who cannot see the pictures.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import worth
from bot.games.kralovske_rosady.symbols import SYMBOLS
from bot.games.mafia_city import names
from bot.games.mafia_city.cards import CARDS as CITY_CARDS
from bot.texts import translator_for
from rules.engine import Game
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.mafia_city.deck import kind_of
from rules.mafia_city.deck import symbol_of as symbol_on
from rules.mafia_city.table import LOCATIONS
from rules.star_wars_destiny.facts import CARDS as PRINTED

CS = translator_for("cs")
GLYPHS = ("So", "Sk", "Mn", "Cf")
HOLLOW = re.compile(r"\(\s*\)|,\s*[,.]|:\s*[,.]|·\s*·|·\s*$|\+\s*[+=]|×\s*(?:,|$)")
"""Finds gaps in a text without emoji, which show that an emoji without words had a meaning."""
MOBSTERS = r"([A-E](?: [A-E])*|prázdno)"


def silent(text: str) -> str:
    """Returns the text without emoji and markup."""
    plain = "".join(letter for letter in text if unicodedata.category(letter) not in GLYPHS and letter not in "*#`")
    return "\n".join(" ".join(line.split()) for line in plain.splitlines()).strip()


def hollow(text: str) -> list[str]:
    """Returns the lines of a text that are empty or have gaps without emoji and markup."""
    return [
        line for line in silent(text).splitlines()
        if HOLLOW.search(line) or not (any(letter.isalnum() for letter in line) or not line.strip(" -—"))
    ]  # fmt: skip


# Mafia City


@dataclass
class City:
    """A table of Mafia City, by numbers of locations and letters of players."""

    stacks: dict[str, str] = field(default_factory=dict)
    cell: str = ""
    hitman: str = ""
    homes: dict[str, bool] = field(default_factory=dict)
    """Whether policeman and mayor are on their own locations."""
    marked: set[str] = field(default_factory=set)
    people: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of points, mobsters in crew and in reserve, and cards of each player."""
    passed: set[str] = field(default_factory=set)
    starts: str = ""
    holds: dict[str, str] = field(default_factory=dict)
    deck: int = -1
    discard: int = -1
    middle: str = ""
    rim: list[str] = field(default_factory=list)


def city_told(text: str) -> City:
    """Returns the city that a Czech text or alt text of Mafia City describes."""
    city = City()
    for said in re.split(r"\n|\. (?=[A-Z0-9])", silent(text).rstrip(".")):
        _read_place(city, said)
        _read_person(city, said)
        _read_piles(city, said)
    return city


def _read_place(city: City, said: str) -> None:
    found = re.match(rf"([1-7]) [^:]+: {MOBSTERS}(.*)$", said)
    if not found:
        return
    number, stack, rest = found[1], found[2], re.split(r" · |, ", found[3])
    city.stacks[number] = _letters(stack)
    if "vyhodnoceno" in rest:
        city.marked.add(number)
    if "Nájemný vrah" in rest:
        city.hitman = number
    for figure, home in (("Policista", "4"), ("Starosta", "7")):
        if number == home:
            city.homes[figure] = figure in rest
    city.cell += "".join(_letters(one.removeprefix("Cela: ")) for one in rest if one.startswith("Cela: "))


def _read_person(city: City, said: str) -> None:
    found = re.match(r"([A-E])\b(?: [^:]*)?: body (\d+)(?:/\d+)?\D+(\d+)\D+(\d+)\D+(\d+)(.*)$", said)
    if not found:
        return
    letter, rest = found[1], found[6]
    city.people[letter] = tuple(int(found[at]) for at in (2, 3, 4, 5))
    if "pas" in re.split(r" · |, ", rest):
        city.passed.add(letter)
    if "začíná kolo" in rest:
        city.starts = letter
    for figure in ("Policista", "Starosta"):
        if figure in rest:
            city.holds[figure] = letter


def _read_piles(city: City, said: str) -> None:
    if found := re.match(r"Balíček (\d+)\D+(\d+)", said):
        city.deck, city.discard = int(found[1]), int(found[2])
    if found := re.match(r"-? ?Uprostřed ([1-7])\D.*ručiček (.*)$", said):
        city.middle, city.rim = found[1], re.findall(r"\b[1-7]\b", found[2])


def _letters(said: str) -> str:
    return "" if said == "prázdno" else said.replace(" ", "")


def city_there(game: Game) -> City:
    """Returns the city as the public view of a game of Mafia City has it."""
    view = game.view(None)
    numbers = {place: str(at) for at, place in enumerate(LOCATIONS, 1)}
    people = view["players"]
    return City(
        {numbers[place]: "".join(stack).upper() for place, stack in view["stacks"].items()},
        "".join(view["cell"]).upper(), numbers[view["hitman"]],
        {"Policista": view["policeman"] is None, "Starosta": view["mayor"] is None},
        {numbers[place] for place in view["marked"]},
        {seat.upper(): (one["points"], one["crew"], one["reserve"], one["cards"]) for seat, one in people.items()},
        {seat.upper() for seat, one in people.items() if one["passed"]}, view["start"].upper(),
        {name: view[who].upper() for name, who in (("Policista", "policeman"), ("Starosta", "mayor")) if view[who]},
        view["deck"], len(view["discard"]), numbers[view["city"][0]], [numbers[place] for place in view["city"][1:]],
    )  # fmt: skip


# Královské rošády


@dataclass
class Columns:
    """A table of Královské rošády: point cards, the cards below them, and the figures of all players."""

    columns: list[tuple[str, int, tuple[str, ...]]] = field(default_factory=list)
    """For each column: the point card, the number of cards that fill the column, the cards in words."""
    people: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of point cards, of cards in hand and deck, and of discards of each player."""


def columns_told(text: str) -> Columns:
    """Returns the table that a Czech text or alt text of Královské rošády describes."""
    told = Columns()
    for said in re.split(r"\n|\. (?=[A-Z0-9])", silent(text).rstrip(".")):
        found = re.match(r"\d (?:· )?([\w]+ \d)(?: ·|,) karty \d+/(\d+),?(?: uzavřený| plný)?(?:: (.*))?$", said)
        if found:
            lying = () if found[3] in (None, "prázdný sloupec") else tuple(found[3].split(", "))
            told.columns.append((found[1], int(found[2]), lying))
        found = re.match(r"([A-F])\b(?: [^:]*)?: bodové karty (\d+)\D+(\d+)\D+(\d+)\D+(\d+)", said)
        if found:
            told.people[found[1]] = tuple(int(found[at]) for at in (2, 3, 4, 5))
    return told


def columns_there(game: Game) -> Columns:
    """Returns the table as the public view of a game of Královské rošády has it."""
    view = game.view(None)
    return Columns(
        [
            (f"{CS(SYMBOLS[symbol_of(column['point'])])} {value_of(column['point'])}", value_of(column["point"]),
             tuple(_lying(card, symbol_of(column["point"])) for card in column["cards"]))
            for column in view["columns"]
        ],
        {
            seat.upper(): (_count(one["points"]), one["cards"], one["deck"], len(one["discard"]))
            for seat, one in view["players"].items()
        },
    )  # fmt: skip


def _lying(card: Mapping[str, Any], symbol: str) -> str:
    hidden = "(pod Převlekem)" if card["tucked"] else "lícem dolů"
    shown = f"{CS(CARDS[card['card']].name)} {worth(card['card'], symbol)}" if card["up"] else hidden
    return f"{card['owner'].upper()} {shown}"


def _count(points: int | Sequence[str]) -> int:
    return points if isinstance(points, int) else len(points)


# Star Wars: Destiny


@dataclass
class Fight:
    """A table of Star Wars: Destiny: figures of all players, characters, dice, and the active seats and in control of
    the battlefield.
    """

    people: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Resources, hand, deck and discards of each player who is not out."""
    characters: list[tuple[str, int, int, bool]] = field(default_factory=list)
    """For each character: the letter of its player, damage, shields, and whether it is exhausted."""
    dice: dict[str, int] = field(default_factory=dict)
    """The number of dice in each pool that is not empty."""
    on_turn: str = ""
    controls: str = ""


def fight_told(text: str) -> Fight:
    """Returns the table that a Czech text or alt text of Star Wars: Destiny describes."""
    fight, letter = Fight(), ""
    for said in re.split(r"\n|\. (?=[\w])", silent(text).rstrip(".")):
        if not fight.controls and (found := re.search(r"bojiště [^()]+\(([A-D])\)", said)):
            fight.controls = found[1]
        if found := re.match(r"([A-D])\b[^:·]*?[:·]? ?zdroje (\d+)\D+(\d+)\D+(\d+)\D+(\d+)", said):
            letter = found[1]
            fight.people[letter] = tuple(int(found[at]) for at in (2, 3, 4, 5))
            if "na tahu" in said:
                fight.on_turn = letter
        elif found := re.match(r"(?:- )?[^·,:]+? zranění (\d+)/\d+(.*)$", said):
            shields = re.search(r"štíty (\d)", found[2])
            fight.characters.append(
                (letter, int(found[1]), int(shields[1]) if shields else 0, "vyčerpáno" in re.split(" · |, ", found[2]))
            )
        elif letter and re.match(r"(?:kostky: )?(?:\d+× )?\+?(?:\d|X|speciální|prázdná)", said):
            fight.dice[letter] = sum(int(times or 1) for times in re.findall(r"\)(?: ×(\d+))?", said))
    return fight


def fight_there(game: Game) -> Fight:
    """Returns the table as the public view of a game of Star Wars: Destiny has it."""
    view = game.view(None)
    people = view["players"]
    return Fight(
        {
            seat.upper(): (one["resources"], one["cards"], one["deck"], len(one["discard"]))
            for seat, one in people.items()
            if not one["out"]
        },
        [
            (seat.upper(), one["damage"], one["shields"], one["exhausted"])
            for seat, player in people.items()
            for one in player["characters"]
        ],
        {seat.upper(): len(one["pool"]) for seat, one in people.items() if one["pool"]},
        (view["turn"] or "").upper(),
        view["battlefield"]["controller"].upper() if view["battlefield"] else "",
    )


# All


TOLD = {"mafia_city": city_told, "kralovske_rosady": columns_told, "star_wars_destiny": fight_told}
THERE = {"mafia_city": city_there, "kralovske_rosady": columns_there, "star_wars_destiny": fight_there}


def hand_there(game: Game, seat: str) -> list[str]:
    """Returns the Czech names of the cards in a seat's hand, as texts must name them, for any game."""
    cards = game.view(seat)["players"][seat]["hand"]
    if game.rules.name == "mafia_city":
        return [f"{CS(CITY_CARDS[kind_of(code)].name)} {CS(names.SYMBOLS[symbol_on(code)])}" for code in cards]
    if game.rules.name == "star_wars_destiny":
        return [PRINTED[card].name for card in cards]
    return [f"{CS(CARDS[card].name)} {worth(card)}" for card in cards]
