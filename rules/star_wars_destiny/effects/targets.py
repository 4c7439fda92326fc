"""Targets that are not chosen one by one: the card itself, its bearer, all of a kind, random cards, top cards."""

from __future__ import annotations

from collections.abc import Sequence

from rules.draws import Draw
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Found, Group, Number, Opening, Target, Thing, number
from rules.star_wars_destiny.effects.selectors import Cards, Dice, Selector, Symbol
from rules.star_wars_destiny.facts import SYMBOLS
from rules.star_wars_destiny.pieces import Die, Player


class This(Target):
    """The target "this card": the card that has the ability, while it is in play (D135)."""

    def of(self, f: Frame) -> Sequence[Thing]:
        return (f.this,) if f.this is not None and f.this.in_play else ()


class Attached(Target):
    """The target that means the character to which the ability's upgrade is, or was, attached, while it is in play."""

    def of(self, f: Frame) -> Sequence[Thing]:
        bearer = f.bearer
        return (bearer,) if bearer is not None and bearer.in_play else ()


class CauseCard(Target):
    """The target that means the card affected by the occurrence that triggered the ability."""

    def of(self, f: Frame) -> Sequence[Thing]:
        card = f.cause.card if f.cause is not None else None
        return (card,) if card is not None else ()


class ThisDie(Found):
    """The target "this die": the die being resolved; in an action, one of the card's dice in your pool.

    There is none if another card uses the special (R48).
    """

    async def find(self, f: Frame) -> Sequence[Thing]:
        dice = [] if f.this is None else [die for die in f.you.pool if die in f.this.dice]
        if len(dice) > 1:
            name = await f.ask("die", [die.name for die in dice])
            dice = [die for die in dice if die.name == name]
        return dice

    async def settle(self, f: Frame) -> None:
        if f.die is None:
            await super().settle(f)

    def of(self, f: Frame) -> Sequence[Thing]:
        if f.die is not None:
            return (f.die,) if f.die.pool is not None else ()
        return super().of(f)

    def could(self, f: Frame) -> Sequence[Thing]:
        if f.die is not None or f.this is None:
            return self.of(f)
        return [die for die in f.this.dice if die.pool is f.you and not die.busy]


class ResolvedDie(ThisDie):
    """The target that means the die being resolved, and nothing if no die is being resolved."""

    async def settle(self, f: Frame) -> None:
        return None

    def could(self, f: Frame) -> Sequence[Thing]:
        return self.of(f)


class each(Group):
    """The target that means all cards or dice that fit a selector when the step is done."""

    selector: Selector | Target

    def of(self, f: Frame) -> Sequence[Thing]:
        selector = self.selector
        return selector.things(f) if isinstance(selector, Selector) else selector.of(f)


class random(Found):
    """The target that means random cards of a hand; if there are not more than needed, all without a draw (R52)."""

    selector: Cards
    amount: Number = 1

    async def find(self, f: Frame) -> Sequence[Thing]:
        for part in self.parts:
            await part.settle(f)
        hands = self.selector.players(f, f.you)
        return await at_random(f, hands[0], number(self.amount, f), f.source) if hands else []

    def first(self, f: Frame) -> Opening:
        opening = super().first(f)
        return Opening.MAY if opening is Opening.NOTHING else opening

    def could(self, f: Frame) -> Sequence[Thing]:
        return self.selector.all(f)


async def at_random(f: Frame, player: Player, amount: int, source: str) -> list[Thing]:
    """Chooses random cards of a hand and returns them in the order drawn; they stay in the hand."""
    codes: Sequence[str] = list(player.hand)
    if not amount:
        return []
    if amount < len(codes):
        codes = await Draw("random", codes, amount, {"of": player.seat, "source": source, "count": amount})
    return [f.table.loose(player, "hand", code) for code in codes]


class Top(Found):
    """The target that means the top cards of a deck; the ability's player chooses whose deck."""

    amount: int

    async def find(self, f: Frame) -> Sequence[Thing]:
        seats = [player.seat for player in f.table.around(f.you) if player.deck]
        if not seats:
            return []
        owner = f.table.players[await f.ask("player", seats)]
        return [f.table.loose(owner, "deck", code) for code in owner.deck[: self.amount]]


class ChosenSymbol(Symbol):
    """A symbol that the player names, among those that some dice show."""

    selector: Dice

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        await super().settle(f)
        shown = [thing.side.symbol for thing in self.selector.things(f) if isinstance(thing, Die)]
        symbols = [symbol for symbol in SYMBOLS if symbol in shown]
        f.found[self] = await f.ask("symbol", symbols) if symbols else None

    def get(self, f: Frame) -> str | None:
        found: str | None = f.found.get(self)
        return found


this = This()
attached = Attached()
own_die = ThisDie()
this_die = ResolvedDie()
cause_card = CauseCard()
