"""Tests the files of all lessons: their records, their steps, and their texts in every language."""

from __future__ import annotations

import pytest

from bot.features.lessons import view as lesson_view
from bot.features.lessons.view import Place
from bot.features.play.service import Help
from bot.games import GAME_UIS
from bot.games.confirmation import ALWAYS, NEVER
from bot.games.lessons import Lesson, lessons, lessons_for
from bot.texts import LANGUAGES, translator_for
from tests.bot.features.lessons.learner import alternatives
from tests.bot.screen import Screen, meaning

EVERY_LESSON = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: f"{lesson.kind}-{lesson.name}")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
STEPS = range(8, 11)
MAX_GOAL_WORDS = 20


def place(lesson: Lesson, at: int, language: str = "en") -> Place:
    return Place(100, "Anna", translator_for(language), lesson, at)


@pytest.mark.parametrize("kind", ["mafia_city", "kralovske_rosady", "star_wars_destiny"])
def test_the_game_has_a_lesson(kind: str) -> None:
    assert lessons_for(kind)
    assert kind in GAME_UIS


def test_every_lesson_has_a_number_of_its_own() -> None:
    assert len({lesson.number for lesson in lessons()}) == len(lessons())
    assert all(0 < lesson.number < 10_000 for lesson in lessons())


@EVERY_LESSON
def test_the_names_of_a_lessons_computers_begin_with_the_letters_of_their_seats(lesson: Lesson) -> None:
    facts = place(lesson, 0).facts
    computers = [seat.letter for seat in facts.seats if seat.user is None]
    names = dict(zip(lesson.game(0).seats, lesson.record.names, strict=True))
    assert [names[letter][0] for letter in computers] == [facts.initials(letter) for letter in computers]


@EVERY_LESSON
def test_a_lesson_has_eight_to_ten_steps_and_its_whole_record_fits_the_rules(lesson: Lesson) -> None:
    assert len(lesson.steps) in STEPS
    end = lesson.game(len(lesson.steps))
    assert tuple(end.entries) == lesson.record.entries


@EVERY_LESSON
def test_at_every_step_the_learner_is_asked_and_the_right_answer_is_offered(lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        game = lesson.game(at)
        assert game.number == step.decision
        assert lesson.seat in game.waiting
        right = [answer for answer in alternatives(lesson, at) if step.is_right([answer])]
        assert right or len(step.answers[0].keys) > 1, (at, step.answers)


@EVERY_LESSON
@EVERY_LANGUAGE
def test_every_wrong_answer_is_explained_and_changes_nothing(lesson: Lesson, language: str) -> None:
    for at, step in enumerate(lesson.steps):
        game = lesson.game(at)
        number, entries = game.number, len(game.entries)
        wrong = [answer for answer in alternatives(lesson, at) if not step.is_right([answer])]
        assert wrong, f"step {at + 1} has no choice"
        for answer in wrong:
            said = lesson_view.explained(place(lesson, at, language), step, [answer])
            assert len(said.split()) > 3, (answer, said)
        assert (game.number, len(game.entries)) == (number, entries)
        assert lesson.game(at) is game


@EVERY_LESSON
def test_every_explanation_in_the_file_is_for_an_answer_that_is_offered(lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        wrong = [answer for answer in alternatives(lesson, at) if not step.is_right([answer])]
        used = {step.explanation([answer]) for answer in wrong}
        assert set(step.wrong.values()) <= used, f"step {at + 1}"


@EVERY_LESSON
@EVERY_LANGUAGE
@pytest.mark.parametrize("confirm", [ALWAYS, NEVER])
def test_every_step_fits_discord_and_has_only_verbs_of_lessons(lesson: Lesson, language: str, confirm: str) -> None:
    for at in range(len(lesson.steps)):
        screen = Screen(lesson_view.shown(place(lesson, at, language), Help(confirm=confirm)))
        assert all(verb.startswith(lesson_view.PREFIX) for verb in screen.verbs())
        buttons = [meaning(button) for button in screen.buttons]
        assert all((one.game, one.path[0]) == (0, lesson.number) for one in buttons)
        assert {"lesson_skip", "lesson_leave", "lesson_words"} <= set(screen.verbs())


@EVERY_LESSON
@EVERY_LANGUAGE
def test_a_goal_is_one_sentence(lesson: Lesson, language: str) -> None:
    for step in lesson.steps:
        goal = translator_for(language)(step.goal)
        assert len(goal.split()) <= MAX_GOAL_WORDS
        assert goal.endswith(".")
        assert ". " not in goal


@EVERY_LESSON
@EVERY_LANGUAGE
def test_the_end_offers_a_table_against_computers_with_hints(lesson: Lesson, language: str) -> None:
    screen = Screen(lesson_view.shown(place(lesson, len(lesson.steps), language), Help()))
    opens = next(meaning(button) for button in screen.buttons if meaning(button).verb == "new")
    assert opens.number == list(GAME_UIS).index(lesson.kind)
    assert opens.chosen == 1
    assert translator_for(language)(lesson.outro) in screen.text
