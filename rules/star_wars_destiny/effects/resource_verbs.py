"""Steps that give or take resources."""

from __future__ import annotations

from rules.star_wars_destiny import tokens
from rules.star_wars_destiny.effects.choosing import Every, choose, complete
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Number, Target, Value, Who, number, settled
from rules.star_wars_destiny.effects.steps import Step


class gain(Step):
    """A step that gives resources to the ability's player."""

    amount: Number

    def able(self, f: Frame) -> bool:
        return number(self.amount, f) > 0

    async def do(self, f: Frame) -> bool:
        tokens.gain(f.table, f.you, await settled(self.amount, f))
        return True


class lose(Step):
    """A step that takes a number of resources, or all of them, from players."""

    amount: int | Every
    who: Who

    def able(self, f: Frame) -> bool:
        return any(player.resources for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await self.who.settle(f)
        fully = True
        for player in self.who.of(f):
            count = self.amount if isinstance(self.amount, int) else player.resources
            fully = tokens.lose(f.table, player, count) == count and fully
        return fully


class spend(Step):
    """A step that pays a price in resources; it pays nothing if the player has too few.

    If the price is the cost of a chosen card, only cards that the player can afford may be chosen.
    """

    amount: Number

    def prepare(self) -> None:
        for target in self._targets():
            if isinstance(target, choose):
                target.needs(lambda f, thing: thing.printed.cost <= f.you.resources)

    def _targets(self) -> list[Target]:
        """Returns the targets whose cost is the price."""
        return (
            [part for part in self.amount.parts if isinstance(part, Target)] if isinstance(self.amount, Value) else []
        )

    def able(self, f: Frame) -> bool:
        if targets := self._targets():
            return all(target.could(f) for target in targets)
        return f.you.resources >= number(self.amount, f)

    async def do(self, f: Frame) -> bool:
        amount = await settled(self.amount, f)
        if f.you.resources < amount or not all(complete(target, f) for target in self._targets()):
            return False
        tokens.lose(f.table, f.you, amount)
        return True
