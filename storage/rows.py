"""The values that the storage takes and returns: frozen, moments aware and in UTC, ids as Discord has them."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from rules.notation import Entry as Answer

Finished = Literal["over", "ended"]
Phase = Literal["lobby", "running"] | Finished
"""A game's way: lobby, running, then over (with a winner) or ended (without)."""
Access = Literal["anyone", "invited"]
"""Who may sit down at a table: anyone, or only users that its host has invited."""
PHASES: Final = ("lobby", "running", *get_args(Finished))


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
    """A table to be opened; None seconds mean that it has no deadline."""

    guild: int | None
    channel: int
    kind: str
    edition: int
    language: str
    options: Mapping[str, str] = field(repr=False)
    """Not for logs: contains private options from the start on."""
    turn_seconds: int | None
    window_seconds: int | None
    pace: str
    created: datetime
    host: int
    bank_seconds: int | None = field(default=None, kw_only=True)
    """A seat's time bank for each phase, on which it draws once a turn's seconds are over; None: there is none."""
    hints: bool = field(default=False, kw_only=True)
    """Whether every player may ask what a computer would do."""
    access: Access = field(default="anyone", kw_only=True)
    invited: tuple[int, ...] = field(default=(), kw_only=True)
    """The users that the host has invited, in that order."""
    words: bool = field(default=False, kw_only=True)
    """Whether the board is text instead of a picture."""


@dataclass(frozen=True, slots=True)
class GameRow(NewGame):
    """A table; `told` counts the events that were told, `remaining` is the rest of the paused clock (s)."""

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
"""The default level of a computer."""


class Proposed(NamedTuple):
    """A substitution that is proposed."""

    seat: str
    newcomer: int | None
    """None: a computer."""
    level: str | None = None
    """The computer's."""


Vacated = Literal["left", "late", "voted", "managed"]
"""Why a computer plays for a seat's holder: the holder left, missed two deadlines, was voted out, or was removed by a
manager."""


class SeatChange(NamedTuple):
    """A change of who plays a seat; public, part of the table's log."""

    seat: str
    told: int
    """The number of the game's events before the change."""
    kind: str
    """One of `Vacated`, or `returned`, or `taken`."""
    user: int
    """The user who left, returned or took the seat."""
    former: int | None
    """The user whose seat was taken."""


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
    """The loadout that its holder has chosen; private while the game runs."""
    level: str = NORMAL
    """The level of its computer: `easy`, `normal` or `hard`; also for a holder who has left."""
    vacated: Vacated | None = None
    """Why a computer plays for the holder; None: the holder plays, or the reason is not known."""


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
    """One line of the record and its moment: decision, seat, kind and keys."""

    number: int
    seat: str
    kind: str
    keys: tuple[str, ...]
    at: datetime

    @classmethod
    def of(cls, answer: Answer, at: datetime) -> Entry:
        """The rules' entry, given at that moment."""
        return cls(answer.number, answer.seat, answer.kind, tuple(answer.keys), at)


class Weighed(NamedTuple):
    """One answer that a computer considered."""

    keys: tuple[str, ...]
    worth: float
    """In points of the game's policy, or as the chance to win (0 to 1)."""
    tries: int = 0
    """How many games it was played out in; 0 if the computer did not search."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The alternatives that a computer considered when it answered a decision; secret until the game is finished."""

    number: int
    seat: str
    level: str
    measure: str
    """The unit of the values: `points` or `chance`."""
    weighed: Sequence[Weighed] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a decision waits, and how many steps of reminding were taken."""

    number: int
    due: datetime
    reminded: int = 0


@dataclass(frozen=True, slots=True)
class Bank:
    """The rest (s) of a seat's time bank in the epoch."""

    seat: str
    epoch: str
    remaining: float


@dataclass(frozen=True, slots=True)
class Grace:
    """The phase in which a seat's time was prolonged, and for which decision."""

    epoch: str
    number: int


class PostSlot(NamedTuple):
    """The identity of a posted message: `subject` is a game or a tournament, `user` the reader (0: public)."""

    kind: str
    subject: int
    user: int = 0


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A posted message of a table or tournament."""

    slot: PostSlot
    channel: int = 0
    message: int = 0
    """0: there is none yet, or (a hand) its owner accepts no DMs."""
    posted: datetime | None = None
    """None: its id says when."""
    fingerprint: str = ""
    """Of what it shows; empty: not known."""
    about: str = ""
    """The part of the game that it is about: a board's epoch, a reminder's decision and seat."""
    old: bool = False
    """Whether a newer message has replaced it, and it must still be closed or deleted."""
    pending: bool = False
    """Whether a post was begun whose message's id is not stored."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: `over` with its result (JSON), or `ended` without a winner."""

    phase: Finished
    result: str | None
    at: datetime

    def __post_init__(self) -> None:
        if self.phase not in ("over", "ended"):
            raise ValueError(f"A game finishes as 'over' or 'ended', not as {self.phase!r}.")


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order of a seat for an epoch (`*`: for the whole game)."""

    order: str
    epoch: str


@dataclass(frozen=True, slots=True)
class TableState:
    """A table with everything that is stored about it, except its record."""

    row: GameRow
    seats: list[SeatRow]
    deadline: Deadline | None
    orders: dict[str, StandingOrder]
    lasting: dict[str, dict[str, StandingOrder]]
    """For each seat its orders other than the one for windows, by what they are about."""
    out: dict[str, str]
    """For each seat that stays out the mark of the phase for which it does."""
    votes: dict[str, frozenset[int]]
    """For each matter who has agreed to it."""
    proposal: Proposed | None
    """The seat that is proposed to be handed over, and the newcomer."""
    proposals: int
    """How many substitutions have been proposed: the number of the latest one."""
    offers: dict[str, int | None]
    """Seats that the table has agreed to hand over, and to which user (None: to the first one who comes)."""
    offered_by: dict[str, int]
    """For each seat that was offered by one user without a vote, that user."""
    seat_changes: tuple[SeatChange, ...]
    """All changes of who plays a seat, oldest first."""
    undo: tuple[int, str] | None
    """The decision at which an undo was proposed last, and the seat that wants it."""
    trouble: bool
    """Whether the bot itself has paused the game."""
    departed: frozenset[int]
    """Users who were waited for and are no longer in the server."""
    graces: dict[str, Grace]
    """For each seat the last time that was prolonged."""
    banks: dict[str, Bank]
    """For each seat what was left of its time bank when it last drew on it."""
    seed: str
    """In hex, once the game is finished; empty as long as it is secret."""
