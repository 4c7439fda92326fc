"""Steps on cards in hands, decks and discard piles."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import events, leaving
from rules.star_wars_destiny.effects.choosing import choose, complete
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Number, Target, Thing, Who, cards, loose_cards, number, you
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.effects.targets import Top, random
from rules.star_wars_destiny.pieces import Loose


class discard(Aimed):
    """A step that discards cards from a hand, from the top of a deck or from play."""

    @property
    def harmed(self) -> Sequence[Target]:
        return (self.target,)

    def offered(self, f: Frame) -> bool:
        target = self.target
        if isinstance(target, choose) and target.hidden and not target.settled(f):
            return bool(target.candidates(f))
        return self.payable(f)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        await leaving.discard_from_play(f.table, cards(self.target, f))
        gone = loose_cards(self.target, f)
        for player in f.table.players.values():
            theirs = [card for card in gone if card.player is player]
            await leaving.discard_from_hand(f.table, player, [card.code for card in theirs if card.place == "hand"])
            for card in theirs:
                if card.place == "deck":
                    player.deck.remove(card.code)
                    player.discard.append(card.code)
                    f.table.tell(events.discards, player.seat, [card.code], "deck")
        return complete(self.target, f)


class draw(Step):
    """A step that makes players draw cards from the top of their decks (D116)."""

    amount: Number
    who: Who = you

    def able(self, f: Frame) -> bool:
        return any(player.deck for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await self.settle(f)
        amount = number(self.amount, f)
        results = [leaving.draw(f.table, player, amount) for player in self.who.of(f)]
        return all(results)


class mill(Step):
    """A step that makes players discard cards from the top of their decks."""

    amount: Number
    who: Who

    def able(self, f: Frame) -> bool:
        return any(player.deck for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await self.settle(f)
        amount = number(self.amount, f)
        results = [leaving.mill(f.table, player, amount) for player in self.who.of(f)]
        return all(results)


class to_owners_hand(Aimed):
    """A step that returns cards from the discard pile or from play to their owner's hand (R41)."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        for card in cards(self.target, f):
            await leaving.return_to_hand(f.table, card)
        for loose in loose_cards(self.target, f):
            loose.player.discard.remove(loose.code)
            loose.player.hand.append(loose.code)
            f.table.tell(events.returns, loose.player.seat, loose.code, "discard", "hand")
        return complete(self.target, f)


class to_hand(to_owners_hand):
    """A step that returns cards in play or in your discard pile to your hand; of cards in play, only ones you own."""

    def prepare(self) -> None:
        if isinstance(self.target, choose):
            self.target.needs(_is_own)


def _is_own(f: Frame, thing: Thing) -> bool:
    return isinstance(thing, Loose) or thing.owner == f.you.seat


class on_top_of_deck(Aimed):
    """A step that puts cards from a discard pile on top of the deck."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        for loose in loose_cards(self.target, f):
            loose.player.discard.remove(loose.code)
            loose.player.deck.insert(0, loose.code)
            f.table.tell(events.returns, loose.player.seat, loose.code, "discard", "deck")
        return complete(self.target, f)


class look(Aimed):
    """A step that shows you cards. No one else sees them, but the owner of a hand learns which you saw (R51)."""

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f)) or isinstance(self.target, Top)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        seen = loose_cards(self.target, f)
        for player in dict.fromkeys(card.player for card in seen):
            codes = [card.code for card in seen if card.player is player]
            place = "hand" if seen[0].place == "hand" else "deck"
            f.table.tell(events.saw, f.you.seat, player.seat, place, codes)
            if place == "hand":
                f.table.tell(events.shown, player.seat, f.you.seat, codes)
        if isinstance(self.target, Top | random):
            return len(seen) == number(self.target.amount, f)
        return bool(seen)
