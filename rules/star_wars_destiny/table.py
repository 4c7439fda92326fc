"""The state of the table, without questions to players and without single cards' names."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Protocol

from rules.events import Teller
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.names import name_of, number_of
from rules.star_wars_destiny.pieces import Card, Delayed, Loose, Player, Text

EDITION = 1
PLAYERS = range(2, 5)
HAND_SIZE = 5
UPGRADES = 3
SHIELDS = 3


class Waiting(Protocol):
    """The interface of a triggered ability in the queue of the table."""

    async def resolve(self, table: Table, /) -> None:
        """Carries out the ability when it is its turn."""


class Table(Teller):
    """The state of one game: players, cards in play, battlefield, phase and turn, and the abilities that wait."""

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
        """The code of the battlefield in use; empty until it is chosen."""
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
        """Whether the action phase must end (R25)."""
        self.went_out: list[list[str]] = []
        """The groups of players who went out at the same moment, the earliest group first."""
        self.reasons: dict[str, str] = {}
        """The reason why a player is out, by seat."""
        self.take_additional: Callable[[Table, Player], Awaitable[None]] = _none
        """The function that lets a player who is out of turn take their additional actions (R24)."""
        self.watching: dict[str, list[Card]] = {}
        """The cards in play with an ability, by its moment, for example `before:played`."""

    # Players

    def others(self, player: Player) -> list[Player]:
        """Returns the opponents who are not out, clockwise from the left neighbour."""
        after = self._after[player.seat]
        if self.went_out:
            return [other for other in after if not other.out]
        return after

    def around(self, player: Player) -> list[Player]:
        """Returns all players who are not out, clockwise from this player on."""
        return [player, *self.others(player)] if not player.out else self.others(player)

    def from_controller(self) -> list[Player]:
        """Returns all players who are not out, clockwise from the battlefield's controller (or the first seat)."""
        return self.around(self.players[self.controller or self.seats[0]])

    @property
    def left(self) -> list[Player]:
        """All players who are not out, in seat order."""
        return [player for player in self.players.values() if not player.out]

    # Cards

    def everything_in_play(self) -> Iterable[Card]:
        """Yields every card in play."""
        for player in self.players.values():
            yield from player.in_play

    def named(self, name: str) -> Card:
        """Returns the card in play with that name."""
        return next(card for card in self.everything_in_play() if card.name == name)

    def loose(self, player: Player, place: str, code: str) -> Loose:
        """Creates the object for a card that is not in play: in a hand, deck or discard pile."""
        return Loose(player, place, CARDS[code], self.texts[code])

    def free_number(self, owner: str, code: str) -> int:
        """Returns the lowest number that no copy of that owner's card has, in play or as a die in a pool."""
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
        """Creates a card to be put into play, with its name and dice; the caller puts it there.

        `number`: the copy number (None: the lowest that is free). `dice`: None means one, if the card has a die.
        """
        printed = CARDS[code]
        number = self.free_number(player.seat, code) if number is None else number
        dice = int(printed.has_die) if dice is None else dice
        return Card(name_of(player.seat, code, number), number, printed, self.texts[code], player, dice)

    def watch(self, card: Card) -> None:
        """Registers a card's triggered and ongoing abilities, so that they are in force (D40)."""
        for occurrence in card.text.watches:
            self.watching.setdefault(occurrence, []).append(card)

    def unwatch(self, card: Card) -> None:
        """Ends the abilities of a card that leaves play. Those that were triggered before still happen (D124)."""
        for occurrence in card.text.watches:
            self.watching[occurrence].remove(card)


async def _none(_table: Table, _player: Player) -> None:
    """Does nothing: the default of `Table.take_additional`, until the game sets another function."""
