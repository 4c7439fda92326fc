"""Sequences: an answer with several parts is shown in a closed board, edited at a readable pace.

The game does not wait: the next decision is asked at the same time, and its clock runs. Everything shown is committed
and public; if the process ends in the middle, the next one shows the end at once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from discord.ui import LayoutView

from bot.drawing import Sketch
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
from rules.engine import ALL
from storage import MessageRow

log = logging.getLogger(__name__)

READING: Final = timedelta(seconds=3.5)
"""How long each part stands."""
MOST_COUNTED: Final = 3
"""The maximum number of edits, if they count against Discord's global limit."""
Done = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Part:
    """One step: what the message shows."""

    view: LayoutView
    sketch: Sketch | None


@dataclass(frozen=True, slots=True)
class Story:
    """The steps of an answer, and the final content of the closed board."""

    parts: Sequence[Part]
    closed: LayoutView


@dataclass(slots=True)
class Running:
    """A message in the middle of its sequence."""

    keeper: Board
    place: MessageRow
    left: list[Part]
    due: datetime
    done: Done
    """Called once nothing is left to show."""


class Sequences:
    """All messages in the middle of a sequence; `look` shows what is due."""

    def __init__(
        self, reconciler: Reconciler, illustrator: Illustrator, now: Callable[[], datetime], wakeups: Wakeups
    ) -> None:
        self._reconciler = reconciler
        self._illustrator = illustrator
        self._now = now
        self._wakeups = wakeups
        self._running: dict[int, Running] = {}

    def story(self, live: LiveTable, since: int) -> Story | None:
        """Returns the steps of the events since that number; None if they fit into one."""
        game = live.game
        if game is None:
            return None
        told = [event for event in game.told[since:] if event.to == ALL]
        counts, facts, said = live.game_ui.get(Pictures).scenes(told), live.facts, translator_for(live.row.language)
        parts = [
            Part(board_view.unfolding(facts, told[:count], (at, len(counts)), said),
                 self._illustrator.scene(told, count, game, facts, said))
            for at, count in enumerate(counts, 1)
        ]  # fmt: skip
        if len(parts) < 2 or any(part.sketch is None for part in parts):
            return None
        return Story(parts, closed_board_of(live, in_lobby=False))

    async def leave(self, keeper: Board, left: MessageRow, story: Story, done: Done) -> None:
        """A board that is left behind tells step by step what the new one begins after, then stays as it is closed."""
        parts = [*story.parts[:-1], replace(story.parts[-1], view=story.closed)]
        begun = await safe_call(self.begin(keeper, left, parts, done))
        if not begun.ok:
            log.info("table %s: nothing is shown step by step (%s)", keeper.game, begun)

    async def end(self, keeper: Board, row: MessageRow, story: Story, face: Face, done: Done) -> None:
        """The last board tells its end at once, and shows the pictures of how it came one after the other."""
        told = [replace(part, view=face.view) for part in story.parts]
        await self.begin(keeper, row, [*told, Part(face.view, face.sketch)], done)

    async def begin(self, keeper: Board, place: MessageRow, parts: Sequence[Part], done: Done) -> None:
        """The message shows the first part at once, and the others at a readable pace; raises what Discord raises."""
        token = keeper.tokens.get(place.message)
        lent = {place.message: token} if token is not None and self._reconciler.lives(token) else {}
        shown = list(parts) if lent else [parts[at] for at in spread(range(len(parts)), MOST_COUNTED)]
        # A keeper of its own: the table's has gone on to the next message.
        own = Board(keeper.slot, plain=keeper.plain, tokens=lent, worn=keeper.worn)
        own.is_at(place.channel, place.message)
        running = self._running[place.message] = Running(own, place, shown, self._now(), done)
        try:
            await self._step(running)
        except BaseException:
            self.forget(place.message)
            raise

    def runs(self, message: int) -> bool:
        """Whether that message is in the middle of a sequence."""
        return message in self._running

    def forget(self, message: int) -> None:
        """Something else is shown there from now on."""
        self._running.pop(message, None)

    def leave_table(self, game: int) -> None:
        """Another process looks after the table, and shows it as it is."""
        for message in [message for message, running in self._running.items() if running.keeper.game == game]:
            self.forget(message)

    async def look(self, now: datetime) -> None:
        """Shows every part that is due; if Discord refuses one, the next owner of the message ends it."""
        for message, running in list(self._running.items()):
            if running.due > now:
                continue
            stepped = await safe_call(self._step(running))
            if not stepped.ok:
                log.info("a sequence of table %s is broken off (%s)", running.keeper.game, stepped)
                self.forget(message)

    async def _step(self, running: Running) -> None:
        part = running.left.pop(0)
        drawn = None if running.keeper.plain else await self._illustrator.picture(part.sketch)
        if running.place.message not in self._running:
            return
        face = Face(part.view, part.sketch, drawn)
        (await self._reconciler.change(running.keeper, face.rendered())).unwrap()
        if not running.left:
            self.forget(running.place.message)
            await running.done()
            return
        running.due = self._now() + READING
        self._wakeups.request(running.due)
