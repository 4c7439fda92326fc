"""What somebody chooses, and how many of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

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
from rules.star_wars_destiny.effects.selectors import Cards, Dice, Pieces, Selector
from rules.star_wars_destiny.pieces import Die, Loose, Player

Valid = Callable[[Frame, Thing], bool]


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


class Every:
    """All there is."""


every = Every()


def complete(target: Target, f: Frame) -> bool:
    """R59: whether as many were found as were meant."""
    found = len(target.of(f))
    if not target.plain:
        return True
    if isinstance(target, Choose) and isinstance(target.amount, (int, Value)):
        return found == number(target.amount).get(f)
    return found > 0
