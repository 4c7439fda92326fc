"""Interactive lessons: finds a user's place, understands presses, and counts steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from bot import views
from bot.drawing import Sketch
from bot.features.lessons import view as lesson_view
from bot.features.lessons.view import Place
from bot.features.play import panel_view
from bot.features.play.service import Help, answers_of, batch_answers, set_answer
from bot.games import GAME_UIS, context
from bot.games.batch_moves import Answer
from bot.games.confirmation import confirms
from bot.games.facts import TableFacts
from bot.games.key_tree import chosen_keys, mask_of, step
from bot.games.lessons import Lesson, lesson_of, lessons_for
from bot.interactions.component_context import ComponentContext
from bot.measuring.parsing import parse_int
from bot.messages.api import Interaction
from bot.messages.illustrator import Illustrator
from bot.messages.reply import Replies, ack
from bot.monitoring import metrics
from bot.tables.people import People
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from rules.engine import Game
from storage import Database

NO_LESSON: Final = N_("There is no such lesson any more. `/learn lesson` shows all lessons.")
NOT_BEGUN: Final = N_("You have not begun this lesson. `/learn lesson` opens it.")
STEP_OVER: Final = N_("That step is done already. This is the present one.")


class Position(Protocol):
    """The interface of a decision without a table: a step of a lesson, or a puzzle."""

    @property
    def facts(self) -> TableFacts:
        """The facts of the table, which has no channel and no number."""

    @property
    def game(self) -> Game:
        """The game before the answer; not to be changed."""

    @property
    def seat(self) -> str:
        """The seat of the user."""

    @property
    def words(self) -> Translator:
        """The language of the user."""


class Meant(NamedTuple):
    """The meaning of a press in a panel: a page to show, or answers."""

    answers: Sequence[Answer] = ()
    counts: bool = True
    """Whether the answers need no confirmation any more."""
    path: tuple[int, ...] = ()
    """The page to show otherwise."""
    chosen: int | None = None
    run: int | None = None
    """The number of several answers at once that are to be confirmed."""


@dataclass(frozen=True)
class Lessons:
    """A service for the lessons of all users. The database stores only how many steps each of them has done."""

    db: Database
    people: People
    replies: Replies
    illustrator: Illustrator

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
        drawn = await self.illustrator.picture(await self._sketch(place))
        allowed = drawn if interaction.app_permissions.attach_files else None
        await self.replies.more(interaction, view, allowed)

    async def open(self, press: ComponentContext, lesson: Lesson, *, again: bool = False) -> None:
        """Shows a lesson where the user stopped, or from its beginning."""
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
        return Place(lesson, done, user, views.clean(interaction.user.display_name), words)

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
        verb = press.custom.verb.removeprefix(lesson_view.PREFIX)
        press.custom = press.custom._replace(verb=verb, path=press.custom.path[1:])
        place = Place(lesson, done, press.user, views.clean(press.interaction.user.display_name), press.words)
        return place, place.step is not None and press.custom.number == place.game.number

    async def end_step(self, press: ComponentContext, place: Place, what: str) -> None:
        """Ends a step, finished or skipped, and shows the next one; only the first of several presses counts."""
        lesson = place.lesson
        note = ""
        if await self.db.lessons.advance(place.user, lesson.kind, lesson.name, place.at):
            place = Place(lesson, place.at + 1, place.user, place.name, place.words)
            metrics.lesson_step(lesson.kind, lesson.name, place.at, what)
            if place.step is not None:
                metrics.lesson_step(lesson.kind, lesson.name, place.at + 1, "begun")
        else:
            done = (await self.db.lessons.of(place.user)).get((lesson.kind, lesson.name), 0)
            place = Place(lesson, done, place.user, place.name, place.words)
            note = press.words(STEP_OVER)
        await self.show(press, place, note=note)

    async def show(self, press: ComponentContext, place: Place, meant: Meant | None = None, *, note: str = "") -> None:
        """Shows a step with the board as a picture, at a page of its panel."""
        help_, page = await self.help(place), meant or Meant()
        view = None if page.run is None else lesson_view.shown_run(place, page.run, help_)
        view = view or lesson_view.shown(place, help_, page.path, page.chosen, note=note)
        await press.show(view, await self._sketch(place))

    async def help(self, place: Place) -> Help:
        """Returns how much the panels of a lesson explain, and which answers the user wants to confirm."""
        return Help(confirm=(await self.people.person(place.user)).confirm)

    async def _sketch(self, place: Place) -> Sketch | None:
        if (await self.people.person(place.user)).words:
            return None
        return self.illustrator.position(place.game, place.seat, place.facts, place.words)


# What a press means


def meant(press: ComponentContext, place: Position, help_: Help) -> Meant:
    """Returns what a press in the panel of a position means; raises Refused for a forged form."""
    facts, game, seat, custom = place.facts, place.game, place.seat, press.custom
    match custom.verb:
        case "pick":
            return _at(place, (*custom.path, *press.way), help_)
        case "both":
            chosen = [at for value in press.values if (at := parse_int(value)) is not None]
            path = panel_view.path_of_both(facts, game, seat, custom.path, chosen, press.words)
            return _at(place, path or (), help_)
        case "walk" if custom.chosen is None:
            return _at(place, custom.path, help_)._replace(counts=False)
        case "walk" | "chosen":
            return _set(press, place, help_)
        case "run":
            press.custom = custom._replace(verb="run_do", path=(press.index,))
            answers = answers_of(press, facts, game, seat)
            return Meant(answers, not any(_asks(place, one, help_) for one in answers), run=press.custom.path[0])
        case "ticked" | "batched":
            panel = panel_view.panel_at(facts, game, seat, custom.path, press.words)
            gives = set_answer if custom.verb == "ticked" else batch_answers
            return Meant(() if panel is None else gives(press, panel))
    return Meant(answers_of(press, facts, game, seat))


def _at(place: Position, path: tuple[int, ...], help_: Help) -> Meant:
    """Returns the page of the panel at a path of choices, or the answer if the path is a complete key."""
    found = step(place.game, place.seat, path)
    if found is None or found.key is None:
        return Meant(path=path)
    answer = Answer(found.kind, (found.key,))
    return Meant((answer,), not _asks(place, answer, help_), path)


def _set(press: ComponentContext, place: Position, help_: Help) -> Meant:
    """Returns the answer of a set of keys, or the page on which more of them are chosen."""
    game, custom = place.game, press.custom
    mask = custom.chosen
    if custom.verb == "chosen":
        mask = mask_of(game, place.seat, press.values, custom.chosen or 0, next(iter(custom.path), 0))
    keys = None if mask is None or custom.path else chosen_keys(game.keys(place.seat), mask)
    if keys is None or game.decision is None:
        return Meant(path=custom.path, chosen=mask)
    answer = Answer(game.decision.kind, keys)
    return Meant((answer,), custom.verb == "chosen" and not _asks(place, answer, help_), chosen=mask)


def _asks(place: Position, answer: Answer, help_: Help) -> bool:
    """Returns whether the user must confirm an answer."""
    ctx = context(place.facts, place.words, place.game, place.seat)
    return confirms(GAME_UIS[place.facts.kind], help_.confirm, ctx, answer.kind, answer.keys)
