"""What a card aims at without choosing: itself, its bearer, all of a kind, what is drawn by lot or looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.decisions import Draw
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Number,
    Opening,
    Target,
    Thing,
    number,
)
from rules.star_wars_destiny.effects.selectors import Cards, Dice, Selector, Symbol
from rules.star_wars_destiny.pieces import Die, Player


class This(Target):
    """D135: this very card, while it is in play."""

    def of(self, f: Frame) -> Sequence[Thing]:
        return (f.this,) if f.this is not None and f.this.in_play else ()


class Attached(Target):
    """The character that this card is, or was, attached to."""

    def of(self, f: Frame) -> Sequence[Thing]:
        bearer = f.bearer
        return (bearer,) if bearer is not None and bearer.in_play else ()


class CauseCard(Target):
    """The card that the occurrence befalls."""

    def of(self, f: Frame) -> Sequence[Thing]:
        card = f.cause.card if f.cause is not None else None
        return (card,) if card is not None else ()


class ThisDie(Target):
    """The die being resolved (R48: none where a special is used by another card); for an action a die of this card."""

    async def settle(self, f: Frame) -> None:
        if f.die is None and f.this is not None and self not in f.found:
            dice = [die for die in f.you.pool if die in f.this.dice]
            if len(dice) > 1:
                name = await f.ask("die", [die.name for die in dice])
                dice = [die for die in dice if die.name == name]
            f.found[self] = dice

    def of(self, f: Frame) -> Sequence[Thing]:
        if f.die is not None:
            return (f.die,) if f.die.pool is not None else ()
        found: Sequence[Thing] = f.found.get(self, ())
        return found

    def could(self, f: Frame) -> Sequence[Thing]:
        if f.die is not None or f.this is None:
            return self.of(f)
        return [die for die in f.this.dice if die.pool is f.you and not die.busy]


class ResolvedDie(ThisDie):
    """The die being resolved, and no other."""

    async def settle(self, f: Frame) -> None:
        return None

    def could(self, f: Frame) -> Sequence[Thing]:
        return self.of(f)


class Each(Target):
    """All of a kind, as they are when it is reached."""

    def __init__(self, selector: Selector | Target) -> None:
        self.selector = selector
        self.parts = (selector,)

    def of(self, f: Frame) -> Sequence[Thing]:
        selector = self.selector
        return selector.things(f) if isinstance(selector, Selector) else selector.of(f)

    @property
    def plain(self) -> bool:
        return False


class Among(Target):
    """Those of things settled before that fit."""

    def __init__(self, target: Target, test: Callable[[Thing], bool]) -> None:
        self.target = target
        self.test = test
        self.parts = (target,)

    def of(self, f: Frame) -> Sequence[Thing]:
        return [thing for thing in self.target.of(f) if self.test(thing)]

    @property
    def plain(self) -> bool:
        return False


class Random(Target):
    """So many cards of a hand by lot; R52: all of them, undrawn, where there are no more."""

    def __init__(self, selector: Cards, amount: Number) -> None:
        self.selector = selector
        self.amount = number(amount)
        self.parts = (selector, self.amount)

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        await super().settle(f)
        amount = self.amount.get(f)
        hands = self.selector.players(f, f.you)
        f.found[self] = await at_random(f, hands[0], amount, f.source) if hands else []

    def first(self, f: Frame) -> Opening:
        opening = super().first(f)
        return Opening.MAY if opening is Opening.NOTHING else opening

    def of(self, f: Frame) -> Sequence[Thing]:
        found: Sequence[Thing] = f.found.get(self, ())
        return found

    def could(self, f: Frame) -> Sequence[Thing]:
        return self.selector.all(f)

    @property
    def plain(self) -> bool:
        return True


async def at_random(f: Frame, player: Player, amount: int, source: str) -> list[Thing]:
    """Cards of a hand by lot, in the order drawn."""
    codes: Sequence[str] = list(player.hand)
    if not amount:
        return []
    if amount < len(codes):
        codes = await Draw("random", codes, amount, {"of": player.seat, "source": source, "count": amount})
    return [f.table.loose(player, "hand", code) for code in codes]


class Top(Target):
    """The top cards of a deck; with `choose` of a deck `player` is asked."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        seats = [player.seat for player in f.table.around(f.you) if player.deck]
        if not seats:
            f.found[self] = []
            return
        owner = f.table.players[await f.ask("player", seats)]
        f.found[self] = [f.table.loose(owner, "deck", code) for code in owner.deck[: self.amount]]

    def of(self, f: Frame) -> Sequence[Thing]:
        found: Sequence[Thing] = f.found.get(self, ())
        return found

    def complete(self, f: Frame) -> bool:
        """Whether there were as many as it says."""
        return len(self.of(f)) == self.amount


class Heap(Target):
    """Mind Trick: an opponent sorts the own dice into two heaps, you choose one."""

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        enemy = await f.meet()
        dice = [die for die in enemy.pool if not die.busy] if enemy is not None else []
        if enemy is None or not dice:
            f.found[self] = []
            return
        names = [die.name for die in dice]
        first = await f.ask_some("split", names, 0, len(names), enemy)
        groups = [[name for name in names if name in first], [name for name in names if name not in first]]
        chosen = groups[int(await f.ask("group", ["1", "2"], more={"groups": groups})) - 1]
        f.found[self] = [die for die in dice if die.name in chosen]

    def of(self, f: Frame) -> Sequence[Thing]:
        found: Sequence[Thing] = f.found.get(self, ())
        return found

    @property
    def plain(self) -> bool:
        return False


class ChosenSymbol(Symbol):
    """A symbol that some of these dice show."""

    def __init__(self, selector: Dice) -> None:
        self.selector = selector
        self.parts = (selector,)

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        await super().settle(f)
        shown = [thing.side.symbol for thing in self.selector.things(f) if isinstance(thing, Die)]
        symbols = [symbol for symbol in SYMBOL_ORDER if symbol in shown]
        f.found[self] = await f.ask("symbol", symbols) if symbols else None

    def get(self, f: Frame) -> str | None:
        found: str | None = f.found.get(self)
        return found


SYMBOL_ORDER = ("md", "rd", "sh", "f", "r", "dr", "dc", "sp", "blank")
this = This()
attached = Attached()
own_die = ThisDie()
cause_card = CauseCard()


def each(selector: Selector | Target) -> Each:
    """All of them."""
    return Each(selector)


def random(selector: Cards, amount: Number = 1) -> Random:
    """So many by lot."""
    return Random(selector, amount)
