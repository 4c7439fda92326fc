"""Selectors: whose, then what, then which, as in `your.die.red.shows(MD)` or `enemy.character.exhausted`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, replace
from typing import Self, cast

from rules.star_wars_destiny.effects.frame import Frame
from rules.star_wars_destiny.effects.nodes import Node, Number, Target, Thing, Who, enemy_player, number, you
from rules.star_wars_destiny.pieces import Card, Die, Player

MD, RD, SH, R, DR, F, DC, SP, BLANK = "md", "rd", "sh", "r", "dr", "f", "dc", "sp", "blank"
CHARACTER, SUPPORT, UPGRADE, EVENT = "character", "support", "upgrade", "event"
ABILITY, EQUIPMENT, WEAPON, VEHICLE = "ability", "equipment", "weapon", "vehicle"
Filter = Callable[[Frame, Thing], bool]


def kind_of(thing: Thing) -> str:
    """Its type; an upgrade that became a support is one (Q76), a die has its card's."""
    if isinstance(thing, Card):
        return thing.kind
    if isinstance(thing, Die) and thing.card is not None:
        return thing.card.kind
    return thing.printed.type


def is_one_of(thing: Thing, words: Sequence[str]) -> bool:
    """Whether it has one of these types or subtypes."""
    return kind_of(thing) in words or any(subtype in words for subtype in thing.printed.subtypes)


def has_no_copy(f: Frame, thing: Thing) -> bool:
    """D3: you have no copy of it in play, or it is not unique."""
    return not (thing.printed.unique and f.you.has_copy(thing.printed.code))


class Limit(Node):
    """At least or at most a number."""

    value: Number
    _: KW_ONLY
    most: bool

    def allows(self, f: Frame, given: int) -> bool:
        """Whether a number is within it."""
        limit = number(self.value, f)
        return given <= limit if self.most else given >= limit


def at_least(given: Number) -> Limit:
    """That or more."""
    return Limit(given, most=False)


def at_most(given: Number) -> Limit:
    """That or less."""
    return Limit(given, most=True)


class Selector(Node):
    """Things of players, seen from the player who uses the ability."""

    whose: Who | None
    """None: everybody's."""
    zone: str
    filters: tuple[Filter, ...] = ()
    mentioned: tuple[Node, ...] = ()
    """What the filters need to be settled."""
    alternatives: tuple[Selector, ...] = ()

    @property
    def hidden(self) -> bool:
        """Whether an onlooker does not see them."""
        return False

    # Building

    def where(self, test: Filter, *mentioned: Node) -> Self:
        """Only those of which this is true."""
        return replace(self, filters=(*self.filters, test), mentioned=(*self.mentioned, *mentioned))

    def _colour(self, colour: str) -> Self:
        return self.where(lambda _, thing: thing.printed.colour == colour)

    @property
    def red(self) -> Self:
        """Of that colour; a die has its card's."""
        return self._colour("red")

    @property
    def blue(self) -> Self:
        """Of that colour."""
        return self._colour("blue")

    @property
    def yellow(self) -> Self:
        """Of that colour."""
        return self._colour("yellow")

    def is_a(self, *words: str) -> Self:
        """One of these types or categories."""
        return self.where(lambda _, thing: is_one_of(thing, words))

    def not_a(self, *words: str) -> Self:
        """None of these types or categories."""
        return self.where(lambda _, thing: not is_one_of(thing, words))

    def cost(self, limit: Limit) -> Self:
        """Of a printed cost within the limit."""
        return self.where(lambda f, thing: limit.allows(f, thing.printed.cost), limit)

    def other_than(self, target: Target) -> Self:
        """Not those."""
        return self.where(lambda f, thing: thing not in target.of(f), target)

    # Reading

    def players(self, f: Frame, asked: Player, *, own_first: bool = False) -> Sequence[Player]:
        """Returns the owners of the things: opponents clockwise from the asked seat, own ones last (or first)."""
        if self.whose is you:
            return (f.you,)
        if self.whose is not None:
            return f.enemies()
        others = f.table.others(asked)
        return [asked, *others] if own_first else [*others, asked]

    def things(self, f: Frame, asked: Player | None = None, *, own_first: bool = False) -> list[Thing]:
        """All that fit now."""
        players = self.players(f, asked or f.you, own_first=own_first)
        found = [thing for player in players for thing in self._of(f, player)]
        for test in self.filters:
            found = [thing for thing in found if test(f, thing)]
        for other in self.alternatives:
            found += [thing for thing in other.things(f, asked, own_first=own_first) if thing not in found]
        return found

    def all(self, f: Frame) -> list[Thing]:
        """Everything there, whether or not it fits."""
        return [thing for player in self.players(f, f.you) for thing in self._of(f, player)]

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        raise NotImplementedError


