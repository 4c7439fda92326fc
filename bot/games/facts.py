"""The public facts of a table that are not part of the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from bot.drawing.seats import emoji_of, glyph_of, token_name
from bot.games.initials import initials
from bot.texts import N_, Translator
from storage import Reliability, SeatChange
from storage.personal_data import is_former

FORMER: Final = N_("former player")
"""The words that replace the name of a user whose personal data was deleted."""

Phase = Literal["lobby", "running", "over", "ended"]


def mention(user: int, words: Translator) -> str:
    """Returns a user's mention `<@id>`; for a user whose personal data was deleted, the translated "former player"."""
    return words(FORMER) if is_former(user) else f"<@{user}>"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its present holder."""

    letter: str
    user: int | None
    """The holder's user ID; None: a computer."""
    name: str
    """The name for messages: cleaned, escaped, and isolated if it has right-to-left letters; never empty."""
    chosen: bool = False
    """Whether the holder has chosen a loadout. Its content is private."""
    level: str = ""
    """The level of its computer player, in the table's language; empty if the seat belongs to a person."""
    has_cut: bool = False
    """Whether a text of a player of this seat takes part in the shuffle."""
    cut: str = field(default="", repr=False)
    """The text of a player of this seat in the shuffle; empty until the game has ended, and if it was deleted."""

    @property
    def mention(self) -> str:
        """Returns the holder's name in messages: `<@id>` (sent without pinging), or the name of a
        computer (with its level) or of a former player."""
        if self.user is not None and not is_former(self.user):
            return f"<@{self.user}>"
        return f"{self.name} ({self.level})" if self.level else self.name


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed replacement on which the table votes."""

    number: int
    """The number of the proposal; a consent counts only for the proposal with its number."""
    seat: str
    newcomer: int | None
    """The user who would take the seat; None: a computer."""
    level: str | None = None
    """The level of the computer that would take the seat."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """A proposed undo on which the players vote, because other seats have answered since."""

    number: int
    """The number of the present decision; a consent counts only for the decision with its number."""
    seat: str
    needed: frozenset[str]
    """The seats of the people who must agree."""
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The public facts of a table; times are in UTC, waiting times in seconds (None: no deadline)."""

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
    """The deadline of the present decision."""
    away: datetime | None = None
    """The time from which the clock runs, if a person was on a break when the decision was asked; otherwise None."""
    paused: bool = False
    can_hold: bool = False
    """Whether *Hold on* is offered in the open window."""
    held: bool = False
    """Whether a player has asked for more time in the open window."""
    prolonged: bool = False
    """Whether the deadline of the present decision was extended by a grace period."""
    banks: Mapping[str, int] | None = None
    """Seats -> the whole seconds in their time banks when the present decision was asked; None: no time banks."""
    absent: str | None = None
    """The seat that missed two deadlines in a row, about which the table votes."""
    left_server: bool = False
    """Whether the holder of the absent seat is no longer in the server."""
    votes: Mapping[str, int] | None = None
    """The open votes (pause, resume, replace, end, let_computer…, hand_over) -> the number of consents."""
    needed: Mapping[str, int] | None = None
    """The open votes -> the number of consents that they need; by default more than half of the people."""
    proposal: Proposal | None = None
    undoing: Undoing | None = None
    free: Mapping[str, int] | None = None
    """Seats that are offered -> the user who may take them (0: anyone)."""
    seat_changes: tuple[SeatChange, ...] = ()
    """All changes of the player of a seat, oldest first; they are part of the public log."""
    bank_seconds: int | None = None
    """The seconds of each seat's time bank at the beginning of a phase; None: no banks."""
    hints: bool = False
    """Whether players may ask for advice from a computer."""
    only_person: str = ""
    """The seat of the only person, if no one who has left may come back; otherwise empty."""
    hints_wanted: bool = False
    """Whether they may once the game begins with the present players, if it is not running yet."""
    invited_only: bool = False
    """Whether only invited people may join."""
    invited: tuple[int, ...] = ()
    """The users that the host has invited."""
    can_call: bool = False
    """Whether the host can call players: the server has a role for that, and the table was not called before."""
    starts_full: bool = False
    """Whether the game starts by itself when all seats are taken."""
    drawn: bool = False
    """Whether a tournament has drawn the seats, so that seats and settings cannot change before the game."""
    by_day: bool = False
    """Whether the table is played by the day, so that clocks stand still during breaks."""
    weekends_off: bool = False
    """Whether the clocks of a table by the day stand still on Saturdays and Sundays."""
    least_share: int | None = None
    """The percentage of games played to the end that a player needs; None: any."""
    longest_answer: int | None = None
    """The longest typical answer time in seconds that a player may have; None: any."""
    reliability: Mapping[int, Reliability | None] = field(default_factory=dict)
    """The reliability of the people in a lobby, the same for everyone who looks; None: they hide it."""
    practice: bool = False
    """Whether the game continues a finished one from an earlier moment and counts for nothing."""
    words: bool = False
    """Whether the table shows its board as text instead of a picture."""
    seed: str = ""
    """The shuffle's seed in hex once the game has ended, with or without a winner; empty before."""
    _marks: dict[str, str] = field(init=False, default_factory=dict, repr=False, compare=False)
    """A cache of the marks of all seats, which texts need many times."""

    def seat(self, letter: str) -> Seat:
        """Returns the seat with that letter; raises StopIteration if the table has no such seat."""
        return next(seat for seat in self.seats if seat.letter == letter)

    @property
    def solo(self) -> Seat | None:
        """The seat of the only person, who plays against computers; None if there are several people."""
        people = [seat for seat in self.seats if seat.user is not None]
        return people[0] if len(people) == 1 else None

    def initials(self, letter: str) -> str:
        """Returns the mark of a seat's player, unique at this table: the player's initial or the seat's letter."""
        if not self._marks:
            self._marks.update(initials(tuple((seat.letter, seat.name) for seat in self.seats)))
        return self._marks.get(letter, letter.upper())

    def token(self, letter: str) -> str:
        """Returns the name of the token of a seat's player in pictures: the seat's letter and the mark on the token."""
        return token_name(letter, self.initials(letter))

    def mark(self, letter: str) -> str:
        """Returns the colour (an emoji) and the initials of a seat's player."""
        return f"{emoji_of(letter)}{self.initials(letter)}"

    def introduced(self, letter: str) -> str:
        """Returns the colour, initials and shape of a seat's player, as an emoji and characters."""
        return f"{self.mark(letter)} {glyph_of(letter)}"

    def named(self, letter: str) -> str:
        """Returns the initials and the name of a seat's player, for texts in which a mention is not possible."""
        return f"{self.initials(letter)} {self.seat(letter).name}"

    def seat_of(self, user: int) -> Seat | None:
        """Returns the seat that a user holds; None if there is none."""
        return next((seat for seat in self.seats if seat.user == user), None)
