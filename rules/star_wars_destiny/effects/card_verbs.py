"""Steps on cards in play, and steps for playing cards and for more actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY

from rules.star_wars_destiny import activation, asking, events, playing
from rules.star_wars_destiny.effects.choosing import choose, own_first
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Opening, Target, Thing, cards
from rules.star_wars_destiny.effects.selectors import Cards
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.pieces import Card, Loose


class OnCards(Aimed):
    """A step on cards in play; a player can choose only cards that fit."""

    def prepare(self) -> None:
        if isinstance(self.target, choose):
            self.target.needs(self.fits)

    def fits(self, f: Frame, thing: Thing) -> bool:
        """Returns whether the step can be done to that thing."""
        raise NotImplementedError

    def able(self, f: Frame) -> bool:
        return any(self.fits(f, thing) for thing in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = [card for card in cards(self.target, f) if self.fits(f, card)]
        return await self.do_to(f, found)

    async def do_to(self, f: Frame, found: list[Card]) -> bool:
        """Does the step to those cards, which all fit; returns whether it was done to any."""
        raise NotImplementedError


class ready(OnCards):
    """A step that readies exhausted cards; own cards are offered first (D117)."""

    def prepare(self) -> None:
        super().prepare()
        own_first(self.target)

    def fits(self, f: Frame, thing: Thing) -> bool:
        return isinstance(thing, Card) and thing.exhausted

    async def do_to(self, f: Frame, found: list[Card]) -> bool:
        for card in found:
            card.exhausted = False
            f.table.tell(events.readies, card.name)
        return bool(found)


class exhaust(OnCards):
    """A step that exhausts ready cards in play (D117)."""

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    def fits(self, f: Frame, thing: Thing) -> bool:
        return isinstance(thing, Card) and not thing.exhausted

    async def do_to(self, f: Frame, found: list[Card]) -> bool:
        for card in found:
            card.exhausted = True
            f.table.tell(events.exhausts, card.name)
        return bool(found)


class activate(OnCards):
    """A step that activates cards, as the action does (D95)."""

    def fits(self, f: Frame, thing: Thing) -> bool:
        return isinstance(thing, Card) and activation.can_activate(thing)

    def first(self, f: Frame) -> Opening:
        opening = super().first(f)
        return Opening.MAY if opening is Opening.NOTHING else opening

    async def do_to(self, f: Frame, found: list[Card]) -> bool:
        return await activation.activate(f.table, found)


class play(Step):
    """A step that lets the player play one of the cards, for `less` than its price or `free`.

    Discounts, uniqueness and restrictions apply.
    """

    among: Cards | Target
    _: KW_ONLY
    less: int = 0
    free: bool = False

    def _loose(self, f: Frame) -> list[Loose]:
        things = self.among.things(f) if isinstance(self.among, Cards) else self.among.of(f)
        return [thing for thing in things if isinstance(thing, Loose)]

    def _both(self) -> bool:
        return isinstance(self.among, Cards) and bool(self.among.alternatives)

    def _hand(self, f: Frame) -> bool:
        """Returns whether the card can come from a hand that has cards."""
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
        keys = asking.allowed_length(list(ways))
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


class may_act(Step):
    """A step that gives the ability's player additional actions. They are counted now and taken later (R23)."""

    actions: int

    def able(self, f: Frame) -> bool:
        return f.table.phase == "action" and f.table.claimed != f.you.seat

    async def do(self, f: Frame) -> bool:
        playing.grant(f.table, f.you, self.actions)
        return True


class end_action_phase(Step):
    """A step that ends the action phase as soon as the whole effect is finished (R25)."""

    async def do(self, f: Frame) -> bool:
        if f.table.phase == "action":
            f.table.ending = True
        return True
