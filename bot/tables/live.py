"""The state of one table, and how its consents are counted, for the board and for the execution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, NamedTuple

from bot.games import GAME_UIS, GameUI
from bot.games.facts import Proposal, Seat, TableFacts, Undoing
from bot.games.levels import level_name, searches, votes_for_levels
from bot.tables import takeover
from bot.tables.refusals import ComputerPlays, NotRunning, NotSeatedHere, Paused, SeatKept
from bot.texts import translator_for
from bot.texts.isolation import isolated
from rules import GAMES
from rules.decisions import Draw, Window
from rules.description import public_options
from rules.engine import Game
from rules.undo import UNDO
from storage import Bank, Deadline, GameRow, Grace, Proposed, SeatChange, SeatRow, StandingOrder, TableState

ANYBODY: Final = 0
"""In place of a user: a seat is offered to the first one who comes."""

MIN_HOLD: Final = 30.0
"""Seconds."""
MAX_HOLD: Final = 300.0
HELD: Final = 2
"""The step of a window's deadline that was put off once. Windows have no reminders, which the steps count elsewhere."""

LATE_TOO_OFTEN = takeover.DEADLINES_MISSED
"""The number of deadlines missed in a row after which the other players are asked what to do."""


def votes_about_the_absent() -> tuple[str, ...]:
    """Returns the votes on the seat of an absent player."""
    return (*votes_for_levels(), "hand_over")


def votes() -> tuple[str, ...]:
    """Returns everything that a table can vote on."""
    return ("pause", "resume", "replace", "end", *votes_about_the_absent())


def everywhere(_guild: int | None) -> bool:
    """Returns True: a single process owns all tables."""
    return True


class Timed(NamedTuple):
    """The seat and epoch whose time bank runs."""

    number: int
    seat: str
    epoch: str


class Tally(NamedTuple):
    """The number of consents, and the number that is necessary."""

    agreed: int
    needed: int


