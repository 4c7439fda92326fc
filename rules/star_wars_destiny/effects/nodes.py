"""What card expressions are built of: who, numbers, conditions and steps.

Building an expression does nothing. It is carried out for a `Frame`: `settle` makes the choices that it contains, from
left to right and each once; `of`, `get` and `holds` read what they mean then; `do` does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from rules.star_wars_destiny.effects.frame import Declined, Frame
from rules.star_wars_destiny.table import Card, Die, Loose, Player

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


# Who


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


# Numbers


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


# Conditions


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


# What can be aimed at


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


# Steps


class Step(Node):
    """Something to do."""

    def able(self, f: Frame) -> bool:
        """Whether it could do anything, as far as an onlooker sees."""
        return True

    def payable(self, f: Frame) -> bool:
        """R9: whether it can be done completely, as a cost."""
        return self.able(f)

    def offered(self, f: Frame) -> bool:
        """As `payable`, but by what its player knows: whether an action that costs this is offered (Q25)."""
        return self.payable(f)

    async def do(self, f: Frame) -> bool:
        """Does it as far as possible; whether it was fully done (D137, R59)."""
        raise NotImplementedError


class Aimed(Step):
    """A step with one target."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.parts = (target,)

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    def payable(self, f: Frame) -> bool:
        """None out of any number is done completely (D192)."""
        return not self.target.plain or self.able(f)


class Steps(Step):
    """One after the other, whether or not the one before worked; but `then`."""

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.parts = steps

    def able(self, f: Frame) -> bool:
        return any(step.able(f) for step in self.steps if not isinstance(step, Then))

    def payable(self, f: Frame) -> bool:
        return all(step.payable(f) for step in self.steps)

    def offered(self, f: Frame) -> bool:
        return all(step.offered(f) for step in self.steps)

    async def do(self, f: Frame) -> bool:
        fully = True
        for step in self.steps:
            if fully or not isinstance(step, Then):
                fully = await step.do(f) and fully
                if f.you.out:
                    f.alive()
        return fully


def one_step(steps: Sequence[Step]) -> Step:
    """Steps as one."""
    return steps[0] if len(steps) == 1 else Steps(*steps)


class Then(Step):
    """D137: only if everything before it in the same sequence was fully done."""

    def __init__(self, *steps: Step) -> None:
        self.step = one_step(steps)
        self.parts = (self.step,)

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        return await self.step.do(f)


class Pay(Step):
    """The cost in full or nothing at all; then the rest, though it finds nothing (Q5)."""

    def __init__(self, cost: Step, *steps: Step) -> None:
        self.cost = cost
        self.step = one_step(steps)
        self.parts = (cost, self.step)

    def able(self, f: Frame) -> bool:
        return self.cost.payable(f) and self.step.able(f)

    def payable(self, f: Frame) -> bool:
        return self.cost.payable(f)

    async def do(self, f: Frame) -> bool:
        if not self.cost.payable(f):
            return False
        return await paid(f, self.cost, self.step)


async def paid(f: Frame, cost: Step, step: Step) -> bool:
    """The cost, then the step; costs that ask nothing wait for the first answer of an optional part."""
    if f.opening and isinstance(cost, Steps):
        for each in cost.steps:
            await _pay(f, each)
        return await step.do(f)
    return await _pay(f, cost) and await step.do(f)


async def _pay(f: Frame, cost: Step) -> bool:
    if f.opening and cost.first(f) is Opening.NOTHING:
        f.pending.append(cost)
        return True
    return await cost.do(f)


class May(Step):
    """Its player may leave it."""

    def __init__(self, *steps: Step) -> None:
        self.step = one_step(steps)
        self.parts = (self.step,)

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    def first(self, f: Frame) -> Opening:
        return Opening.OWN if self.step.able(f) else Opening.NOTHING

    async def do(self, f: Frame) -> bool:
        await optionally(f, self.step)
        return True


async def optionally(f: Frame, step: Step) -> bool:
    """An optional part: begun by its first decision if that is a choice of its own player, else by `may`."""
    if not step.able(f):
        return False
    if step.first(f) is not Opening.OWN:
        if not await f.may():
            return False
        f.begin()
        await step.do(f)
        return True
    f.opening = True
    try:
        await step.do(f)
    except Declined:
        f.pending.clear()
        return False
    finally:
        f.opening = False
    return True
