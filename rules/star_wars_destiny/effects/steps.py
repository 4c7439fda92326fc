"""Steps, the parts of an ability that do something: in order, at a price, or optionally."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny.effects.frame import Declined, Frame
from rules.star_wars_destiny.effects.nodes import Node, Opening, Target


class Step(Node):
    """A part of an ability that does something."""

    def able(self, f: Frame) -> bool:
        """Returns whether the step could do anything, as far as an onlooker sees."""
        return True

    def payable(self, f: Frame) -> bool:
        """Returns whether the step can be done completely, as a cost (R9)."""
        return self.able(f)

    def offered(self, f: Frame) -> bool:
        """Returns whether an action with this cost is offered: whether it is payable as far as the player knows
        (Q25).
        """
        return self.payable(f)

    @property
    def harmed(self) -> Sequence[Target]:
        """The targets that the step harms; front ends warn a player who chooses an own card or die among them."""
        return ()

    async def do(self, f: Frame) -> bool:
        """Does the step as far as possible; returns whether it was fully done (D137, R59)."""
        raise NotImplementedError


class Aimed(Step):
    """A step with one target."""

    target: Target

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    def payable(self, f: Frame) -> bool:
        """Returns whether the step can be done completely; it can with no things if any number is allowed (D192)."""
        return self.able(f) or not self.target.plain


class Steps(Step):
    """A sequence of steps. If one is not fully done, the steps after it still follow, except those marked by `then`."""

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
    """Returns the given steps as one step."""
    return steps[0] if len(steps) == 1 else Steps(tuple(steps))


class Then(Step):
    """A step that is done only if everything before it in the same sequence was fully done (D137)."""

    step: Step

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        return await self.step.do(f)


class Pay(Step):
    """A step with a cost, paid in full or not at all; the step follows even if it has no effect (Q5)."""

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
    """Pays a cost, then does the step; returns whether it was fully done.

    In an optional part, costs that ask nothing are paid after the player's first answer.
    """
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
    """A step that its player may decline."""

    step: Step

    def able(self, f: Frame) -> bool:
        return self.step.able(f)

    async def do(self, f: Frame) -> bool:
        await optionally(f, self.step)
        return True


async def optionally(f: Frame, step: Step) -> None:
    """Lets a player do or decline a step: by its first decision if that is their own choice, else by a question."""
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
