"""Selectors of cards or dice: owner, kind, conditions, as in `your.die.red.shows(MD)`, `enemy.character.exhausted`."""

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
    """Returns a thing's type. A die has the type of its card; an upgrade that became a support is a support (Q76)."""
    if isinstance(thing, Card):
        return thing.kind
    if isinstance(thing, Die) and thing.card is not None:
        return thing.card.kind
    return thing.printed.type


def is_one_of(thing: Thing, words: Sequence[str]) -> bool:
    """Returns whether a thing has one of these types or subtypes."""
    return kind_of(thing) in words or any(subtype in words for subtype in thing.printed.subtypes)


def has_no_copy(f: Frame, thing: Thing) -> bool:
    """Returns whether you may have the card in play: it is not unique, or you have no copy of it (D3)."""
    return not (thing.printed.unique and f.you.has_copy(thing.printed.code))


class Limit(Node):
    """A lower or an upper limit for a number."""

    value: Number
    _: KW_ONLY
    most: bool

    def allows(self, f: Frame, given: int) -> bool:
        """Returns whether a number is within the limit."""
        limit = number(self.value, f)
        return given <= limit if self.most else given >= limit


def at_least(given: Number) -> Limit:
    """Returns the limit "this number or more"."""
    return Limit(given, most=False)


def at_most(given: Number) -> Limit:
    """Returns the limit "this number or less"."""
    return Limit(given, most=True)


class Selector(Node):
    """A description of cards or dice (owner, kind and conditions), from the view of the ability's player."""

    whose: Who | None
    """The owner of the things; None: any player."""
    zone: str
    filters: tuple[Filter, ...] = ()
    mentioned: tuple[Node, ...] = ()
    """The expressions whose choices must be made before the filters can be used."""
    alternatives: tuple[Selector, ...] = ()

    @property
    def hidden(self) -> bool:
        """Whether an onlooker does not see the things."""
        return False

    # Building

    def where(self, test: Filter, *mentioned: Node) -> Self:
        """Returns a selector of only those things for which the test is true."""
        return replace(self, filters=(*self.filters, test), mentioned=(*self.mentioned, *mentioned))

    def _colour(self, colour: str) -> Self:
        return self.where(lambda _, thing: thing.printed.colour == colour)

    @property
    def red(self) -> Self:
        """The red things; a die has its card's colour."""
        return self._colour("red")

    @property
    def blue(self) -> Self:
        """The blue things; a die has its card's colour."""
        return self._colour("blue")

    @property
    def yellow(self) -> Self:
        """The yellow things; a die has its card's colour."""
        return self._colour("yellow")

    def is_a(self, *words: str) -> Self:
        """Returns a selector of things with one of these types or subtypes."""
        return self.where(lambda _, thing: is_one_of(thing, words))

    def not_a(self, *words: str) -> Self:
        """Returns a selector of things with none of these types or subtypes."""
        return self.where(lambda _, thing: not is_one_of(thing, words))

    def cost(self, limit: Limit) -> Self:
        """Returns a selector of things whose printed cost is within the limit."""
        return self.where(lambda f, thing: limit.allows(f, thing.printed.cost), limit)

    def other_than(self, target: Target) -> Self:
        """Returns a selector of things except those of the target."""
        return self.where(lambda f, thing: thing not in target.of(f), target)

    # Reading

    def players(self, f: Frame, asked: Player, *, own_first: bool = False) -> Sequence[Player]:
        """Returns the players whose things are meant, by `whose`: the ability's player, its opponents, or all players.

        Of all players, the asked one comes last (or first), the others clockwise from it.
        """
        if self.whose is you:
            return (f.you,)
        if self.whose is not None:
            return f.enemies()
        others = f.table.others(asked)
        return [asked, *others] if own_first else [*others, asked]

    def things(self, f: Frame, asked: Player | None = None, *, own_first: bool = False) -> list[Thing]:
        """Returns all cards or dice that fit the selector now, in the order of their players."""
        players = self.players(f, asked or f.you, own_first=own_first)
        found = [thing for player in players for thing in self._of(f, player)]
        for test in self.filters:
            found = [thing for thing in found if test(f, thing)]
        for other in self.alternatives:
            found += [thing for thing in other.things(f, asked, own_first=own_first) if thing not in found]
        return found

    def all(self, f: Frame) -> list[Thing]:
        """Returns all cards or dice in the selector's zone, whether or not they fit its conditions."""
        return [thing for player in self.players(f, f.you) for thing in self._of(f, player)]

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        raise NotImplementedError


class Pieces(Selector):
    """A selector of cards in play."""

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
        """The cards that are not exhausted."""
        return self._piece(lambda card: not card.exhausted)

    @property
    def exhausted(self) -> Self:
        """The cards that are exhausted."""
        return self._piece(lambda card: card.exhausted)

    @property
    def unique(self) -> Self:
        """The cards that are unique (D3)."""
        return self._piece(lambda card: card.printed.unique)

    @property
    def common(self) -> Self:
        """The cards that are not unique."""
        return self._piece(lambda card: not card.printed.unique)

    def on(self, target: Target) -> Self:
        """Returns a selector of upgrades attached to the target."""
        return self.where(lambda f, thing: isinstance(thing, Card) and thing.bearer in target.of(f), target)


class Dice(Selector):
    """A selector of dice in pools, except those that are being resolved (R26)."""

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        return [die for die in player.pool if not die.busy]

    def _die(self, test: Callable[[Die], bool]) -> Self:
        return self.where(lambda _, thing: isinstance(thing, Die) and test(thing))

    def shows(self, *symbols: str) -> Self:
        """Returns a selector of dice with one of these symbols. Modifiers and sides with a cost count (D181)."""
        return self._die(lambda die: die.side.symbol in symbols)

    def shows_chosen(self, symbol: Symbol) -> Self:
        """Returns a selector of dice that show the symbol a player has named."""
        return self.where(lambda f, thing: isinstance(thing, Die) and thing.side.symbol == symbol.get(f), symbol)

    def value(self, limit: Limit) -> Self:
        """Returns a selector of dice whose value is within the limit. A modifier's value is the number after its
        plus."""
        return self.where(lambda f, thing: isinstance(thing, Die) and limit.allows(f, thing.value), limit)

    def on(self, target: Target) -> Self:
        """Returns a selector of dice of the target and of its upgrades."""
        return self.where(lambda f, thing: isinstance(thing, Die) and _belongs(thing, target.of(f)), target)


def _belongs(die: Die, characters: Sequence[Thing]) -> bool:
    card = die.card
    if card is None:
        return False
    return card in characters or (card.kind == "upgrade" and card.bearer in characters)


class Cards(Selector):
    """A selector of cards in hands, decks and discard piles."""

    @property
    def hidden(self) -> bool:
        return self.zone != "discard"

    @property
    def narrow(self) -> bool:
        """Whether the selector accepts only some cards of the zone."""
        return bool(self.filters)

    def __or__(self, other: Cards) -> Cards:
        return replace(self, alternatives=(*self.alternatives, other))

    def _of(self, f: Frame, player: Player) -> Sequence[Thing]:
        codes = cast("list[str]", getattr(player, self.zone))
        return [f.table.loose(player, self.zone, code) for code in codes]


class Symbol(Node):
    """An expression for a symbol of dice that a player names."""

    def get(self, f: Frame) -> str | None:
        """Returns the symbol, or None if none was named."""
        raise NotImplementedError


class Whose:
    """The selectors of one owner: `your`, `enemy` (one opponent) or `either` (all players)."""

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
