"""The table of Mafia City: its state, and the basic operations of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.draws import drawn
from rules.events import Teller
from rules.mafia_city import events

LOCATIONS = (
    "prison", "harbour", "fight_club", "police_station", "business_district", "private_club", "town_hall",
)  # fmt: skip
MOBSTERS = {3: (8, 4), 4: (7, 4), 5: (6, 5)}
"""The numbers of mobsters in crew and reserve by the number of players (M2).

For five players, a published review prints 6/4; but 11 or 12 in all are necessary.
"""
GOALS = {3: (10, 15), 4: (8, 13), 5: (7, 11)}
"""The points to win for beginners and advanced by the number of players (M5)."""
EDITION = 1
AT = {location: {"location": location} for location in LOCATIONS}
"""Each location -> the facts (`about`) of a decision at that location."""


def goal(players: int, options: Mapping[str, str]) -> int:
    """Returns the points to win (M5) for that number of players by the option `goal`."""
    beginners, advanced = GOALS[players]
    return advanced if options.get("goal") == "advanced" else beginners


class Player:
    """The state of one player: points, mobsters in crew and reserve, hand, and whether they have passed."""

    __slots__ = ("crew", "hand", "passed", "points", "reserve", "seat")

    def __init__(self, seat: str, crew: int, reserve: int) -> None:
        self.seat = seat
        self.points = 0
        self.crew = crew
        self.reserve = reserve
        self.passed = False
        self.hand: list[str] = []


class Table(Teller):
    """The state of one game; stacks are bottom first, hands in the order of arrival, the deck top first."""

    def __init__(self, seats: Sequence[str], goal: int, edition: int = EDITION) -> None:
        super().__init__()
        crew, reserve = MOBSTERS[len(seats)]
        self.edition = edition
        self.round = 1
        self.phase = "setup"
        self.goal = goal
        self.seats = tuple(seats)
        self._from = {seat: self.seats[at:] + self.seats[:at] for at, seat in enumerate(self.seats)}
        self.players = {seat: Player(seat, crew, reserve) for seat in seats}
        self.start: str | None = None
        self.turn: str | None = None
        """The active seat in the action phase."""
        self.midway = False
        """Whether the game began at a given table that names its active seat; `view` then shows `turn`, too."""
        self.city: tuple[str, ...] = ()
        self.stacks: dict[str, list[str]] = {location: [] for location in LOCATIONS}
        self.cell: list[str] = []
        self.hitman = "harbour"
        self.policeman: str | None = None
        self.mayor: str | None = None
        self.marked: list[str] = []
        self.open: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []

    # The order of seats and locations

    def clockwise(self, first: str | None = None) -> tuple[str, ...]:
        """Returns all seats clockwise from the starting player (or another one)."""
        return self._from[first or self.start or self.seats[0]]

    def left_of(self, seat: str) -> str:
        """Returns the left neighbour of a seat, whose turn comes next."""
        return self._from[seat][1]

    def neighbours(self, location: str) -> list[str]:
        """Returns the locations that share an edge with this one, by number (M3)."""
        middle, *rim = self.city
        if location == middle:
            around = set(rim)
        else:
            at = rim.index(location)
            around = {middle, rim[at - 1], rim[(at + 1) % len(rim)]}
        return [other for other in LOCATIONS if other in around]

    # Mobsters

    def take_mobster(self, location: str, height: int) -> str:
        """Removes the mobster at a height (from 1) of a location and returns its owner; those above it move down."""
        return self.stacks[location].pop(height - 1)

    # Cards

    def lay(self, player: Player, cards: Iterable[str]) -> None:
        """Puts played cards on the table; of equal cards, the one that arrived first leaves the hand (M9)."""
        for card in cards:
            player.hand.remove(card)
            self.open.append(card)

    def settle(self, cards: Iterable[str]) -> None:
        """Moves the cards of a settled play to the discard pile (M9)."""
        for card in cards:
            self.open.remove(card)
            self.discard.append(card)

    def throw(self, player: Player, card: str) -> None:
        """Moves a card from the hand to the discard pile, without laying it open first (M9)."""
        player.hand.remove(card)
        self.discard.append(card)

    async def draw(self, player: Player, count: int) -> list[str]:
        """Draws cards from the deck into the hand, tells it, and returns the cards; fewer if no card is left (M6).

        An empty deck is renewed from the shuffled discard pile.
        """
        cards = self._take(player, count)
        if len(cards) < count and self.discard:
            await self._reshuffle()
            cards += self._take(player, count - len(cards))
        if cards:
            self.tell(events.draws, player.seat, len(cards))
            self.tell(events.drew, player.seat, cards)
        return cards

    def _take(self, player: Player, count: int) -> list[str]:
        """Moves up to that many cards from the deck to the hand, and returns these cards."""
        cards = self.deck[:count]
        del self.deck[:count]
        player.hand += cards
        return cards

    async def _reshuffle(self) -> None:
        self.deck = list(await drawn("reshuffle", self.discard))
        self.discard.clear()
        self.tell(events.reshuffles, len(self.deck))
