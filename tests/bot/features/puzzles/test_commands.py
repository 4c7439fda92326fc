"""Tests the puzzles of the day on the local Discord: answers, streaks, forged presses, sharing, and restarts."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from pathlib import Path

import pytest

from bot.emulator.people.seen import Part, Seen
from bot.features.positions.service import OUT_OF_DATE
from bot.features.puzzles.service import ANOTHER_PUZZLE, NO_PUZZLE, NOT_TODAY, SHARED_ALREADY
from bot.features.puzzles.view import KINDS, PREFIX, path_of
from bot.games import GAME_UIS
from bot.games.puzzles import Puzzle, puzzle_of, puzzles_for
from bot.texts import translator_for
from bot.views.custom_id import CustomId, parse
from storage import PuzzleAnswer
from tests.bot.clicks import BUTTON, first_options, groups_of, way
from tests.bot.table import Evening

CS = translator_for("cs")
SOLVED, NOT_SOLVED = CS("That is the best answer."), CS("Another answer is better.")
WITH_PUZZLES = [kind for kind in KINDS if puzzles_for(kind)]
EVERY_GAME = pytest.mark.parametrize("kind", WITH_PUZZLES)


def today(evening: Evening) -> date:
    return evening.now().astimezone(UTC).date()


def present(evening: Evening, kind: str) -> Puzzle:
    puzzle = puzzle_of(kind, today(evening))
    assert puzzle is not None
    return puzzle


async def opened(evening: Evening, name: str, kind: str) -> Seen:
    await evening.slash(name, "learn puzzle", game=kind)
    return evening.private(name)


async def answer(evening: Evening, name: str, kind: str, key: str) -> str:
    """Gives an answer to today's puzzle by the components of its panel; returns the text after the last press."""
    puzzle = present(evening, kind)
    for _ in range(6):
        panel = evening.private(name)
        if SOLVED in panel.text or NOT_SOLVED in panel.text:
            return panel.text
        await _one_press(evening, name, puzzle, key)
    raise AssertionError(f"{key} cannot be given in {kind}")


async def _one_press(evening: Evening, name: str, puzzle: Puzzle, key: str) -> None:
    panel, person = evening.private(name), evening.person(name)
    for part in panel.usable:
        custom = parse(part.custom_id)
        if custom is None or not custom.verb.startswith(PREFIX) or len(custom.path) < 2:
            continue
        plain = custom._replace(verb=custom.verb.removeprefix(PREFIX), path=custom.path[2:])
        found = way(puzzle.game, puzzle.seat, (key,), Part({**part.data, "custom_id": str(plain)}))
        if found is None:
            continue
        values = found[1]
        if values and panel.find(part.custom_id).type == BUTTON:
            form = (await person.press(panel, part.custom_id)).modal
            assert form is not None
            await person.submit(form, groups_of(form, values))
        elif values:
            await person.select(panel, part.custom_id, values)
        else:
            await person.press(panel, part.custom_id)
        await evening.settled()
        return
    await _fill_in(evening, name, puzzle, key)


async def _fill_in(evening: Evening, name: str, puzzle: Puzzle, key: str) -> None:
    """Gives an answer by the form that asks a choice together with its later questions; takes their first options."""
    panel, person = evening.private(name), evening.person(name)
    form = (await person.press(panel, evening.part(panel, f"{PREFIX}batch"))).modal
    assert form is not None
    await person.submit(form, first_options(form, list(puzzle.game.keys(puzzle.seat)), key))
    await evening.settled()


async def stored(evening: Evening, name: str, kind: str) -> list[PuzzleAnswer]:
    return await evening.bot.app.db.puzzles.of(evening.person(name).id, kind)


