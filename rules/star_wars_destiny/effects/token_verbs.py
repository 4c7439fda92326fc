"""Verbs for damage and shields."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import asking, events, tokens
from rules.star_wars_destiny.defeat import fall
from rules.star_wars_destiny.defeat import revive as back_into_play
from rules.star_wars_destiny.effects.choosing import AnyNumber, Choose, Every, UpTo
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Computed, Number, Target, Thing, Value, Who, cards, number, you
from rules.star_wars_destiny.effects.selectors import Pieces
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import SHIELDS


class Spread(Target):
    """An amount split freely among all of these characters by somebody."""

    def __init__(self, selector: Pieces, by: Who = you) -> None:
        self.selector = selector
        self.by = by
        self.parts = (selector, by)

    def of(self, f: Frame) -> Sequence[Thing]:
        return self.selector.things(f)

    @property
    def plain(self) -> bool:
        return False

    async def shares(self, f: Frame, amount: int) -> list[tuple[Card, int]]:
        """Who gets how much."""
        characters = cards(self, f)
        by = self.by.of(f)
        if not characters or not by:
            return []
        names = [character.name for character in characters]
        shares = await asking.distribute(f.table, by[0], names, amount, f.source, f.event)
        return list(zip(characters, shares, strict=True))


def spread(selector: Pieces, *, by: Who = you) -> Spread:
    """Split freely among them."""
    return Spread(selector, by)


async def _shares(f: Frame, target: Target, amount: int) -> list[tuple[Card, int]]:
    if isinstance(target, Spread):
        return await target.shares(f, amount)
    return [(card, amount) for card in cards(target, f)]


class Deal(Step):
    """Damage by a text has no kind (R11)."""

    def __init__(self, amount: Number, target: Target, *, unblockable: bool) -> None:
        self.amount = number(amount)
        self.target = target
        self.unblockable = unblockable
        self.parts = (self.amount, target)

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.amount.settle(f)
        amount = self.amount.get(f)
        if amount <= 0:
            return bool(self.target.could(f))
        await self.target.settle(f)
        shares = await _shares(f, self.target, amount)
        f.blocked = await tokens.deal(f, shares, unblockable=self.unblockable)
        return bool(shares) or not self.target.plain


def deal(amount: Number, target: Target, *, unblockable: bool = False) -> Step:
    """So much damage to each."""
    return Deal(amount, target, unblockable=unblockable)


class Shield(Step):
    """Shields for own or other characters; own ones are offered first."""

    def __init__(self, amount: int, target: Target) -> None:
        self.amount = amount
        self.target = target
        self.parts = (target,)
        if isinstance(target, Choose):
            target.own_first = True

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.shields < SHIELDS for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        return await tokens.give_shields(f, await _shares(f, self.target, self.amount))


def shield(amount: int, target: Target) -> Step:
    """So many shields to each."""
    return Shield(amount, target)


class Unshield(Step):
    """Shields taken off: so many, all, or as many as are named."""

    def __init__(self, amount: int | Every | AnyNumber, target: Target) -> None:
        self.amount = amount
        self.target = target
        self.parts = (target,)
        self.removed: Value = Computed(lambda f: f.found.get(self, 0))
        """How many came off."""

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.shields > 0 for card in self.target.could(f))

    def payable(self, f: Frame) -> bool:
        least = self.amount if isinstance(self.amount, int) else 0
        return any(isinstance(card, Card) and card.shields >= least for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = cards(self.target, f)
        off = 0
        for card in found:
            off += tokens.take_shields(f.table, card, await self._count(f, card))
        f.found[self] = off
        if isinstance(self.amount, int):
            return bool(found) and off >= self.amount
        return bool(found) or not self.target.plain

    async def _count(self, f: Frame, card: Card) -> int:
        if isinstance(self.amount, int):
            return self.amount
        if isinstance(self.amount, Every) or not card.shields:
            return card.shields
        return int(await f.ask("amount", [str(count) for count in range(card.shields + 1)]))


def unshield(amount: int | Every | AnyNumber, target: Target) -> Unshield:
    """Takes shields off."""
    return Unshield(amount, target)


class Heal(Step):
    """D195."""

    def __init__(self, amount: int, target: Target) -> None:
        self.amount = amount
        self.target = target
        self.parts = (target,)
        if isinstance(target, Choose):
            target.own_first = True

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.damage > 0 for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = cards(self.target, f)
        for card in found:
            tokens.heal(f.table, card, self.amount)
        return bool(found)


def heal(amount: int, target: Target) -> Step:
    """Takes damage off."""
    return Heal(amount, target)


class Defeat(Aimed):
    """R50: a defeat that is replaced is no paid price."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        return await fall(f.table, cards(self.target, f))


def defeat(target: Target) -> Step:
    """A character is defeated."""
    return Defeat(target)


class Revive(Aimed):
    """R40."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = cards(self.target, f)
        for card in found:
            back_into_play(f.table, card)
        return bool(found)


def revive(target: Target) -> Step:
    """A defeated character comes back."""
    return Revive(target)


class MoveDamage(Step):
    """D183: past any shields, neither dealt nor an attack; Q19: off something only if there is a destination."""

    def __init__(self, amount: int | UpTo, off: Target, onto: Target) -> None:
        self.amount = amount
        self.off = off
        self.onto = onto
        self.parts = (off, onto)
        if isinstance(off, Choose):
            off.needs(lambda f, thing: isinstance(thing, Card) and thing.damage > 0 and self._elsewhere(f, thing))

    def _elsewhere(self, f: Frame, thing: Thing) -> bool:
        return any(other is not thing for other in self.onto.could(f))

    def able(self, f: Frame) -> bool:
        return any(
            isinstance(card, Card) and card.damage > 0 and self._elsewhere(f, card) for card in self.off.could(f)
        )  # fmt: skip

    async def do(self, f: Frame) -> bool:
        await self.off.settle(f)
        sources = [card for card in cards(self.off, f) if card.damage > 0]
        if not sources:
            return False
        await self.onto.settle(f)
        targets = cards(self.onto, f)
        if not targets:
            return False
        off, onto = sources[0], targets[0]
        wanted = await self._amount(f, off)
        count = min(wanted, off.damage)
        if count:
            off.damage -= count
            onto.damage = min(onto.damage + count, onto.printed.health)
            f.table.tell(events.moves_damage, count, off.name, onto.name)
            if onto.damage >= onto.printed.health:
                await fall(f.table, [onto])
        return count == wanted

    async def _amount(self, f: Frame, off: Card) -> int:
        if isinstance(self.amount, int):
            return self.amount
        most = min(self.amount.most.get(f), off.damage)
        return int(await f.ask("amount", [str(count) for count in range(most + 1)]))


def move_damage(amount: int | UpTo, *, off: Target, onto: Target) -> Step:
    """Tokens from one to another."""
    return MoveDamage(amount, off, onto)


class PutDamage(Step):
    """Tokens laid on a card that is no character."""

    def __init__(self, amount: int, target: Target) -> None:
        self.amount = amount
        self.target = target
        self.parts = (target,)

    async def do(self, f: Frame) -> bool:
        for card in cards(self.target, f):
            card.damage += self.amount
            f.table.tell(events.moves_damage, self.amount, None, card.name)
        return True


def put_damage(amount: int, target: Target) -> Step:
    """Tokens laid, no attack."""
    return PutDamage(amount, target)
