"""The public table as a spectator rebuilds it from events, and its comparison with the real table."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from .table import Json


class Doubt(Exception):
    """The error that these events cannot have happened at this table."""


def comparable(table: Json) -> Json:
    """Returns the parts of a table that follow from events: without the order of a team and of a pile, and without
    cards and dice whose owner is out of the game (D204).
    """
    players = {}
    left = [seat for seat, player in table["players"].items() if not player["out"]]
    for seat, player in table["players"].items():
        same = {name: player[name] for name in ("resources", "out", "cards", "deck")}
        characters = [{**one, "upgrades": _of(left, one["upgrades"], "id")} for one in player["characters"]]
        players[seat] = {
            **same, "discard": sorted(player["discard"]), "supports": _of(left, player["supports"], "id"),
            "pool": _of(left, player["pool"], "die"), "characters": sorted(characters, key=lambda card: card["id"]),
            "defeated": sorted(player["defeated"], key=lambda card: card["id"]),
        }  # fmt: skip
    same = {name: table[name] for name in ("round", "phase", "turn", "claimed", "battlefield", "unused")}
    return {**same, "players": players}


def _of(owners: list[str], things: list[Json], name: str) -> list[Json]:
    return [thing for thing in things if thing[name][0] in owners]


def differences(told: object, real: object, path: str) -> Iterator[str]:
    """Yields each difference between two tables, with its path."""
    if isinstance(told, dict) and isinstance(real, dict) and told.keys() == real.keys():
        for name in told:
            yield from differences(told[name], real[name], f"{path}.{name}")
    elif told != real:
        yield f"{path}: told {told}, there is {real}"


class Table:
    """The public state of one table, rebuilt from events."""

    def __init__(self, view: Json) -> None:
        self.table = copy.deepcopy(view)

    # What lies where

    def player(self, seat: str) -> Json:
        return self.table["players"][seat]  # type: ignore[no-any-return]

    def rows(self) -> Iterator[tuple[str, list[Json]]]:
        """Yields each row of cards in play with the seat that has it."""
        for seat, player in self.table["players"].items():
            yield seat, player["characters"]
            yield seat, player["supports"]
            for character in player["characters"]:
                yield seat, character["upgrades"]

    def find(self, name: str) -> tuple[str, list[Json], Json]:
        """Returns the seat that has a card in play, the row of cards that contains it, and the card. Raises Doubt if
        it is not in play.
        """
        for seat, row in self.rows():
            for card in row:
                if card["id"] == name:
                    return seat, row, card
        raise Doubt(f"{name} is not in play")

    def card(self, name: str) -> Json:
        return self.find(name)[2]

    def die(self, name: str) -> Json:
        for player in self.table["players"].values():
            for die in player["pool"]:
                if die["die"] == name:
                    return die  # type: ignore[no-any-return]
        raise Doubt(f"{name} is in no pool")

    def take_die(self, name: str) -> None:
        for player in self.table["players"].values():
            player["pool"] = [die for die in player["pool"] if die["die"] != name]

    def take_card(self, name: str) -> Json:
        """Takes a card out of play and its die out of the pools, and returns the card. A die that the card holds is
        free again.
        """
        _, row, card = self.find(name)
        row.remove(card)
        self.take_die(f"{name}+1")
        return card

    def new_name(self, seat: str, code: str) -> str:
        """Returns a name with the lowest number that no card in play and no die in a pool has."""
        taken = {card["id"] for _, row in self.rows() for card in row}
        taken |= {die["die"].partition("+")[0] for player in self.table["players"].values() for die in player["pool"]}
        names = [f"{seat}-{code}", *(f"{seat}-{code}-{number}" for number in range(2, 10))]
        return next(name for name in names if name not in taken)

    def pile(self, seat: str, code: str) -> None:
        """Removes a card from a seat's discard pile. Raises Doubt if it is not there."""
        pile = self.player(seat)["discard"]
        if code not in pile:
            raise Doubt(f"{code} is not in the pile of {seat}")
        pile.remove(code)
