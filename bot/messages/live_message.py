"""A Discord message that always shows the newest state of its subject: its data and its state machine."""

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
from bot.messages.api import SILENT, Above, Interaction, illustrated
from bot.messages.outcomes import Outcome
from storage import MessageRow, PostSlot

EDITABLE_FOR: Final = timedelta(minutes=55)
"""The age at which a message is posted again, because Discord limits edits of messages older than an hour."""


UNKNOWN: Final = "?"
"""The picture digest of a message after a restart, when its picture is not known."""


class State(Enum):
    """The state of a live message."""

    ABSENT = "absent"
    """No message exists."""
    POSTING = "posting"
    """A new message is being posted."""
    CURRENT = "current"
    STALE = "stale"
    """The message does not show the newest state."""
    BACKING_OFF = "backing off"
    """The last request failed or had to wait, and is repeated after a pause."""
    UNREACHABLE = "unreachable"
    """Discord refuses the channel; nothing is sent until the owner requests an update."""


class Signal(Enum):
    """An event that changes the state of a live message and is not the outcome of a request."""

    CHANGED = "changed"
    """The owner requests an update, or a pause is over."""
    POST = "post"
    """A new message is about to be posted."""


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
"""State -> event -> next state; an event that is not listed is impossible in that state."""


class Rendered(NamedTuple):
    """The rendered content of a live message, with instructions for posting it."""

    view: LayoutView
    fingerprint: str = ""
    """A hash that is equal for contents that look the same; empty: the content is always sent."""
    picture: Picture | None = None
    digest: str | None = None
    """The hash of the picture."""
    in_words: Callable[[], Rendered] | None = None
    """Renders the content without a picture, for use if Discord refuses the picture; None: the same view is used."""
    closed: LayoutView | None = None
    """The content that the previous message gets after this one was posted; None: it is deleted."""
    retires: bool = True
    """Whether the reconciler closes or deletes the previous message; otherwise the owner does that."""
    repost: bool = False
    """Whether a new message is posted although the present one can be edited."""
    mentions: AllowedMentions = SILENT
    """The users that a new message pings."""
    then: Callable[[], Awaitable[None]] | None = None
    """A callback for the time when the message shows this content; its lock is still held."""
    above: Above = "everything"
    """The part of the message that the picture is directly above."""

    def shown(self) -> LayoutView:
        """Returns the view with its picture, ready to be sent."""
        return illustrated(self.view, self.picture, self.above)

    def without_picture(self) -> Rendered:
        """Returns the content to send instead if Discord refuses the picture."""
        return self._replace(picture=None, digest=None) if self.in_words is None else self.in_words()


class Token(NamedTuple):
    """The token of an interaction, by which a message can be edited without using the bot's rate limit."""

    interaction: Interaction
    until: datetime
    original: bool = True
    """Whether the message is the interaction's original response; otherwise it is a followup."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class LiveMessage:
    """A live message: its place, what it shows, its state, and its pending work."""

    QUICK_TRIES: ClassVar[int] = 0
    """The number of retries within seconds after a failed request; later retries have growing pauses."""
    REPOSTS: ClassVar[frozenset[Outcome]] = frozenset({Outcome.GONE, Outcome.TOO_OLD})
    """The outcomes of an edit after which a new message is posted."""
    CLAIMS: ClassVar[bool] = False
    """Whether a new message is claimed in the database before it is posted, because several processes might post it."""

    slot: PostSlot
    """The kind of the message, with the table or tournament and the user (0: public) it belongs to."""
    channel: int = 0
    """The channel's ID; 0: a DM channel that is not known yet."""
    message: int = 0
    """The message's ID; 0: no message exists."""
    posted: datetime | None = None
    fingerprint: str = ""
    """The fingerprint of the content that the message shows; empty: unknown."""
    about: str = ""
    """The part of the game that the message shows; empty: unknown."""
    state: State = State.ABSENT
    pending: bool = False
    """Whether a post was started and its message's ID is not stored yet: the next attempt adopts such a message."""
    picture: str | None = UNKNOWN
    """The digest of the message's picture; None: it has none."""
    replies: int = 0
    """A number that changes when a response to a press replaces the content while an edit may be in flight."""
    plain: bool = False
    """Whether Discord refuses pictures in this channel."""
    tokens: dict[int, Token] = field(default_factory=dict)
    """Message ID -> the token by which that message can be edited."""
    deleted: int = 0
    """The ID of a message that is known to be deleted."""
    worn: set[int] = field(default_factory=set)
    """The IDs of messages that are too old to be edited again soon."""
    unretired: set[int] = field(default_factory=set)
    """The IDs of messages that this one has replaced, and that could not be closed or deleted yet."""
    wanted: bool = False
    """Whether there is a newer state than the one that was rendered last."""
    task: asyncio.Task[Any] | None = None
    """The background task that sends the newest state."""
    pause: float = 0.0
    """The duration of the last pause in seconds."""
    later: asyncio.TimerHandle | None = None
    """The timer at the end of a pause."""
    is_overdue: bool = False
    """Whether a pause is over and nothing was rendered since."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The lock that is held while the message is rendered and sent, so at most one request is in flight."""

    def __str__(self) -> str:
        """Returns a name of the message for the log."""
        return f"the {self.slot.kind} message of {self.slot.subject}"

    def handle(self, event: Signal | Outcome) -> None:
        """Moves to the next state; raises KeyError if the event is impossible in the present state."""
        self.state = TRANSITIONS[self.state][event]

    def is_at(self, channel: int, message: int, posted: datetime | None = None) -> None:
        """Sets the channel and ID of the message (0: no message), and the state: STALE, or ABSENT without a message."""
        self.channel, self.message, self.posted = channel, message, posted
        self.state = State.STALE if message else State.ABSENT

    def load(self, row: MessageRow) -> None:
        """Sets the message's data from its database row."""
        self.is_at(row.channel, row.message, row.posted or (snowflake_time(row.message) if row.message else None))
        self.fingerprint, self.about, self.pending = row.fingerprint, row.about, row.pending

    @property
    def row(self) -> MessageRow:
        """The message's database row."""
        shows = (self.posted, self.fingerprint, self.about)
        return MessageRow(self.slot, self.channel, self.message, *shows, pending=self.pending)

    def is_too_old(self, now: datetime) -> bool:
        """Returns whether the message is so old that Discord limits its edits."""
        return bool(self.message) and self.posted is not None and now - self.posted >= EDITABLE_FOR

    @property
    def is_deleted(self) -> bool:
        """Whether the message is known to be deleted."""
        return bool(self.message) and self.message == self.deleted

    def shows(self, fingerprint: str) -> bool:
        """Returns whether the message is known to show the content with this fingerprint; False if it is not known."""
        known = self.state in {State.CURRENT, State.STALE} and not self.pending and not self.is_deleted
        return known and bool(fingerprint) and fingerprint == self.fingerprint

    def cancel_pause(self) -> None:
        """Cancels the timer of a pause."""
        if self.later is not None:
            self.later.cancel()
            self.later = None

    @property
    def is_busy(self) -> bool:
        """Whether the object has work in progress, so that it must not be dropped from memory."""
        at_work = self.lock.locked() or (self.task is not None and not self.task.done())
        return at_work or self.wanted or self.later is not None
