"""The table of Star Wars: Destiny: what lies where. Nothing here asks, tells or knows a card by name."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from rules.star_wars_destiny.facts import CARDS, Printed, Side
from rules.star_wars_destiny.names import name_of, number_of
from rules.telling import Teller

EDITION = 1
PLAYERS = range(2, 5)
HAND_SIZE = 5
UPGRADES = 3
SHIELDS = 3


class Text(Protocol):
    """What a card says all the time; what it does when it is used stands with the effects."""

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
    """Whom it gives Guardian."""
    discount: Callable[[Card, Printed, Card], int] | None
    """What it takes off the price of a card that is played onto a character."""
    unrestricted: Callable[[Card, Printed, Card], bool] | None
    """Whether a card may be played onto a character whatever its restrictions."""
    extra_action: Callable[[Card, Printed, Card | None], bool] | None
    """R23: whether playing a card grants an additional action."""
    x_is: Callable[[Player], int] | None
    """D197: what X on its die stands for."""
    income: int
    income_at_least: int
    hand_size: int


class Waiting(Protocol):
    """A triggered ability in the queue."""

    async def resolve(self, table: Table, /) -> None:
        """Its turn has come."""


class Die:
    """A die of a card; it shows a side only while it lies in a pool (D42)."""

    __slots__ = ("busy", "card", "holder", "kept", "name", "number", "owner", "pool", "printed", "side", "text")

    def __init__(self, name: str, owner: str, printed: Printed, text: Text, card: Card | None, number: int = 1) -> None:
        self.name = name
        self.owner = owner
        self.printed = printed
        self.text = text
        self.card = card
        """None for a die that was rolled in without its card in play (Ace in the Hole)."""
        self.number = number
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
        self.dice = [Die(f"{name}+{number}", self.owner, printed, text, self, number) for number in range(1, dice + 1)]

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
    """What lies before one player; the deck's top first, the discards oldest first."""

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


class Table(Teller):
    """One game's table and whose move it is."""

    def __init__(self, seats: Sequence[str], texts: Mapping[str, Text], edition: int = EDITION) -> None:
        super().__init__()
        self.edition = edition
        self.texts = texts
        self.round = 1
        self.phase = "setup"
        self.turn: str | None = None
        self.passes = 0
        self.claimed: str | None = None
        self.seats = tuple(seats)
        self.players = {seat: Player(seat) for seat in seats}
        everybody = list(self.players.values())
        self._after = {
            player.seat: everybody[at + 1 :] + everybody[:at] for at, player in enumerate(everybody)
        }  # fmt: skip
        self.battlefield = ""
        """Empty until it is chosen."""
        self.battlefield_owner: str | None = None
        self.controller: str | None = None
        self.unused: dict[str, str] = {}
        """Battlefields that are not in use, by owner."""
        self.delayed: list[Delayed] = []
        self.barred: list[Card] = []
        self.borrowing: list[Card] = []
        """Cards that are using another card's special at this moment, the outermost first."""
        self.limbo: list[str] = []
        self.queue: deque[Waiting] = deque()
        self.ending = False
        """R25: the action phase is to end."""
        self.went_out: list[list[str]] = []
        """Who went out together, the earliest first."""
        self.reasons: dict[str, str] = {}
        """Why, by seat."""
        self.take_additional: Callable[[Table, Player], Awaitable[None]] = _none
        """Takes the additional actions of somebody who is not on turn (R24)."""
        self.watching: dict[str, list[Card]] = {}
        """The cards in play with an ability for an occurrence, by `before:played` and the like."""

    # Who

    def others(self, player: Player) -> list[Player]:
        """The opponents who are not out, clockwise from the left neighbour."""
        after = self._after[player.seat]
        if self.went_out:
            return [other for other in after if not other.out]
        return after

    def around(self, player: Player) -> list[Player]:
        """All who are not out, clockwise from this player on."""
        return [player, *self.others(player)] if not player.out else self.others(player)

    def from_controller(self) -> list[Player]:
        """All who are not out, clockwise from the battlefield's controller (or the first seat)."""
        return self.around(self.players[self.controller or self.seats[0]])

    @property
    def left(self) -> list[Player]:
        """All who are not out, in seat order."""
        return [player for player in self.players.values() if not player.out]

    # What

    def everything_in_play(self) -> Iterable[Card]:
        """Every card in play."""
        for player in self.players.values():
            yield from player.in_play

    def named(self, name: str) -> Card:
        """The card in play of that name."""
        return next(card for card in self.everything_in_play() if card.name == name)

    def loose(self, player: Player, place: str, code: str) -> Loose:
        """A card in a hand, deck or pile as a thing of its own."""
        return Loose(player, place, CARDS[code], self.texts[code])

    def free_number(self, owner: str, code: str) -> int:
        """The lowest number that no card of that owner and code in play and no die in a pool bears."""
        taken = {card.number for card in self.everything_in_play() if card.code == code and card.owner == owner}
        for player in self.players.values():
            for die in player.pool:
                if die.owner == owner and die.printed.code == code:
                    taken.add(number_of(die.name.partition("+")[0]))
        number = 1
        while number in taken:
            number += 1
        return number

    def new_card(self, player: Player, code: str, number: int | None = None, dice: int | None = None) -> Card:
        """A card for play; supports and upgrades have one die or none."""
        printed = CARDS[code]
        number = self.free_number(player.seat, code) if number is None else number
        dice = int(printed.has_die) if dice is None else dice
        return Card(name_of(player.seat, code, number), number, printed, self.texts[code], player, dice)

    def watch(self, card: Card) -> None:
        """From now on the card's triggered abilities work (D40)."""
        for occurrence in card.text.watches:
            self.watching.setdefault(occurrence, []).append(card)

    def unwatch(self, card: Card) -> None:
        """The card has left play; what it has triggered already happens all the same (D124)."""
        for occurrence in card.text.watches:
            self.watching[occurrence].remove(card)


async def _none(_table: Table, _player: Player) -> None:
    """A table at which nobody acts."""
