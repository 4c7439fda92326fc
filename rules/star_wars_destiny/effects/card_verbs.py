"""Verbs for cards in play and for playing and acting: ready, exhaust, activate, play, additional actions."""

from __future__ import annotations

from rules.star_wars_destiny import actions, activation, asking, events, playing
from rules.star_wars_destiny.effects.choosing import Choose
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Node,
    Opening,
    Target,
    cards,
)
from rules.star_wars_destiny.effects.selectors import Cards
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.pieces import Card, Loose


class Ready(Step):
    """D117: only an exhausted card."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.parts = (target,)
        if isinstance(target, Choose):
            target.own_first = True
            target.needs(lambda _, thing: isinstance(thing, Card) and thing.exhausted)

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.exhausted for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = [card for card in cards(self.target, f) if card.exhausted]
        for card in found:
            card.exhausted = False
            f.table.tell(events.readies, card.name)
        return bool(found)


def ready(target: Target) -> Step:
    """It is readied."""
    return Ready(target)


class Exhaust(Step):
    """D117: only a ready card in play."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.parts = (target,)
        if isinstance(target, Choose):
            target.needs(lambda _, thing: isinstance(thing, Card) and not thing.exhausted)

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and not card.exhausted for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = [card for card in cards(self.target, f) if not card.exhausted]
        for card in found:
            card.exhausted = True
            f.table.tell(events.exhausts, card.name)
        return bool(found)


def exhaust(target: Target) -> Step:
    """It is exhausted."""
    return Exhaust(target)


class Activate(Aimed):
    """D95: as in the action."""

    def __init__(self, target: Target) -> None:
        super().__init__(target)
        if isinstance(target, Choose):
            target.needs(lambda _, thing: isinstance(thing, Card) and activation.can_activate(thing))

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and activation.can_activate(card) for card in self.target.could(f))

    def first(self, f: Frame) -> Opening:
        opening = super().first(f)
        return Opening.MAY if opening is Opening.NOTHING else opening

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = [card for card in cards(self.target, f) if activation.can_activate(card)]
        return await activation.activate(f.table, found)


def activate(target: Target) -> Step:
    """It is activated."""
    return Activate(target)


class Play(Step):
    """Playing through an ability is playing: price, discount, uniqueness and restrictions apply."""

    def __init__(self, among: Cards | Target, less: int, *, free: bool) -> None:
        self.among = among
        self.less = less
        self.free = free
        self.parts: tuple[Node, ...] = (among,)

    def _loose(self, f: Frame) -> list[Loose]:
        things = self.among.things(f) if isinstance(self.among, Cards) else self.among.of(f)
        return [thing for thing in things if isinstance(thing, Loose)]

    def _both(self) -> bool:
        return isinstance(self.among, Cards) and bool(self.among.alternatives)

    def _hand(self, f: Frame) -> bool:
        """Whether a hand is among what is chosen from, and has cards."""
        return isinstance(self.among, Cards) and self.among.hidden and bool(f.you.hand)

    def _ways(self, f: Frame) -> dict[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = {}
        for card in self._loose(f):
            prefix = "discard:" if self._both() and card.place == "discard" else ""
            for way in playing.ways(f.table, f.you, card.code, less=self.less, free=self.free):
                found.setdefault(prefix + way, (way, card.place))
        return found

    def able(self, f: Frame) -> bool:
        return self._hand(f) or bool(self._ways(f))

    def first(self, f: Frame) -> Opening:
        if not self.able(f):
            return Opening.NOTHING
        given = not isinstance(self.among, Cards) and all(card.printed.type != "upgrade" for card in self._loose(f))
        return Opening.MAY if given else Opening.OWN

    async def do(self, f: Frame) -> bool:
        await self.among.settle(f)
        ways = self._ways(f)
        keys = asking.short(list(ways))
        hand = self._hand(f)
        if not keys and not hand:
            return False
        if not keys and not f.opening:
            keys = [asking.DONE]
        key = await f.ask("play", keys, secret=hand, hidden=hand)
        if key == asking.DONE:
            return False
        way, place = ways[key]
        await playing.play(f.table, f.you, way, place=place, less=self.less, free=self.free)
        return True


def play(among: Cards | Target, *, less: int = 0, free: bool = False) -> Step:
    """One of these cards is played."""
    return Play(among, less, free=free)


class Cheaper(Step):
    """The card that is being played costs less."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def able(self, f: Frame) -> bool:
        return f.cause is not None and f.cause.price > f.cause.decrease

    async def do(self, f: Frame) -> bool:
        if f.cause is None:
            return False
        f.cause.decrease += self.amount
        return True


def cheaper(amount: int) -> Step:
    """The card that is being played costs so much less."""
    return Cheaper(amount)


class LendAmbush(Step):
    """The card that is being played has Ambush."""

    def able(self, f: Frame) -> bool:
        return f.cause is not None and not f.cause.ambush

    async def do(self, f: Frame) -> bool:
        if f.cause is None:
            return False
        f.cause.ambush = True
        return True


def lend_ambush() -> Step:
    """The card that is being played has Ambush."""
    return LendAmbush()


class MayAct(Step):
    """R23: additional actions are counted now and taken later."""

    def __init__(self, actions: int) -> None:
        self.actions = actions

    def able(self, f: Frame) -> bool:
        return f.table.phase == "action" and f.table.claimed != f.you.seat

    async def do(self, f: Frame) -> bool:
        playing.grant(f.table, f.you, self.actions)
        return True


def may_act(actions: int) -> Step:
    """So many additional actions."""
    return MayAct(actions)


class EndActionPhase(Step):
    """R25: when the effect is finished."""

    async def do(self, f: Frame) -> bool:
        if f.table.phase == "action":
            f.table.ending = True
        return True


def end_action_phase() -> Step:
    """The action phase is over."""
    return EndActionPhase()


class ClaimAbility(Step):
    """Q71: as though the battlefield had been claimed; it is optional as ever (D122)."""

    async def do(self, f: Frame) -> bool:
        await actions.use_battlefield(f.table, f.you)
        return True


def use_claim_ability() -> Step:
    """The battlefield's claim ability."""
    return ClaimAbility()
