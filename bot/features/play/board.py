"""The live message of a board: its content, and a fingerprint that avoids needless edits, even after a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar, Final, NamedTuple, Self

from discord.ui import LayoutView

from bot.drawing import Picture, Sketch
from bot.features.finished_games import view as post_game_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.messages.api import SILENT, Interaction, first, is_command, picture, shown
from bot.messages.live_message import UNKNOWN, LiveMessage, Rendered
from bot.tables.live import LiveTable
from bot.texts import translator_for
from storage import PostSlot

Then = Callable[[], Awaitable[None]]
MOMENT: Final = re.compile(r"<t:(\d+):R>")
"""A timestamp in a message, which Discord shows as a time from now."""
NEGLIGIBLE_SHARE: Final = 0.01
"""The share of the remaining time that is too small to notice; a restart delays every deadline by seconds."""


class Fingerprint(NamedTuple):
    """A hash of a message without its timestamps, and the timestamps in seconds."""

    digest: str
    moments: tuple[int, ...] = ()

    @classmethod
    def of(cls, drawn: str | None, components: Sequence[Any]) -> Self:
        """Returns the fingerprint of a message from its picture's digest (None: no picture) and its components."""
        text = json.dumps([drawn, components], sort_keys=True, ensure_ascii=False)
        moments = tuple(int(found) for found in MOMENT.findall(text))
        return cls(sha256(MOMENT.sub("<t>", text).encode()).hexdigest()[:32], moments)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parses a written fingerprint; returns None for an empty text."""
        digest, _, moments = text.partition(" ")
        return cls(digest, tuple(int(moment) for moment in moments.split())) if digest else None

    @property
    def written(self) -> str:
        """The fingerprint as one line of text, which `read` parses."""
        return " ".join([self.digest, *map(str, self.moments)])

    def hardly_differs(self, other: Fingerprint | None, now: datetime) -> bool:
        """Returns whether two fingerprints differ only by timestamps, and too little to notice."""
        if other is None or self.digest != other.digest or len(self.moments) != len(other.moments):
            return False
        pairs = zip(self.moments, other.moments, strict=True)
        return all(abs(mine - theirs) <= NEGLIGIBLE_SHARE * max(mine - now.timestamp(), 0.0) for mine, theirs in pairs)


@dataclass(eq=False, slots=True)
class Board(LiveMessage):
    """The live message that shows one table to everyone."""

    QUICK_TRIES: ClassVar[int] = 2
    CLAIMS: ClassVar[bool] = True

    known: bool = False
    """Whether the message's place was read from the database."""
    closed: int | None = None
    """The old board that was closed last, so that pressing its buttons again costs no second edit."""
    unclosed: bool = False
    """Whether an old board still has its buttons because it could not be closed."""
    hurried: bool = False
    """Whether the last state was skipped for a newer one before its picture was drawn; the next one is shown."""
    repost: bool = False
    """Whether the board is to be posted as a new message."""
    pictured: Sketch | None = None
    """The sketch of the picture that was shown last, as far as this process knows."""
    earlier: Sketch | None = None
    """The sketch of the last different picture, with which the present one is compared to outline changes."""

    @classmethod
    def of(cls, game: int) -> Self:
        """Returns the board of a table, whose message has not been read from the database yet."""
        return cls(PostSlot("board", game))

    @property
    def game(self) -> int:
        """The number of the table."""
        return self.slot.subject

    @property
    def is_unfinished(self) -> bool:
        """Whether the board still has work left, such as a new post or a message ID to be stored."""
        return not self.message or self.repost or self.pending or self.unclosed or self.is_deleted

    def hardly_differs(self, face: Face, epoch: str, now: datetime) -> bool:
        """Returns whether the message already shows this content, apart from negligible differences of deadlines."""
        known = not self.is_unfinished and self.about == epoch
        return known and face.wished.hardly_differs(Fingerprint.read(self.fingerprint), now)

    def outlined(self, sketch: Sketch) -> Sketch:
        """Returns the sketch with an outline around everything that has changed since the last board."""
        same = self.pictured is not None and self.pictured.scene_digest == sketch.scene_digest
        return sketch.since(self.earlier if same else self.pictured)

    def shows_picture(self, sketch: Sketch) -> None:
        """Notes which picture the message shows."""
        if self.pictured is None or self.pictured.scene_digest != sketch.scene_digest:
            self.earlier, self.pictured = self.pictured, sketch

    def is_lost(self) -> None:
        """Forgets the board's message, its tokens and its content, so that the next update posts a new message."""
        self.is_at(self.channel, 0)
        self.tokens, self.about = {}, ""
        self.is_unknown()

    def is_unknown(self) -> None:
        """Marks the shown content as unknown, so that the next update edits the message in any case."""
        self.fingerprint, self.picture = "", UNKNOWN


