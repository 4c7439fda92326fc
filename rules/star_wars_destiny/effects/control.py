"""Steps that steer other steps: conditions, offers, somebody else's refusal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.star_wars_destiny.effects.choosing import Choose
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Computed,
    Condition,
    Holds,
    May,
    Node,
    Number,
    Opening,
    Pay,
    Step,
    Steps,
    Target,
    Then,
    Value,
    Who,
    dice,
    enemy_player,
    number,
    one_step,
    you,
)
from rules.star_wars_destiny.effects.selectors import Selector, kind_of
from rules.star_wars_destiny.table import Card, Die
from rules.star_wars_destiny.tokens import lose


def steps(*given: Step) -> Step:
    """One after the other."""
    return Steps(*given)


def then(*given: Step) -> Step:
    """D137: only if everything before it in the same sequence was fully done."""
    return Then(*given)


def pay(cost: Step, *given: Step) -> Step:
    """R9: the cost in full or nothing at all, and then the rest."""
    return Pay(cost, *given)


def may(*given: Step) -> Step:
    """You may leave it."""
    return May(*given)


class Either(Step):
    """D180: any offer may be picked, though it does nothing."""

    def __init__(self, offers: tuple[Step, ...], by: Who, picks: int = 1) -> None:
        self.offers = offers
        self.by = by
        self.picks = picks
        self.parts = (by, *offers)

    def able(self, f: Frame) -> bool:
        return any(offer.able(f) for offer in self.offers)

    def first(self, f: Frame) -> Opening:
        opening = self.by.first(f)
        if opening is not Opening.NOTHING:
            return opening
        return Opening.OWN if self.by is you else Opening.MAY

    async def do(self, f: Frame) -> bool:
        await self.by.settle(f)
        chooser = self.by.of(f)[0]
        left = [str(at) for at in range(1, len(self.offers) + 1)]
        fully = True
        for _ in range(self.picks):
            key = await f.ask("either", left, chooser)
            left.remove(key)
            fully = await self.offers[int(key) - 1].do(f) and fully
            f.alive()
        return fully


def one_of(*offers: Step, by: Who = you) -> Step:
    """One of these."""
    return Either(offers, by)


def some_of(picks: int, *offers: Step) -> Step:
    """So many different ones of these, in any order (Q31)."""
    return Either(offers, you, picks)


class If(Step):
    """One thing or another."""

    def __init__(self, condition: Condition, step: Step, else_: Step | None) -> None:
        self.condition = condition
        self.step = step
        self.otherwise = else_
        self.parts = (condition, step) if else_ is None else (condition, step, else_)

    def _chosen(self, f: Frame) -> Step | None:
        return self.step if self.condition.holds(f) else self.otherwise

    def able(self, f: Frame) -> bool:
        chosen = self._chosen(f)
        return chosen is not None and chosen.able(f)

    def first(self, f: Frame) -> Opening:
        opening = self.condition.first(f)
        chosen = self._chosen(f)
        return chosen.first(f) if opening is Opening.NOTHING and chosen is not None else opening

    async def do(self, f: Frame) -> bool:
        await self.condition.settle(f)
        chosen = self._chosen(f)
        return await chosen.do(f) if chosen is not None else False


def if_(condition: Condition, *given: Step, else_: Step | None = None) -> Step:
    """Only if that is true."""
    return If(condition, one_step(given), else_)


class ForEach(Step):
    """The same for one opponent after another, each meant by `enemy` in its turn."""

    def __init__(self, who: Who, step: Step) -> None:
        self.who = who
        self.step = step
        self.parts = (who, step)

    def _frames(self, f: Frame) -> list[Frame]:
        frames = []
        for player in self.who.of(f):
            frame = Frame(f.table, f.you, f.source, f.this)
            frame.event = f.event
            frame.enemy = player
            frames.append(frame)
        return frames

    def able(self, f: Frame) -> bool:
        return any(self.step.able(frame) for frame in self._frames(f))

    def first(self, f: Frame) -> Opening:
        return Opening.MAY

    async def do(self, f: Frame) -> bool:
        fully = True
        for frame in self._frames(f):
            if frame.enemy is not None and not frame.enemy.out:
                fully = await self.step.do(frame) and fully
                f.alive()
        return fully


def for_each(who: Who, *given: Step) -> Step:
    """One after another."""
    return ForEach(who, one_step(given))


class UnlessEnemyPays(Step):
    """An opponent may pay so much to stop it (Q77: asked only if it would happen)."""

    def __init__(self, price: int, step: Step) -> None:
        self.price = price
        self.step = step
        self.parts = (enemy_player, step)

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        if not self.step.able(f):
            return False
        enemy = await f.meet()
        if enemy is not None and enemy.resources >= self.price and await f.may(enemy):
            lose(f.table, enemy, self.price)
            return False
        return await self.step.do(f)


def unless_enemy_pays(price: int, *given: Step) -> Step:
    """An opponent may pay so much to stop it."""
    return UnlessEnemyPays(price, one_step(given))


class Pick(Step):
    """Settles a choice now."""

    def __init__(self, what: Node) -> None:
        self.what = what
        self.parts = (what,)

    def able(self, f: Frame) -> bool:
        return not isinstance(self.what, Target) or bool(self.what.could(f))

    async def do(self, f: Frame) -> bool:
        await self.what.settle(f)
        return bool(f.found.get(self.what))


def pick(what: Node) -> Step:
    """Settles a choice now."""
    return Pick(what)


class Does(Step):
    """What needs its own code (class 3)."""

    def __init__(
        self, function: Callable[[Frame], Awaitable[bool]], able: Callable[[Frame], bool] | None,
        first: Callable[[Frame], Opening] | None, parts: tuple[Node, ...],
    ) -> None:  # fmt: skip
        self.function = function
        self.able_if = able
        self.first_if = first
        self.parts = parts

    def able(self, f: Frame) -> bool:
        return self.able_if is None or self.able_if(f)

    def first(self, f: Frame) -> Opening:
        return Opening.MAY if self.first_if is None else self.first_if(f)

    async def do(self, f: Frame) -> bool:
        return await self.function(f)


def does(
    function: Callable[[Frame], Awaitable[bool]], *parts: Node,
    able: Callable[[Frame], bool] | None = None, first: Callable[[Frame], Opening] | None = None,
) -> Step:  # fmt: skip
    """A step by a function; `parts` are what it chooses, `able` whether it could do anything."""
    return Does(function, able, first, parts)


# Conditions and numbers


def spot(selector: Selector) -> Condition:
    """D191."""
    return Holds(lambda f: bool(selector.things(f)), selector)


def shows(target: Target, symbol: str) -> Condition:
    """D181: whether the die shows it now."""
    return Holds(lambda f: any(die.side.symbol == symbol for die in dice(target, f)), target)


def is_yours(target: Target) -> Condition:
    """Whether the die lies in your own pool."""
    return Holds(lambda f: any(die.pool is f.you for die in dice(target, f)), target)


def is_a(target: Target, *words: str) -> Condition:
    """Whether it has one of these types or categories."""
    return Holds(
        lambda f: any(
            kind_of(thing) in words or any(word in words for word in thing.printed.subtypes) for thing in target.of(f)
        ),
        target,
    )


def controls_battlefield() -> Condition:
    """D6."""
    return Holds(lambda f: f.table.controller == f.you.seat)


def first_round() -> Condition:
    """Whether it is round 1."""
    return Holds(lambda f: f.table.round == 1)


def blocked_by_shields() -> Condition:
    """Whether shields stopped any of the damage dealt last."""
    return Holds(lambda f: f.blocked > 0)


def value_of(target: Target) -> Value:
    """D194: of dice, their sum; what has left a pool keeps the value it showed."""
    return Computed(lambda f: sum(thing.value for thing in target.of(f) if isinstance(thing, Die)), target)


def cost_of(target: Target) -> Value:
    """The printed cost."""
    return Computed(lambda f: sum(thing.printed.cost for thing in target.of(f)), target)


def shields_on(target: Target) -> Value:
    """How many shields."""
    return Computed(lambda f: sum(thing.shields for thing in target.of(f) if isinstance(thing, Card)), target)


def half_up(value: Value) -> Value:
    """Half, rounded up."""
    return Computed(lambda f: (value.get(f) + 1) // 2, value)


def either_number(condition: Condition, one: Number, other: Number) -> Value:
    """One number or another."""
    first, second = number(one), number(other)
    return Computed(lambda f: (first if condition.holds(f) else second).get(f), condition, first, second)


lost_by_cause = Computed(lambda f: f.cause.lost if f.cause is not None else 0)
"""How many resources the occurrence took from an opponent."""


def complete(target: Target, f: Frame) -> bool:
    """R59: whether as many were found as were meant."""
    found = len(target.of(f))
    if not target.plain:
        return True
    if isinstance(target, Choose) and isinstance(target.amount, (int, Value)):
        return found == number(target.amount).get(f)
    return found > 0
