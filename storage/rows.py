"""What the store takes and gives: frozen values, moments aware and in UTC, ids as Discord has them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from rules.notation import Entry as Answer

Finished = Literal["over", "ended"]
Phase = Literal["lobby", "running"] | Finished
"""A game's way: lobby, running, then over (with a winner) or ended (without)."""
PHASES: Final = ("lobby", "running", *get_args(Finished))
CallKind = Literal["ping", "word", "late"]


class Keep(enum.Enum):
    """The one value that says: leave it as it is (None says: take it away)."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


class Seed(bytes):
    """The secret 32 bytes of a game's chance; printing shows nothing, `.hex()` is for the end of the game."""

    def __repr__(self) -> str:
        return "Seed(secret)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class NewGame:
    """A table to be opened; no seconds mean that it waits for everybody."""

    guild: int | None
    channel: int
    kind: str
    edition: int
    language: str
    options: Mapping[str, str] = field(repr=False)
    """Not for any log: what is private among them stands here from the start on."""
    turn_seconds: int | None
    window_seconds: int | None
    pace: str
    created: datetime
    host: int
    bank_seconds: int | None = field(default=None, kw_only=True)
    """A seat's time bank for each phase, on which it draws once a turn's seconds are over; None: there is none."""
    hints: bool = field(default=False, kw_only=True)
    """Whether everybody at the table may ask what a computer would do."""


@dataclass(frozen=True, slots=True)
class GameRow(NewGame):
    """A table as it stands; `told` counts the events told, `remaining` is the paused clock's rest (s)."""

    id: int
    phase: Phase
    started: datetime | None
    finished: datetime | None
    result: str | None
    told: int
    paused_at: datetime | None
    remaining: float | None

    @property
    def finished_yet(self) -> bool:
        """Whether the game is over or was ended."""
        return self.phase in ("over", "ended")


NORMAL: Final = "normal"
"""The level of a computer where nobody has said another."""


class Proposed(NamedTuple):
    """A substitution that is proposed."""

    seat: str
    newcomer: int | None
    """None: a computer."""
    level: str | None = None
    """The computer's."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who holds it now; `record_name` is the name at the start, which the record keeps."""

    seat: str
    user: int
    name: str
    computer: bool
    record_name: str
    joined: datetime | None
    left: datetime | None
    absences: int
    part: str | None = field(default=None, repr=False)
    """What its holder has chosen to bring; nobody else's business while the game runs."""
    level: str = NORMAL
    """How well a computer plays there: `easy`, `normal` or `hard`; also for whoever has left."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """A seat that was handed over."""

    seat: str
    at: datetime
    former_user: int
    former_name: str
    user: int
    name: str
    computer: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record and its moment: to which decision, by whom, of what kind, with which keys."""

    number: int
    seat: str
    kind: str
    keys: tuple[str, ...]
    at: datetime

    @classmethod
    def of(cls, answer: Answer, at: datetime) -> Entry:
        """The rules' entry, given at that moment."""
        return cls(answer.number, answer.seat, answer.kind, tuple(answer.keys), at)


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a decision waits, and how many steps of reminding were taken."""

    number: int
    due: datetime
    reminded: int = 0


@dataclass(frozen=True, slots=True)
class Bank:
    """What is left (s) of a seat's time bank in the phase with this mark."""

    seat: str
    phase_mark: str
    remaining: float


@dataclass(frozen=True, slots=True)
class Grace:
    """The phase in which a seat's time was prolonged, and for which decision."""

    phase_mark: str
    number: int


class Call(NamedTuple):
    """A message that calls a seat to a decision: a public `ping`, a private `word`, or one that time is up (`late`)."""

    number: int
    seat: str
    kind: CallKind
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game finished: `over` with its result (JSON), or `ended` without a winner."""

    phase: Finished
    result: str | None
    at: datetime

    def __post_init__(self) -> None:
        if self.phase not in ("over", "ended"):
            raise ValueError(f"A game finishes as 'over' or 'ended', not as {self.phase!r}.")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The current board message of a game."""

    channel: int
    message: int
    posted: datetime
    shows: str = ""
    """What it shows, in a digest; empty where nobody knows."""
    mark: str = ""
    """Of which phase it is."""


class Showing(NamedTuple):
    """What a board's message shows by now: see BoardRow."""

    game: int
    message: int
    shows: str
    mark: str


@dataclass(frozen=True, slots=True)
class OldBoard:
    """An earlier board message of a game, whose buttons may still be there."""

    game: int
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class HandMessage:
    """The message in which a user's hand lives, and a digest of what it shows; message 0: their DMs are closed."""

    user: int
    channel: int
    message: int
    shows: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A user's own settings; no language means the one that Discord reports (`locale`: when it last did)."""

    user: int
    language: str | None = None
    dms: bool = True
    ping: str = "late"
    locale: str | None = None
    confirm: str = "costs"
    """When an answer is asked once more before it counts: `always`, only what `costs`, `never`."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a seat asked for in advance, for the phase with this mark (`*`: for the whole game)."""

    order: str
    phase_mark: str


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck that its owner keeps; `part` is what would be brought to a table of that kind of game."""

    id: int
    kind: str
    name: str
    part: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who follows a game's public log by DM, so many seconds late."""

    game: int
    user: int
    delay: int
    channel: int
    message: int
    shown: int
    """How many of the game's events stand in the message."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table with everything that is kept of it beside its record."""

    row: GameRow
    seats: list[SeatRow]
    deadline: Deadline | None
    orders: dict[str, StandingOrder]
    lasting: dict[str, dict[str, StandingOrder]]
    """For each seat its orders beside the one for windows, by what they are about."""
    out: dict[str, str]
    """For each seat that stays out the mark of the phase for which it does."""
    votes: dict[str, frozenset[int]]
    """For each matter who has agreed to it."""
    proposal: Proposed | None
    """The seat that shall be handed over, and to whom."""
    proposals: int
    """How many substitutions have been proposed: the number of the latest one."""
    offers: dict[str, int | None]
    """Seats that the table has agreed to hand over, and to whom (None: to whoever comes first)."""
    undo: tuple[int, str] | None
    """The decision at which an undo was proposed last, and the seat that wants it."""
    trouble: bool
    """Whether the bot itself has paused the game."""
    departed: frozenset[int]
    """Who was waited for and is no longer in the server."""
    graces: dict[str, Grace]
    """For each seat the last time that was prolonged."""
    banks: dict[str, Bank]
    """For each seat what was left of its time bank when it last drew on it."""
    seed: str
    """In hex, once the game is finished; empty as long as it is secret."""
