"""Compares two tables that differ in one secret: all other seats must see and hear the same."""

from __future__ import annotations

import copy
import random

from .oracle_columns import CARDS, Json
from .oracle_course import view
from .oracle_sitting import Sitting


def exchanged(dice: random.Random, table: Json, owner: str) -> Json | None:
    """Returns the same table with two of the owner's hidden cards exchanged; None if there are fewer than two."""
    mine = table["players"][owner]
    lying = [card for column in table["columns"] for card in column["cards"] if card["owner"] == owner]
    shown = {*mine["discard"], *(card["card"] for card in lying if card["up"])}
    present = {*mine["hand"], *mine["deck"], *(card["card"] for card in lying)}
    hidden = [card for card in CARDS if card in present - shown]
    if len(hidden) < 2:
        return None
    first, second = dice.sample(hidden, 2)
    swap = {first: second, second: first}
    twin = copy.deepcopy(table)
    for pile in ("hand", "deck"):
        twin["players"][owner][pile] = [swap.get(card, card) for card in mine[pile]]
    for column in twin["columns"]:
        for card in column["cards"]:
            if card["owner"] == owner:
                card["card"] = swap.get(card["card"], card["card"])
    return twin


class Twins:
    """Two tables that get the same answers until the rules reveal the difference."""

    def __init__(self, seats: int, table: Json, twin: Json, owner: str) -> None:
        self.owner = owner
        self.one, self.other = Sitting(seats, table), Sitting(seats, twin)

    def onlookers(self) -> list[str | None]:
        return [None, *(seat for seat in self.one.course.seats if seat != self.owner)]

    def still_alike(self) -> bool:
        """Returns whether the game goes on and, by the specified views, no other seat can tell the tables apart yet."""
        tables = self.one.course.table, self.other.course.table
        return self.one.ask is not None and all(view(tables[0], x) == view(tables[1], x) for x in self.onlookers())

    def answer(self, dice: random.Random) -> None:
        one, other = self.one.ask, self.other.ask
        assert one is not None
        assert other is not None
        assert (one.kind, one.seat, len(one.keys)) == (other.kind, other.seat, len(other.keys))
        picks = dice.sample(range(len(one.keys)), one.takes)
        self.one.answer(*(one.keys[pick] for pick in picks))
        self.other.answer(*(other.keys[pick] for pick in picks))

    def compare(self) -> None:
        for seat in self.onlookers():
            heard = [[e for e in table.told if e["to"] in ("all", seat)] for table in (self.one, self.other)]
            assert heard[0] == heard[1]
            line = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
            assert self.one.say(**line)["view"] == self.other.say(**line)["view"]
