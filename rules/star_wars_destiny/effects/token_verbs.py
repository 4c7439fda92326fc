"""Steps on damage and shields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, field

from rules.star_wars_destiny import asking, events, tokens
from rules.star_wars_destiny.defeat import fall
from rules.star_wars_destiny.effects.choosing import AnyNumber, Every, choose, own_first, up_to
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Group, Number, Target, Thing, Value, Who, cards, number, settled, you
from rules.star_wars_destiny.effects.selectors import Pieces
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.pieces import Card
from rules.star_wars_destiny.table import SHIELDS


class spread(Group):
    """The target that means all characters of a selector, between which the player `by` splits an amount freely."""

    selector: Pieces
    by: Who = field(default=you, kw_only=True)

    def of(self, f: Frame) -> Sequence[Thing]:
        return self.selector.things(f)

    async def shares(self, f: Frame, amount: int) -> list[tuple[Card, int]]:
        """Asks the player `by` how to split the amount, and returns each character with its share."""
        characters = cards(self, f)
        by = self.by.of(f)
        if not characters or not by:
            return []
        names = [character.name for character in characters]
        shares = await asking.distribute(f.table, by[0], names, amount, f.source, f.event)
        return list(zip(characters, shares, strict=True))


async def _shares(f: Frame, target: Target, amount: int) -> list[tuple[Card, int]]:
    if isinstance(target, spread):
        return await target.shares(f, amount)
    return [(card, amount) for card in cards(target, f)]


class deal(Step):
    """A step that deals damage to each target. Such damage is neither melee nor ranged (R11)."""

    amount: Number
    target: Target
    unblockable: bool = field(default=False, kw_only=True)

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    async def do(self, f: Frame) -> bool:
        amount = await settled(self.amount, f)
        if amount <= 0:
            return bool(self.target.could(f))
        await self.target.settle(f)
        shares = await _shares(f, self.target, amount)
        f.blocked = await tokens.deal(f, shares, unblockable=self.unblockable)
        return bool(shares) or not self.target.plain


class shield(Step):
    """A step that gives shields to characters; own characters are offered first."""

    amount: int
    target: Target

    def prepare(self) -> None:
        own_first(self.target)

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.shields < SHIELDS for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        return await tokens.give_shields(f, await _shares(f, self.target, self.amount))


class unshield(Step):
    """A step that removes shields from characters: a number, all, or as many as the player names."""

    amount: int | Every | AnyNumber
    target: Target
    key: object = field(default_factory=object, init=False)
    """The key under which the frame keeps the number of removed shields."""

    @property
    def removed(self) -> Value:
        """The number of shields that this step removed."""
        return Removed(self.key)

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

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
        f.found[self.key] = off
        if isinstance(self.amount, int):
            return bool(found) and off >= self.amount
        return bool(found) or not self.target.plain

    async def _count(self, f: Frame, card: Card) -> int:
        if isinstance(self.amount, int):
            return self.amount
        if isinstance(self.amount, Every) or not card.shields:
            return card.shields
        return int(await f.ask("amount", [str(count) for count in range(card.shields + 1)]))


class Removed(Value):
    """The number of shields that an `unshield` step of the same ability removed; 0 before it is done."""

    key: object

    def get(self, f: Frame) -> int:
        off: int = f.found.get(self.key, 0)
        return off


class heal(Step):
    """A step that removes damage from characters (D195)."""

    amount: int
    target: Target

    def prepare(self) -> None:
        own_first(self.target)

    def able(self, f: Frame) -> bool:
        return any(isinstance(card, Card) and card.damage > 0 for card in self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        found = cards(self.target, f)
        for card in found:
            tokens.heal(f.table, card, self.amount)
        return bool(found)


class defeat(Aimed):
    """A step that defeats characters.

    It counts as done, and so pays a cost, only if all were defeated and none of the defeats was replaced (R50).
    """

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        return await fall(f.table, cards(self.target, f))


class move_damage(Step):
    """A step that moves damage from one card to another, past any shields; the damage is not dealt (D183).

    Damage is taken from a card only if another card can get it (Q19). If that card then has as much damage as health,
    it is defeated.
    """

    amount: int | up_to
    _: KW_ONLY
    off: Target
    onto: Target

    def prepare(self) -> None:
        if isinstance(self.off, choose):
            self.off.needs(self._can_give)

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.onto,)

    def _can_give(self, f: Frame, thing: Thing) -> bool:
        return isinstance(thing, Card) and thing.damage > 0 and any(other is not thing for other in self.onto.could(f))

    def able(self, f: Frame) -> bool:
        return any(self._can_give(f, thing) for thing in self.off.could(f))

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
        most = min(number(self.amount.most, f), off.damage)
        return int(await f.ask("amount", [str(count) for count in range(most + 1)]))
