"""Steps that steer other steps: conditions, offers, somebody else's refusal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Condition,
    Node,
    Opening,
    Target,
    Who,
    enemy_player,
    you,
)
from rules.star_wars_destiny.effects.steps import May, Pay, Step, Steps, Then, one_step
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
    """The same for one opponent after another, each meant by `enemy` in its turn; it knows no `this`."""

    def __init__(self, who: Who, step: Step) -> None:
        self.who = who
        self.step = step
        self.parts = (who, step)

    def _frames(self, f: Frame) -> list[Frame]:
        frames = []
        for player in self.who.of(f):
            frame = Frame(f.table, f.you, f.source)
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
