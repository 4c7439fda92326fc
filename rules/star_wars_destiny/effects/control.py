"""Functions and steps that combine other steps: sequences, prices, offers, conditions."""

from __future__ import annotations

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Condition, Node, Opening, Target, Who, you
from rules.star_wars_destiny.effects.steps import May, Pay, Step, Steps, Then, one_step


def steps(*given: Step) -> Step:
    """Returns a step that does the given steps one after the other."""
    return Steps(given)


def then(*given: Step) -> Step:
    """Returns a step that is done only if everything before it in the sequence was fully done (D137)."""
    return Then(one_step(given))


def pay(cost: Step, *given: Step) -> Step:
    """Returns a step that pays a cost, in full or not at all, and then does the other steps (R9)."""
    return Pay(cost, one_step(given))


def may(*given: Step) -> Step:
    """Returns a step that does the given steps if the player does not decline them."""
    return May(one_step(given))


class Either(Step):
    """A step that lets a player pick one of several offers, even one that does nothing (D180)."""

    by: Who
    offers: tuple[Step, ...]
    picks: int = 1

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
    """Returns a step that lets `by` pick one of the offers."""
    return Either(by, offers)


def some_of(picks: int, *offers: Step) -> Step:
    """Returns a step that lets you pick several different offers, in any order (Q31)."""
    return Either(you, offers, picks)


class If(Step):
    """A step that does one of two steps, depending on a condition; the second may be missing."""

    condition: Condition
    step: Step
    otherwise: Step | None = None

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
    """Returns a step that does the given steps if the condition is true, else `else_`."""
    return If(condition, one_step(given), else_)


class pick(Step):
    """A step that only makes a choice, before the steps that use it; it is done if something was chosen."""

    what: Node

    def able(self, f: Frame) -> bool:
        return not isinstance(self.what, Target) or bool(self.what.could(f))

    async def do(self, f: Frame) -> bool:
        await self.what.settle(f)
        return bool(f.found.get(self.what))
