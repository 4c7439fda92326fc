"""Messages of interactive lessons: the list, a step with the real panel, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.features.lobby import view as lobby_view
from bot.features.play import panel_view
from bot.features.play.service import Help
from bot.features.positions.view import Position
from bot.games import GAME_UIS, context
from bot.games.batch_moves import Answer
from bot.games.lessons import Lesson, LessonStep, lessons
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import MAX_COMPONENTS, Button, Style, button, message, rows
from bot.views.renaming import Renaming
from rules.engine import Game

PREFIX: Final = "lesson_"
"""The beginning of the verbs of all components in a lesson."""
VERBS: Final = (
    "walk", "do", "pick", "both", "chosen", "run", "run_do", "pass", "explain", "why_not", "tick", "batch",
)  # fmt: skip
"""The verbs of the panel's components that a lesson understands; it leaves out all others."""
FORMS: Final = ("ticked", "batched")
"""The verbs of the panel's forms."""
MAX_TOLD: Final = 3
"""The maximum number of sentences about what the other seats did."""


@dataclass(frozen=True)
class Place(Position):
    """A user's place in a lesson: the lesson, and the number of its steps that the user has done."""

    source: Lesson
    at: int
    """The number of steps that are done."""

    @property
    def step(self) -> LessonStep | None:
        """The present step; None after the last one."""
        return self.source.steps[self.at] if self.at < len(self.source.steps) else None

    @property
    def game(self) -> Game:
        """The game before the learner's answer; not to be changed."""
        return self.source.game(self.at)

    @property
    def renaming(self) -> Renaming:
        """The rule by which the components of a table's panel get the lesson's verbs, and its number as first index."""
        return Renaming(PREFIX, (self.source.number,), (*VERBS, *FORMS))


def listed(done: Mapping[tuple[str, str], int], words: Translator) -> ui.LayoutView:
    """Returns the list of all lessons with a button for each; `done`: the number of done steps of those begun."""
    buttons = [_opening(lesson, done.get((lesson.kind, lesson.name)), words) for lesson in lessons()]
    said = words("Learn a game in a few minutes: you play, and every press is explained.")
    return message(f"### {words('Lessons')}\n{said}", rows=rows(buttons))


def _opening(lesson: Lesson, done: int | None, words: Translator) -> Button:
    """Returns the button that begins a lesson, continues it, or begins a finished one again."""
    title, count = GAME_UIS[lesson.kind].title, len(lesson.steps)
    if done is None:
        return button(title, CustomId(NO_GAME, f"{PREFIX}open", lesson.number))
    if done >= count:
        return button(f"✅ {title}", CustomId(NO_GAME, f"{PREFIX}again", lesson.number))
    at = words("{game}: step {step} of {count}", game=title, step=done + 1, count=count)
    return button(at, CustomId(NO_GAME, f"{PREFIX}open", lesson.number), Style.primary)


def shown(
    place: Place, help_: Help, path: tuple[int, ...] = (), chosen: int | None = None, *, note: str = ""
) -> ui.LayoutView:
    """Returns the present step with its goal and panel, or the end; `note`: a text in place of the news."""
    step = place.step
    if step is None:
        return ended(place)
    goal = f"🎯 **{place.words(step.goal)}**"
    said = note or ("" if path or chosen is not None else news(place))
    heading = "-# " + place.words("Step {step} of {count}", step=place.at + 1, count=len(place.source.steps))
    head = "\n".join(line for line in (heading, said, goal) if line)
    return with_frame(place, place.panel(help_, path, chosen, note=head))


def shown_run(place: Place, number: int, help_: Help) -> ui.LayoutView | None:
    """Returns the confirmation of several answers at once; None if there is none with that number."""
    panel = panel_view.panel_at(place.facts, place.game, place.seat, place.words, help_=help_)
    view = None if panel is None else panel.shown_run(number)
    return None if view is None else with_frame(place, place.renaming.view(view))


def with_frame(place: Place, view: ui.LayoutView) -> ui.LayoutView:
    """Adds the lesson's own buttons below a panel, if there is room, and returns the panel."""
    words = place.words
    buttons = [
        place.button(words("Skip this step"), "skip"),
        place.button(words("In words"), "words"),
        place.button(words("Leave"), "leave"),
    ]
    if view.total_children_count + len(buttons) < MAX_COMPONENTS:
        view.add_item(ui.ActionRow(*buttons))
    return view


def news(place: Place) -> str:
    """Returns the introduction, or what the last step has shown and what the other seats did since then."""
    before = place.source.steps[place.at - 1] if place.at else None
    if before is None:
        return place.words(place.source.intro)
    done = "✅ " + place.words(before.done) if before.done else "✅"
    followed = place.game.told[place.source.heard(place.at) + 1 :]
    return "\n".join([done, *place.told(followed, MAX_TOLD)])


def explained(place: Place, step: LessonStep, given: Sequence[Answer]) -> str:
    """Returns why an answer is not the one that this step wants."""
    words, said = place.words, step.explanation(given)
    if not said:
        ctx, first = context(place.facts, words, place.game, place.seat), given[0]
        effect = GAME_UIS[place.kind].summary(ctx, first.kind, first.keys)
        said = words("That would be: {effect}.", effect=effect.rstrip("."))
        return f"✋ {said} {words('Nothing has changed.')}"
    return f"✋ {words(said)}"


def ended(place: Place) -> ui.LayoutView:
    """Returns the end of a lesson, which offers a table against computers."""
    words, number = place.words, place.source.number
    buttons = [
        lobby_view.practice(place.kind, words),
        button(words("Another lesson"), CustomId(NO_GAME, f"{PREFIX}list")),
        button(words("Once again"), CustomId(NO_GAME, f"{PREFIX}again", number)),
    ]
    title = f"### {GAME_UIS[place.kind].title} · {words(place.source.title)}"
    return message(title, news(place), words(place.source.outro), rows=rows(buttons))


def left(place: Place) -> ui.LayoutView:
    """Returns the message after leaving a lesson."""
    words = place.words
    said = words("Your lesson waits at step {step}. Continue here or with `/learn lesson`.", step=place.at + 1)
    continues = button(words("Continue"), CustomId(NO_GAME, f"{PREFIX}open", place.source.number), Style.primary)
    return message(said, rows=rows([continues]))
