"""Tests the files of all puzzles: their records, their answers, and the choice of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.features.play import board_view
from bot.features.puzzles import view as puzzle_view
from bot.features.puzzles.view import Place, Score
from bot.games import GAME_UIS, context_of
from bot.games.puzzles import Puzzle, puzzle_of, puzzles_for
from bot.games.reasons import Reasons
from bot.texts import LANGUAGES, translator_for
from rules.arena.puzzle_search import LEAD
from rules.decisions import Choice
from storage import PuzzleAnswer
from tests.bot.screen import Screen

DAY = date(2026, 11, 27)
KINDS = sorted(kind for kind in GAME_UIS if puzzles_for(kind))
EVERY_PUZZLE = pytest.mark.parametrize(
    "puzzle", [puzzle for kind in KINDS for puzzle in puzzles_for(kind)], ids=lambda one: f"{one.kind}-{one.number}"
)


def place(puzzle: Puzzle, language: str = "en") -> Place:
    return Place(100, "Anna", translator_for(language), puzzle, DAY)


def test_the_shipped_games_have_a_puzzle_for_each_day_of_a_week() -> None:
    assert {kind: len(puzzles_for(kind)) >= 7 for kind in KINDS} == dict.fromkeys(
        ("kralovske_rosady", "mafia_city", "star_wars_destiny"), True
    )


@EVERY_PUZZLE
def test_the_seat_is_asked_and_every_answer_is_one_that_the_rules_offer(puzzle: Puzzle) -> None:
    game = puzzle.game
    assert isinstance(game.decision, Choice)
    assert game.number == puzzle.decision
    assert game.waiting == (puzzle.seat,)
    keys = list(game.keys(puzzle.seat))
    assert len(keys) >= 3
    assert {one.key for one in puzzle.answers} == set(keys)
    assert puzzle.tempting in set(keys) - {puzzle.best}


@EVERY_PUZZLE
def test_the_best_answer_is_clearly_best(puzzle: Puzzle) -> None:
    best, *others = puzzle.answers
    assert max(one.chance for one in others) <= best.chance - LEAD + 0.001
    assert max(one.tables for one in others) <= best.tables


@EVERY_PUZZLE
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_and_its_solution_fit_discord(puzzle: Puzzle, language: str) -> None:
    there = place(puzzle, language)
    asked = Screen(puzzle_view.shown(there))
    assert all(verb.startswith(puzzle_view.PREFIX) for verb in asked.verbs())
    for key in (puzzle.best, puzzle.answers[-1].key):
        given = PuzzleAnswer(DAY, puzzle.number, key, key == puzzle.best)
        solved = Screen(puzzle_view.solution(there, given, Score(1, 2, 0), may_share=True))
        assert f"{round(100 * puzzle.answers[0].chance)}\u00a0%" in solved.text
        assert ("✅" in solved.text) == given.solved
        assert there.words(puzzle.why) in solved.text
    in_words = board_view.in_words(there.facts, there.game, there.words, own=there.own_cards)
    assert there.own_cards in Screen(in_words).text


@EVERY_PUZZLE
def test_a_puzzle_says_in_one_or_two_sentences_why_its_answer_is_best(puzzle: Puzzle) -> None:
    assert puzzle.why.endswith(".")
    assert 1 <= puzzle.why.count(". ") + 1 <= 2


def test_without_a_reason_in_the_file_the_solution_gives_that_of_a_computer() -> None:
    puzzle = replace(puzzles_for("kralovske_rosady")[0], why="")
    there = place(puzzle)
    given = PuzzleAnswer(DAY, puzzle.number, puzzle.best, True)
    solved = Screen(puzzle_view.solution(there, given, Score(1, 1, 0), may_share=False))
    ctx = context_of(there.facts, there.words, there.asked)
    assert GAME_UIS[puzzle.kind].get(Reasons).because(ctx, there.asked, (puzzle.best,)) in solved.text


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_page_tells_what_the_seat_needs_to_know(kind: str) -> None:
    known = [(one, GAME_UIS[kind].known(place(one).context)) for one in puzzles_for(kind)]
    assert any(said for _, said in known)
    for one, said in known:
        assert said in Screen(puzzle_view.shown(place(one))).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_discord_writes_the_date_of_a_puzzle_in_the_readers_language(language: str) -> None:
    noon = "<t:1795780800:D>"
    assert noon in Screen(puzzle_view.posted(DAY, translator_for(language))).text
    assert noon in Screen(puzzle_view.shown(place(puzzles_for(KINDS[0])[0], language))).text


@pytest.mark.parametrize("kind", KINDS)
def test_days_choose_every_puzzle_before_one_comes_again(kind: str) -> None:
    count = len(puzzles_for(kind))
    chosen = [puzzle_of(kind, DAY + timedelta(days=at)) for at in range(count)]
    numbers = [one.number for one in chosen if one is not None]
    assert sorted(numbers) == sorted(one.number for one in puzzles_for(kind))
    assert puzzle_of(kind, DAY) == puzzle_of(kind, DAY + timedelta(days=count))


def test_a_streak_lasts_while_the_puzzle_of_today_is_open() -> None:
    def answers(*solved: tuple[int, bool]) -> list[PuzzleAnswer]:
        return [PuzzleAnswer(DAY - timedelta(days=ago), 1, "pass", right) for ago, right in solved]

    score_of = puzzle_view.score_of
    assert score_of([], DAY) == Score(0, 0, 0)
    assert score_of(answers((1, True), (2, True), (4, True)), DAY) == Score(3, 3, 2)
    assert score_of(answers((0, True), (1, True)), DAY) == Score(2, 2, 2)
    assert score_of(answers((0, False), (1, True)), DAY) == Score(1, 2, 0)
    assert score_of(answers((2, True)), DAY) == Score(1, 1, 0)


def test_the_line_to_share_tells_nothing_about_the_answer() -> None:
    puzzle = puzzles_for(KINDS[0])[0]
    right = PuzzleAnswer(DAY, puzzle.number, puzzle.best, True)
    title = GAME_UIS[puzzle.kind].title
    assert puzzle_view.line(place(puzzle), right, Score(5, 9, 3)) == f"🧩 Krupier · {title} · 2026-11-27 ✅ 🔥 3"
    wrong = PuzzleAnswer(DAY, puzzle.number, puzzle.tempting, False)
    assert puzzle_view.line(place(puzzle), wrong, Score(5, 9, 0)) == f"🧩 Krupier · {title} · 2026-11-27 ❌"
