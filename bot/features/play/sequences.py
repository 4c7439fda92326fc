"""Shows the events of one answer step by step, by edits of one message at a readable pace.

The game does not wait: the next decision is asked at the same time, and its clock runs. Everything shown is committed
and public; if the process ends in the middle, the next one shows the end at once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from discord.ui import LayoutView

from bot.drawing import Picture, Sketch
from bot.features.play import board_view
from bot.features.play.board import Board, Face, closed_board_of
from bot.games.pictures import Pictures
from bot.games.replay_frames import spread
from bot.messages.illustrator import Illustrator
from bot.messages.outcomes import safe_call
from bot.messages.reconciler import Reconciler
from bot.tables.live import LiveTable
from bot.tables.wakeups import Wakeups
from bot.texts import translator_for
from rules.events import ALL
from storage import MessageRow

log = logging.getLogger(__name__)

READING: Final = timedelta(seconds=3.5)
"""The minimum time for which each step is shown."""
MAX_COUNTED: Final = 3
"""The maximum number of edits of one sequence if they count against Discord's global limit."""
Done = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """One step of a sequence: the view and the picture that the message shows then."""

    view: LayoutView
    sketch: Sketch | None
    in_words: Callable[[], LayoutView] | None = None
    """Composes the view that the message shows if it cannot have the picture; None: the same view."""

    def face(self, drawn: Picture | None) -> Face:
        """Returns the content of the message, with the drawn picture if there is one."""
        return Face(self.in_words or (lambda: self.view), self.sketch, drawn, below=self.view)


@dataclass(frozen=True, slots=True)
class Story:
    """The steps in which a board shows new events, and the view that an old board gets at the end."""

    parts: Sequence[Part]
    closed: LayoutView


@dataclass(slots=True)
class Running:
    """The state of a sequence of edits that is in progress in one message: its remaining steps and the next time."""

    board: Board
    place: MessageRow
    left: list[Part]
    due: datetime
    done: Done
    """Called after the last step."""


@dataclass(eq=False, repr=False)
class Sequences:
    """A scheduler of sequences, which edit a message step by step; `look` shows the steps that are due."""

    _reconciler: Reconciler
    _illustrator: Illustrator
    _now: Callable[[], datetime]
    _wakeups: Wakeups
    _running: dict[int, Running] = field(default_factory=dict, init=False)

    def story(self, live: LiveTable, since: int) -> Story | None:
        """Returns the steps of the events after the first `since` ones; None if one is enough or has no picture."""
        game = live.game
        if game is None:
            return None
        told = [event for event in game.told[since:] if event.to == ALL]
        counts = live.game_ui.get(Pictures).scenes(told)
        if len(counts) < 2:
            return None
        facts, said = live.facts, translator_for(live.row.language)
        parts = [
            Part(board_view.unfolding(facts, told[:count], (at, len(counts)), said),
                 self._illustrator.scene(told, count, game, facts, said))
            for at, count in enumerate(counts, 1)
        ]  # fmt: skip
        if any(part.sketch is None for part in parts):
            return None
        return Story(parts, closed_board_of(live, live.row.channel, in_lobby=False))

    async def leave(self, board: Board, left: MessageRow, story: Story, done: Done) -> None:
        """Shows the latest events step by step in an old board, and then closes it."""
        parts = [*story.parts[:-1], replace(story.parts[-1], view=story.closed)]
        begun = await safe_call(self.begin(board, left, parts, done))
        if not begun.ok:
            log.info("table %s: cannot show the round step by step (%s)", board.game, begun)

    async def end(self, board: Board, row: MessageRow, story: Story, face: Face, done: Done) -> None:
        """Shows the end in the last board: the text at once, the pictures by steps; raises errors of requests."""
        sketches = [*(part.sketch for part in story.parts), face.sketch]
        await self.begin(board, row, [Part(face.view, sketch, face.in_words) for sketch in sketches], done)

    async def begin(self, board: Board, place: MessageRow, parts: Sequence[Part], done: Done) -> None:
        """Shows the first step at once and schedules the others; raises the exceptions of failed Discord requests.

        Without a valid token for the message, shows at most MAX_COUNTED of the steps.
        """
        token = board.tokens.get(place.message)
        tokens = {place.message: token} if token is not None and self._reconciler.lives(token) else {}
        shown = list(parts) if tokens else [parts[at] for at in spread(range(len(parts)), MAX_COUNTED)]
        # This is a separate live message, because the table's one is already the next board.
        own = Board(board.slot, plain=board.plain, tokens=tokens, worn=board.worn)
        own.is_at(place.channel, place.message)
        running = self._running[place.message] = Running(own, place, shown, self._now(), done)
        try:
            await self._step(running)
        except BaseException:
            self.forget(place.message)
            raise

    def runs(self, message: int) -> bool:
        """Returns whether that message shows a sequence in progress."""
        return message in self._running

    def forget(self, message: int) -> None:
        """Ends the sequence of a message without its remaining steps, because it shows something else now."""
        self._running.pop(message, None)

    def leave_table(self, game: int) -> None:
        """Ends the sequences of a table that another process owns now."""
        for message in [message for message, running in self._running.items() if running.board.game == game]:
            self.forget(message)

    async def look(self, now: datetime) -> None:
        """Shows all steps that are due. A sequence ends if Discord refuses one of them."""
        for message, running in list(self._running.items()):
            if running.due > now:
                continue
            stepped = await safe_call(self._step(running))
            if not stepped.ok:
                log.info("table %s: cannot continue to show the round step by step (%s)", running.board.game, stepped)
                self.forget(message)

    async def _step(self, running: Running) -> None:
        part = running.left.pop(0)
        drawn = None if running.board.plain else await self._illustrator.picture(part.sketch)
        if running.place.message not in self._running:
            return
        (await self._reconciler.change(running.board, part.face(drawn).rendered())).unwrap()
        if not running.left:
            self.forget(running.place.message)
            await running.done()
            return
        running.due = self._now() + READING
        self._wakeups.request(running.due)
