"""Tests the search for puzzles: what counts as clearly best, and the files of puzzles."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from rules import GAME_AIS, GAMES
from rules.__main__ import main
from rules.arena import puzzle_command, puzzle_judge, puzzle_search
from rules.arena.puzzle_judge import Judge, Verdict
from rules.arena.puzzle_search import Puzzle, Wanted
from rules.decisions import CHANCE
from rules.engine import Game
from rules.notation import parse
from rules.players import playout
from rules.players.ai import Dice, GameAI, Weights
from rules.players.choosing import Keys, best
from rules.players.levels import ask
from rules.players.question import Question

KIND = "kralovske_rosady"


def begun() -> Game:
    return Game.new(GAMES[KIND], ("Ada", "Boris"), game_id="x", seed=bytes(32))


def found() -> Puzzle:
    game = begun()
    seat = game.waiting[0]
    verdicts = [Verdict(key, [0.5, 0.7]) for key in game.keys(seat)]
    return Puzzle(game.record(), seat, game.number, verdicts, verdicts[1].key)


def clear(*results: list[float], lead: float = 0.05, certainty: float = 3.0) -> bool:
    verdicts = [Verdict(str(at), one) for at, one in enumerate(results)]
    return puzzle_search._clear(verdicts, lead, certainty)


def test_the_best_answer_must_lead_every_other_one_by_enough_and_surely() -> None:
    assert clear([0.6] * 20, [0.5] * 20, [0.2] * 4)
    assert not clear([0.6] * 20, [0.57] * 20)
    assert not clear([0.6] * 20, [0.5] * 20, [0.58] * 4)
    assert not clear([1.0, 0.2] * 4, [0.2, 0.8] * 4)
    assert not clear()


def test_a_lead_is_measured_at_the_same_tables() -> None:
    lead, error = Verdict("a", [0.9, 0.5, 0.7]).ahead(Verdict("b", [0.8, 0.4, 0.6]))
    assert lead == pytest.approx(0.1)
    assert error == pytest.approx(0.0)
    assert Verdict("a", [1.0]).ahead(Verdict("b", [0.0])) == (0.0, 1.0)


def test_the_judge_drops_the_worse_answers_and_keeps_all_figures() -> None:
    game = begun()
    asked = ask(game, game.waiting[0])
    verdicts = Judge(GAMES[KIND], GAME_AIS[KIND]).verdicts(asked, asked.keys, ((1, 3), (1, 2)), Random(1))
    assert [len(one.results) for one in verdicts] == [2, 2, 2, *[1] * (len(asked.keys) - 3)]
    assert {one.key for one in verdicts} == set(asked.keys)
    assert verdicts[0].mean >= verdicts[1].mean
    assert all(0 <= result <= 1 for one in verdicts for result in one.results)


@pytest.mark.parametrize(("lead", "judged_on"), [(0.0, True), (0.9, False)])
def test_the_judge_stops_after_a_round_if_the_lead_is_out_of_reach(lead: float, judged_on: bool) -> None:
    game = begun()
    asked = ask(game, game.waiting[0])
    verdicts = Judge(GAMES[KIND], GAME_AIS[KIND]).verdicts(asked, asked.keys, ((4, 3), (1, 2)), Random(1), lead)
    assert bool(verdicts) is judged_on


@pytest.mark.parametrize(
    ("others", "out_of_reach"), [([0.5, 0.5, 0.4, 0.6], True), ([0.1, 0.9, 0.5, 0.3], False), ([0.2] * 4, False)]
)
def test_a_lead_is_out_of_reach_if_no_likely_error_explains_its_lack(others: list[float], out_of_reach: bool) -> None:
    left = [Verdict("a", [0.5, 0.5, 0.4, 0.6]), Verdict("b", others)]
    assert puzzle_judge._out_of_reach(left, 0.05) is out_of_reach
    assert not puzzle_judge._out_of_reach(left[:1], 0.05)


def test_all_answers_are_simulated_with_the_same_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []

    def play_on(_game: Game, _ai: GameAI, dice: Dice, _chapters: int, _slips: float) -> None:
        drawn.append(dice.random())

    monkeypatch.setattr(puzzle_judge, "play_on", play_on)
    game = begun()
    asked = ask(game, game.waiting[0])
    keys = asked.keys[:3]
    Judge(GAMES[KIND], GAME_AIS[KIND]).verdicts(asked, keys, ((2, 3),), Random(1))
    assert drawn == [drawn[0]] * 3 + [drawn[3]] * 3
    assert drawn[0] != drawn[3]


@pytest.mark.parametrize(("chapters", "ended"), [(1, False), (puzzle_search.WHOLE_GAME, True)])
def test_the_judge_simulates_as_many_chapters_as_wanted(
    chapters: int, ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    over: list[bool] = []

    def chance_to_win(game: Game, _ai: GameAI, _seat: str) -> float:
        over.append(game.over is not None)
        return 0.5

    monkeypatch.setattr(puzzle_judge, "chance_to_win", chance_to_win)
    game = begun()
    asked = ask(game, game.waiting[0])
    Judge(GAMES[KIND], GAME_AIS[KIND], chapters).verdicts(asked, asked.keys[:1], ((2, 1),), Random(1))
    assert over == [ended] * 2


def test_decisions_shortly_before_the_end_of_a_chapter_are_looked_at_first() -> None:
    game = begun()
    question = ask(game, game.waiting[0])
    asked = [
        puzzle_search._Asked(question, entries, chapter) for entries, chapter in ((52, 1), (60, 1), (61, 2), (75, 2))
    ]
    looked = puzzle_search._worth_a_look([*asked, puzzle_search._Asked(question, 10, 0)], 100, Random(1))
    assert [one.entries for one in looked[2:]] == [52, 61]
    assert {one.entries for one in looked[:2]} == {60, 75}


@pytest.mark.parametrize(
    ("wanted", "included"),
    [
        (Wanted(), True),
        (Wanted(most_keys=3), True),
        (Wanted(most_keys=2), False),
        (Wanted(("lay", "move")), True),
        (Wanted(("move",)), False),
    ],
)
def test_the_search_can_be_limited_to_kinds_and_to_few_keys(wanted: Wanted, included: bool) -> None:
    game = begun()
    question = ask(game, game.waiting[0])._replace(kind="lay", keys=("a", "b", "c"))
    assert wanted.includes(question) is included
    assert not wanted.includes(question._replace(keys=("a", "b")))


@pytest.mark.parametrize(
    ("wanted", "looked"),
    [(Wanted(), [60]), (Wanted(last_first=True), [100, 99, 60]), (Wanted(("other",), last_first=True), [100])],
)
def test_the_search_looks_at_the_decisions_that_are_wanted(
    wanted: Wanted, looked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun()
    questions = {entries: ask(game, game.waiting[0]) for entries in (40, 60, 99)}
    questions[100] = questions[40]._replace(kind="other")
    asked = [puzzle_search._Asked(question, entries, 0) for entries, question in questions.items()]
    judged: list[Question] = []

    def judge(_game: str, question: Question, _dice: Dice) -> list[Verdict]:
        judged.append(question)
        return []

    monkeypatch.setattr(puzzle_search, "_played", lambda *_: (SimpleNamespace(entries=range(100)), asked))
    monkeypatch.setattr(puzzle_search, "judged", judge)
    assert list(puzzle_search.find(KIND, 2, "x", None, wanted)) == []
    assert [id(one) for one in judged] == [id(questions[entries]) for entries in looked]


@pytest.mark.parametrize("slips", [0.0, 1.0])
def test_simulated_players_make_mistakes_as_often_as_wanted(slips: float, monkeypatch: pytest.MonkeyPatch) -> None:
    mistakes: list[Question] = []

    def mistaken(asked: Question, _weights: Weights, _dice: Dice, _ai: GameAI) -> Keys:
        mistakes.append(asked)
        return (asked.keys[0],)

    monkeypatch.setattr(playout, "slip", mistaken)
    game = begun()
    begins = len(game.entries)
    playout.play_on(game, GAME_AIS[KIND], Random(1), slips=slips)
    answers = [one for one in game.entries[begins:] if one.seat != CHANCE]
    assert len(mistakes) == slips * len(answers)


def test_a_tempting_answer_is_one_that_a_weaker_player_gives() -> None:
    game = begun()
    asked = ask(game, game.waiting[0])
    policy = GAME_AIS[KIND].policy
    assert policy is not None
    normal: Keys = best(asked, policy(asked), Random(0))
    other = next(key for key in asked.keys if key != normal[0])
    assert puzzle_search.tempting(asked, other) == normal[0]
    assert puzzle_search.tempting(asked, normal[0]) != normal[0]


def test_a_file_has_the_game_up_to_the_decision_and_all_figures() -> None:
    puzzle = found()
    read = tomllib.loads(puzzle_command.written(puzzle))
    assert (read["seat"], read["decision"], read["tempting"]) == (puzzle.seat, puzzle.number, puzzle.tempting)
    assert read["answers"] == [[one.key, 0.6, 2] for one in puzzle.verdicts]
    replayed = Game.replay(GAMES[KIND], parse(read["record"].strip().splitlines()))
    assert (replayed.number, replayed.waiting) == (puzzle.number, (puzzle.seat,))


def test_the_command_numbers_its_files_after_those_in_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(puzzle_command, "find", lambda *_: iter([found(), found()]))
    (tmp_path / "007.toml").write_text("", encoding="utf-8")
    assert main(["puzzles", KIND, "--into", str(tmp_path), "--count", "3"]) == 0
    assert sorted(file.name for file in tmp_path.glob("*.toml")) == ["007.toml", "008.toml", "009.toml", "010.toml"]
    assert "3 puzzles" in capsys.readouterr().out


def test_a_puzzles_answers_are_judged_again_as_its_file_lists_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = found()
    file = tmp_path / "001.toml"
    file.write_text(puzzle_command.written(puzzle), encoding="utf-8")
    assert main(["judge", KIND, str(file), "--tables", "12"]) == 0
    said = tomllib.loads(capsys.readouterr().out)
    assert {key for key, _, _ in said["answers"]} == {one.key for one in puzzle.verdicts}
    assert [tables for _, _, tables in said["answers"]][:4] == [12] * 4
    best = said["answers"][0][0]
    assert said["tempting"] == puzzle_search.tempting(ask(begun(), puzzle.seat), best)


@pytest.mark.parametrize(
    ("kind", "before", "after", "refused"),
    [
        ("mafia_city", "", "", "a puzzle of kralovske_rosady, not of mafia_city"),
        (KIND, 'seat = "', 'seat = "x', "is not asked"),
        (KIND, "seat = ", "nobody = ", "not the file of a puzzle"),
        (KIND, "seat = ", "seat", "not the file of a puzzle"),
    ],
)
def test_a_file_without_a_decision_of_the_game_is_refused(
    kind: str, before: str, after: str, refused: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "001.toml"
    file.write_text(puzzle_command.written(found()).replace(before, after, 1), encoding="utf-8")
    assert main(["judge", kind, str(file)]) == 1
    assert refused in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "options", "wanted"),
    [
        ([], {}, Wanted((), puzzle_search.MOST_KEYS, last_first=False)),
        (["--option", "format=random", "--option", "x=y"], {"format": "random", "x": "y"}, Wanted()),
        (["--kinds", "jail,star", "--most-keys", "60", "--last-first"], {}, Wanted(("jail", "star"), 60, True)),
    ],
)
def test_the_command_says_what_to_search(
    words: list[str], options: dict[str, str], wanted: Wanted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[object] = []

    def find(*words: object) -> list[Puzzle]:
        given.extend(words)
        return [found()]

    monkeypatch.setattr(puzzle_command, "find", find)
    assert main(["puzzles", KIND, "--into", str(tmp_path), "--count", "1", *words]) == 0
    assert given[-2:] == [options, wanted]
