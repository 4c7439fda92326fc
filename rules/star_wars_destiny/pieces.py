"""The pieces of Star Wars: Destiny: dice, cards, and each player's. No card is known here by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from rules.star_wars_destiny.facts import Printed, Side


class Text(Protocol):
    """The ongoing text of a card; its abilities are in the effects."""

    watches: Sequence[str]
    """The occurrences for which it has an ability, and its ongoing abilities."""
    guardian: bool
    redeploy: bool
    has_special: bool
    splits_shields: bool
    """Shields of its die are split among own characters."""
    becomes_support: bool
    """Whether this upgrade may lie among the supports."""
    guards: Callable[[Card, Card], bool] | None
    """Returns whether it gives a character Guardian."""
    discount: Callable[[Card, Printed, Card], int] | None
    """What it takes off the price of a card that is played onto a character."""
    unrestricted: Callable[[Card, Printed, Card], bool] | None
    """Returns whether a card may be played onto a character without its restrictions."""
    extra_action: Callable[[Card, Printed, Card | None], bool] | None
    """R23: whether playing a card grants an additional action."""
    x_is: Callable[[Player], int] | None
    """D197: what X on its die stands for."""
    income: int
    income_at_least: int
    hand_size: int


class Die:
    """A die of a card; it shows a side only while it lies in a pool (D42)."""

    __slots__ = ("busy", "card", "holder", "kept", "name", "owner", "pool", "printed", "side", "text")

    def __init__(self, name: str, owner: str, printed: Printed, text: Text, card: Card | None) -> None:
        self.name = name
        self.owner = owner
        self.printed = printed
        self.text = text
        self.card = card
        """None for a die that was rolled in without its card in play (Ace in the Hole)."""
        self.side: Side = printed.sides[0]
        """The upper side; out of a pool the one shown last."""
        self.pool: Player | None = None
        self.kept = 0
        """The value that it showed when it left its pool."""
        self.busy = False
        """R26: being resolved at this moment, or a modifier of such a die."""
        self.holder: Card | None = None
        """The card that keeps it out of every roll (Prized Possession)."""

    @property
    def value(self) -> int:
        """D15, D197: the value shown now or last; X is what the card says for whose pool it lies in."""
        if self.pool is None:
            return self.kept
        if self.side.x and self.text.x_is is not None and self.card is not None:
            return self.text.x_is(self.pool)
        return self.side.value


class Card:
    """A card in play: a character, an upgrade or a support."""

    __slots__ = (
        "bearer", "code", "damage", "dice", "exhausted", "holds", "in_play", "kind", "name", "number", "owner",
        "player", "printed", "shields", "text", "upgrades",
    )  # fmt: skip

    def __init__(self, name: str, number: int, printed: Printed, text: Text, player: Player, dice: int) -> None:
        self.name = name
        self.number = number
        self.printed = printed
        self.code = printed.code
        self.text = text
        self.owner = name[0]
        self.player = player
        """Who controls it (D189)."""
        self.kind: str = printed.type
        self.damage = 0
        self.shields = 0
        self.exhausted = False
        self.in_play = True
        self.upgrades: list[Card] = []
        self.bearer: Card | None = None
        """The character of an upgrade; remembered when it has left play."""
        self.holds: Die | None = None
        self.dice = [Die(f"{name}+{number}", self.owner, printed, text, self) for number in range(1, dice + 1)]

    @property
    def all_dice(self) -> Iterator[Die]:
        """D95: its own dice, then those of its upgrades."""
        yield from self.dice
        for upgrade in self.upgrades:
            yield from upgrade.dice


class Loose:
    """A card that is not in play: in a hand, a deck or a pile."""

    __slots__ = ("place", "player", "printed", "text")

    def __init__(self, player: Player, place: str, printed: Printed, text: Text) -> None:
        self.player = player
        self.place = place
        self.printed = printed
        self.text = text

    @property
    def code(self) -> str:
        """Its card code."""
        return self.printed.code


class Player:
    """The cards of one player; the deck's top first, the discards oldest first."""

    __slots__ = (
        "cards", "characters", "deck", "defeated", "discard", "extra", "hand", "out", "pool", "resources", "seat",
        "supports", "team",
    )  # fmt: skip

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.resources = 0
        self.out = False
        self.team: list[Card] = []
        """All characters that were brought, in order, defeated or not."""
        self.characters: list[Card] = []
        self.defeated: list[Card] = []
        self.supports: list[Card] = []
        self.pool: list[Die] = []
        self.hand: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.cards: tuple[str, ...] = ()
        """The deck as it was brought, by set number."""
        self.extra = 0
        """R23: additional actions that are still due."""

    @property
    def in_play(self) -> Iterator[Card]:
        """Characters, supports, then by character its upgrades, each in the order of arrival."""
        yield from self.characters
        yield from self.supports
        for character in self.characters:
            yield from character.upgrades

    @property
    def upgrades(self) -> Iterator[Card]:
        """The upgrades of the own characters."""
        for character in self.characters:
            yield from character.upgrades

    def has_copy(self, code: str) -> bool:
        """D3: whether the player controls a card of that title."""
        return any(card.code == code for card in self.in_play)


class Delayed:
    """D133: a character that is defeated when the round ends; `by` is the card that bears the text."""

    __slots__ = ("by", "character", "player")

    def __init__(self, character: Card, by: str, player: Player) -> None:
        self.character = character
        self.by = by
        self.player = player