@dataclass(slots=True)
class Face:
    """The content of a board: its picture, if it has one, and the views with and without a picture."""

    in_words: Callable[[], LayoutView]
    """Composes the view without a picture, which contains the table as text."""
    sketch: Sketch | None = None
    drawn: Picture | None = None
    below: LayoutView | None = None
    """The view below a picture; None: the same as without a picture."""
    _known: dict[str | None, Fingerprint] = field(default_factory=dict)
    """A cache of fingerprints by the picture's digest, so that each view is serialised only once."""

    _composed: LayoutView | None = None

    @classmethod
    def of(cls, view: LayoutView, sketch: Sketch | None = None, drawn: Picture | None = None) -> Face:
        """Returns the content whose view is the same with and without its picture."""
        return cls(lambda: view, sketch, drawn)

    @property
    def view(self) -> LayoutView:
        """The board's view: below its picture if that is drawn, otherwise the table as text."""
        return self._view(pictured=self.drawn is not None)

    def rendered(self, *, repost: bool = False, then: Then | None = None) -> Rendered:
        """Returns the content as the reconciler takes it; `then` is called once the content is shown."""
        digest = None if self.drawn is None or self.sketch is None else self.sketch.digest
        in_words = None if self.drawn is None else partial(replace(self, drawn=None).rendered, repost=repost, then=then)
        return Rendered(
            self.view, self.fingerprint.written, self.drawn, digest, in_words, repost=repost, retires=False, then=then
        )  # fmt: skip

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of the present content."""
        return self._with(None if self.drawn is None else self.sketch)

    @property
    def wished(self) -> Fingerprint:
        """The fingerprint of the content with its picture, even if that is not drawn yet."""
        return self._with(self.sketch)

    def _view(self, *, pictured: bool) -> LayoutView:
        if pictured and self.below is not None:
            return self.below
        self._composed = self._composed or self.in_words()
        return self._composed

    def _with(self, sketch: Sketch | None) -> Fingerprint:
        """Returns the fingerprint with this sketch as picture, without outlines: a restart forgets the last picture."""
        digest = None if sketch is None else sketch.scene_digest
        fingerprint = self._known.get(digest)
        if fingerprint is None:
            fingerprint = self._known[digest] = Fingerprint.of(digest, picture(self._view(pictured=digest is not None)))
        return fingerprint


def face_of(live: LiveTable, sketch: Sketch | None) -> Face:
    """Returns the present content of the table's board, with this picture or as text."""
    if sketch is None or live.game is None or live.row.phase == "lobby":
        return Face.of(board_of(live), sketch)
    shown = board_view.boards(live.facts, live.game, translator_for(live.row.language))
    return Face(shown.in_words, sketch, below=shown.below_picture)


def board_of(live: LiveTable) -> LayoutView:
    """Returns the present content of the table's board as text."""
    said, facts = translator_for(live.row.language), live.facts
    if live.row.phase == "lobby":
        return lobby_view.lobby(facts, said)
    if live.game is None:
        return lobby_view.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return board_view.board(facts, live.game, said)
    return post_game_view.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, channel: int, *, in_lobby: bool) -> LayoutView:
    """Returns the content of a message in that channel that is no longer the table's board."""
    said = translator_for(live.row.language)
    if in_lobby or live.game is None:
        below = said("The table is in a newer message below.")
        where = (
            below
            if channel == live.row.channel
            else said("The table is in {channel}.", channel=f"<#{live.row.channel}>")
        )
        return lobby_view.closed_lobby(live.facts, said, where)
    return board_view.closed_board(live.facts, live.game, said)


async def answered(interaction: Interaction, view: LayoutView) -> tuple[int | None, bool]:
    """Posts a view as the public response; returns the message's ID (None: unknown), and whether the interaction's
    token can edit the message.
    """
    send = interaction.response.send_message
    respond = partial(send, view=shown(view), allowed_mentions=SILENT)
    if (number := await first(interaction, respond, numbered=True)) is not None:
        return number or None, True
    if is_command(interaction):
        # This edits the acknowledged response. If repeated it stays one message; a followup might be posted twice.
        original = await interaction.edit_original_response(view=shown(view), allowed_mentions=SILENT)
        return original.id, True
    late = await interaction.followup.send(view=shown(view), allowed_mentions=SILENT, wait=True)
    return late.id, False
