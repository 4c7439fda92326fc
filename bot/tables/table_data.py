"""The data of one table in memory: its database rows, its running game, its seats and the clock of its window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any, Final, NamedTuple

from bot.games import GAME_UIS, GameUI
from bot.games.levels import searches
from bot.tables.refusals import ComputerPlays, NotRunning, NotSeatedHere, Paused, SeatKept
from rules.decisions import Window
from rules.draws import Draw
from rules.engine import Game
from storage import GameRow, Reliability, Schedule, SeatRow, TableState

ANYBODY: Final = 0
"""The value in place of a user ID if a seat is offered to the first user who joins."""

SHORTEST_REACTION: Final = 30.0
LONGEST_REACTION: Final = 300.0
HELD: Final = 2
"""The `reminded` step of a window that was extended with *Hold on*. Windows have no reminders."""


def everywhere(_guild: int | None) -> bool:
    """Returns True for every server: a single process owns all tables."""
    return True


class Timed(NamedTuple):
    """The time bank that runs during a decision: the decision's number, the seat and the epoch."""

    number: int
    seat: str
    epoch: str


def reaction_seconds(row: GameRow) -> float | None:
    """Returns the seconds for a question to one seat out of turn, which are also those that *Hold on* gives.

    A third of a turn within limits; None without a clock.
    """
    turn = row.turn_seconds
    return None if turn is None else min(max(turn / 3, SHORTEST_REACTION), LONGEST_REACTION)


def by_computer(seat: SeatRow) -> bool:
    """Returns whether a computer plays the seat, either as its own or for a player who has left."""
    return seat.computer or seat.left is not None


