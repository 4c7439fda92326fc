"""The public facts of a table that are not part of the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storage import SeatChange

Phase = Literal["lobby", "running", "over", "ended"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat and who holds it now."""

    letter: str
    user: int | None
    """None: a computer plays here."""
    name: str
    """As shown to people: cleaned, escaped and isolated, never empty."""
    chosen: bool = False
    """Whether its holder has chosen what to bring (what, is their own business)."""
    level: str = ""
    """The level of its computer player, in the table's language; empty if the seat belongs to a person."""

    @property
    def mention(self) -> str:
        """Returns the holder's name in messages: `<@id>` (sent without pinging), or the computer's name and level."""
        if self.user is not None:
            return f"<@{self.user}>"
        return f"{self.name} ({self.level})" if self.level else self.name


@dataclass(frozen=True, slots=True)
class Proposal:
    """A substitution that the table is asked about."""

    number: int
    """How many were proposed before and with it: consents are bound to it."""
    seat: str
    newcomer: int | None
    """None: a computer."""
    level: str | None = None
    """The computer's."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """A request for an undo, after which other seats have answered."""

    number: int
    """The decision that is asked now: consents are bound to it."""
    seat: str
    needed: frozenset[str]
    """The seats of the people who must agree."""
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The public facts of one table; moments in UTC, waiting times in seconds (None: no deadline)."""

    id: int
    kind: str
    phase: Phase
    language: str
    options: Mapping[str, str]
    pace: str
    turn_seconds: int | None
    window_seconds: int | None
    host: int
    commitment: str
    seats: tuple[Seat, ...] = ()
    due: datetime | None = None
    """Until when the present decision waits."""
    paused: bool = False
    solo: bool = False
    """Whether one person plays against computers only: no clock runs."""
    can_hold: bool = False
    """Whether *Hold on* is offered in the window that is open now."""
    held: bool = False
    """Whether a player has asked for more time in that window."""
    prolonged: bool = False
    """Whether the time for the present decision is over and has been prolonged once."""
    banks: Mapping[str, int] | None = None
    """For each seat the seconds in its time bank; None: there are no banks."""
    absent: str | None = None
    """The seat that was late twice in a row: the table is asked what to do."""
    left_server: bool = False
    """Whether that seat's holder is no longer in the server."""
    votes: Mapping[str, int] | None = None
    """Votes under way (pause, resume, replace, end, let_computer…, hand_over) and how many have agreed."""
    needed: Mapping[str, int] | None = None
    """The number of votes that each of them needs; by default more than half of the people."""
    proposal: Proposal | None = None
    undoing: Undoing | None = None
    free: Mapping[str, int] | None = None
    """Seats that are offered, and to which user (0: to anyone)."""
    seat_changes: tuple[SeatChange, ...] = ()
    """All changes of who plays a seat, oldest first: part of the public log."""
    bank_seconds: int | None = None
    """The seconds of each seat's time bank at the beginning of a phase; None: no banks."""
    hints: bool = False
    """Whether everybody at the table may ask what a computer would do."""
    invited_only: bool = False
    """Whether only invited people may sit down."""
    invited: tuple[int, ...] = ()
    """The users that the host has invited."""
    words: bool = False
    """Whether the table wants its board as text instead of a picture."""
    seed: str = ""
    """The shuffle's seed in hex once the game is finished, with a winner or without; empty before."""

    def seat(self, letter: str) -> Seat:
        """The seat of that letter."""
        return next(seat for seat in self.seats if seat.letter == letter)

    def seat_of(self, user: int) -> Seat | None:
        """The seat that a user holds, if any."""
        return next((seat for seat in self.seats if seat.user == user), None)
