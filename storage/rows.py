"""The data types of tables, seats and messages that the storage package takes and returns. They are immutable; times
are in UTC."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple, get_args

Finished = Literal["over", "ended"]
Phase = Literal["lobby", "running"] | Finished
"""The phase of a game: lobby, running, over (with a winner) or ended (without)."""
Access = Literal["anyone", "invited"]
"""The users that may join a table: anyone, or only those that its host has invited."""
BY_DAY: Final = 12 * 3600
"""The shortest turn in seconds (twelve hours) at which a table counts as played by the day."""
PHASES: Final = ("lobby", "running", *get_args(Finished))


class Keep(enum.Enum):
    """The type of `KEEP`, which means that a value is not changed (None means that it is removed)."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


class Seed(bytes):
    """The secret 32 bytes of a game's chance. Printing shows nothing; `.hex()` is for the end of the game."""

    def __repr__(self) -> str:
        return "Seed(secret)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class NewGame:
    """The data of a table to be opened. None as a number of seconds: no deadline."""

    guild: int | None
    channel: int
    kind: str
    edition: int
    language: str
    options: Mapping[str, str] = field(repr=False)
    """The options of the game's rules, by name. They may be private, so they are never logged."""
    turn_seconds: int | None
    window_seconds: int | None
    pace: str
    created: datetime
    host: int
    bank_seconds: int | None = field(default=None, kw_only=True)
    """The seconds of a seat's time bank per phase, which is used after a turn's seconds are over; None: no time
    banks."""
    hints: bool = field(default=False, kw_only=True)
    """Whether players may ask for advice from a computer."""
    hints_chosen: bool = field(default=False, kw_only=True)
    """Whether the host or the server has chosen that. If not, a game of one person against computers has hints."""
    access: Access = field(default="anyone", kw_only=True)
    invited: tuple[int, ...] = field(default=(), kw_only=True)
    """The users that the host has invited, in that order."""
    words: bool = field(default=False, kw_only=True)
    """Whether the board is text instead of a picture."""
    called: bool = field(default=False, kw_only=True)
    """Whether the host has called players to the lobby."""
    starts_full: bool = field(default=False, kw_only=True)
    """Whether the game starts by itself when the lobby is full."""
    weekends_off: bool = field(default=False, kw_only=True)
    """Whether the clock stands still on Saturdays and Sundays, at a table by the day."""
    least_share: int | None = field(default=None, kw_only=True)
    """The minimum share of games played to the end, in percent, that a player needs to join; None: any."""
    longest_answer: int | None = field(default=None, kw_only=True)
    """The maximum typical answer time, in seconds, that a player may have to join; None: any."""
    practice_of: int | None = field(default=None, kw_only=True)
    """The finished game that the table continues from an earlier moment, for practice; None: a normal game."""
    parent: int | None = field(default=None, kw_only=True)
    """The channel of the thread in which the table was opened; None: it was opened in no thread."""

    @property
    def by_day(self) -> bool:
        """Whether the table is played by the day: at least `BY_DAY` seconds a turn, and no time banks."""
        return self.turn_seconds is not None and self.turn_seconds >= BY_DAY and self.bank_seconds is None


@dataclass(frozen=True, slots=True)
class GameRow(NewGame):
    """A stored game: the settings of its table, its number, phase, times and result.

    `told`: the number of announced events; `remaining`: the rest of a paused deadline in seconds; `result`: JSON.
    """

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

    def is_in(self, channel: int | None) -> bool:
        """Returns whether a channel shows the table: its own, or the one in which its thread was opened."""
        return channel is not None and channel in (self.channel, self.parent)

    def admits(self, user: int) -> bool:
        """Returns whether the table lets that user join: anyone may, or they are its host or invited."""
        return self.access == "anyone" or user in {self.host, *self.invited}


NORMAL: Final = "normal"
"""The default level of a computer."""


class Proposed(NamedTuple):
    """A proposed replacement of a seat's player."""

    seat: str
    newcomer: int | None
    """The user who would take the seat; None: a computer."""
    level: str | None = None
    """The level of the computer."""


Vacated = Literal["left", "late", "voted", "managed"]
"""The reasons for which a computer plays for a seat's holder: the holder left (`left`), was absent (`late`), or was
replaced by a vote (`voted`) or by a manager (`managed`)."""


