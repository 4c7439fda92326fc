"""A Discord message that always shows the newest state: what is known of it, and the table of its states."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple

from discord import AllowedMentions
from discord.ui import LayoutView
from discord.utils import snowflake_time

from bot.drawing import Picture
from bot.messages.api import SILENT, Interaction, illustrated
from bot.messages.outcomes import Outcome
from storage import MessageRow, PostSlot

EDITABLE_FOR: Final = timedelta(minutes=55)
"""The age at which a message is posted again: Discord lets messages older than an hour hardly be edited."""


UNKNOWN: Final = "?"
"""After a start no one knows which picture a message has."""


class State(Enum):
    """The state of a message."""

    ABSENT = "absent"
    """No message exists."""
    POSTING = "posting"
    """A new message is being posted."""
    CURRENT = "current"
    STALE = "stale"
    """It does not show the newest state."""
    BACKING_OFF = "backing off"
    """The last request was lost or had to wait: it is repeated after a pause."""
    UNREACHABLE = "unreachable"
    """Discord refuses the place: nothing is sent until its owner wants something shown again."""


class Signal(Enum):
    """Events of a message, apart from the outcomes of its requests."""

    CHANGED = "changed"
    """Its owner wants something to be shown, or a pause is over."""
    POST = "post"
    """A post begins."""


TRANSITIONS: Final[Mapping[State, Mapping[Signal | Outcome, State]]] = {
    State.ABSENT: {Signal.CHANGED: State.ABSENT, Signal.POST: State.POSTING},
    State.POSTING: {
        Signal.CHANGED: State.STALE,
        Outcome.SHOWN: State.CURRENT,
        Outcome.GONE: State.UNREACHABLE,
        Outcome.FORBIDDEN: State.UNREACHABLE,
        Outcome.TOO_OLD: State.ABSENT,
        Outcome.RATE_LIMITED: State.BACKING_OFF,
        Outcome.LOST: State.BACKING_OFF,
        Outcome.REFUSED: State.ABSENT,
    },
    State.CURRENT: {Signal.CHANGED: State.STALE},
    State.STALE: {
        Signal.CHANGED: State.STALE,
        Signal.POST: State.POSTING,
        Outcome.SHOWN: State.CURRENT,
        Outcome.GONE: State.ABSENT,
        Outcome.FORBIDDEN: State.UNREACHABLE,
        Outcome.TOO_OLD: State.STALE,
        Outcome.RATE_LIMITED: State.BACKING_OFF,
        Outcome.LOST: State.BACKING_OFF,
        Outcome.REFUSED: State.STALE,
    },
    State.BACKING_OFF: {Signal.CHANGED: State.STALE},
    State.UNREACHABLE: {Signal.CHANGED: State.STALE},
}


class Rendered(NamedTuple):
    """The content of a message."""

    view: LayoutView
    fingerprint: str = ""
    """Equal for everything that looks the same; empty: it is sent in any case."""
    picture: Picture | None = None
    digest: str | None = None
    """Of the picture."""
    in_words: Callable[[], Rendered] | None = None
    """Renders what is shown if Discord refuses the picture, unless that is the same view."""
    closed: LayoutView | None = None
    """What an older message shows after this one was posted; None: it is deleted."""
    retires: bool = True
    """Whether an older message is closed or deleted here; else its owner does that."""
    afresh: bool = False
    """Whether a new message is to be posted although the present one can be edited."""
    mentions: AllowedMentions = SILENT
    """Who is pinged by a new message."""
    then: Callable[[], Awaitable[None]] | None = None
    """Called once the message shows this; its lock is still held."""

    def shown(self) -> LayoutView:
        """The view with its picture, ready to be sent."""
        return illustrated(self.view, self.picture)

    def without_picture(self) -> Rendered:
        """The text alone."""
        return self._replace(picture=None, digest=None) if self.in_words is None else self.in_words()


class Token(NamedTuple):
    """The token of an interaction that edits a message of the table; such edits are free."""

    interaction: Interaction
    until: datetime
    original: bool = True
    """Whether the message is the interaction's original response; else it is a further one."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class LiveMessage:
    """One message and what is known of it."""

    QUICK_TRIES: ClassVar[int] = 0
    """How often it is tried again within seconds after a lost request; afterwards the pauses grow."""
    REPOSTS: ClassVar[frozenset[Outcome]] = frozenset({Outcome.GONE, Outcome.TOO_OLD})
    """The outcomes of an edit after which a new message is posted."""
    CLAIMS: ClassVar[bool] = False
    """Whether a new message is claimed in the database before it is posted: several processes might post it."""

    slot: PostSlot
    """Its kind, and the table or tournament and user (0: public) that it belongs to."""
    channel: int = 0
    """0: a DM whose channel is not known yet."""
    message: int = 0
    """0: there is none."""
    posted: datetime | None = None
    fingerprint: str = ""
    """Of what it shows; empty: not known."""
    about: str = ""
    """The part of the game that it shows; empty: not known."""
    state: State = State.ABSENT
    pending: bool = False
    """Whether a post was begun and its message's id is not stored: the next attempt adopts such a message."""
    picture: str | None = UNKNOWN
    """The digest of the picture that it has; None: it has none."""
    plain: bool = False
    """Whether Discord refuses pictures there."""
    tokens: dict[int, Token] = field(default_factory=dict)
    """By message: an older message is closed through its own token."""
    deleted: int = 0
    """The id of the message that is known to be deleted."""
    worn: set[int] = field(default_factory=set)
    """Messages that are too old to be edited again soon."""
    wanted: bool = False
    """Whether there is a newer state than the one that was rendered last."""
    task: asyncio.Task[Any] | None = None
    """Shows the newest state."""
    pause: float = 0.0
    """Seconds of the last pause."""
    later: asyncio.TimerHandle | None = None
    """Shows it after a pause."""
    is_overdue: bool = False
    """Whether a pause is over and nothing was rendered since."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is rendered and sent: at most one request is in flight."""

    def __str__(self) -> str:
        """A name for the log."""
        return f"the {self.slot.kind} message of {self.slot.subject}"

    def handle(self, event: Signal | Outcome) -> None:
        """Moves to the next state; raises KeyError for what cannot happen in this state."""
        self.state = TRANSITIONS[self.state][event]

    def is_at(self, channel: int, message: int, posted: datetime | None = None) -> None:
        """Sets where the message is (message 0: nowhere), as the database knows it."""
        self.channel, self.message, self.posted = channel, message, posted
        self.state = State.STALE if message else State.ABSENT

    def load(self, row: MessageRow) -> None:
        """Takes over what the database knows of it."""
        self.is_at(row.channel, row.message, row.posted or (snowflake_time(row.message) if row.message else None))
        self.fingerprint, self.about, self.pending = row.fingerprint, row.about, row.pending

    @property
    def row(self) -> MessageRow:
        """For the database."""
        shows = (self.posted, self.fingerprint, self.about)
        return MessageRow(self.slot, self.channel, self.message, *shows, pending=self.pending)

    def is_too_old(self, now: datetime) -> bool:
        """Whether it can hardly be edited any more."""
        return bool(self.message) and self.posted is not None and now - self.posted >= EDITABLE_FOR

    @property
    def is_deleted(self) -> bool:
        """Whether it is known that the message no longer exists."""
        return bool(self.message) and self.message == self.deleted

    def shows(self, fingerprint: str) -> bool:
        """Whether it shows exactly this."""
        known = self.state in {State.CURRENT, State.STALE} and not self.pending and not self.is_deleted
        return known and bool(fingerprint) and fingerprint == self.fingerprint

    def cancel_pause(self) -> None:
        """Cancels the timer that would show it."""
        if self.later is not None:
            self.later.cancel()
            self.later = None

    @property
    def is_busy(self) -> bool:
        """Whether something about it is stored nowhere else."""
        at_work = self.lock.locked() or (self.task is not None and not self.task.done())
        return at_work or self.wanted or self.later is not None
