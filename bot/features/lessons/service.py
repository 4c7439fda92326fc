"""Interactive lessons: finds the step at which a user is, shows it, stores the progress, and counts it in metrics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot import views
from bot.features.lessons import view as lesson_view
from bot.features.lessons.view import Place
from bot.features.play.service import Help
from bot.features.positions.service import Meant, PositionPanels
from bot.games.lessons import Lesson, lesson_of, lessons_for
from bot.interactions.component_context import ComponentContext
from bot.messages.api import Interaction, illustrated
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack
from bot.monitoring import metrics
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from storage import Database

NO_LESSON: Final = N_("There is no such lesson any more. `/learn lesson` shows all lessons.")
NOT_BEGUN: Final = N_("You have not begun this lesson. `/learn lesson` opens it.")
STEP_OVER: Final = N_("That step is done already. This is the present one.")


@dataclass(frozen=True)
class Lessons:
    """A service for the lessons of all users. The database stores only how many steps each of them has done."""

    db: Database
    people: People
    replies: Replies
    illustrator: Illustrator
    panels: PositionPanels

    async def listed(self, interaction: Interaction, words: Translator) -> None:
        """Shows the list of all lessons."""
        done = await self.db.lessons.of(interaction.user.id)
        await self.replies.reply(interaction, lesson_view.listed(done, words))

    def teaches(self, kind: str) -> bool:
        """Returns whether a game has a lesson."""
        return bool(lessons_for(kind))

    async def open_for(self, interaction: Interaction, kind: str, words: Translator) -> None:
        """Opens the first lesson of a game in a new private message; a panel with the pressed button stays."""
        await ack(interaction)
        place = await self._opened(interaction, lessons_for(kind)[0], words)
        view = lesson_view.shown(place, await self.help(place))
        drawn = await self.illustrator.picture(await self.panels.sketch(place))
        allowed = drawn if interaction.app_permissions.attach_files else None
        await self.replies.more(interaction, illustrated(view, allowed), allowed)

    async def open(self, press: ComponentContext, lesson: Lesson, *, again: bool = False) -> None:
        """Shows a lesson where the user stopped; if it is new or finished, or with `again`, from its beginning."""
        place = await self._opened(press.interaction, lesson, press.words, again=again)
        await self.show(press, place)

    async def _opened(
        self, interaction: Interaction, lesson: Lesson, words: Translator, *, again: bool = False
    ) -> Place:  # fmt: skip
        user = interaction.user.id
        done = (await self.db.lessons.of(user)).get((lesson.kind, lesson.name))
        if done is None or again or done >= len(lesson.steps):
            done = 0
            await self.db.lessons.begin(user, lesson.kind, lesson.name)
            metrics.lesson_step(lesson.kind, lesson.name, 1, "begun")
        return Place(user, views.clean(interaction.user.display_name), words, lesson, done)

    async def place_of(self, press: ComponentContext) -> tuple[Place, bool]:
        """Returns the user's present place in the lesson of a press, and whether the press belongs to that step.

        Removes the lesson's number and its prefix from the press. Raises Refused.
        """
        lesson = lesson_of(next(iter(press.custom.path), None))
        if lesson is None:
            raise Refused(NO_LESSON)
        done = (await self.db.lessons.of(press.user)).get((lesson.kind, lesson.name))
        if done is None:
            raise Refused(NOT_BEGUN)
        place = Place(press.user, views.clean(press.interaction.user.display_name), press.words, lesson, done)
        press.custom = place.renaming.undone(press.custom)
        return place, place.step is not None and press.custom.number == place.game.number

    async def end_step(self, press: ComponentContext, place: Place, what: str) -> None:
        """Ends a step, finished or skipped, and shows the next one; only the first of several presses counts."""
        lesson = place.source
        note = ""
        if await self.db.lessons.advance(place.user, lesson.kind, lesson.name, place.at):
            place = replace(place, at=place.at + 1)
            metrics.lesson_step(lesson.kind, lesson.name, place.at, what)
            if place.step is not None:
                metrics.lesson_step(lesson.kind, lesson.name, place.at + 1, "begun")
        else:
            done = (await self.db.lessons.of(place.user)).get((lesson.kind, lesson.name), 0)
            place = replace(place, at=done)
            note = press.words(STEP_OVER)
        await self.show(press, place, note=note)

    async def show(self, press: ComponentContext, place: Place, meant: Meant | None = None, *, note: str = "") -> None:
        """Shows a step with the board as a picture, at a page of its panel."""
        help_, page = await self.help(place), meant or Meant()
        view = None if page.run is None else lesson_view.shown_run(place, page.run, help_)
        view = view or lesson_view.shown(place, help_, page.path, page.chosen, note=note)
        await press.show(view, await self.panels.sketch(place))

    async def help(self, place: Place) -> Help:
        """Returns the settings of a lesson's panels: only which answers the user wants to confirm."""
        return Help(confirm=(await self.people.person(place.user)).confirm)
