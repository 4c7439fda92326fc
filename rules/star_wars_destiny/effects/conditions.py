"""Conditions and numbers in a card's text."""

from __future__ import annotations

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Condition, Target, Value, dice
from rules.star_wars_destiny.effects.selectors import Selector
from rules.star_wars_destiny.pieces import Die


class spot(Condition):
    """The condition that at least one card or die fits the selector now (D191)."""

    selector: Selector

    def holds(self, f: Frame) -> bool:
        return bool(self.selector.things(f))


class shows(Condition):
    """The condition that a die of the target is in a pool and shows that symbol now (D181)."""

    target: Target
    symbol: str

    def holds(self, f: Frame) -> bool:
        return any(die.side.symbol == self.symbol for die in dice(self.target, f))


class controls_battlefield(Condition):
    """The condition that you control the battlefield (D6)."""

    def holds(self, f: Frame) -> bool:
        return f.table.controller == f.you.seat


class first_round(Condition):
    """The condition that it is round 1."""

    def holds(self, f: Frame) -> bool:
        return f.table.round == 1


class value_of(Value):
    """The sum of the values of the target's dice. A die that has left its pool keeps the value it showed (D194)."""

    target: Target

    def get(self, f: Frame) -> int:
        return sum(thing.value for thing in self.target.of(f) if isinstance(thing, Die))


class cost_of(Value):
    """The sum of the printed costs of the target's cards."""

    target: Target

    def get(self, f: Frame) -> int:
        return sum(thing.printed.cost for thing in self.target.of(f))


class count(Value):
    """The number of cards or dice that a selector or target means."""

    what: Selector | Target

    def get(self, f: Frame) -> int:
        return len(self.what.things(f) if isinstance(self.what, Selector) else self.what.of(f))
