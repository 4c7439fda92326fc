"""Tests lessons on the local Discord: every right and wrong press, restarts, forged presses, and counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.lessons.service import NO_LESSON, NOT_BEGUN, STEP_OVER
from bot.features.lessons.view import PREFIX
from bot.games.lessons import Lesson, lessons
from bot.monitoring import metrics
from bot.texts import LANGUAGES, translator_for
from bot.views.custom_id import CustomId
from tests.bot.features.lessons.learner import Learner, alternatives
from tests.bot.gallery import alt
from tests.bot.table import Evening

CS = translator_for("cs")
EVERY_LESSON = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: f"{lesson.kind}-{lesson.name}")
FIRST = lessons()[0]
MAX_MINUTES = 5


async def learner_in(evening: Evening, language: str, lesson: Lesson, name: str = "Anna") -> Learner:
    await evening.bot.app.people.change(evening.person(name).id, language=language)
    learner = Learner(evening, name, lesson)
    await learner.begin()
    return learner


@EVERY_LESSON
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_takes_eight_to_ten_steps_and_at_most_five_minutes(
    lesson: Lesson, language: str, database: Path
) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner, words = await learner_in(evening, language, lesson), translator_for(language)
        for at, step in enumerate(lesson.steps):
            assert words(step.goal) in learner.panel.text
            await learner.answer(at, step.answers[0])
            assert await learner.done() == at + 1
            assert words(step.done) in learner.panel.text
        assert words(lesson.outro) in learner.panel.text
        print(f"{lesson.kind}-{lesson.name} {language}: {len(lesson.steps)} steps, {learner.presses} presses,"
              f" {learner.words} words, {learner.minutes:.1f} minutes")  # fmt: skip
        assert 8 <= len(lesson.steps) <= 10
        assert learner.minutes <= MAX_MINUTES
        evening.clean()


@EVERY_LESSON
async def test_every_wrong_press_is_explained_and_the_step_stays(lesson: Lesson, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", lesson)
        for at, step in enumerate(lesson.steps):
            for answer in alternatives(lesson, at):
                if not step.is_right([answer]):
                    said = await learner.answer(at, answer)
                    assert "✋" in said, answer
                    assert CS(step.goal) in said
                    assert await learner.done() == at
            await learner.answer(at, step.answers[0])
        assert await learner.done() == len(lesson.steps)
        evening.clean()


@EVERY_LESSON
async def test_the_bot_may_restart_between_all_steps(lesson: Lesson, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", lesson)
        for at, step in enumerate(lesson.steps):
            await evening.restart()
            if at % 2:
                await learner.press_own("leave")
                await learner.begin()
            assert CS(step.goal) in learner.panel.text
            await learner.answer(at, step.answers[0])
        assert CS(lesson.outro) in learner.panel.text
        evening.clean()


async def test_every_step_can_be_skipped_and_is_counted(database: Path) -> None:
    def counted(step: int, what: str) -> float:
        value = metrics.REGISTRY.get_sample_value(
            "krupier_lesson_steps_total",
            {"lesson": f"{FIRST.kind}/{FIRST.name}", "step": str(step), "what": what},
        )
        return value or 0

    kinds = ("begun", "skipped", "left", "wrong", "finished")
    before = {(step, what): counted(step, what) for step in range(1, 11) for what in kinds}
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        await learner.press_own("leave")
        assert "/návod lekce" in learner.panel.text
        await learner.press_own("open")
        for _ in FIRST.steps:
            await learner.press_own("skip")
        assert CS(FIRST.outro) in learner.panel.text
    last = len(FIRST.steps)
    grown = {one: counted(*one) - count for one, count in before.items() if counted(*one) > count}
    assert grown == {
        (1, "left"): 1, **{(step, what): 1 for step in range(1, last + 1) for what in ("begun", "skipped")},
    }  # fmt: skip


async def test_a_lesson_runs_in_a_direct_message_without_a_server(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        anna = evening.person("Anna")
        outcome = await evening.slash("Anna", "learn lesson", anna.dm())
        panel = outcome.message
        assert panel is not None
        await evening.press("Anna", panel, str(CustomId(0, f"{PREFIX}open", FIRST.number)))
        assert CS(FIRST.steps[0].goal) in panel.text
        await evening.press("Anna", panel, evening.part(panel, f"{PREFIX}skip"))
        assert CS(FIRST.steps[1].goal) in panel.text
        assert list((await evening.bot.app.db.lessons.of(anna.id)).values()) == [1]
        assert evening.person("Anna").messages(evening.channel) == []
        evening.clean()


async def test_the_second_of_two_devices_reads_that_the_step_is_done(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        old = evening.part(learner.panel, f"{PREFIX}skip")
        other = learner.panel
        await learner.begin()
        await learner.answer(0, FIRST.steps[0].answers[0])
        await evening.press("Anna", other, old)
        assert CS(STEP_OVER) in other.text
        assert CS(FIRST.steps[1].goal) in other.text
        assert await learner.done() == 1
        evening.clean()


@pytest.mark.parametrize(
    ("forged", "refusal"),
    [
        (CustomId(0, "lesson_skip", 1, (9999,)), NO_LESSON),
        (CustomId(0, "lesson_open", 9999), NO_LESSON),
        (CustomId(0, "lesson_do", 1), NO_LESSON),
        (CustomId(0, "lesson_skip", 1, (FIRST.number,)), NOT_BEGUN),
        (CustomId(0, "lesson_do", 1, (FIRST.number, 0, 5)), NOT_BEGUN),
    ],
)
async def test_a_forged_press_is_refused(forged: CustomId, refusal: str, database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await learner_in(evening, "cs", FIRST)
        await evening.slash("Bert", "learn lesson")
        outcome = await evening.person("Bert").forge(evening.private("Bert"), str(forged))
        await outcome.done()
        assert CS(refusal) in evening.private("Bert").text
        assert await evening.bot.app.db.lessons.of(evening.person("Bert").id) == {}
        assert list((await evening.bot.app.db.lessons.of(evening.person("Anna").id)).values()) == [0]


@pytest.mark.parametrize(
    ("custom", "values"),
    [
        (CustomId(0, "lesson_do", FIRST.steps[3].decision, (FIRST.number, 0)), None),
        (CustomId(0, "lesson_do", FIRST.steps[0].decision, (FIRST.number, 99)), None),
        (CustomId(0, "lesson_walk", FIRST.steps[0].decision, (FIRST.number, 99, 3)), None),
        (CustomId(0, "lesson_do", FIRST.steps[0].decision, (FIRST.number,), 5), None),
        (CustomId(0, "lesson_pass", FIRST.steps[4].decision, (FIRST.number,)), None),
        (CustomId(0, "lesson_pick", FIRST.steps[0].decision, (FIRST.number,)), ["99.99"]),
        (CustomId(0, "lesson_pick", FIRST.steps[0].decision, (FIRST.number,)), ["x"]),
        (CustomId(0, "lesson_both", FIRST.steps[0].decision, (FIRST.number, 0)), ["7", "8"]),
        (CustomId(0, "lesson_chosen", FIRST.steps[0].decision, (FIRST.number,)), ["1"]),
        (CustomId(0, "lesson_run", FIRST.steps[0].decision, (FIRST.number,)), ["3"]),
        (CustomId(0, "lesson_tick", FIRST.steps[0].decision, (FIRST.number,)), None),
        (CustomId(0, "lesson_batch", FIRST.steps[0].decision, (FIRST.number,)), None),
        (CustomId(0, "lesson_why_not", FIRST.steps[0].decision, (FIRST.number,)), ["77"]),
    ],
)
async def test_forged_choices_change_nothing(custom: CustomId, values: list[str] | None, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        outcome = await evening.person("Anna").forge(
            learner.panel, str(custom), component_type=2 if values is None else 3, values=values
        )
        await outcome.done()
        await evening.settled()
        assert await learner.done() == 0
        evening.clean()


async def test_the_lobby_opens_the_lesson_of_its_game_with_a_picture(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        lobby = await evening.open()
        before = lobby.text
        await evening.press_board("Bert", "learn")
        panel = evening.private("Bert")
        assert CS(FIRST.steps[0].goal) in panel.text
        assert alt(panel), "the picture is shown"
        assert lobby.text == before
        evening.clean()


async def test_the_legend_and_the_board_as_text_open_next_to_the_panel(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        panel = learner.panel
        for verb, said in (("explain", "Dvě Pěsti zruší"), ("words", "Soukromý klub")):
            await evening.press("Anna", panel, evening.part(panel, PREFIX + verb))
            assert said in evening.private("Anna").text
            assert CS(FIRST.steps[0].goal) in panel.text
        evening.clean()


async def test_the_end_opens_a_table_with_hints_in_the_channel(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        for _ in FIRST.steps:
            await learner.press_own("skip")
        labels = [part.label for part in learner.panel.usable]
        assert "Hrát Mafia City" in labels
        assert "Hrát proti počítačům" not in labels, "the lobby offers that"
        await evening.press("Anna", learner.panel, evening.part(learner.panel, "new"))
        await evening.press_board("Anna", "solo")
        assert evening.live.row.kind == FIRST.kind
        assert evening.live.row.hints
        assert evening.game.decision is not None
        evening.clean()


async def at_its_end(evening: Evening, lesson: Lesson = FIRST, name: str = "Anna") -> Learner:
    """Skips a lesson to its end in English."""
    learner = await learner_in(evening, "en", lesson, name)
    for _ in lesson.steps:
        await learner.press_own("skip")
    return learner


async def plays(evening: Evening, learner: Learner) -> None:
    """Lets the learner press *Play* at the end of the lesson."""
    panel = learner.panel
    await evening.press(learner.name, panel, evening.part(panel, "new"))


@pytest.mark.parametrize(("computers", "button"), [(0, "Play against computers"), (2, "Start")])
async def test_the_end_leads_back_to_the_learners_own_lobby(computers: int, button: str, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        lobby = await evening.open("Anna", game=FIRST.kind)
        for _ in range(computers):
            await evening.add_computer("Anna", "easy")
        learner = await at_its_end(evening)
        await plays(evening, learner)
        assert "Your table is already open." in learner.panel.text
        assert f"press *{button}* there" in learner.panel.text
        assert evening.board().id != lobby.id, "the lobby is posted again"
        await evening.press_board("Anna", "start" if computers else "solo")
        assert evening.game.decision is not None
        assert len(await evening.bot.app.db.games.all()) == 1
        evening.clean()


async def refused_at_its_end(evening: Evening, lesson: Lesson = FIRST, name: str = "Anna") -> str:
    """Presses *Play* at the end of a lesson, and returns the refusal, next to which the end of the lesson stays."""
    learner = await at_its_end(evening, lesson, name)
    end = learner.panel
    await plays(evening, learner)
    *_, kept, refusal = evening.person(name).messages(evening.channel)
    assert kept.id == end.id
    assert evening.part(kept, "new")
    assert len(await evening.bot.app.db.games.all()) == 1
    evening.clean()
    return refusal.text


async def test_the_end_names_the_button_that_closes_a_lobby_of_another_game(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        await evening.open("Anna", game=FIRST.kind)
        other = next(lesson for lesson in lessons() if lesson.kind != FIRST.kind)
        assert "Press *Leave* there, then press this button again." in await refused_at_its_end(evening, other)


async def test_the_end_names_the_button_that_starts_a_lobby_with_others(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await evening.open("Anna", "Bert", game=FIRST.kind)
        assert "Start or leave it there" in await refused_at_its_end(evening)


async def test_the_end_names_the_button_that_joins_the_lobby_of_others(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        await evening.open("Bert", game=FIRST.kind)
        assert "Join it there" in await refused_at_its_end(evening)


async def test_the_end_says_that_a_game_runs_in_the_channel(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        await evening.open("Anna", "Bert", "Cyril", game=FIRST.kind)
        await evening.press_board("Anna", "start")
        assert "This channel already has a table." in await refused_at_its_end(evening)


async def test_the_data_export_and_forgetting_include_lessons(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        learner = await learner_in(evening, "cs", FIRST)
        await learner.press_own("skip")
        user, db = evening.person("Anna").id, evening.bot.app.db
        assert (await db.privacy.export(user))["lessons"] == [{"kind": FIRST.kind, "lesson": FIRST.name, "step": 1}]
        await db.privacy.forget(user, evening.now())
        assert await db.lessons.of(user) == {}
