"""One table as it stands, and how its consents are counted: the same for what the board says and for what is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, NamedTuple

from bot.games import BOARDS, Board
from bot.games.facts import Proposal, Seat, TableFacts, Undoing
from bot.tables.refusals import ComputerPlays, NotRunning, NotSeatedHere, Paused, SeatKept
from bot.texts.isolation import isolated
from rules import GAMES
from rules.decisions import Draw, Window
from rules.description import public_options
from rules.engine import Game
from rules.undo import UNDO
from storage import Bank, Deadline, GameRow, Grace, Proposed, SeatRow, StandingOrder, TableState

ANYBODY: Final = 0
"""Stands for a user where a seat is offered to whoever comes first."""
LET_COMPUTER: Final = {"let_computer": "normal", "let_computer_easy": "easy", "let_computer_hard": "hard"}
"""What lets a computer play on for whoever is absent, and how well."""
ABOUT_THE_ABSENT: Final = (*LET_COMPUTER, "hand_over")
VOTES: Final = ("pause", "resume", "replace", "end", *ABOUT_THE_ABSENT)
"""What a table can agree on."""
SEARCHES: Final = frozenset({"hard"})
"""The levels that take long enough for a process of their own."""

LATE_TOO_OFTEN = 2
"""So many silences in a row, and the table is asked what to do."""


def everywhere(_guild: int | None) -> bool:
    """Where one process serves, all tables are its own."""
    return True


class Timed(NamedTuple):
    """Whose time runs, and in which phase: what a time bank is drawn on for."""

    number: int
    seat: str
    phase_mark: str


class Tally(NamedTuple):
    """How many have agreed, and how many are needed."""

    agreed: int
    needed: int


@dataclass(slots=True)
class LiveTable:
    """One table as it stands; `game` is None until it has started."""

    row: GameRow
    seats: list[SeatRow]
    commitment: str
    game: Game | None = None
    stored: int = 0
    """How many of the game's entries the store has."""
    told: int = 0
    """How many of the game's events the board has shown; the store notes it with the next answer."""
    deadline: Deadline | None = None
    opened: int | None = None
    """The decision at which the game was read from its record; None where it began here."""
    orders: dict[str, StandingOrder] = field(default_factory=dict)
    lasting: dict[str, dict[str, StandingOrder]] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)
    votes: dict[str, frozenset[int]] = field(default_factory=dict)
    proposed: Proposed | None = None
    """The seat that shall be handed over, and to whom (None: to a computer)."""
    proposals: int = 0
    """How many substitutions have been proposed: the number of the latest one."""
    undo: tuple[int, str] | None = None
    """The decision at which an undo was proposed last, and the seat that wants it."""
    free: dict[str, int] = field(default_factory=dict)
    """Seats that the table has agreed to hand over, and to whom (0: to anybody)."""
    trouble: bool = False
    """Whether the bot itself has paused the game, because it could not write in the channel."""
    departed: frozenset[int] = frozenset()
    """Who was waited for and is no longer in the server."""
    graces: dict[str, Grace] = field(default_factory=dict)
    """For each seat the last time that was prolonged."""
    banks: dict[str, Bank] = field(default_factory=dict)
    """For each seat what was left of its time bank when it last drew on it."""
    timed: Timed | None = None
    """Who draws on their time bank now."""
    _since: tuple[tuple[int, str], tuple[str, ...]] | None = None
    """Who has answered since what that undo would take back: found out once."""
    ahead: Callable[[], timedelta] = timedelta
    """By how much the machine's clock, and so everybody else's, shows more than the process has counted."""
    owns: Callable[[int | None], bool] = everywhere
    """Whether this process looks after the tables of a server (None: of none)."""
    seed: str = ""
    """In hex, once the game is finished; empty as long as it is secret."""

    def stands(self, state: TableState) -> None:
        """Everything but the game itself and what the board has shown, as the store has it now."""
        self.row, self.seats, self.deadline = state.row, state.seats, state.deadline
        self.orders, self.lasting = state.orders, state.lasting
        self.out, self.votes = state.out, state.votes
        self.proposed, self.proposals = state.proposal, state.proposals
        self.undo = state.undo
        self.free = {seat: ANYBODY if user is None else user for seat, user in state.offers.items()}
        self.graces, self.banks = state.graces, state.banks
        self.trouble, self.departed, self.seed = state.trouble, state.departed, state.seed

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def ours(self) -> bool:
        """Whether its board, its hands and its clock are this process's; its record is everybody's."""
        return self.owns(self.row.guild)

    @property
    def board(self) -> Board:
        """The game's own front end."""
        return BOARDS[self.row.kind]

    @property
    def absent(self) -> str | None:
        """The seat that was late too often in a row, while a person holds it."""
        if self.row.phase != "running":
            return None
        late = (seat.seat for seat in self.seats if seat.absences >= LATE_TOO_OFTEN and not by_computer(seat))
        return next(late, None)

    def asked_about(self, seat: str) -> tuple[str, ...]:
        """The questions about whoever is absent, where that is this seat: they end with the absence."""
        return ABOUT_THE_ABSENT if self.absent == seat else ()

    @property
    def searches(self) -> bool:
        """Whether a computer sits here for which workers have to search."""
        return not self.row.finished_yet and any(by_computer(seat) and seat.level in SEARCHES for seat in self.seats)

    @property
    def in_trouble(self) -> bool:
        """Whether the bot itself has paused the game, because its place fails it."""
        return self.row.phase == "running" and self.row.paused_at is not None and self.trouble

    @property
    def facts(self) -> TableFacts:
        """What everybody may know of the table beside the game."""
        row, absent = self.row, self.absent
        running = row.phase == "running"
        tallies = {what: self.tally(what) for what in self._asked}
        return TableFacts(
            id=row.id,
            kind=row.kind,
            phase=row.phase,
            language=row.language,
            options=public_options(GAMES[row.kind], row.options),
            pace=row.pace,
            turn_seconds=row.turn_seconds,
            window_seconds=row.window_seconds,
            bank_seconds=row.bank_seconds,
            hints=row.hints,
            host=row.host,
            commitment=self.commitment,
            seed=self.seed,
            seats=tuple(_public(seat) for seat in self.seats),
            due=self.deadline.due + self.ahead() if running and self.deadline and row.paused_at is None else None,
            paused=row.paused_at is not None,
            prolonged=self._prolonged,
            banks=self._banks,
            absent=absent,
            left_server=absent is not None and self.seat(absent).user in self.departed,
            votes={what: count.agreed for what, count in tallies.items()},
            needed={what: count.needed for what, count in tallies.items()},
            proposal=self._proposal,
            undoing=self.undoing,
            free=dict(self.free),
        )

    @property
    def _asked(self) -> list[str]:
        """What somebody at the table has agreed to, and others may."""
        return [what for what in VOTES if what in self.votes and self.tally(what).agreed]

    @property
    def _prolonged(self) -> bool:
        """Whether the present decision waits longer than it should."""
        return self.game is not None and any(grace.number == self.game.number for grace in self.graces.values())

    @property
    def _banks(self) -> dict[str, int] | None:
        """For each seat the whole seconds in its time bank, as it stood when the present decision was asked."""
        full = self.row.bank_seconds
        if full is None or self.row.phase != "running" or self.row.turn_seconds is None:
            return None
        mark = self.mark()
        drawn = {seat: int(bank.remaining) for seat, bank in self.banks.items() if bank.phase_mark == mark}
        return {seat.seat: drawn.get(seat.seat, full) for seat in self.seats}

    @property
    def _proposal(self) -> Proposal | None:
        if self.proposed is None:
            return None
        return Proposal(self.proposals, self.proposed.seat, self.proposed.newcomer, self.proposed.level)

    @property
    def undoing(self) -> Undoing | None:
        """The undo that people are asked about; none any more once something else is asked, or all have agreed."""
        game = self.game
        if self.undo is None or game is None or self.row.phase != "running" or self.undo[0] != game.number:
            return None
        if self._since is None or self._since[0] != self.undo:
            self._since = self.undo, game.retraction(self.undo[1]).since
        needed = self.people_among(self._since[1])
        voted = self.votes.get(UNDO, frozenset())
        agreed = frozenset(letter for letter in needed if self.seat(letter).user in voted)
        return Undoing(*self.undo, needed, agreed) if needed - agreed else None

    def people_among(self, letters: Iterable[str]) -> frozenset[str]:
        """Those of the seats that people play in person."""
        return frozenset(letter for letter in letters if not by_computer(self.seat(letter)))

    def tally(self, what: str, also: int = ANYBODY) -> Tally:
        """More than half of the people at the table, the absent one not counted about itself; one where a trouble ends.

        `also`: as if that user had agreed too.
        """
        voters = self.people()
        if what in ABOUT_THE_ABSENT or (what == "end" and self.absent is not None):
            voters = [seat for seat in voters if seat.seat != self.absent]
        users = {seat.user for seat in voters}
        needed = 1 if what == "resume" and self.trouble else len(users) // 2 + 1
        return Tally(len(users & (self.votes.get(what, frozenset()) | {also})), needed)

    def seat_of(self, user: int) -> SeatRow:
        """The seat that a user holds; raises NotSeatedHere."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise NotSeatedHere

    def seat(self, letter: str) -> SeatRow:
        """The seat of that letter."""
        return next(seat for seat in self.seats if seat.seat == letter)

    def playing(self) -> Game:
        """The game, which must be running and not paused; raises NotRunning or Paused."""
        game = self.running()
        if self.row.paused_at is not None:
            raise Paused
        return game

    def running(self) -> Game:
        """The game, which must be running; raises NotRunning."""
        if self.game is None or self.row.phase != "running":
            raise NotRunning(self.row.phase)
        return self.game

    def player(self, user: int) -> SeatRow:
        """The seat of somebody who plays it in person; raises NotSeatedHere, ComputerPlays or SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None:
            raise self.away(seat)
        return seat

    def holder(self, user: int) -> SeatRow:
        """The seat whose cards the user may see, also who has left and may come back; NotSeatedHere or SeatKept."""
        seat = self.seat_of(user)
        if seat.left is not None and isinstance(why := self.away(seat), SeatKept):
            raise why
        return seat

    def away(self, seat: SeatRow) -> ComputerPlays | SeatKept:
        """Why whoever has left a seat does not play it now: they may come back, unless it is kept for others."""
        offered = self.free.get(seat.seat, ANYBODY)
        return ComputerPlays() if offered in {ANYBODY, seat.user} else SeatKept(offered)

    def mark(self) -> str:
        """A word that changes when a new board is due; orders for windows hold as long as it stays."""
        if self.row.phase != "running" or self.game is None:
            return self.row.phase
        return self.board.phase_mark(self.game.view())

    @property
    def reminds(self) -> bool:
        """Whether whoever is late is told so; never in a window: who has not answered there is nobody's business."""
        decision = self.game.decision if self.game is not None else None
        return decision is not None and not isinstance(decision, (Window, Draw))

    @property
    def waited_for(self) -> list[int]:
        """The person who is waited for and may be reminded, where it is one."""
        if self.game is None or not self.reminds:
            return []
        seats = (self.seat(letter) for letter in self.game.waiting)
        return [seat.user for seat in seats if not by_computer(seat)]

    def people(self) -> list[SeatRow]:
        """The seats that people play in person."""
        return [seat for seat in self.seats if not by_computer(seat)]


def _public(seat: SeatRow) -> Seat:
    if by_computer(seat):
        return Seat(seat.seat, None, f"🤖 {seat.name}")
    return Seat(seat.seat, seat.user, isolated(seat.name), chosen=seat.part is not None)


def by_computer(seat: SeatRow) -> bool:
    """Whether a computer plays the seat: its own, or for somebody who has left."""
    return seat.computer or seat.left is not None
