"""The content of a board, and the state of its message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import ClassVar, Self

from discord.ui import LayoutView

from bot.drawing import Picture, Sketch
from bot.features.finished_games import view as post_game_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.features.play.fingerprint import Fingerprint
from bot.messages.api import SILENT, Interaction, first, is_command, picture, shown
from bot.messages.live_message import UNKNOWN, LiveMessage, Rendered
from bot.tables.live import LiveTable
from bot.texts import translator_for
from storage import PostSlot

Then = Callable[[], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Board(LiveMessage):
    """The public message of one table."""

    QUICK_TRIES: ClassVar[int] = 2
    CLAIMS: ClassVar[bool] = True

    known: bool = False
    """Whether it was read where the message is."""
    closed: int | None = None
    """The old board that was closed last: pressing it again costs no second edit."""
    unclosed: bool = False
    """Whether an old board still has its buttons, because it could not be closed."""
    hurried: bool = False
    """Whether the last state was skipped because a newer one came before its picture; the next one is shown."""
    afresh: bool = False
    """Whether a new message is asked for."""
    pictured: Sketch | None = None
    """The picture that was shown last, as far as this process knows."""
    earlier: Sketch | None = None
    """The last picture that showed another state of the table: what has changed since then is outlined."""

    @classmethod
    def of(cls, game: int) -> Self:
        """The board of a table, of which nothing is known yet."""
        return cls(PostSlot("board", game))

    @property
    def game(self) -> int:
        """The table."""
        return self.slot.subject

    @property
    def is_unfinished(self) -> bool:
        """Whether it needs more than an edit of the message."""
        return not self.message or self.afresh or self.pending or self.unclosed or self.is_deleted

    def hardly_differs(self, face: Face, epoch: str, now: datetime) -> bool:
        """Whether the message shows this already, apart from differences too small to notice."""
        known = not self.is_unfinished and self.about == epoch
        return known and face.wished.hardly_differs(Fingerprint.read(self.fingerprint), now)

    def outlined(self, sketch: Sketch) -> Sketch:
        """Returns the picture with everything outlined that has changed since the last board."""
        same = self.pictured is not None and self.pictured.scene_digest == sketch.scene_digest
        return sketch.since(self.earlier if same else self.pictured)

    def shows_picture(self, sketch: Sketch) -> None:
        """Notes which picture is shown."""
        if self.pictured is None or self.pictured.scene_digest != sketch.scene_digest:
            self.earlier, self.pictured = self.pictured, sketch

    def is_lost(self) -> None:
        """Nothing is known of the message any more."""
        self.is_at(self.channel, 0)
        self.tokens, self.about = {}, ""
        self.is_unknown()

    def is_unknown(self) -> None:
        """Forgets what the message shows."""
        self.fingerprint, self.picture = "", UNKNOWN


@dataclass(slots=True)
class Face:
    """The content of a board: its picture, if it has one, and the view with or without it."""

    in_words: LayoutView
    """The view without a picture."""
    sketch: Sketch | None = None
    drawn: Picture | None = None
    below: LayoutView | None = None
    """The view below a picture, if it says less."""
    _known: dict[str | None, Fingerprint] = field(default_factory=dict)
    """By the picture's digest, so that each message is serialised once."""

    @property
    def view(self) -> LayoutView:
        """Returns the board's view: with its picture if that has been drawn, otherwise in words."""
        return self._view(pictured=self.drawn is not None)

    def rendered(self, *, afresh: bool = False, then: Then | None = None) -> Rendered:
        """Returns what is sent; `then` is called once that is shown."""
        digest = None if self.drawn is None or self.sketch is None else self.sketch.digest
        in_words = None if self.drawn is None else partial(replace(self, drawn=None).rendered, afresh=afresh, then=then)
        return Rendered(
            self.view, self.looks.written, self.drawn, digest, in_words, afresh=afresh, retires=False, then=then
        )  # fmt: skip

    @property
    def looks(self) -> Fingerprint:
        """The fingerprint of what is shown now."""
        return self._with(None if self.drawn is None else self.sketch)

    @property
    def wished(self) -> Fingerprint:
        """The fingerprint of what would be shown if the picture could be drawn."""
        return self._with(self.sketch)

    def _view(self, *, pictured: bool) -> LayoutView:
        return self.below if pictured and self.below is not None else self.in_words

    def _with(self, sketch: Sketch | None) -> Fingerprint:
        """Outlines do not count: after a restart no one knows what the board showed before."""
        digest = None if sketch is None else sketch.scene_digest
        looks = self._known.get(digest)
        if looks is None:
            looks = self._known[digest] = Fingerprint.of(digest, picture(self._view(pictured=digest is not None)))
        return looks


def face_of(live: LiveTable, sketch: Sketch | None) -> Face:
    """Returns the table's public message as it should be now: with this picture, or in words."""
    if sketch is None or live.game is None or live.row.phase != "running":
        return Face(board_of(live), sketch)
    shown = board_view.boards(live.facts, live.game, translator_for(live.row.language))
    return Face(shown.in_words, sketch, below=shown.below_picture)


def board_of(live: LiveTable) -> LayoutView:
    """Returns the table's public message in words, as it should be now."""
    said, facts = translator_for(live.row.language), live.facts
    if live.row.phase == "lobby":
        return lobby_view.lobby(facts, said)
    if live.game is None:
        return lobby_view.closed_lobby(facts, said, said("This table was closed before the game began."))
    if live.row.phase == "running":
        return board_view.board(facts, live.game, said)
    return post_game_view.ended(facts, live.game, said)


def closed_board_of(live: LiveTable, *, in_lobby: bool) -> LayoutView:
    """Returns the view of a message that is no longer the present board."""
    said = translator_for(live.row.language)
    if in_lobby or live.game is None:
        return lobby_view.closed_lobby(live.facts, said, said("The table is in a newer message below."))
    return board_view.closed_board(live.facts, live.game, said)


async def answered(interaction: Interaction, view: LayoutView) -> tuple[int | None, bool]:
    """The public answer (late: behind an acknowledgement), and whether the interaction's token edits it."""
    send = interaction.response.send_message
    respond = partial(send, view=shown(view), allowed_mentions=SILENT)
    if (number := await first(interaction, respond, numbered=True)) is not None:
        return number or None, True
    if is_command(interaction):
        # It fills what was acknowledged: repeated it stands once, a followup could stand twice.
        original = await interaction.edit_original_response(view=shown(view), allowed_mentions=SILENT)
        return original.id, True
    late = await interaction.followup.send(view=shown(view), allowed_mentions=SILENT, wait=True)
    return late.id, False
