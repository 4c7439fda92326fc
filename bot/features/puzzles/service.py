"""The puzzles of the day: finds a user's puzzle, and stores the first answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, timedelta
from typing import Final

from bot import views
from bot.features.positions.service import PositionPanels
from bot.features.puzzles import view as puzzle_view
from bot.features.puzzles.view import KINDS, Place, path_of, score_of
from bot.games.puzzles import puzzle_of, puzzles_for
from bot.interactions.component_context import ComponentContext
from bot.messages.api import SILENT, Interaction
from bot.messages.reply import Replies
from bot.permissions import may_write
from bot.tables.limits import RateLimit
from bot.tables.referee import Now
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from storage import Database, PuzzleAnswer

NO_PUZZLE: Final = N_("There is no such puzzle. `/learn puzzle` shows today's puzzles.")
NOT_TODAY: Final = N_("That puzzle was for another day. This is today's puzzle.")
ANOTHER_PUZZLE: Final = N_("There is another puzzle today after an update. This is the one that counts.")
SHARED_ALREADY: Final = N_("You have already shared this puzzle here.")
SHARES: Final = timedelta(days=1)
"""The time in which a user may share the same puzzle only once in a channel."""


@dataclass
class DailyPuzzles:
    """A service for the puzzles of the day. A day begins at midnight UTC for everyone."""

    db: Database
    replies: Replies
    panels: PositionPanels
    now: Now
    _shared: RateLimit = field(init=False)

    def __post_init__(self) -> None:
        self._shared = RateLimit(1, SHARES, self.now)

    @property
    def today(self) -> date:
        """The present day in UTC."""
        return self.now().astimezone(UTC).date()

    async def listed(self, interaction: Interaction, words: Translator) -> None:
        """Shows the list of today's puzzles."""
        given = {kind: one for kind in KINDS if (one := await self._given(interaction.user.id, kind, self.today))}
        await self.replies.reply(interaction, puzzle_view.listed(self.today, given, words))

    async def open(self, interaction: Interaction, kind: str, words: Translator, *, note: str = "") -> None:
        """Shows today's puzzle of a game, or its solution if the user has answered it."""
        place = self._place(interaction, kind, self.today, words)
        given = await self._given(place.user, kind, place.day)
        if given is not None:
            await self._show_solution(interaction, place, given)
            return
        await self.replies.answer(interaction, puzzle_view.shown(place, note=note), await self.panels.sketch(place))

    async def place_of(self, press: ComponentContext) -> Place | None:
        """Returns the open puzzle of a press, and removes its indices and prefix from the press.

        If the press is of another day or the puzzle is answered, shows the present state and returns None. Raises
        Refused for a forged press.
        """
        kind, day = _named(press)
        if day != path_of(kind, self.today)[1]:
            await self.open(press.interaction, kind, press.words, note=press.words(NOT_TODAY))
            return None
        place = self._place(press.interaction, kind, self.today, press.words)
        if press.custom.number != place.game.number:
            await self.open(press.interaction, kind, press.words, note=press.words(ANOTHER_PUZZLE))
            return None
        press.custom = place.renaming.undone(press.custom)
        given = await self._given(place.user, kind, place.day)
        if given is None:
            return place
        await self._show_solution(press.interaction, place, given)
        return None

    async def show(self, press: ComponentContext, place: Place, path: tuple[int, ...] = ()) -> None:
        """Shows a puzzle at a page of its panel."""
        await press.show(puzzle_view.shown(place, path), await self.panels.sketch(place))

    async def answer(self, press: ComponentContext, place: Place, key: str) -> None:
        """Stores the user's answer, unless they have already given one, and shows the solution."""
        puzzle = place.source
        given = PuzzleAnswer(place.day, puzzle.number, key, key == puzzle.best)
        await self.db.puzzles.add(place.user, puzzle.kind, given)
        counted = await self._given(place.user, puzzle.kind, place.day)
        await self._show_solution(press.interaction, place, counted or given)

    async def share(self, press: ComponentContext) -> None:
        """Posts a line about the user's answer in the channel; raises Refused."""
        kind, number = _named(press)
        answers = await self.db.puzzles.of(press.user, kind)
        given = next((one for one in answers if path_of(kind, one.day)[1] == number), None)
        if given is None:
            raise Refused(N_("Answer the puzzle first. `/learn puzzle` opens it."))
        if not may_write(press.interaction):
            raise Refused(N_("You may not write in this channel. Copy the line and share it elsewhere."))
        key = press.user, kind, given.day, press.interaction.channel_id
        if self._shared.blocked_until(key) is not None:
            raise Refused(SHARED_ALREADY)
        place = self._place(press.interaction, kind, given.day, press.words)
        said = puzzle_view.line(place, given, score_of(answers, given.day))
        with self._shared.counted(key):
            await press.ack()
            text = f"<@{press.user}>: {said}"
            await press.interaction.followup.send(view=views.say(text), allowed_mentions=SILENT)

    def _place(self, interaction: Interaction, kind: str, day: date, words: Translator) -> Place:
        puzzle = puzzle_of(kind, day)
        if puzzle is None:
            raise Refused(NO_PUZZLE)
        return Place(interaction.user.id, views.clean(interaction.user.display_name), words, puzzle, day)

    async def _given(self, user: int, kind: str, day: date) -> PuzzleAnswer | None:
        return next((one for one in await self.db.puzzles.of(user, kind) if one.day == day), None)

    async def _show_solution(self, interaction: Interaction, place: Place, given: PuzzleAnswer) -> None:
        # An upgrade of Krupier may have changed that day's puzzle since the user answered.
        answered = next((one for one in puzzles_for(place.kind) if one.number == given.puzzle), place.source)
        place = replace(place, source=answered)
        score = score_of(await self.db.puzzles.of(place.user, place.kind), self.today)
        view = puzzle_view.solution(place, given, score, may_share=may_write(interaction))
        await self.replies.answer(interaction, view, await self.panels.sketch(place))


def _named(press: ComponentContext) -> tuple[str, int]:
    """Returns the game of a press and the number of its day; raises Refused for a forged press."""
    path = press.custom.path
    if len(path) < 2 or path[0] >= len(KINDS):
        raise Refused(NO_PUZZLE)
    return KINDS[path[0]], path[1]