@dataclass(slots=True)
class LiveTable:
    """The state of one table; `game` is None until it has started."""

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
    """The decision at which the game was loaded from its record; None if it began in this process."""
    orders: dict[str, StandingOrder] = field(default_factory=dict)
    lasting: dict[str, dict[str, StandingOrder]] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)
    votes: dict[str, frozenset[int]] = field(default_factory=dict)
    proposed: Proposed | None = None
    """The seat that is proposed to be handed over, and the newcomer (None: a computer)."""
    proposals: int = 0
    """How many substitutions have been proposed: the number of the latest one."""
    undo: tuple[int, str] | None = None
    """The decision at which an undo was proposed last, and the seat that wants it."""
    free: dict[str, int] = field(default_factory=dict)
    """Seats that the table has agreed to hand over, and to which user (0: to anyone)."""
    offered_by: dict[str, int] = field(default_factory=dict)
    """For each seat that was offered by one user without a vote, that user."""
    seat_changes: tuple[SeatChange, ...] = ()
    """All changes of who plays a seat, oldest first."""
    trouble: bool = False
    """Whether the bot itself has paused the game, because it could not write in the channel."""
    departed: frozenset[int] = frozenset()
    """Users who were waited for and are no longer in the server."""
    graces: dict[str, Grace] = field(default_factory=dict)
    """For each seat the last time that was prolonged."""
    banks: dict[str, Bank] = field(default_factory=dict)
    """For each seat what was left of its time bank when it last drew on it."""
    timed: Timed | None = None
    """The seat whose time bank runs now."""
    _since: tuple[tuple[int, str], tuple[str, ...]] | None = None
    """The seats that have answered since the answer that an undo would take back; computed once."""
    clock_jump: Callable[[], timedelta] = timedelta
    """Returns how much the system clock shows more than the process has counted."""
    owns: Callable[[int | None], bool] = everywhere
    """Whether this process looks after the tables of a server (None: of none)."""
    seed: str = ""
    """In hex, once the game is finished; empty as long as it is secret."""

    def stands(self, state: TableState) -> None:
        """Takes over everything from the database, except the game itself and the state of the board."""
        self.row, self.seats, self.deadline = state.row, state.seats, state.deadline
        self.orders, self.lasting = state.orders, state.lasting
        self.out, self.votes = state.out, state.votes
        self.proposed, self.proposals = state.proposal, state.proposals
        self.undo = state.undo
        self.free = {seat: ANYBODY if user is None else user for seat, user in state.offers.items()}
        self.offered_by, self.seat_changes = state.offered_by, state.seat_changes
        self.graces, self.banks = state.graces, state.banks
        self.trouble, self.departed, self.seed = state.trouble, state.departed, state.seed

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def ours(self) -> bool:
        """Whether this process shows and times the table; any process may append to its record."""
        return self.owns(self.row.guild)

    @property
    def game_ui(self) -> GameUI[Any]:
        """The game's own front end."""
        return GAME_UIS[self.row.kind]

    @property
    def absent(self) -> str | None:
        """The seat that was late too often in a row, while a person holds it."""
        if self.row.phase != "running":
            return None
        late = (seat.seat for seat in self.seats if seat.absences >= LATE_TOO_OFTEN and not by_computer(seat))
        return next(late, None)

    def asked_about(self, seat: str) -> tuple[str, ...]:
        """Returns the questions about an absent player, if that is this seat: they end with the absence."""
        return votes_about_the_absent() if self.absent == seat else ()

    @property
    def searches(self) -> bool:
        """Whether a computer sits here that searches in a worker process."""
        return not self.row.finished_yet and any(by_computer(seat) and searches(seat.level) for seat in self.seats)

    @property
    def in_trouble(self) -> bool:
        """Whether the bot itself has paused the game, because its channel fails."""
        return self.row.phase == "running" and self.row.paused_at is not None and self.trouble

    @property
    def facts(self) -> TableFacts:
        """The public facts of the table, without the game."""
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
            words=row.words,
            invited_only=row.access == "invited",
            invited=row.invited,
            host=row.host,
            commitment=self.commitment,
            seed=self.seed,
            seats=tuple(_public(seat, row.language) for seat in self.seats),
            due=self.deadline.due + self.clock_jump() if running and self.deadline and row.paused_at is None else None,
            paused=row.paused_at is not None,
            solo=self.solo,
            can_hold=self.hold_seconds is not None and not self.is_held,
            held=self.is_held,
            prolonged=self._prolonged,
            banks=self._banks,
            absent=absent,
            left_server=absent is not None and self.seat(absent).user in self.departed,
            votes={what: count.agreed for what, count in tallies.items()},
            needed={what: count.needed for what, count in tallies.items()},
            proposal=self._proposal,
            undoing=self.undoing,
            free=dict(self.free),
            seat_changes=self.seat_changes,
        )

    @property
    def _asked(self) -> list[str]:
        """Returns the open votes: proposals, and questions to which at least one player has agreed."""
        return [what for what in votes() if what in self.votes and (self._proposes(what) or self.tally(what).agreed)]

    def _proposes(self, what: str) -> bool:
        """Returns whether the players are asked about a replacement, even if no one has agreed yet."""
        return what == "replace" and self.proposed is not None

    @property
    def _prolonged(self) -> bool:
        """Whether the present decision was extended."""
        return self.game is not None and any(grace.number == self.game.number for grace in self.graces.values())

    @property
    def _banks(self) -> dict[str, int] | None:
        """For each seat the whole seconds in its time bank, as it stood when the present decision was asked."""
        full = self.row.bank_seconds
        if full is None or self.row.phase != "running" or self.row.turn_seconds is None or self.solo:
            return None
        epoch = self.epoch()
        drawn = {seat: int(bank.remaining) for seat, bank in self.banks.items() if bank.epoch == epoch}
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
        """Returns how many of the voters have agreed, and how many must: more than half, or one to end a trouble.

        `also`: as if that user had agreed too.
        """
        users = {seat.user for seat in self.voters(what, self.proposed)}
        needed = 1 if what == "resume" and self.trouble else len(users) // 2 + 1
        return Tally(len(users & (self.votes.get(what, frozenset()) | {also})), needed)

    def voters(self, what: str, proposed: Proposed | None) -> list[SeatRow]:
        """Returns the seats whose holders vote: all people, except an absent player about their own seat."""
        if what == "replace" and proposed is not None:
            return takeover.voters(self.seats, proposed)
        voters = self.people()
        if what in votes_about_the_absent() or (what == "end" and self.absent is not None):
            return [seat for seat in voters if seat.seat != self.absent]
        return voters

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
        """Returns the seat that the user plays in person; raises NotSeatedHere, ComputerPlays or SeatKept."""
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
        """Returns the refusal for a user who has left a seat: they may come back, unless it is kept for others."""
        offered = self.free.get(seat.seat, ANYBODY)
        return ComputerPlays() if offered in {ANYBODY, seat.user} else SeatKept(offered)

    def epoch(self) -> str:
        """Returns a text that changes when a new board is due; orders for windows hold until it changes."""
        if self.row.phase != "running" or self.game is None:
            return self.row.phase
        return self.game_ui.epoch(self.game.view())

    @property
    def reminds(self) -> bool:
        """Whether a late player is reminded; never in a window, where missing answers are secret."""
        decision = self.game.decision if self.game is not None else None
        return decision is not None and not isinstance(decision, (Window, Draw))

    @property
    def waited_for(self) -> list[int]:
        """The person who is waited for and may be reminded; empty if there is more than one."""
        if self.game is None or not self.reminds:
            return []
        seats = (self.seat(letter) for letter in self.game.waiting)
        return [seat.user for seat in seats if not by_computer(seat)]

    def people(self) -> list[SeatRow]:
        """The seats that people play in person."""
        return [seat for seat in self.seats if not by_computer(seat)]

    @property
    def solo(self) -> bool:
        """Whether one person plays against computers only: no clock runs, and there is no one to hide timing from."""
        return len(self.people()) == 1

    @property
    def hold_seconds(self) -> float | None:
        """The seconds that *Hold on* gives in the window that is open now; None: it is not offered there.

        A third of a turn, between half a minute and five minutes: windows that are longer anyway need no more.
        """
        game, window, turn = self.game, self.row.window_seconds, self.row.turn_seconds
        if game is None or not isinstance(game.decision, Window) or window is None or turn is None or self.solo:
            return None
        seconds = min(max(turn / 3, MIN_HOLD), MAX_HOLD)
        return seconds if window < seconds else None

    @property
    def is_held(self) -> bool:
        """Whether a player has asked for more time in the present window."""
        game, deadline = self.game, self.deadline
        window = game is not None and isinstance(game.decision, Window) and self.row.phase == "running"
        return window and deadline is not None and deadline.reminded == HELD


def _public(seat: SeatRow, language: str) -> Seat:
    if by_computer(seat):
        return Seat(seat.seat, None, f"🤖 {seat.name}", level=_level(seat, language))
    return Seat(seat.seat, seat.user, isolated(seat.name), chosen=seat.part is not None)


def _level(seat: SeatRow, language: str) -> str:
    """Returns the level of a computer's own seat; empty if its name, from an older version, contains the level."""
    if not seat.computer or seat.name.endswith(")"):
        return ""
    return level_name(seat.level, translator_for(language))


def by_computer(seat: SeatRow) -> bool:
    """Returns whether a computer plays the seat: its own, or for a player who has left."""
    return seat.computer or seat.left is not None