class Pieces(Selector):
    """Cards in play."""

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        match self.zone:
            case "character":
                return player.characters
            case "support":
                return player.supports
            case "upgrade":
                return list(player.upgrades)
            case "defeated":
                return player.defeated
        return list(player.in_play)

    def _piece(self, test: Callable[[Card], bool]) -> Self:
        return self.where(lambda _, thing: isinstance(thing, Card) and test(thing))

    @property
    def ready(self) -> Self:
        """Not exhausted."""
        return self._piece(lambda card: not card.exhausted)

    @property
    def exhausted(self) -> Self:
        """Exhausted."""
        return self._piece(lambda card: card.exhausted)

    @property
    def unique(self) -> Self:
        """D3."""
        return self._piece(lambda card: card.printed.unique)

    @property
    def common(self) -> Self:
        """Not unique."""
        return self._piece(lambda card: not card.printed.unique)

    def on(self, target: Target) -> Self:
        """Upgrades attached to it."""
        return self.where(lambda f, thing: isinstance(thing, Card) and thing.bearer in target.of(f), target)


class Dice(Selector):
    """Dice in pools; R26: but those that are being resolved."""

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        return [die for die in player.pool if not die.busy]

    def _die(self, test: Callable[[Die], bool]) -> Self:
        return self.where(lambda _, thing: isinstance(thing, Die) and test(thing))

    def shows(self, *symbols: str) -> Self:
        """D181: a modifier or a side with a cost shows its symbol."""
        return self._die(lambda die: die.side.symbol in symbols)

    def shows_chosen(self, symbol: Symbol) -> Self:
        """That show the symbol named before."""
        return self.where(lambda f, thing: isinstance(thing, Die) and thing.side.symbol == symbol.get(f), symbol)

    def value(self, limit: Limit) -> Self:
        """Of a value within the limit; a modifier's is the number after the plus."""
        return self.where(lambda f, thing: isinstance(thing, Die) and limit.allows(f, thing.value), limit)

    def on(self, target: Target) -> Self:
        """Dice of it and of its upgrades."""
        return self.where(lambda f, thing: isinstance(thing, Die) and _belongs(thing, target.of(f)), target)


def _belongs(die: Die, characters: Sequence[Thing]) -> bool:
    card = die.card
    if card is None:
        return False
    return card in characters or (card.kind == "upgrade" and card.bearer in characters)


class Cards(Selector):
    """Cards in hands, decks and piles."""

    @property
    def hidden(self) -> bool:
        return self.zone != "discard"

    @property
    def narrow(self) -> bool:
        """Whether a quality is asked for."""
        return bool(self.filters)

    def __or__(self, other: Cards) -> Cards:
        return replace(self, alternatives=(*self.alternatives, other))

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        codes = cast("list[str]", getattr(player, self.zone))
        return [f.table.loose(player, self.zone, code) for code in codes]


class Symbol(Node):
    """A symbol that was named."""

    def get(self, f: Frame) -> str | None:
        """Returns the symbol."""
        raise NotImplementedError


class Whose:
    """`your`, `enemy` (one opponent) or `either` (everybody)."""

    def __init__(self, whose: Who | None) -> None:
        self.character = Pieces(whose, "character")
        self.support = Pieces(whose, "support")
        self.upgrade = Pieces(whose, "upgrade")
        self.card = Pieces(whose, "card")
        self.defeated = Pieces(whose, "defeated")
        self.die = Dice(whose, "die")
        self.hand = Cards(whose, "hand")
        self.discards = Cards(whose, "discard")


your = Whose(you)
enemy = Whose(enemy_player)
either = Whose(None)
