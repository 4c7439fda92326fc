"""A helper for tests of lessons: a learner who answers by components only, and counts words and presses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.emulator.people.seen import Part, Seen
from bot.features.lessons.view import PREFIX
from bot.games.batch_moves import Answer
from bot.games.key_tree import offered
from bot.games.lessons import Lesson
from bot.views.custom_id import CustomId, parse
from rules.decisions import Several
from tests.bot.clicks import BUTTON, first_options, groups_of, way
from tests.bot.table import Evening

WORDS_A_MINUTE = 200
SECONDS_A_PRESS = 3


class Learner:
    """A user who takes a lesson by pressing components; counts the presses and the words that the user reads."""

    def __init__(self, evening: Evening, name: str, lesson: Lesson) -> None:
        self.evening = evening
        self.name = name
        self.lesson = lesson
        self.presses = 0
        self.words = 0
        self._known: list[str] = []
        """The lines of the last message, which are not read again."""

    @property
    def panel(self) -> Seen:
        return self.evening.private(self.name)

    @property
    def minutes(self) -> float:
        """The minutes needed so far by a user who reads everything, also all labels of buttons and selects.

        A minute is enough for `WORDS_A_MINUTE` words, and a press takes `SECONDS_A_PRESS`.
        """
        return self.words / WORDS_A_MINUTE + self.presses * SECONDS_A_PRESS / 60

    async def begin(self) -> None:
        """Opens the lesson from the list."""
        await self.evening.slash(self.name, "learn lesson")
        await self.press(str(CustomId(0, f"{PREFIX}open", self.lesson.number)))

    async def done(self) -> int:
        """Returns the number of steps that are done, as the database has it."""
        found = await self.evening.bot.app.db.lessons.of(self.evening.person(self.name).id)
        return found[self.lesson.kind, self.lesson.name]

    async def press(self, custom: str, *values: str) -> None:
        """Presses a button, chooses in a select, or fills in the form of a button."""
        person, panel = self.evening.person(self.name), self.panel
        self.presses += 1
        if values and panel.find(custom).type == BUTTON:
            form = (await person.press(panel, custom)).modal
            assert form is not None
            self.presses += 1
            await person.submit(form, groups_of(form, values))
        elif values:
            await person.select(panel, custom, values)
        else:
            await person.press(panel, custom)
        await self.evening.settled()
        lines = read(self.panel)
        self.words += sum(len(line.split()) for line in lines if line not in self._known)
        self._known = lines

    async def press_own(self, verb: str) -> None:
        """Presses a button of the lesson itself."""
        await self.press(self.evening.part(self.panel, PREFIX + verb))

    async def answer(self, at: int, answer: Answer) -> str:
        """Answers a step by the components of the panel, press by press; returns the text after the last press."""
        for _ in range(8):
            found = next(self._ways(at, answer), None)
            if found is None:
                await self._fill_in(at, answer)
            else:
                await self.press(found[0], *found[1])
            if "✋" in self.panel.text or await self.done() != at:
                return self.panel.text
        raise AssertionError(f"{answer} cannot be given at step {at}")

    async def _fill_in(self, at: int, answer: Answer) -> None:
        """Gives an answer by the form that asks a choice together with its later questions; takes the first option of
        each later question.
        """
        person, keys = self.evening.person(self.name), list(self.lesson.game(at).keys(self.lesson.seat))
        form = (await person.press(self.panel, self.evening.part(self.panel, f"{PREFIX}batch"))).modal
        assert form is not None
        self.presses += 2
        await person.submit(form, first_options(form, keys, answer.keys[0]))
        await self.evening.settled()

    def _ways(self, at: int, answer: Answer) -> Iterator[tuple[str, Sequence[str]]]:
        for part in self.panel.usable:
            custom = parse(part.custom_id)
            assert custom is not None
            if not custom.verb.startswith(PREFIX) or custom.path[:1] != (self.lesson.number,):
                continue
            plain = custom._replace(verb=custom.verb.removeprefix(PREFIX), path=custom.path[1:])
            found = way(
                self.lesson.game(at), self.lesson.seat, answer.keys, Part({**part.data, "custom_id": str(plain)})
            )
            if found is not None:
                yield part.custom_id, found[1]


def read(panel: Seen) -> list[str]:
    """Returns everything that is read on a panel: its lines, and the labels of its buttons and selects."""
    return [*panel.text.splitlines(), *(part.label or part.placeholder for part in panel.usable)]


def alternatives(lesson: Lesson, at: int) -> list[Answer]:
    """Returns the answers that a panel offers at a step.

    For a set: each single key, none, and all, if the decision allows that many.
    """
    game = lesson.game(at)
    decision = game.decision
    assert decision is not None
    if not isinstance(decision, Several):
        return [Answer(decision.kind, (key,)) for key in offered(game, lesson.seat)]
    keys = list(game.keys(lesson.seat))
    sets = {(), tuple(keys), *((key,) for key in keys)}
    return [Answer(decision.kind, one) for one in sorted(sets) if decision.least <= len(one) <= decision.most]
