"""Steps: what expressions do, in order, at a price, or optionally."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny.effects.frame import Declined, Frame
from rules.star_wars_destiny.effects.nodes import Node, Opening, Target


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

    target: Target

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    def payable(self, f: Frame) -> bool:
        """None out of any number is done completely (D192)."""
        return self.able(f) or not self.target.plain


class Steps(Step):
    """One after the other, whether or not the one before worked; except for `then`."""

    steps: tuple[Step, ...]

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
    return steps[0] if len(steps) == 1 else Steps(tuple(steps))


class Then(Step):
    """D137: only if everything before it in the same sequence was fully done."""

    step: Step

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        return await self.step.do(f)


class Pay(Step):
    """The cost in full or nothing at all; then the rest, though it finds nothing (Q5)."""

    cost: Step
    step: Step

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
            f.alive()
        return await step.do(f)
    if not await _pay(f, cost):
        return False
    f.alive()
    return await step.do(f)


async def _pay(f: Frame, cost: Step) -> bool:
    if f.opening and cost.first(f) is Opening.NOTHING:
        f.pending.append(cost)
        return True
    return await cost.do(f)


class May(Step):
    """Its player may leave it."""

    step: Step

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        await optionally(f, self.step)
        return True


async def optionally(f: Frame, step: Step) -> None:
    """An optional part: begun by its first decision if that is a choice of its own player, else by `may`."""
    if not step.able(f):
        return
    if step.first(f) is not Opening.OWN:
        if await f.may():
            f.begin()
            await step.do(f)
        return
    f.opening = True
    try:
        await step.do(f)
    except Declined:
        f.pending.clear()
    finally:
        f.opening = False
