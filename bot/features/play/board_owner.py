"""Renders boards, decides whether a board is posted as a new message, and handles boards that cannot be shown."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from bot.drawing import Sketch
from bot.features.play.board import Board, Face, face_of
from bot.features.play.board_states import MessageStates
from bot.features.play.old_boards import TRIES, OldBoards
from bot.features.play.sequences import Sequences, Story
from bot.messages.api import Client
from bot.messages.illustrator import Illustrator
from bot.messages.live_message import Rendered
from bot.messages.outcomes import ARCHIVED, Outcome, Result, safe_call
from bot.messages.posts import PostedElsewhere
from bot.messages.reconciler import Owner, Reconciler
from bot.permissions import may
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from storage import Database, MessageRow

log = logging.getLogger(__name__)

FINISHED: Final = ("over", "ended")
Trouble = Callable[[int, str], Awaitable[None]]


class Shown(NamedTuple):
    """A snapshot of a table and its board's content, taken without an await in between."""

    live: LiveTable
    face: Face
    epoch: str
    told: int
    """The number of the game's events that the board shows."""
    story: Story | None
    """The steps in which an answer with several parts is shown; None if it has only one."""
    left: MessageRow
    """The row of the board's message before this content is shown."""


@dataclass(eq=False, repr=False)
class BoardOwner(Owner[Board]):
    """The owner of the live messages of all boards."""

    _client: Client
    _db: Database
    _tables: Tables
    _now: Callable[[], datetime]
    _illustrator: Illustrator
    _reconciler: Reconciler
    _boards: MessageStates
    _sequences: Sequences
    _old_boards: OldBoards
    _trouble: Trouble
    """Called with the table and the problem (`forbidden`, `gone`, `locked`) if its board cannot be shown."""

    def leave(self, game: int) -> None:
        """Forgets the board of a table that another process owns now."""
        self._boards.forget(game)
        self._sequences.leave_table(game)

    async def render(self, board: Board) -> Rendered | None:
        """Returns the present content of the board; None if nothing is to be sent.

        That is: it is already shown, an end is shown step by step, a newer state follows at once, or another process
        owns the table.
        """
        await self._boards.know(board)
        try:
            live = await self._tables.get(board.game)
        except EXPECTED_ERRORS:
            self._boards.forget(board.game)
            raise
        if not live.ours:
            self.leave(board.game)
            return None
        # These are read together without an await, because later changes may not be committed.
        epoch, told = live.epoch(), len(live.game.told) if live.game is not None else live.told
        face = face_of(live, self._sketch(board, live))
        if epoch not in FINISHED and board.hardly_differs(face, epoch, self._now()):
            live.told = told
            return None
        story = self._sequences.story(live, live.told) if face.sketch is not None else None
        if face.sketch is not None and not await self._draw(board, face, face.sketch):
            return None
        new_phase = epoch not in (*FINISHED, "lobby") and board.about not in {"", epoch}
        shown = Shown(live, face, epoch, told, story if face.drawn is not None else None, board.row)
        return await self._rendered(board, shown, repost=board.repost or new_phase)

    async def store(self, board: Board) -> None:
        """Stores the ID of a new board; the content of edits is stored in batches (`board_states.py`)."""
        if board.pending:
            await self._db.messages.put(replace(board.row, fingerprint="", about=""), posted=True)

    async def failed(self, board: Board, result: Result[None]) -> bool:
        """Reports a board that its channel does not allow or that is gone (this pauses the table); returns whether the
        reconciler should retry.

        It should not after the game, whose board is forgotten.
        """
        board.is_unknown()
        if isinstance(result.error, PostedElsewhere):
            log.info("table %s: another process posts its board", board.game)
            board.known = False
            board.is_lost()
            return True
        if result.was_sent:
            log.warning("table %s: cannot show the board (%s)", board.game, result)
        if result.code == ARCHIVED:
            await self._trouble(board.game, "locked")
        elif result.outcome is Outcome.FORBIDDEN:
            await self._trouble(board.game, "forbidden")
        elif result.outcome is Outcome.GONE:
            await self._db.archive.set_end_told(board.game)
            await self._trouble(board.game, "gone")
        if over := await self._tables.over(board.game):
            self._boards.forget(board.game)
        return not over

    def _sketch(self, board: Board, live: LiveTable) -> Sketch | None:
        """Returns the sketch of the board's picture; None if no picture can be sent."""
        in_words = not self._illustrator.draws or board.plain or live.row.words
        sendable = not in_words and may(self._client, live.row.channel, "attach_files")
        sketch = self._illustrator.board(live) if sendable else None
        return None if sketch is None else board.outlined(sketch)

    async def _draw(self, board: Board, face: Face, sketch: Sketch) -> bool:
        """Draws the board's picture; returns False if a newer state follows, so that this one is skipped.

        A picture that is late is added by another edit once it is drawn.
        """
        face.drawn = await self._illustrator.picture(sketch, lambda: board.hurried or not board.wanted)
        board.hurried = face.drawn is None and board.wanted and not board.hurried
        if face.drawn is None and not board.hurried:
            self._illustrator.when_drawn(sketch, lambda: self._want(board.game))
        return not board.hurried

    def _want(self, game: int) -> None:
        self._reconciler.want(self, self._boards.of(game))

    async def _rendered(self, board: Board, shown: Shown, *, repost: bool) -> Rendered | None:
        """Returns the content of a board to post or to edit; None if it is an end that is shown step by step."""
        posts = repost or not board.message or board.pending or board.is_deleted or board.is_too_old(self._now())
        if posts:
            board.channel = shown.live.row.channel
            if board.is_too_old(self._now()):
                shown = shown._replace(story=None)
        elif shown.epoch in FINISHED and shown.story is not None:
            done = partial(self._db.archive.set_end_told, board.game)
            begun = await safe_call(self._sequences.end(board, shown.left, shown.story, shown.face, done))
            if begun.ok:
                board.fingerprint = shown.face.fingerprint.written
                await self._shown(board, shown)
                return None
            log.info("table %s: cannot show the end step by step (%s)", board.game, begun)
        return shown.face.rendered(repost=repost, then=partial(self._shown, board, shown))

    async def _shown(self, board: Board, shown: Shown) -> None:
        """Notes what the board shows, and closes older boards of the table."""
        live, left = shown.live, shown.left
        if posted := left.pending or board.message != left.message:
            board.repost = False
            if shown.story is not None and left.message not in {0, board.deleted, *board.worn}:
                done = partial(self._db.messages.remove_old, board.slot, left.message)
                await self._sequences.leave(board, left, shown.story, done)
        if posted or (board.unclosed and shown.epoch not in FINISHED):
            # This comes before the new epoch is noted, so that a message that showed the lobby is closed as a lobby.
            await self._old_boards.close_all(board)
        if posted:
            board.tokens = {number: token for number, token in board.tokens.items() if number == board.message}
        live.told = shown.told
        if (sketch := shown.face.sketch) is not None and board.picture == sketch.digest:
            board.shows_picture(sketch)
        self._boards.set_shown(board, board.fingerprint, shown.epoch)
        if shown.epoch in FINISHED:
            await self._end(board, shown.told)

    async def _end(self, board: Board, told: int) -> None:
        """Notes that the end of a game is visible, and closes all old boards."""
        await self._db.games.set_told(board.game, told)
        await self._old_boards.close_all(board, tries=TRIES)
        # An end that is shown step by step is noted with its last step; after a restart it is shown again.
        if not self._sequences.runs(board.message):
            await self._db.archive.set_end_told(board.game)
        if not board.wanted:
            self._boards.forget(board.game)
