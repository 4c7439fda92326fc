"""Interactive lessons: scripted games in which a learner answers some decisions; read from the games' folders.

A lesson is a file `bot/games/<game>/lessons/<name>.toml` (docs/lessons.md). Its record has all answers of the game,
those of the learner too; each step marks one decision of the learner. So every position of a lesson can be rebuilt
from the file and the number of the step.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from bot.games.batch_moves import Answer
from rules import GAMES
from rules.engine import Game
from rules.notation import Entry, Record, parse

_GAMES: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: a decision that the learner must answer in the right way."""

    decision: int
    """The number of the decision in the record."""
    at: int
    """The number of entries in the record before the learner's answer."""
    answers: Sequence[Answer]
    """The right answer, and the learner's further answers that follow it at once."""
    goal: str
    """The task in one sentence, to be translated."""
    done: str = ""
    """The sentence after the right answer, to be translated."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """The beginnings of wrong keys -> an explanation, to be translated."""

    def is_right(self, given: Sequence[Answer]) -> bool:
        """Returns whether the learner's answers to the step are right so far: the first ones of `answers`, in order.

        False if no answer is given. The order of keys within an answer does not matter.
        """
        wanted = self.answers[: len(given)]
        return bool(given) and [(one.kind, set(one.keys)) for one in given] == [
            (one.kind, set(one.keys)) for one in wanted
        ]

    def explanation(self, given: Sequence[Answer]) -> str:
        """Returns the lesson file's explanation of a wrong answer, the first one in `given`; empty if there is none.

        Of several explanations, the one for the longest beginning of a key counts.
        """
        keys = [key for one in given[:1] for key in one.keys]
        found = [start for start in self.wrong if any(f"{key}:".startswith(f"{start}:") for key in keys)]
        return self.wrong[max(found, key=len)] if found else ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scripted game with its steps; all texts are to be translated."""

    number: int
    """The number in the custom_ids of the lesson, which no other lesson ever gets."""
    kind: str
    name: str
    title: str
    intro: str
    outro: str
    seat: str
    """The learner's seat."""
    record: Record
    steps: Sequence[LessonStep]

    def game(self, step: int) -> Game:
        """Returns the game before the learner's answer at a step, or its end after the last one; not to be changed."""
        return _game(self.number, self.steps[step].at if step < len(self.steps) else len(self.record.entries))

    def heard(self, step: int) -> int:
        """Returns the number of events before the learner's answer to the previous step.

        For the first step: the number of events before the learner's first answer.
        """
        return len(self.game(step - 1).told) if step else len(self.game(0).told)


def lessons() -> Sequence[Lesson]:
    """Returns all lessons of all games, in the order of the games and then of the lessons' names."""
    return tuple(_by_number().values())


def lesson_of(number: int | None) -> Lesson | None:
    """Returns the lesson with that number in custom_ids; None if there is none."""
    return _by_number().get(number or 0)


def lessons_for(kind: str) -> Sequence[Lesson]:
    """Returns the lessons of a game in the order of their names."""
    return [lesson for lesson in lessons() if lesson.kind == kind]


@lru_cache(1)
def _by_number() -> Mapping[int, Lesson]:
    files = [file for kind in GAMES for file in sorted((_GAMES / kind / "lessons").glob("*.toml"))]
    return {lesson.number: lesson for lesson in map(_read, files)}


@lru_cache(64)
def _game(number: int, entries: int) -> Game:
    lesson = _by_number()[number]
    played = replace(lesson.record, entries=lesson.record.entries[:entries], result=None)
    return Game.replay(GAMES[lesson.kind], played)


def _read(file: Path) -> Lesson:
    """Returns the lesson of a file; raises OSError, ValueError, KeyError or BadRecord."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    record, seat = parse(found["record"].strip().splitlines()), found["seat"]
    marked = {step["decision"] for step in found["steps"]}
    return Lesson(
        found["number"], file.parent.parent.name, file.stem, found["title"], found["intro"], found["outro"], seat,
        record, [_step(step, record, seat, marked) for step in found["steps"]],
    )  # fmt: skip


def _step(found: Mapping[str, Any], record: Record, seat: str, marked: set[int]) -> LessonStep:
    number, entries = found["decision"], record.entries
    at = next((at for at, one in enumerate(entries) if (one.number, one.seat) == (number, seat)), None)
    if at is None:
        raise ValueError(f"seat {seat} does not answer decision {number} in this record")
    answers = [Answer(one.kind, one.keys) for one in _own_run(entries[at:], seat, marked)]
    return LessonStep(number, at, answers, found["goal"], found.get("done", ""), found.get("wrong", {}))


def _own_run(entries: Sequence[Entry], seat: str, marked: set[int]) -> Iterator[Entry]:
    """Yields the first entry and the learner's entries that follow it at once, up to the next step."""
    for at, entry in enumerate(entries):
        if at and (entry.seat != seat or entry.number in marked):
            return
        yield entry
