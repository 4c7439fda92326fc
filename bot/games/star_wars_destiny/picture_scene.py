"""The content of a picture of the table, from public facts only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.context import View
from bot.games.facts import TableFacts
from bot.games.star_wars_destiny.names import owner_of
from rules.decisions import CHANCE


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade on a character; `holds` is the ID of a die that is kept on the upgrade.

    `owner`, `holds_of`: the tokens of the owners of card and die if that is another player; otherwise empty.
    """

    name: str
    exhausted: bool = False
    holds: str | None = None
    owner: str = ""
    holds_of: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """A character in play; `doomed`: it will be defeated at the end of the round."""

    name: str
    dice: int
    damage: int = 0
    shields: int = 0
    exhausted: bool = False
    upgrades: tuple[Upgrade, ...] = ()
    doomed: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """A support in play with its damage, and the token of its owner if that is another player."""

    name: str
    exhausted: bool = False
    damage: int = 0
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die in a pool, the word of the side that it shows, and the token of its owner if that is another player."""

    die: str
    side: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """One player's public cards and figures; of hand, deck and discard pile, only the sizes."""

    seat: str
    name: str
    resources: int
    hand: int
    deck: int
    discards: int
    characters: tuple[Character, ...] = ()
    supports: tuple[Support, ...] = ()
    pool: tuple[Rolled, ...] = ()
    defeated: tuple[str, ...] = ()
    out: bool = False
    claimed: bool = False
    turn: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Battlefield:
    """The battlefield in use and the token of the player who controls it."""

    code: str
    controller: str


@dataclass(frozen=True, slots=True)
class Table:
    """The content of a picture of the table; `limbo` are the event cards being resolved."""

    round: int
    phase: str
    people: tuple[Person, ...]
    battlefield: Battlefield | None = None
    limbo: tuple[str, ...] = ()

    @property
    def turn(self) -> Person | None:
        """The active player; None if there is none."""
        return next((person for person in self.people if person.turn), None)


def table_of(view: View, facts: TableFacts, asked: Sequence[str] = ()) -> Table:
    """Returns the content of a picture from the public part of any seat's view, with only the sizes of hands and decks.

    `asked`: the seats of the present decision; those that are out of turn get a mark.
    """
    field = view["battlefield"]
    return Table(
        view["round"], view["phase"],
        tuple(_person(seat, view, facts, asked) for seat in view["players"]),
        Battlefield(field["card"], facts.token(field["controller"])) if field else None,
        tuple(view["limbo"]),
    )  # fmt: skip


def _person(seat: str, view: View, facts: TableFacts, asked: Sequence[str]) -> Person:
    player = view["players"][seat]
    doomed = {delayed["defeat"] for delayed in view["delayed"]}

    def other(name: str | None) -> str:
        owner = owner_of(name) if name else ""
        return "" if owner in ("", seat) else facts.token(owner)

    return Person(
        facts.token(seat), facts.seat(seat).name, player["resources"],
        player["cards"] if "cards" in player else len(player["hand"]), player["deck"], len(player["discard"]),
        tuple(_character(card, doomed, other) for card in player["characters"]),
        tuple(Support(card["id"], card["exhausted"], card["damage"], other(card["id"])) for card in player["supports"]),
        tuple(Rolled(die["die"], die["side"], other(die["die"])) for die in player["pool"]),
        tuple(card["id"] for card in player["defeated"]),
        player["out"], view["claimed"] == seat, view["turn"] == seat,
        CHANCE not in asked and seat in asked and view["turn"] != seat,
    )  # fmt: skip


def _character(card: Mapping[str, Any], doomed: set[str], other: Callable[[str | None], str]) -> Character:
    upgrades = tuple(
        Upgrade(each["id"], each["exhausted"], each["holds"], other(each["id"]), other(each["holds"]))
        for each in card["upgrades"]
    )
    return Character(
        card["id"], card["dice"], card["damage"], card["shields"], card["exhausted"], upgrades, card["id"] in doomed
    )
