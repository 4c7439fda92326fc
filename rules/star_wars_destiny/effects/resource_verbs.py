"""Verbs for resources."""

from __future__ import annotations

from rules.star_wars_destiny import tokens
from rules.star_wars_destiny.effects.choosing import Choose, Every, complete
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Number, Target, Who, number
from rules.star_wars_destiny.effects.steps import Step


class Gain(Step):
    """Resources for you."""

    def __init__(self, amount: Number) -> None:
        self.amount = number(amount)
        self.parts = (self.amount,)

    def able(self, f: Frame) -> bool:
        return self.amount.get(f) > 0

    async def do(self, f: Frame) -> bool:
        await self.amount.settle(f)
        tokens.gain(f.table, f.you, self.amount.get(f))
        return True


def gain(amount: Number) -> Step:
    """You gain so many resources."""
    return Gain(amount)


class Lose(Step):
    """Resources of others go to the supply."""

    def __init__(self, amount: int | Every, who: Who) -> None:
        self.amount = amount
        self.who = who
        self.parts = (who,)

    def able(self, f: Frame) -> bool:
        return any(player.resources for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await self.who.settle(f)
        fully = True
        for player in self.who.of(f):
            count = self.amount if isinstance(self.amount, int) else player.resources
            fully = tokens.lose(f.table, player, count) == count and fully
        return fully


def lose(amount: int | Every, who: Who) -> Step:
    """They lose so many resources."""
    return Lose(amount, who)


class Spend(Step):
    """A price in resources; a thing whose cost it is must be one that can be afforded."""

    def __init__(self, amount: Number) -> None:
        self.amount = number(amount)
        self.parts = (self.amount,)
        for part in self.amount.parts:
            if isinstance(part, Choose):
                part.needs(lambda f, thing: thing.printed.cost <= f.you.resources)

    def able(self, f: Frame) -> bool:
        targets = [part for part in self.amount.parts if isinstance(part, Target)]
        if targets:
            return all(target.could(f) for target in targets)
        return f.you.resources >= self.amount.get(f)

    async def do(self, f: Frame) -> bool:
        await self.amount.settle(f)
        amount = self.amount.get(f)
        if f.you.resources < amount or not all(
            complete(part, f) for part in self.amount.parts if isinstance(part, Target)
        ):
            return False
        tokens.lose(f.table, f.you, amount)
        return True


def spend(amount: Number) -> Step:
    """You pay so many resources."""
    return Spend(amount)
