"""The command `/learn lesson`, and the buttons of a lesson."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.features.lessons import view as lesson_view
from bot.features.lessons.service import NO_LESSON, STEP_OVER, Lessons
from bot.features.lessons.view import PREFIX, VERBS, Place
from bot.features.positions.service import ASIDE, PositionPanels, meant
from bot.games.lessons import lesson_of
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, modal, press
from bot.interactions.resolvers import Resolver
from bot.monitoring import metrics
from bot.tables.refusals import Refused
from bot.texts import N_

ANSWERS = tuple(PREFIX + verb for verb in VERBS if verb not in ASIDE)


@dataclass(frozen=True)
class LessonHandlers:
    """Handlers of interactive lessons. A press always means the presser's own lesson."""

    lessons: Lessons
    resolver: Resolver
    panels: PositionPanels

    @command(N_("/learn lesson"), N_("Learn a game by playing it, step by step"), formerly=N_("/game learn"))
    async def _learn(self, interaction: discord.Interaction) -> None:
        await self.lessons.listed(interaction, await self.resolver.words_for(interaction))

    @press(f"{PREFIX}list")
    async def _list(self, press: ComponentContext) -> None:
        await self.lessons.listed(press.interaction, press.words)

    @press(f"{PREFIX}open", f"{PREFIX}again")
    async def _open(self, press: ComponentContext) -> None:
        lesson = lesson_of(press.custom.number)
        if lesson is None:
            raise Refused(NO_LESSON)
        await self.lessons.open(press, lesson, again=press.custom.verb == f"{PREFIX}again")

    @press(f"{PREFIX}skip")
    async def _skip(self, press: ComponentContext) -> None:
        if (place := await self._present(press)) is not None:
            await self.lessons.end_step(press, place, "skipped")

    @press(f"{PREFIX}leave")
    async def _leave(self, press: ComponentContext) -> None:
        if (place := await self._present(press)) is not None:
            metrics.lesson_step(place.kind, place.source.name, place.at + 1, "left")
            await press.show(lesson_view.left(place))

    @press(*(PREFIX + verb for verb in ASIDE))
    async def _aside(self, press: ComponentContext) -> None:
        """Explains the position next to the panel, or opens a form."""
        if (place := await self._present(press)) is not None:
            await self.panels.aside(press, place)

    @press(*ANSWERS)
    @modal(f"{PREFIX}ticked", f"{PREFIX}batched")
    async def _answered(self, press: ComponentContext) -> None:
        """Shows a page of the panel, explains a wrong answer, or ends the step."""
        place = await self._present(press)
        if place is None or place.step is None:
            return
        found = meant(press, place, await self.lessons.help(place))
        if found.answers and not place.step.is_right(found.answers):
            metrics.lesson_step(place.kind, place.source.name, place.at + 1, "wrong")
            await self.lessons.show(press, place, note=lesson_view.explained(place, place.step, found.answers))
        elif found.answers and found.counts:
            await self.lessons.end_step(press, place, "finished")
        else:
            await self.lessons.show(press, place, found)

    async def _present(self, press: ComponentContext) -> Place | None:
        """Returns the place of a press on the present step; otherwise shows the present step and returns None."""
        place, present = await self.lessons.place_of(press)
        if present:
            return place
        await self.lessons.show(press, place, note=press.words(STEP_OVER))
        return None
