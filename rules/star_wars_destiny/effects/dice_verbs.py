"""Steps on dice: remove, reroll, turn, resolve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY
from functools import cached_property

from rules.star_wars_destiny import asking, dice
from rules.star_wars_destiny import resolving as engine
from rules.star_wars_destiny.effects.choosing import AnyNumber, choose, complete
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Number, Opening, Target, Who, number, you
from rules.star_wars_destiny.effects.nodes import dice as dice_of
from rules.star_wars_destiny.effects.selectors import Symbol
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.effects.targets import each
from rules.star_wars_destiny.pieces import Die, Player
from rules.star_wars_destiny.resolving import STAYS, How


class remove(Aimed):
    """A step that removes dice from their pools, back to their cards (D188)."""

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        fully = complete(self.target, f)
        for die in dice_of(self.target, f):
            dice.remove(f.table, die)
        return fully


class Reroll(Step):
    """A step that rerolls dice. All are chosen before the first is rolled, in the order of the pools (Q85)."""

    targets: tuple[Target, ...]

    def able(self, f: Frame) -> bool:
        return any(target.could(f) for target in self.targets)

    def payable(self, f: Frame) -> bool:
        return all(target.could(f) for target in self.targets)

    def first(self, f: Frame) -> Opening:
        opening = super().first(f)
        return Opening.MAY if opening is Opening.NOTHING else opening

    async def do(self, f: Frame) -> bool:
        await super().settle(f)
        found = [die for target in self.targets for die in dice_of(target, f)]
        if len(found) > 1:
            lying = [die for player in self._players(f) for die in player.pool]
            found.sort(key=lying.index)
        await dice.reroll(f.table, found)
        return all(complete(target, f) for target in self.targets)

    @staticmethod
    def _players(f: Frame) -> list[Player]:
        return [*f.table.others(f.you), f.you]


def reroll(*targets: Target) -> Step:
    """Returns a step that rerolls dice in their pools."""
    return Reroll(targets)


# Turning

Sides = Callable[[Frame, Die], Sequence[str]]


def any_side(_f: Frame, die: Die) -> Sequence[str]:
    """Returns all sides to which the die can be turned."""
    return dice.other_sides(die)


def side(symbol: str | Symbol) -> Sides:
    """Returns a function that yields the sides with that symbol to which a die can be turned."""

    def words(f: Frame, die: Die) -> Sequence[str]:
        wanted = symbol if isinstance(symbol, str) else symbol.get(f)
        return [word for word in dice.other_sides(die) if dice.side_of(die.printed, word).symbol == wanted]

    return words


class turn(Step):
    """A step that turns dice to other sides, with one decision for die and side (D186)."""

    target: Target
    sides: Sides

    def _turns(self, f: Frame) -> list[tuple[Die, Sequence[str]]]:
        found = [(die, self.sides(f, die)) for die in self.target.could(f) if isinstance(die, Die)]
        return [(die, words) for die, words in found if words]

    def able(self, f: Frame) -> bool:
        return bool(self._turns(f))

    def first(self, f: Frame) -> Opening:
        return Opening.OWN if self._turns(f) else Opening.NOTHING

    async def do(self, f: Frame) -> bool:
        target = self.target
        if isinstance(target, choose) and not target.settled(f):
            await target.settle_parts(f)
            return await (self._any_number(f, target) if isinstance(target.amount, AnyNumber) else self._one(f, target))
        await target.settle(f)
        turns = self._turns(f)
        left = len(turns) if isinstance(target, each) and len(turns) > 1 else 0
        for at, turn in enumerate(turns):
            await engine.ask_turn(f, [turn], left - at if left else 0)
        return bool(turns) or not target.plain

    async def _one(self, f: Frame, target: choose) -> bool:
        die = await engine.ask_turn(f, self._turns(f))
        target_found = [] if die is None else [die]
        f.found[target] = target_found
        if target.role.direct and die is not None and f.enemy is None:
            f.enemy = die.pool
        return die is not None

    async def _any_number(self, f: Frame, target: choose) -> bool:
        turned: list[Die] = []
        while turns := [turn for turn in self._turns(f) if turn[0] not in turned]:
            die = await engine.ask_turn(f, turns, done=True)
            if die is None:
                break
            turned.append(die)
        f.found[target] = turned
        return True


# Resolving


class resolve(Step):
    """A step that resolves a die of the player `by` (D25), who pays its cost unless it is `free`.

    With `in_order`, that player resolves any number of dice one after another, and may add modifiers.
    """

    target: Target
    _: KW_ONLY
    plus: Number = 0
    value: Number | None = None
    by: Who = you
    free: bool = False
    unblockable: bool = False
    as_unmodified: bool = False
    in_order: bool = False

    @cached_property
    def how(self) -> How:
        """The conditions under which the die is resolved, without its numbers."""
        return How(
            free=self.free, unblockable=self.unblockable, lone=self.as_unmodified, modify=self.in_order
        )  # fmt: skip

    def _who(self, f: Frame) -> Player:
        by = self.by.of(f)
        return by[0] if by else f.you

    def _dice(self, f: Frame) -> list[Die]:
        player = self._who(f)
        return [
            die
            for die in self.target.could(f)
            if isinstance(die, Die) and die.pool is player and engine.can_resolve(f.table, player, die, self.how)
        ]

    def able(self, f: Frame) -> bool:
        return bool(self._dice(f))

    def first(self, f: Frame) -> Opening:
        if not self._dice(f):
            return Opening.NOTHING
        return Opening.OWN if self.by is you else Opening.MAY

    async def do(self, f: Frame) -> bool:
        target = self.target
        await self.by.settle(f)
        if isinstance(target, choose) and not target.settled(f):
            await target.settle_parts(f)
        else:
            await target.settle(f)
        if self.in_order:
            return await self._in_order(f)
        found = self._dice(f)
        player = self._who(f)
        keys = [key for die in found for key in engine.keys_of(f.table, player, die)]
        keys = asking.allowed_length(keys)
        if not keys:
            if isinstance(target, choose) and not target.settled(f):
                f.found[target] = []
            return False
        key = await f.ask("resolve", keys, player)
        die = next(die for die in found if die.name == key.partition(":")[0])
        if isinstance(target, choose) and not target.settled(f):
            f.found[target] = [die]
        await engine.resolve_die(f.table, player, key, self._how(f))
        return True

    def _how(self, f: Frame) -> How:
        value = None if self.value is None else number(self.value, f)
        return self.how._replace(plus=number(self.plus, f), value=value)

    async def _in_order(self, f: Frame) -> bool:
        """Lets a player resolve dice one after another, none twice; modifiers that were used count as resolved (Q75).

        Keeps them as the things that the target means; always returns True.
        """
        used: list[Die] = []
        player = self._who(f)
        while not player.out:
            found = [die for die in self._dice(f) if die not in used]
            keys = asking.allowed_length([key for die in found for key in engine.keys_of(f.table, player, die)])
            if not keys:
                break
            key = await f.ask("resolve", [*keys, asking.DONE], player)
            if key == asking.DONE:
                break
            await engine.resolve_die(f.table, player, key, self._how(f), used)
            f.alive()
        f.found[self.target] = used
        return True


class stays(Step):
    """A step that keeps the die being resolved in its pool, instead of returning it to its card."""

    async def do(self, f: Frame) -> bool:
        if f.die is not None:
            f.found[STAYS] = True
        return True
