"""The table of Mafia City: its state, and the few moves from which all rules are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.decisions import drawn
from rules.events import Teller
from rules.mafia_city import events

LOCATIONS = (
    "prison", "harbour", "fight_club", "police_station", "business_district", "private_club", "town_hall",
)  # fmt: skip
MOBSTERS = {3: (8, 4), 4: (7, 4), 5: (6, 5)}
"""M2: crew and reserve by the number of players (for five the review prints 6/4; 11 or 12 in all are needed)."""
GOALS = {3: (10, 15), 4: (8, 13), 5: (7, 11)}
"""M5: points to win for beginners and advanced by the number of players."""
EDITION = 1
AT = {location: {"location": location} for location in LOCATIONS}
"""The facts of a decision at a location."""


class Player:
    """The state of one player."""

    __slots__ = ("crew", "hand", "passed", "points", "reserve", "seat")

    def __init__(self, seat: str, crew: int, reserve: int) -> None:
        self.seat = seat
        self.points = 0
        self.crew = crew
        self.reserve = reserve
        self.passed = False
        self.hand: list[str] = []


class Table(Teller):
    """One game's table; stacks bottom first, hands in the order in which the cards came, deck top first."""

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
        """The seat on turn in the action phase."""
        self.midway = False
        """Whether the game began in the middle of a phase: then it is written down whose turn it is."""
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

    # The table's order

    def clockwise(self, first: str | None = None) -> tuple[str, ...]:
        """All seats from the starting player (or another) on."""
        return self._from[first or self.start or self.seats[0]]

    def left_of(self, seat: str) -> str:
        """The left neighbour, whose turn comes next."""
        return self._from[seat][1]

    def neighbours(self, location: str) -> list[str]:
        """M3: the locations that share an edge with this one, in number order."""
        middle, *rim = self.city
        if location == middle:
            around = set(rim)
        else:
            at = rim.index(location)
            around = {middle, rim[at - 1], rim[(at + 1) % len(rim)]}
        return [other for other in LOCATIONS if other in around]

    # Mobsters

    def take_mobster(self, location: str, height: int) -> str:
        """Removes a mobster; those above it slide down. Its owner."""
        return self.stacks[location].pop(height - 1)

    # Cards

    def lay(self, player: Player, cards: Iterable[str]) -> None:
        """M9: puts played cards on the table; of equal cards, the one that came first leaves the hand."""
        for card in cards:
            player.hand.remove(card)
            self.open.append(card)

    def settle(self, cards: Iterable[str]) -> None:
        """M9: cards of a settled play go to the discard pile."""
        for card in cards:
            self.open.remove(card)
            self.discard.append(card)

    def throw(self, player: Player, card: str) -> None:
        """Discards a card directly (M9)."""
        player.hand.remove(card)
        self.discard.append(card)

    async def draw(self, player: Player, count: int) -> list[str]:
        """M6: cards from the deck, renewed from the discard pile when one is needed; fewer when both are empty."""
        cards = self._take(player, count)
        if len(cards) < count and self.discard:
            await self._reshuffle()
            cards += self._take(player, count - len(cards))
        if cards:
            self.tell(events.draws, player.seat, len(cards))
            self.tell(events.drew, player.seat, cards)
        return cards

    def _take(self, player: Player, count: int) -> list[str]:
        """As many cards as there are, up to that many, from the deck to the hand."""
        cards = self.deck[:count]
        del self.deck[:count]
        player.hand += cards
        return cards

    async def _reshuffle(self) -> None:
        self.deck = list(await drawn("reshuffle", self.discard))
        self.discard.clear()
        self.tell(events.reshuffles, len(self.deck))
