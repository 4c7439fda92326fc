"""The table of Královské rošády: its state, and the basic operations of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.draws import drawn_of
from rules.events import Teller
from rules.kralovske_rosady import events
from rules.kralovske_rosady.cards import symbol_of, value_of

EDITION = 1
ROUNDS = 6
HAND = 3
PLAYERS = range(2, 7)


class Card:
    """An influence card in a column."""

    __slots__ = ("name", "owner", "tucked", "up")

    def __init__(self, owner: str, name: str, *, up: bool = False, tucked: bool = False) -> None:
        self.owner = owner
        self.name = name
        self.up = up
        self.tucked = tucked
        """Whether the card is under a disguise, face down until the end of the round (K5)."""


class Column:
    """A column: a point card with the cards below it, downwards; columns are numbered from 1 from the left."""

    __slots__ = ("cards", "closed", "name", "number", "point", "symbol", "wanted")

    def __init__(self, number: int, point: str) -> None:
        self.number = number
        self.name = str(number)
        self.closed = False
        self.cards: list[Card] = []
        self.show(point)

    def show(self, point: str) -> None:
        """Sets the point card of the column, and with it the column's symbol and the number of cards it needs."""
        self.point = point
        self.symbol = symbol_of(point)
        self.wanted = value_of(point)

    @property
    def filled(self) -> bool:
        """Whether the column is full: it has as many cards as points, or a storm has closed it (K15)."""
        return self.closed or len(self.cards) >= self.wanted

    @property
    def hidden(self) -> Card | None:
        """The face-down card that the next one turns: the last one, unless it is tucked (K5); None if there is none."""
        last = self.cards[-1] if self.cards else None
        return None if last is None or last.up or last.tucked else last


class Player:
    """The cards of one player; the deck's top first, the discards oldest first."""

    __slots__ = ("deck", "discard", "hand", "points", "seat")

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.hand: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.points: list[str] = []

    def take(self) -> list[str]:
        """Draws cards from the deck until the hand is full or the deck is empty; returns the drawn cards."""
        lacking = HAND - len(self.hand)
        cards = self.deck[:lacking]
        del self.deck[:lacking]
        self.hand += cards
        return cards


class Table(Teller):
    """The state of one game. Hands are in the order of arrival; `turn` is the active seat, or that ended the round."""

    def __init__(self, seats: Sequence[str], edition: int = EDITION) -> None:
        super().__init__()
        self.edition = edition
        self.round = 1
        self.phase = "setup"
        self.turn: str | None = None
        self.seats = tuple(seats)
        self._from = {seat: self.seats[at:] + self.seats[:at] for at, seat in enumerate(self.seats)}
        self.players = {seat: Player(seat) for seat in seats}
        self.columns: list[Column] = []
        self.points_deck: list[str] = []
        self.removed_points: list[str] = []
        self.explored: dict[str, int] = {}
        """The number of moves of each player's explorer in this turn (K6)."""

    # The order of seats and columns

    def clockwise(self, first: str | None) -> tuple[str, ...]:
        """Returns all seats clockwise from this one (None: from the first seat)."""
        return self._from[first or self.seats[0]]

    def neighbour(self, seat: str | None, steps: int = 1) -> str:
        """Returns the left neighbour, or the seat that many steps clockwise."""
        return self.clockwise(seat)[steps % len(self.seats)]

    def open_columns(self) -> list[Column]:
        """Returns the columns to which cards can still be added, from the left."""
        return [column for column in self.columns if not column.closed]

    def right_of(self, column: Column) -> Column | None:
        """Returns the next open column to the right, from the last on to the first; None if all others are closed
        (K6)."""
        around = self.columns[column.number :] + self.columns[: column.number - 1]
        return next((other for other in around if not other.closed), None)

    def is_full(self) -> bool:
        """Returns whether every column is full (K12)."""
        for column in self.columns:  # noqa: SIM110 - asked after every card; a generator would cost more
            if not column.filled:
                return False
        return True

    # Cards

    def lay_out(self) -> None:
        """Begins a round: takes one point card for each player from the deck and lays out new columns with them."""
        count = len(self.seats)
        points, self.points_deck = self.points_deck[:count], self.points_deck[count:]
        self.columns = [Column(number, point) for number, point in enumerate(points, 1)]
        self.tell(events.round_begins, self.round, self.turn, points)

    def discard(self, cards: Iterable[Card]) -> None:
        """Moves each card to its owner's discards."""
        for card in cards:
            self.players[card.owner].discard.append(card.name)

    async def draw_up(self) -> None:
        """Lets every seat draw until it has three cards in hand, the active player first, then clockwise (K13).

        An empty deck is renewed from the discards.
        """
        for seat in self.clockwise(self.turn):
            player = self.players[seat]
            if len(player.hand) == HAND:
                continue
            cards = player.take()
            if len(player.hand) < HAND and player.discard:
                await self._reshuffle(player)
                cards += player.take()
            if cards:
                self.tell(events.draws, seat, len(cards))
                self.tell(events.drew, seat, cards)

    async def _reshuffle(self, player: Player) -> None:
        """Shuffles a player's discards into a new deck and tells it, at the moment when a card is needed (K13)."""
        player.deck = list(await drawn_of("reshuffle", player.discard, player.seat))
        player.discard.clear()
        self.tell(events.reshuffles, player.seat, len(player.deck))
