"""What card expressions are built of: who, numbers, conditions and steps.

Building an expression does nothing. It is carried out for a `Frame`: `settle` makes the choices that it contains, from
left to right and each once; `of`, `get` and `holds` read what they mean then; `do` does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.pieces import Card, Die, Loose, Player

Thing = Card | Die | Loose


class Opening(Enum):
    """What an expression would ask first: nothing; a choice of its own player that can carry `done`; anything else."""

    NOTHING = 0
    OWN = 1
    MAY = 2


class Node:
    """A part of an expression."""

    parts: tuple[Node, ...] = ()

    async def settle(self, f: Frame) -> None:
        """Makes the choices in it."""
        for part in self.parts:
            await part.settle(f)

    def first(self, f: Frame) -> Opening:
        """What it would ask first."""
        for part in self.parts:
            opening = part.first(f)
            if opening is not Opening.NOTHING:
                return opening
        return Opening.NOTHING

    def walk(self, seen: set[int]) -> Iterator[Node]:
        """All nodes in it, each once."""
        if id(self) not in seen:
            seen.add(id(self))
            yield self
            for part in self.parts:
                yield from part.walk(seen)


class Who(Node):
    """Players."""

    def of(self, f: Frame) -> Sequence[Player]:
        """Which, as far as it is settled."""
        raise NotImplementedError


class You(Who):
    """Whoever uses the ability."""

    def of(self, f: Frame) -> Sequence[Player]:
        return (f.you,)


class Enemy(Who):
    """One opponent; with several it is asked which, where the ability first reaches it."""

    async def settle(self, f: Frame) -> None:
        if f.enemy is None:
            await f.meet()

    def first(self, f: Frame) -> Opening:
        return Opening.NOTHING if f.enemy is not None else Opening.OWN

    def of(self, f: Frame) -> Sequence[Player]:
        return f.enemies()


class EachEnemy(Who):
    """Every opponent, from the left neighbour on."""

    def of(self, f: Frame) -> Sequence[Player]:
        return f.table.others(f.you)


class EachPlayer(Who):
    """Everybody, from oneself on."""

    def of(self, f: Frame) -> Sequence[Player]:
        return f.table.around(f.you)


you = You()
enemy_player = Enemy()
each_enemy = EachEnemy()
each_player = EachPlayer()


class Value(Node):
    """A number; below 0 it counts as 0."""

    def get(self, f: Frame) -> int:
        """What it is now."""
        raise NotImplementedError

    def __sub__(self, other: Value) -> Value:
        return Computed(lambda f: max(0, self.get(f) - other.get(f)), self, other)

    def __add__(self, other: Value) -> Value:
        return Computed(lambda f: self.get(f) + other.get(f), self, other)

    def __gt__(self, other: Value) -> Condition:
        return Holds(lambda f: self.get(f) > other.get(f), self, other)

    def is_(self, number: int) -> Condition:
        """Whether it is exactly that."""
        return Holds(lambda f: self.get(f) == number, self)


class Constant(Value):
    """A plain number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def get(self, f: Frame) -> int:
        return self.number


class Computed(Value):
    """A number by a function."""

    def __init__(self, function: Callable[[Frame], int], *parts: Node) -> None:
        self.function = function
        self.parts = parts

    def get(self, f: Frame) -> int:
        return self.function(f)


Number = int | Value


def number(given: Number) -> Value:
    """A number as a node."""
    return Constant(given) if isinstance(given, int) else given


class Condition(Node):
    """True or false."""

    def holds(self, f: Frame) -> bool:
        """Whether it is true now."""
        raise NotImplementedError


class Holds(Condition):
    """True or false by a function."""

    def __init__(self, function: Callable[[Frame], bool], *parts: Node) -> None:
        self.function = function
        self.parts = parts

    def holds(self, f: Frame) -> bool:
        return self.function(f)


class Target(Node):
    """Things in play, in pools or in hands: fixed ones, all of a kind, or chosen ones."""

    def of(self, f: Frame) -> Sequence[Thing]:
        """Which, once settled."""
        raise NotImplementedError

    def could(self, f: Frame) -> Sequence[Thing]:
        """Which it might be, as far as an onlooker sees; the same as `of` where nothing is chosen."""
        return self.of(f)

    @property
    def plain(self) -> bool:
        """Whether it always means at least one thing that is there (not: all of a kind, or any number)."""
        return True


def cards(target: Target, f: Frame) -> list[Card]:
    """The cards in play among what is meant."""
    return [thing for thing in target.of(f) if isinstance(thing, Card)]


def dice(target: Target, f: Frame) -> list[Die]:
    """The dice in a pool among what is meant."""
    return [thing for thing in target.of(f) if isinstance(thing, Die) and thing.pool is not None]
