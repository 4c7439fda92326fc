"""What a card aims at: itself, its bearer, all of a kind, what is drawn by lot, and what somebody chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rules.decisions import Draw
from rules.star_wars_destiny import asking
from rules.star_wars_destiny.asking import DONE
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Enemy,
    Number,
    Opening,
    Target,
    Thing,
    Value,
    Who,
    enemy_player,
    number,
    you,
)
from rules.star_wars_destiny.effects.selectors import Cards, Dice, Pieces, Selector, Symbol
from rules.star_wars_destiny.table import Card, Die, Loose, Player

Valid = Callable[[Frame, Thing], bool]


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

    def __init__(self) -> None:
        self.action = False

    async def settle(self, f: Frame) -> None:
        if f.die is None and f.this is not None and self not in f.found:
            dice = [die for die in f.this.dice if die.pool is f.you]
            if len(dice) > 1:
                name = await f.ask("die", [die.name for die in dice], hidden=True)
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


# How many


class UpTo:
    """From none to so many."""

    def __init__(self, most: Number) -> None:
        self.most: Final = number(most)


class AnyNumber:
    """From none to all."""


any_number = AnyNumber()


def up_to(most: Number) -> UpTo:
    """From none to so many."""
    return UpTo(most)


Amount = Number | UpTo | AnyNumber | None

ONE_KIND = {"character": "character", "defeated": "character", "die": "die", "hand": "card", "discard": "card"}
MORE_KIND = {"character": "characters", "defeated": "characters", "die": "dice", "hand": "cards", "discard": "cards"}


class Choose(Target):
    """What somebody chooses; settled where the expression first reaches it."""

    def __init__(self, among: Selector | Target, amount: Amount = None, by: Who = you) -> None:
        self.among = among
        self.amount = amount
        self.by = by
        self.valid: Valid | None = None
        """D192, what is more than a kind: what the verb needs of its target."""
        self.own_first = False
        self.direct = False
        """The only mention of an opponent in its ability: chosen among all opponents' things at once (D203)."""
        more = (amount,) if isinstance(amount, Value) else ()
        more = (*more, amount.most) if isinstance(amount, UpTo) else more
        self.parts = (among, *more, by)

    def needs(self, valid: Valid) -> None:
        """A verb says what it needs of a target that is chosen for it."""
        if self.valid is None:
            self.valid = valid

    # Reading

    def of(self, f: Frame) -> Sequence[Thing]:
        found: Sequence[Thing] = f.found.get(self, ())
        return found

    def settled(self, f: Frame) -> bool:
        """Whether it was chosen already."""
        return self in f.found

    def candidates(self, f: Frame) -> list[Thing]:
        """The valid targets, in the order in which they are offered."""
        if isinstance(self.among, Selector):
            things = self.among.things(f, self._asked(f), own_first=self.own_first)
        else:
            things = list(self.among.of(f))
        valid = self.valid
        return things if valid is None else [thing for thing in things if valid(f, thing)]

    def could(self, f: Frame) -> Sequence[Thing]:
        if self in f.found:
            return self.of(f)
        if self.hidden and isinstance(self.among, Selector):
            return self.among.all(f)
        return self.candidates(f)

    @property
    def hidden(self) -> bool:
        """Whether an onlooker does not see what is chosen among."""
        return isinstance(self.among, Cards) and self.among.hidden

    @property
    def plain(self) -> bool:
        return not isinstance(self.amount, (UpTo, AnyNumber))

    def first(self, f: Frame) -> Opening:
        if self in f.found:
            return Opening.NOTHING
        for part in self.among.parts if self.direct else self.parts:
            if not (self.direct and part is enemy_player):
                opening = part.first(f)
                if opening is not Opening.NOTHING:
                    return opening
        if not self.could(f):
            return Opening.NOTHING
        if self._asked(f) is not f.you:
            return Opening.MAY
        if self.amount is None or not self.plain:
            return Opening.OWN
        return Opening.MAY

    def _asked(self, f: Frame) -> Player:
        return self.by.of(f)[0] if isinstance(self.by, Enemy) and self.by.of(f) else f.you

    # Choosing

    async def settle(self, f: Frame) -> None:
        if self in f.found:
            return
        await self.settle_parts(f)
        things = self.candidates(f)
        found = await (self._one(f, things) if self.amount is None else self._more(f, things))
        f.found[self] = found
        if self.direct and found and f.enemy is None:
            f.enemy = controller_of(found[0])

    async def settle_parts(self, f: Frame) -> None:
        """What it chooses among; a direct choice settles by itself which opponent is meant."""
        for part in self.among.parts if self.direct else self.parts:
            if not (self.direct and part is enemy_player):
                await part.settle(f)

    async def _one(self, f: Frame, things: Sequence[Thing]) -> Sequence[Thing]:
        if self.hidden_cards(f):
            return await self._hidden_one(f, things)
        if not things:
            return ()
        names = [name_of(thing) for thing in things]
        name = await f.ask(self._kind(ONE_KIND, "piece"), list(dict.fromkeys(names)), self._asked(f))
        return (things[names.index(name)],)

    async def _more(self, f: Frame, things: Sequence[Thing]) -> Sequence[Thing]:
        least, most = self._bounds(f, len(things))
        if most == 0 and not isinstance(self.amount, AnyNumber) and not self._may_be_more(f):
            return ()
        asked = self._asked(f)
        if self.hidden_cards(f):
            everything = self._everything(f)
            if not everything or (least == len(everything) and least == len(things)):
                return things[:least]
            keys = asking.hand_keys([thing.printed.code for thing in things])
            chosen = await f.ask_some("cards", keys, least, most, asked, secret=True, hidden=True)
            return [things[keys.index(key)] for key in chosen]
        if not things:
            return ()
        keys = [name_of(thing) for thing in things]
        if isinstance(things[0], Loose):
            keys = asking.hand_keys(keys)
        chosen = await f.ask_some(self._kind(MORE_KIND, "pieces"), keys, least, most, asked)
        return [things[keys.index(key)] for key in chosen]

    def _may_be_more(self, f: Frame) -> bool:
        """Whether a hidden hand might have hidden more than nothing that fits."""
        if not self.hidden_cards(f):
            return False
        wanted = self.amount.most if isinstance(self.amount, UpTo) else number(self.amount)  # type: ignore[arg-type]
        return wanted.get(f) > 0

    def _bounds(self, f: Frame, there: int) -> tuple[int, int]:
        match self.amount:
            case AnyNumber():
                return 0, there
            case UpTo():
                return 0, min(there, self.amount.most.get(f))
        exactly = min(there, number(self.amount).get(f))  # type: ignore[arg-type]
        return exactly, exactly

    async def _hidden_one(self, f: Frame, things: Sequence[Thing]) -> Sequence[Thing]:
        """R49: hidden cards are asked for whatever they are; where none fits `done` alone is offered."""
        everything = self._everything(f)
        if not everything:
            return ()
        narrow = isinstance(self.among, Cards) and self.among.narrow
        opening = f.opening and self._asked(f) is f.you
        if len(everything) == 1 and not narrow and not opening:
            return things
        keys = asking.each_once([thing.printed.code for thing in things])
        if not keys and not opening:
            keys = [DONE]
        code = await f.ask("card", keys, self._asked(f), secret=True, hidden=True)
        return next(((thing,) for thing in things if thing.printed.code == code), ())

    def hidden_cards(self, f: Frame) -> bool:
        """Whether it is about cards that an onlooker does not see: a hand or looked-at cards."""
        if self.hidden:
            return True
        if isinstance(self.among, Target):
            return any(isinstance(thing, Loose) and thing.place in ("hand", "deck") for thing in self.among.of(f))
        return False

    def _everything(self, f: Frame) -> Sequence[Thing]:
        return self.among.all(f) if isinstance(self.among, Selector) else self.among.of(f)

    def _kind(self, kinds: dict[str, str], piece: str) -> str:
        if isinstance(self.among, Selector):
            return kinds.get(self.among.zone, piece)
        return piece


def name_of(thing: Thing) -> str:
    """The name by which it is chosen."""
    return thing.printed.code if isinstance(thing, Loose) else thing.name


def controller_of(thing: Thing) -> Player | None:
    """Who has it (D189)."""
    if isinstance(thing, Die):
        return thing.pool
    return thing.player


class ChosenPieces(Choose):
    """Chosen cards in play."""


class ChosenDice(Choose):
    """Chosen dice."""


class ChosenCards(Choose):
    """Chosen cards of a hand, a pile or of looked-at ones."""


def choose(among: Selector | Target, amount: Amount = None, *, by: Who = you) -> Choose:
    """What `by` chooses: one, exactly so many, up to so many, or any number."""
    if isinstance(among, Dice):
        return ChosenDice(among, amount, by)
    if isinstance(among, Pieces):
        return ChosenPieces(among, amount, by)
    return ChosenCards(among, amount, by)


# Chance and looking


class Random(Target):
    """So many cards of a hand by lot; R52: all of them, undrawn, where there are no more."""

    def __init__(self, selector: Cards, amount: Number = 1) -> None:
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


def pieces(things: Sequence[Thing]) -> list[Card]:
    """The cards in play among them."""
    return [thing for thing in things if isinstance(thing, Card) and thing.in_play]
