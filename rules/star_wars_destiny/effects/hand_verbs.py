"""Verbs for cards of hands, decks and piles: discard, draw, mill, look, arrange, bring back."""

from __future__ import annotations

from collections.abc import Sequence

from rules.star_wars_destiny import events, leaving
from rules.star_wars_destiny.effects.choosing import Choose, complete
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Computed,
    Number,
    Target,
    Thing,
    Value,
    Who,
    cards,
    number,
    you,
)
from rules.star_wars_destiny.effects.steps import Aimed, Step
from rules.star_wars_destiny.effects.targets import Random, Top
from rules.star_wars_destiny.pieces import Loose, Player
from rules.star_wars_destiny.table import HAND_SIZE


def _loose(target: Target, f: Frame) -> list[Loose]:
    return [thing for thing in target.of(f) if isinstance(thing, Loose)]


class Discard(Aimed):
    """Cards go from a hand, from a deck's top or from play to their owners' piles."""

    def offered(self, f: Frame) -> bool:
        target = self.target
        if isinstance(target, Choose) and target.hidden and not target.settled(f):
            return bool(target.candidates(f))
        return self.payable(f)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        await leaving.discard_from_play(f.table, cards(self.target, f))
        gone = _loose(self.target, f)
        for player in f.table.players.values():
            theirs = [card for card in gone if card.player is player]
            await leaving.discard_from_hand(f.table, player, [card.code for card in theirs if card.place == "hand"])
            for card in theirs:
                if card.place == "deck":
                    player.deck.remove(card.code)
                    player.discard.append(card.code)
                    f.table.tell(events.discards, player.seat, [card.code], "deck")
        return complete(self.target, f)


def discard(target: Target) -> Step:
    """Cards are discarded."""
    return Discard(target)


class Draw(Step):
    """D116."""

    def __init__(self, amount: Value, who: Who) -> None:
        self.amount = amount
        self.who = who
        self.parts = (amount, who)

    def able(self, f: Frame) -> bool:
        return any(player.deck for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await super().settle(f)
        amount = self.amount.get(f)
        results = [leaving.draw(f.table, player, amount) for player in self.who.of(f)]
        return all(results)


def draw(amount: Number, who: Who = you) -> Step:
    """So many cards."""
    return Draw(number(amount), who)


def draw_to_hand_size() -> Step:
    """D231: up to the present hand size."""

    def lacking(f: Frame) -> int:
        extra = sum(card.text.hand_size for card in f.table.watching.get("hand_size", ()) if card.player is f.you)
        return max(0, HAND_SIZE + extra - len(f.you.hand))

    return Draw(Computed(lacking), you)


class OwnerOf(Who):
    """Whose cards those are."""

    def __init__(self, target: Target) -> None:
        self.target = target

    def of(self, f: Frame) -> Sequence[Player]:
        return list(dict.fromkeys(card.player for card in _loose(self.target, f)))


def owner_of(target: Target) -> Who:
    """Whose cards those are."""
    return OwnerOf(target)


class Mill(Step):
    """Cards off the top of a deck into the pile."""

    def __init__(self, amount: Value, who: Who) -> None:
        self.amount = amount
        self.who = who
        self.parts = (amount, who)

    def able(self, f: Frame) -> bool:
        return any(player.deck for player in self.who.of(f))

    async def do(self, f: Frame) -> bool:
        await super().settle(f)
        amount = self.amount.get(f)
        results = [leaving.mill(f.table, player, amount) for player in self.who.of(f)]
        return all(results)


def mill(amount: Number, who: Who) -> Step:
    """So many off the top of the deck."""
    return Mill(number(amount), who)


class ToHand(Step):
    """R41: to its owner's hand, out of the pile or out of play."""

    def __init__(self, target: Target, *, own: bool) -> None:
        self.target = target
        self.parts = (target,)
        if isinstance(target, Choose) and own:
            target.needs(lambda f, thing: isinstance(thing, Loose) or _owner(thing) == f.you.seat)

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f))

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        for card in cards(self.target, f):
            await leaving.return_to_hand(f.table, card)
        for loose in _loose(self.target, f):
            loose.player.discard.remove(loose.code)
            loose.player.hand.append(loose.code)
            f.table.tell(events.returns, loose.player.seat, loose.code, "discard", "hand")
        return complete(self.target, f)


def _owner(thing: Thing) -> str:
    return thing.player.seat if isinstance(thing, Loose) else thing.owner


def to_hand(target: Target) -> Step:
    """To your hand: your own cards only."""
    return ToHand(target, own=True)


def to_owners_hand(target: Target) -> Step:
    """To the hand of its owner."""
    return ToHand(target, own=False)


class OnTop(Aimed):
    """Out of the pile onto the own deck."""

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        for loose in _loose(self.target, f):
            loose.player.discard.remove(loose.code)
            loose.player.deck.insert(0, loose.code)
            f.table.tell(events.returns, loose.player.seat, loose.code, "discard", "deck")
        return complete(self.target, f)


def on_top_of_deck(target: Target) -> Step:
    """Onto the own deck."""
    return OnTop(target)


class GoesUnder(Step):
    """This event goes under its owner's deck instead of to the pile."""

    async def do(self, f: Frame) -> bool:
        f.goes_under = True
        return True


def goes_under_deck() -> Step:
    """This event goes under the deck."""
    return GoesUnder()


class Look(Step):
    """R51: shown to the looker alone; whose hand it is knows which cards were seen."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.parts = (target,)

    def able(self, f: Frame) -> bool:
        return bool(self.target.could(f)) or isinstance(self.target, Top)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        seen = _loose(self.target, f)
        for player in dict.fromkeys(card.player for card in seen):
            codes = [card.code for card in seen if card.player is player]
            place = "hand" if seen[0].place == "hand" else "deck"
            f.table.tell(events.saw, f.you.seat, player.seat, place, codes)
            if place == "hand":
                f.table.tell(events.shown, player.seat, f.you.seat, codes)
        if isinstance(self.target, Top):
            return self.target.complete(f)
        if isinstance(self.target, Random):
            return len(seen) == self.target.amount.get(f)
        return bool(seen)


def look(target: Target) -> Step:
    """You see these cards; they stay where they are."""
    return Look(target)


class Arrange(Step):
    """Each of the looked-at cards goes on top of or under its deck, in any order."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.parts = (target,)

    async def do(self, f: Frame) -> bool:
        await self.target.settle(f)
        left = [card.code for card in _loose(self.target, f)]
        if not left:
            return False
        player = _loose(self.target, f)[0].player
        top: list[str] = []
        bottom: list[str] = []
        count = len(left)
        while left:
            keys = [f"{place}:{code}" for code in dict.fromkeys(left) for place in ("top", "bottom")]
            place, _, code = (await f.ask("arrange", keys, secret=True)).partition(":")
            left.remove(code)
            (top if place == "top" else bottom).append(code)
        player.deck[:] = [*top, *player.deck[count:], *bottom]
        return True


def arrange(target: Target) -> Step:
    """Each on top or under, in any order."""
    return Arrange(target)
