"""The parts of a card's expression: players, numbers, conditions and targets.

Building an expression does nothing. A `Frame` carries it out: `settle` makes the choices in it, from left to right and
each once; `of`, `get` and `holds` return the current meaning; `do` does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, dataclass_transform

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.pieces import Card, Die, Loose, Player

Thing = Card | Die | Loose


class Opening(Enum):
    """The kind of an expression's first question: none; a choice of the ability's own player, which can offer `done`;
    or other.
    """

    NOTHING = 0
    OWN = 1
    MAY = 2


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
class Node:
    """A part of an expression. Every subclass is a frozen dataclass, and each instance is equal to itself only."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    parts: tuple[Node, ...]
    """The nodes in its fields, in the order of the fields; a field may hold a tuple of nodes."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)

    def __post_init__(self) -> None:
        values = [getattr(self, field.name) for field in fields(self)]
        lists = [value if isinstance(value, tuple) else (value,) for value in values]
        object.__setattr__(self, "parts", tuple(part for each in lists for part in each if isinstance(part, Node)))
        self.prepare()

    def prepare(self) -> None:
        """Prepares the choices among the node's parts. Does nothing by default; verbs tell their choices which targets
        fit.
        """

    async def settle(self, f: Frame) -> None:
        """Makes the choices in this expression, by asking the players who make them; each is made once per ability."""
        for part in self.parts:
            await part.settle(f)

    def first(self, f: Frame) -> Opening:
        """Returns the kind of the first question that this expression asks; NOTHING if it asks none."""
        for part in self.parts:
            opening = part.first(f)
            if opening is not Opening.NOTHING:
                return opening
        return Opening.NOTHING

    def walk(self, seen: set[int]) -> Iterator[Node]:
        """Yields this node and all nodes in it, each once."""
        if id(self) not in seen:
            seen.add(id(self))
            yield self
            for part in self.parts:
                yield from part.walk(seen)


class Who(Node):
    """An expression for players in a card's text, such as "you" or "each opponent"."""

    def of(self, f: Frame) -> Sequence[Player]:
        """Returns the players that the expression means, by the choices made so far."""
        raise NotImplementedError


class You(Who):
    """The expression "you": the player who uses the ability."""

    def of(self, f: Frame) -> Sequence[Player]:
        return (f.you,)


class Enemy(Who):
    """The expression "an opponent". If there are several, the player chooses one when the ability first needs it."""

    async def settle(self, f: Frame) -> None:
        if f.enemy is None:
            await f.meet()

    def first(self, f: Frame) -> Opening:
        return Opening.NOTHING if f.enemy is not None else Opening.OWN

    def of(self, f: Frame) -> Sequence[Player]:
        return f.enemies()


class EachEnemy(Who):
    """The expression "each opponent": all opponents who are not out, from the left neighbour on."""

    def of(self, f: Frame) -> Sequence[Player]:
        return f.table.others(f.you)


class EachPlayer(Who):
    """The expression "each player": all players who are not out, from the ability's player on."""

    def of(self, f: Frame) -> Sequence[Player]:
        return f.table.around(f.you)


you = You()
enemy_player = Enemy()
each_enemy = EachEnemy()
each_player = EachPlayer()


class Value(Node):
    """An expression for a number in a card's text, which can be added, subtracted (not below 0) and compared."""

    def get(self, f: Frame) -> int:
        """Returns the number in this frame."""
        raise NotImplementedError

    def __sub__(self, other: Value) -> Value:
        return Calculated(_less, self, other)

    def __add__(self, other: Value) -> Value:
        return Calculated(int.__add__, self, other)

    def __gt__(self, other: Value) -> Condition:
        return Compared(int.__gt__, self, other)

    def is_(self, number: int) -> Condition:
        """Returns the condition that the number equals the given one."""
        return Compared(int.__eq__, self, number)


Number = int | Value


def number(given: Number, f: Frame) -> int:
    """Returns a number of a card's text: itself if it is fixed, otherwise its value in this frame."""
    return given if isinstance(given, int) else given.get(f)


async def settled(given: Number, f: Frame) -> int:
    """Makes the choices that a number depends on, then returns its value."""
    if isinstance(given, int):
        return given
    await given.settle(f)
    return given.get(f)


def _less(left: int, right: int) -> int:
    return max(0, left - right)


class Calculated(Value):
    """A number that is computed from two others."""

    operation: Callable[[int, int], int]
    left: Value
    right: Value

    def get(self, f: Frame) -> int:
        return self.operation(self.left.get(f), self.right.get(f))


class Condition(Node):
    """An expression for a condition in a card's text, which is true or false in a frame."""

    def holds(self, f: Frame) -> bool:
        """Returns whether the condition is met now."""
        raise NotImplementedError


class Compared(Condition):
    """The condition that a comparison of two numbers is true."""

    comparison: Callable[[int, int], bool]
    left: Value
    right: Number

    def holds(self, f: Frame) -> bool:
        return self.comparison(self.left.get(f), number(self.right, f))


class Target(Node):
    """An expression for cards or dice in a card's text: certain ones, all of a kind, or chosen ones."""

    def of(self, f: Frame) -> Sequence[Thing]:
        """Returns the cards or dice that the target means; a choice among them must have been made before."""
        raise NotImplementedError

    def could(self, f: Frame) -> Sequence[Thing]:
        """Returns the cards or dice that the target could mean, as far as an onlooker sees, before a choice is made."""
        return self.of(f)

    @property
    def plain(self) -> bool:
        """Whether the target always means at least one thing. False for all of a kind, or for any number."""
        return True


class Group(Target):
    """A target that may mean no things at all."""

    @property
    def plain(self) -> bool:
        return False


class Found(Target):
    """A target that is chosen, drawn or looked at once, and then means the same things until the ability ends."""

    async def find(self, f: Frame) -> Sequence[Thing]:
        """Chooses, draws or looks at the things and returns them."""
        raise NotImplementedError

    async def settle(self, f: Frame) -> None:
        if self not in f.found:
            f.found[self] = await self.find(f)

    def of(self, f: Frame) -> Sequence[Thing]:
        found: Sequence[Thing] = f.found.get(self, ())
        return found


def cards(target: Target, f: Frame) -> list[Card]:
    """Returns the cards in play among the things of a target."""
    return [thing for thing in target.of(f) if isinstance(thing, Card)]


def dice(target: Target, f: Frame) -> list[Die]:
    """Returns the dice in pools among the things of a target."""
    return [thing for thing in target.of(f) if isinstance(thing, Die) and thing.pool is not None]


def loose_cards(target: Target, f: Frame) -> list[Loose]:
    """Returns the cards in hands, decks and discard piles among the things of a target."""
    return [thing for thing in target.of(f) if isinstance(thing, Loose)]
