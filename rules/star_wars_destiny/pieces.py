"""The classes of dice, cards and players, which know no card by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from rules.star_wars_destiny.facts import Printed, Side


class Text(Protocol):
    """The interface of a card's text: the parts that are always in force. Its abilities are in `effects/text.py`."""

    watches: Sequence[str]
    """The moments at which it has triggered abilities, and the names of its ongoing abilities."""
    guardian: bool
    redeploy: bool
    has_special: bool
    splits_shields: bool
    """Whether the shields of its die are split among own characters."""
    becomes_support: bool
    """Whether this upgrade may become a support."""
    guards: Callable[[Card, Card], bool] | None
    """Returns whether it gives a character Guardian."""
    discount: Callable[[Card, Printed, Card], int] | None
    """Returns how much it lowers the price of a card that is played on a character."""
    unrestricted: Callable[[Card, Printed, Card], bool] | None
    """Returns whether a card may be played on a character without its restrictions."""
    extra_action: Callable[[Card, Printed, Card | None], bool] | None
    """Returns whether playing a card gives an additional action (R23)."""
    x_is: Callable[[Player], int] | None
    """Returns the value of X on its die (D197)."""
    income: int
    income_at_least: int
    hand_size: int


class Die:
    """A die of a card, with the side that it shows; the side counts only while the die is in a pool (D42)."""

    __slots__ = ("busy", "card", "holder", "kept", "name", "owner", "pool", "printed", "side", "text")

    def __init__(self, name: str, owner: str, printed: Printed, text: Text, card: Card | None) -> None:
        self.name = name
        self.owner = owner
        self.printed = printed
        self.text = text
        self.card = card
        """The card of the die; None for a die that was rolled in without its card in play (Ace in the Hole)."""
        self.side: Side = printed.sides[0]
        """The side that it shows; outside a pool, the one that it showed last."""
        self.pool: Player | None = None
        self.kept = 0
        """The value that it showed when it left its pool."""
        self.busy = False
        """Whether it is being resolved, or is a modifier of a die that is (R26)."""
        self.holder: Card | None = None
        """The card that keeps it, so that it is not rolled (Prized Possession)."""

    @property
    def value(self) -> int:
        """The value that the die shows, or showed last. For an X, its card computes the value for the pool's player
        (D15, D197)."""
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
        """The player who controls it (D189)."""
        self.kind: str = printed.type
        self.damage = 0
        self.shields = 0
        self.exhausted = False
        self.in_play = True
        self.upgrades: list[Card] = []
        self.bearer: Card | None = None
        """The character of an upgrade, even after the upgrade has left play."""
        self.holds: Die | None = None
        self.dice = [Die(f"{name}+{number}", self.owner, printed, text, self) for number in range(1, dice + 1)]

    @property
    def all_dice(self) -> Iterator[Die]:
        """The card's own dice, then those of its upgrades (D95)."""
        yield from self.dice
        for upgrade in self.upgrades:
            yield from upgrade.dice


class Loose:
    """A card that is not in play: in a hand, a deck or a discard pile."""

    __slots__ = ("place", "player", "printed", "text")

    def __init__(self, player: Player, place: str, printed: Printed, text: Text) -> None:
        self.player = player
        self.place = place
        self.printed = printed
        self.text = text

    @property
    def code(self) -> str:
        """The code of the card."""
        return self.printed.code


class Player:
    """The state of one player: resources, cards in all places, and the pool of rolled dice.

    The deck begins with its top card, the discard pile with its oldest card.
    """

    __slots__ = (
        "cards", "characters", "deck", "defeated", "discard", "extra", "hand", "out", "pool", "resources", "seat",
        "supports", "team",
    )  # fmt: skip

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.resources = 0
        self.out = False
        self.team: list[Card] = []
        """All characters of the team in order, defeated or not."""
        self.characters: list[Card] = []
        self.defeated: list[Card] = []
        self.supports: list[Card] = []
        self.pool: list[Die] = []
        self.hand: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.cards: tuple[str, ...] = ()
        """All cards of the original deck, by set number."""
        self.extra = 0
        """The number of additional actions that are still due (R23)."""

    @property
    def in_play(self) -> Iterator[Card]:
        """All cards in play: characters, supports, then each character's upgrades, in the order of arrival."""
        yield from self.characters
        yield from self.supports
        for character in self.characters:
            yield from character.upgrades

    @property
    def upgrades(self) -> Iterator[Card]:
        """The upgrades on all characters of this player."""
        for character in self.characters:
            yield from character.upgrades

    def has_copy(self, code: str) -> bool:
        """Returns whether the player controls a card with that code (D3)."""
        return any(card.code == code for card in self.in_play)


class Delayed:
    """A character that is defeated when the round ends (D133); `by` is the card that caused it."""

    __slots__ = ("by", "character", "player")

    def __init__(self, character: Card, by: str, player: Player) -> None:
        self.character = character
        self.by = by
        self.player = player
