"""The choices in a card's text: which cards or dice a player chooses, and how many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from rules.star_wars_destiny import asking
from rules.star_wars_destiny.asking import DONE
from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import (
    Enemy,
    Found,
    Node,
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
from rules.star_wars_destiny.effects.selectors import Cards, Selector
from rules.star_wars_destiny.pieces import Die, Loose, Player

Valid = Callable[[Frame, Thing], bool]


class up_to(Node):
    """The amount "up to N" of a choice: any number from none to `most`."""

    most: Number


class AnyNumber:
    """The amount "any number" of a choice: from none to all."""


any_number = AnyNumber()


class Every:
    """The amount "all", which needs no choice: all resources of a player, or all shields of a character."""


every = Every()

Amount = Number | up_to | AnyNumber | None
ONE_KIND = {"character": "character", "defeated": "character", "die": "die", "hand": "card", "discard": "card"}
MORE_KIND = {"character": "characters", "defeated": "characters", "die": "dice", "hand": "cards", "discard": "cards"}


class Role:
    """The role of one `choose` in a card's expression, which its verb sets when the expression is built: which targets
    are valid, and in which order they are offered.
    """

    def __init__(self) -> None:
        self.valid: Valid | None = None
        """The condition, in addition to the kind, that the verb needs of its target (D192)."""
        self.own_first = False
        self.direct = False
        """Whether the choice is among all opponents' things at once, because nothing else names an opponent (D203)."""


class choose(Found):
    """The target that means what the player `by` chooses: one card or die, exactly N, up to N, or any number."""

    among: Selector | Target
    amount: Amount = None
    by: Who = field(default=you, kw_only=True)
    role: Role = field(default_factory=Role, init=False)

    def needs(self, valid: Valid) -> choose:
        """Sets the condition that a chosen target must meet (only the first call counts); returns this choice."""
        if self.role.valid is None:
            self.role.valid = valid
        return self

    # Reading

    def settled(self, f: Frame) -> bool:
        """Returns whether the choice has been made."""
        return self in f.found

    def candidates(self, f: Frame) -> list[Thing]:
        """Returns the cards or dice that may be chosen now, in the order in which they are offered."""
        if isinstance(self.among, Selector):
            things = self.among.things(f, self._asked(f), own_first=self.role.own_first)
        else:
            things = list(self.among.of(f))
        valid = self.role.valid
        return things if valid is None else [thing for thing in things if valid(f, thing)]

    def could(self, f: Frame) -> Sequence[Thing]:
        if self in f.found:
            return self.of(f)
        if self.hidden and isinstance(self.among, Selector):
            return self.among.all(f)
        return self.candidates(f)

    @property
    def hidden(self) -> bool:
        """Whether the things are cards of a hand or deck, which onlookers do not see; `hidden_cards` knows looked-at
        cards, too.
        """
        return isinstance(self.among, Cards) and self.among.hidden

    @property
    def plain(self) -> bool:
        return not isinstance(self.amount, (up_to, AnyNumber))

    def first(self, f: Frame) -> Opening:
        if self in f.found:
            return Opening.NOTHING
        for part in self.among.parts if self.role.direct else self.parts:
            if not (self.role.direct and part is enemy_player):
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

    async def find(self, f: Frame) -> Sequence[Thing]:
        await self.settle_parts(f)
        things = self.candidates(f)
        found = await (self._one(f, things) if self.amount is None else self._more(f, things))
        if self.role.direct and found and f.enemy is None:
            f.enemy = controller_of(found[0])
        return found

    async def settle_parts(self, f: Frame) -> None:
        """Makes the choices on which this one depends, for example the opponent. A direct choice includes its
        opponent.
        """
        for part in self.among.parts if self.role.direct else self.parts:
            if not (self.role.direct and part is enemy_player):
                await part.settle(f)

    async def _one(self, f: Frame, things: Sequence[Thing]) -> Sequence[Thing]:
        if self.hidden_cards(f):
            return await self._hidden_one(f, things)
        if not things:
            return ()
        names = [name_of(thing) for thing in things]
        name = await f.ask(self.kind, list(dict.fromkeys(names)), self._asked(f))
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
        chosen = await f.ask_some(self.kind, keys, least, most, asked)
        return [things[keys.index(key)] for key in chosen]

    def _may_be_more(self, f: Frame) -> bool:
        """Returns whether a hidden hand could have contained a fitting card, so that an onlooker expects a question."""
        if not self.hidden_cards(f):
            return False
        return number(self.amount.most if isinstance(self.amount, up_to) else self.amount, f) > 0  # type: ignore[arg-type]

    def _bounds(self, f: Frame, there: int) -> tuple[int, int]:
        match self.amount:
            case AnyNumber():
                return 0, there
            case up_to():
                return 0, min(there, number(self.amount.most, f))
        exactly = min(there, number(self.amount, f))  # type: ignore[arg-type]
        return exactly, exactly

    async def _hidden_one(self, f: Frame, things: Sequence[Thing]) -> Sequence[Thing]:
        """Asks the player for one hidden card and returns it; if none fits, only `done` is offered (R49).

        A single card without a condition is returned without a question, unless the player may decline the choice.
        """
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
        """Returns whether the cards to choose among are hidden from onlookers: in a hand, or looked at."""
        if self.hidden:
            return True
        if isinstance(self.among, Target):
            return any(isinstance(thing, Loose) and thing.place in ("hand", "deck") for thing in self.among.of(f))
        return False

    def _everything(self, f: Frame) -> Sequence[Thing]:
        return self.among.all(f) if isinstance(self.among, Selector) else self.among.of(f)

    @property
    def kind(self) -> str:
        """The kind of the decision by which the choice is made."""
        kinds, piece = (ONE_KIND, "piece") if self.amount is None else (MORE_KIND, "pieces")
        return kinds.get(self.among.zone, piece) if isinstance(self.among, Selector) else piece


def name_of(thing: Thing) -> str:
    """Returns the key by which a card or die is chosen: the code of a card that is not in play, else the name."""
    return thing.printed.code if isinstance(thing, Loose) else thing.name


def controller_of(thing: Thing) -> Player | None:
    """Returns the player who controls a card or die (D189); for a die, the one in whose pool it is, or None."""
    if isinstance(thing, Die):
        return thing.pool
    return thing.player


def complete(target: Target, f: Frame) -> bool:
    """Returns whether the target found as many cards or dice as the card's text names (R59)."""
    found = len(target.of(f))
    if not target.plain:
        return True
    if isinstance(target, choose) and isinstance(target.amount, (int, Value)):
        return found == number(target.amount, f)
    return found > 0


def own_first(target: Target) -> None:
    """Makes a choice offer the player's own cards before those of others; does nothing to other targets."""
    if isinstance(target, choose):
        target.role.own_first = True