class SeatChange(NamedTuple):
    """A change of who plays a seat: a computer or another user. It is public, as a part of the table's log."""

    seat: str
    told: int
    """The number of the game's events before the change."""
    kind: str
    """One of `Vacated` (a computer plays now), `returned` (the holder is back), or `taken` (by another user)."""
    user: int
    """The user who left, returned or took the seat."""
    former: int | None
    """The user whose seat was taken; None for other changes."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its present holder; `record_name` is the name at the start, which the record keeps."""

    seat: str
    user: int
    name: str
    computer: bool
    record_name: str
    joined: datetime | None
    left: datetime | None
    absences: int
    part: str | None = field(default=None, repr=False)
    """The loadout that the holder has chosen; private while the game runs."""
    level: str = NORMAL
    """The level of the computer that plays the seat: `easy`, `normal`, `hard` or `expert`."""
    vacated: Vacated | None = None
    """The reason for which a computer plays for the holder; None: the holder plays, or the reason is unknown."""
    cut: str | None = field(default=None, repr=False)
    """The text that the holder added to the shuffle; private until the end."""
    cut_hash: str | None = field(default=None, repr=False)
    """The hash of the cut that takes part in the shuffle; the text may have been deleted."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of the decision `number`, and the latest reminder that was sent for it.

    `reminded`: 0: none; 1: the DM; 2: the ping in the channel (of a window: it was extended with *Hold on*).
    """

    number: int
    due: datetime
    reminded: int = 0
    away: datetime | None = None
    """The time when the clock began to run, if an asked person was away when the decision was asked; None: at once."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The remaining seconds of a seat's time bank in an epoch."""

    seat: str
    epoch: str
    remaining: float


@dataclass(frozen=True, slots=True)
class Grace:
    """A seat's latest extension of a deadline: the epoch and the decision's number in which it was used."""

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
    """The ID of the message; 0: there is none yet, or (of a hand) the user accepts no DMs."""
    posted: datetime | None = None
    """The time of the post; None: the time in the message's ID."""
    fingerprint: str = ""
    """The fingerprint of the content; empty: unknown."""
    about: str = ""
    """The part of the game that the message shows: a board's epoch, a reminder's decision and seat."""
    old: bool = False
    """Whether a newer message has replaced it, and it must still be closed or deleted."""
    pending: bool = False
    """Whether a post was started whose message ID is not stored."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order of a seat: its text, and the epoch for which it holds (`*`: the whole game)."""

    order: str
    epoch: str


@dataclass(slots=True)
class TableState:
    """A table with everything that is stored about it, except its record."""

    row: GameRow
    seats: list[SeatRow]
    deadline: Deadline | None = None
    orders: dict[str, StandingOrder] = field(default_factory=dict)
    lasting: dict[str, dict[str, StandingOrder]] = field(default_factory=dict)
    """Seats -> their orders by topic, except those for windows."""
    out: dict[str, str] = field(default_factory=dict)
    """Seats that stay out of windows -> the epoch in which they do."""
    votes: dict[str, frozenset[int]] = field(default_factory=dict)
    """Open votes -> the users who have agreed."""
    proposed: Proposed | None = None
    """The proposed replacement of a seat's player; None: none is proposed now."""
    proposals: int = 0
    """The number of replacements proposed so far, which is also the number of the latest one."""
    offers: dict[str, int | None] = field(default_factory=dict)
    """Offered seats -> the user who may take them (None: anyone)."""
    offered_by: dict[str, int] = field(default_factory=dict)
    """Seats that one user has offered without a vote -> that user."""
    seat_changes: tuple[SeatChange, ...] = ()
    """All changes of the player of a seat, oldest first."""
    undo: tuple[int, str] | None = None
    """The latest proposed undo: the number of the decision, and the seat that wants to take its move back."""
    trouble: bool = False
    """Whether the bot itself has paused the game, because it could not write in the channel."""
    departed: frozenset[int] = frozenset()
    """Late players who are no longer in the server."""
    graces: dict[str, Grace] = field(default_factory=dict)
    """Seats -> the latest extension of a deadline that they were given."""
    banks: dict[str, Bank] = field(default_factory=dict)
    """Seats -> their time bank after its latest use."""
    tournament: int | None = None
    """The number of the tournament that has drawn the seats; None: the table belongs to none."""
    call_role: int | None = None
    """The ID of the Discord role that the server's hosts may ping for their lobbies; None: there is none."""
    seed: str = ""
    """The seed in hex once the game is finished; empty as long as it is secret."""