@EVERY_GAME
async def test_the_best_answer_is_found_by_the_panel_and_stored(kind: str, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        await opened(evening, "Anna", kind)
        puzzle = present(evening, kind)
        assert SOLVED in await answer(evening, "Anna", kind, puzzle.best)
        assert await stored(evening, "Anna", kind) == [PuzzleAnswer(today(evening), puzzle.number, puzzle.best, True)]
        evening.clean()


@EVERY_GAME
async def test_a_wrong_answer_counts_and_shows_the_solution_from_then_on(kind: str, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        await opened(evening, "Anna", kind)
        puzzle = present(evening, kind)
        wrong = next(one.key for one in puzzle.answers[1:] if one.key != "pass")
        said = await answer(evening, "Anna", kind, wrong)
        assert NOT_SOLVED in said
        assert "❌" in said
        await evening.restart()
        solution = await opened(evening, "Anna", kind)
        assert NOT_SOLVED in solution.text
        styles = {part.custom_id.split(":")[2]: part.style for part in solution.usable if part.style}
        assert styles == {f"{PREFIX}list": "primary", f"{PREFIX}share": "secondary"}
        assert [one.answer for one in await stored(evening, "Anna", kind)] == [wrong]
        evening.clean()


async def test_everyone_has_the_same_puzzle_and_sees_only_their_own_answer(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        kind = KINDS[0]
        seen = [(await opened(evening, name, kind)).text for name in ("Anna", "Bert")]
        assert seen[0].replace("Anna", "Bert").splitlines()[-1] == seen[1].splitlines()[-1]
        await answer(evening, "Anna", kind, present(evening, kind).best)
        assert SOLVED not in evening.private("Bert").text
        assert await stored(evening, "Bert", kind) == []
        evening.clean()


async def test_a_second_device_cannot_answer_again(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        kind = KINDS[0]
        old = await opened(evening, "Anna", kind)
        button = str(
            CustomId(0, f"{PREFIX}do", present(evening, kind).decision, (*path_of(kind, today(evening)), 0, 0))
        )
        await opened(evening, "Anna", kind)
        await answer(evening, "Anna", kind, present(evening, kind).best)
        await (await evening.person("Anna").forge(old, button)).done()
        await evening.settled()
        assert SOLVED in old.text
        assert len(await stored(evening, "Anna", kind)) == 1
        evening.clean()


async def test_a_press_on_the_puzzle_of_yesterday_shows_that_of_today(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        kind = KINDS[0]
        panel = await opened(evening, "Anna", kind)
        path = path_of(kind, today(evening) - timedelta(days=1))
        outcome = await evening.person("Anna").forge(panel, str(CustomId(0, f"{PREFIX}do", 5, (*path, 0))))
        await outcome.done()
        await evening.settled()
        assert CS(NOT_TODAY) in panel.text
        assert await stored(evening, "Anna", kind) == []
        evening.clean()


@pytest.mark.parametrize(
    "forged",
    [
        CustomId(0, "puzzle_open", 0, (77,)), CustomId(0, "puzzle_open", 0), CustomId(0, "puzzle_do", 1, (0,)),
        CustomId(0, "puzzle_share", 0, (9, 1)), CustomId(0, "puzzle_walk", 1, (99, 1, 0)),
    ],
    ids=str,
)  # fmt: skip
async def test_a_forged_press_is_refused(forged: CustomId, database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        panel = await opened(evening, "Anna", KINDS[0])
        outcome = await evening.person("Anna").forge(panel, str(forged))
        await outcome.done()
        assert CS(NO_PUZZLE) in evening.private("Anna").text
        evening.clean()


@pytest.mark.parametrize(("verb", "values"), [("tick", None), ("batch", None), ("why_not", ["77"])])
async def test_a_forged_press_on_the_explanation_or_a_form_is_refused(
    verb: str, values: list[str] | None, database: Path
) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        kind = KINDS[0]
        panel = await opened(evening, "Anna", kind)
        path = path_of(kind, today(evening))
        forged = str(CustomId(0, PREFIX + verb, present(evening, kind).decision, path))
        person = evening.person("Anna")
        await (await person.forge(panel, forged, component_type=3 if values else 2, values=values)).done()
        await evening.settled()
        assert CS(OUT_OF_DATE) in evening.private("Anna").text
        assert await stored(evening, "Anna", kind) == []
        evening.clean()


async def test_the_list_shows_what_is_answered_and_a_streak_grows_by_the_day(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        kind = KINDS[0]
        for day in range(1, 3):
            await opened(evening, "Anna", kind)
            said = await answer(evening, "Anna", kind, present(evening, kind).best)
            assert f"{day} z {day}" in said
            await evening.pass_time(24 * 3600)
        await evening.slash("Anna", "learn puzzle")
        labels = [part.label for part in evening.private("Anna").usable]
        assert labels == [GAME_UIS[one].title for one in WITH_PUZZLES]
        await opened(evening, "Anna", kind)
        assert "3 dny po sobě" in await answer(evening, "Anna", kind, present(evening, kind).best)
        await evening.slash("Anna", "learn puzzle")
        assert f"✅ {GAME_UIS[kind].title}" in [part.label for part in evening.private("Anna").usable]
        evening.clean()


async def test_a_shared_line_is_public_once_and_names_no_answer(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        kind = KINDS[0]
        await opened(evening, "Anna", kind)
        await answer(evening, "Anna", kind, present(evening, kind).best)
        panel = evening.private("Anna")
        await evening.press("Anna", panel, evening.part(panel, f"{PREFIX}share"))
        posted = [seen.text for seen in evening.person("Bert").messages(evening.channel)]
        line = f"🧩 Krupier · {GAME_UIS[kind].title} · {today(evening).isoformat()} ✅"
        assert [text for text in posted if line in text] == [f"<@{evening.person('Anna').id}>: {line}"]
        outcome = await evening.press("Anna", panel, evening.part(panel, f"{PREFIX}share"))
        assert CS(SHARED_ALREADY) in (outcome.text + evening.private("Anna").text)
        evening.clean()


async def test_a_share_that_could_not_be_posted_can_be_repeated(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        kind = KINDS[0]
        await opened(evening, "Anna", kind)
        await answer(evening, "Anna", kind, present(evening, kind).best)
        evening.world.faults.demand(403, on="POST /webhooks/{webhook_id}/{webhook_token}")
        for _ in range(2):
            panel = await opened(evening, "Anna", kind)
            await evening.press("Anna", panel, evening.part(panel, f"{PREFIX}share"))
        posted = [seen for seen in evening.person("Bert").messages(evening.channel) if not seen.ephemeral]
        assert ["🧩 Krupier" in seen.text for seen in posted] == [True]


async def test_a_press_of_a_puzzle_that_an_update_has_replaced_answers_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = "star_wars_destiny"
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        before = present(evening, kind)
        panel = await opened(evening, "Anna", kind)
        other = next(one for one in puzzles_for(kind) if one.decision != before.decision)
        monkeypatch.setattr("bot.features.puzzles.service.puzzle_of", lambda _kind, _day: other)
        await _one_press(evening, "Anna", before, before.best)
        assert CS(ANOTHER_PUZZLE) in panel.text
        assert await stored(evening, "Anna", kind) == []
        evening.clean()


async def test_the_board_as_text_and_the_legend_open_next_to_the_puzzle(database: Path) -> None:
    async with Evening.of("Anna", database=database, pictures=False) as evening:
        panel = await opened(evening, "Anna", KINDS[0])
        for verb in ("words", "explain"):
            await evening.press("Anna", panel, evening.part(panel, PREFIX + verb))
            assert len(evening.private("Anna").text) > 100
            assert CS("Which answer gives you the best chance to win?") in panel.text
        evening.clean()


async def test_the_puzzle_comes_with_a_picture(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert len((await opened(evening, "Anna", KINDS[0])).attachments) == 1
        evening.clean()


async def test_after_an_upgrade_with_new_puzzles_the_answered_one_is_explained(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = "star_wars_destiny"
    async with Evening.of("Anna", database=database, locale="cs") as evening:
        puzzle = present(evening, kind)
        await opened(evening, "Anna", kind)
        solution = await answer(evening, "Anna", kind, puzzle.best)
        another = next(one for one in puzzles_for(kind) if one.number != puzzle.number)
        monkeypatch.setattr("bot.features.puzzles.service.puzzle_of", lambda _kind, _day: another)
        assert (await opened(evening, "Anna", kind)).text == solution
        evening.clean()