@dataclass(slots=True)
class TableData(TableState):
    """The data of one table, and what follows from its seats and its game; `game` is None until it has started."""

    commitment: str = ""
    game: Game | None = None
    stored: int = 0
    """The number of the game's entries that are in the database."""
    told: int = 0
    """The number of the game's events that the board has shown; stored with the next answer."""
    opened: int | None = None
    """The number of the decision at which the game was loaded from its record; None if it began in this process."""
    timed: Timed | None = None
    """The time bank that runs now."""
    reliability: dict[int, Reliability | None] = field(default_factory=dict)
    """The reliability of the people in a lobby; None: they hide it."""
    schedules: Mapping[int, Schedule] = field(default_factory=dict)
    """The schedules of the people at a table by the day."""
    clock_jump: Callable[[], timedelta] = timedelta
    """Returns the time by which the system clock has been moved forward since the process started."""
    owns: Callable[[int | None], bool] = everywhere
    """Whether this process is responsible for the tables of a server (None: of direct messages)."""

    def replace_data(self, state: TableState) -> None:
        """Replaces the data by those from the database, except the game, what the board has shown, and the people's
        reliability and schedules."""
        for one in fields(TableState):
            setattr(self, one.name, getattr(state, one.name))

    @property
    def free(self) -> dict[str, int]:
        """Seats that the table has agreed to hand over -> the user who may take them (0: anyone)."""
        return {seat: ANYBODY if user is None else user for seat, user in self.offers.items()}

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def ours(self) -> bool:
        """Whether this process shows the table and runs its deadlines; any process may append to its record."""
        return self.owns(self.row.guild)

    @property
    def game_ui(self) -> GameUI[Any]:
        """The front end of the table's game."""
        return GAME_UIS[self.row.kind]

    @property
    def searches(self) -> bool:
        """Whether a computer player at this table searches in a worker process."""
        return not self.row.finished_yet and any(by_computer(seat) and searches(seat.level) for seat in self.seats)

    @property
    def in_trouble(self) -> bool:
        """Whether the bot has paused the game because its channel fails."""
        return self.row.phase == "running" and self.row.paused_at is not None and self.trouble

    def people_among(self, letters: Iterable[str]) -> frozenset[str]:
        """Returns the seats among these that people play themselves."""
        return frozenset(letter for letter in letters if not by_computer(self.seat(letter)))

    def seat_of(self, user: int) -> SeatRow:
        """Returns the seat that a user holds; raises NotSeatedHere."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise NotSeatedHere

    def seat_in_lobby(self, user: int) -> SeatRow:
        """Returns the seat that a user holds in a lobby; raises NotSeatedHere, and NotRunning after the start."""
        if self.row.phase != "lobby":
            raise NotRunning(self.row.phase)
        return self.seat_of(user)

    def seat(self, letter: str) -> SeatRow:
        """Returns the seat with that letter."""
        return next(seat for seat in self.seats if seat.seat == letter)

    def playing(self) -> Game:
        """Returns the game, which must be running and not paused; raises NotRunning or Paused."""
        game = self.running()
        if self.row.paused_at is not None:
            raise Paused
        return game

    def running(self) -> Game:
        """Returns the game, which must be running; raises NotRunning."""
        if self.game is None or self.row.phase != "running":
            raise NotRunning(self.row.phase)
        return self.game

    def player(self, user: int) -> SeatRow:
        """Returns the seat that the user plays themselves; raises NotSeatedHere, ComputerPlays or SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None:
            raise self.away(seat)
        return seat

    def holder(self, user: int) -> SeatRow:
        """Returns the seat whose cards the user may see, even if they have left it; raises NotSeatedHere or
        SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None and isinstance(why := self.away(seat), SeatKept):
            raise why
        return seat

    def away(self, seat: SeatRow) -> ComputerPlays | SeatKept:
        """Returns the refusal for a user who has left their seat, which says whether they may come back."""
        offered = self.free.get(seat.seat, ANYBODY)
        return ComputerPlays() if offered in {ANYBODY, seat.user} else SeatKept(offered)

    def epoch(self) -> str:
        """Returns a text that identifies the present epoch; orders for windows hold until it changes."""
        if self.row.phase != "running" or self.game is None:
            return self.row.phase
        return self.game_ui.epoch(self.game.view())

    @property
    def reminds(self) -> bool:
        """Whether a late player may be reminded. False in a window, where it is secret who has not answered."""
        decision = self.game.decision if self.game is not None else None
        return decision is not None and not isinstance(decision, (Window, Draw))

    @property
    def waited_for(self) -> list[int]:
        """The users who must answer and may be reminded; empty in a window."""
        if self.game is None or not self.reminds:
            return []
        seats = (self.seat(letter) for letter in self.game.waiting)
        return [seat.user for seat in seats if not by_computer(seat)]

    def people(self) -> list[SeatRow]:
        """Returns the seats that people play themselves."""
        return [seat for seat in self.seats if not by_computer(seat)]

    @property
    def solo(self) -> bool:
        """Whether one person plays against computers only. Then no deadline runs and timing need not be hidden."""
        return len(self.people()) == 1

    @property
    def has_hints(self) -> bool:
        """Whether players may ask for hints, or may once the game begins with the present players: as the host or the
        server chose, otherwise only in a game of one person against computers."""
        if self.row.hints_chosen:
            return self.row.hints
        return self.solo and (self.row.hints or self.row.phase == "lobby")

    @property
    def only_person(self) -> str:
        """The seat of the only person, if no one who has left may come back; otherwise empty.

        Then the board may show what would otherwise reveal something about this person's hand.
        """
        people = self.people()
        if len(people) != 1:
            return ""
        return people[0].seat if all(seat.computer for seat in self.seats if seat is not people[0]) else ""

    @property
    def hold_seconds(self) -> float | None:
        """The seconds that *Hold on* gives in the open window; None if it is not offered.

        Windows that are longer anyway (`reaction_seconds`) do not offer it.
        """
        game, window, seconds = self.game, self.row.window_seconds, reaction_seconds(self.row)
        if game is None or not isinstance(game.decision, Window) or window is None or seconds is None or self.solo:
            return None
        return seconds if window < seconds else None

    @property
    def is_held(self) -> bool:
        """Whether a player has asked for more time in the present window."""
        game, deadline = self.game, self.deadline
        window = game is not None and isinstance(game.decision, Window) and self.row.phase == "running"
        return window and deadline is not None and deadline.reminded == HELD
