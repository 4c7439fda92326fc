"""Tests the judgement of decisions in finished games: what is asked, what it costs, and that it knows no secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.engine import Game
from rules.errors import NoUndo
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.mafia_city import MAFIA_CITY
from rules.players.levels import Keys, Question, Thought, ask, player
from rules.players.question import heard
from rules.players.review import _Tables, between, calibrated, judge, moments, raw_chance
from rules.players.search import never
from tests.rules.random_play import new_game

EVERY_GAME = pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))


def finished(rules: Rules, seed: int = 5) -> tuple[Game, list[tuple[str, Question]]]:
    """Returns a game that *normal* computers have played to its end, and a pair of seat and question for each question
    to seat `a` that had more than one answer.
    """
    game, dice, asked = new_game(rules, rules.seats[0], seed), Random(seed), []
    while game.over is None:
        seat = game.waiting[0]
        question = ask(game, seat)
        if seat == "a" and question.has_choice:
            asked.append((seat, question))
        game.answer(game.number, seat, player(rules.name, "normal").choose(question, dice))
    return game, asked


def started(rules: Rules) -> Iterator[Question]:
    """Plays the first 60 decisions of a game with *normal* computers and yields the questions with more than one
    answer.
    """
    game, dice = new_game(rules, rules.seats[0], 3), Random(3)
    for _ in range(60):
        if game.over is not None:
            return
        question = ask(game, game.waiting[0])
        if question.has_choice:
            yield question
        game.answer(game.number, question.seat, player(rules.name, "normal").choose(question, dice))


@pytest.mark.tier("test")
@EVERY_GAME
def test_a_review_asks_exactly_what_the_seat_was_asked(rules: Rules) -> None:
    game, asked = finished(rules)
    found = [moment.asked for moment in moments(game, "a")]
    assert [one._replace(told=()) for one in found] == [one._replace(told=()) for _, one in asked]
    assert [list(one.told) for one in found] == [list(one.told) for _, one in asked]


def test_each_moment_has_the_answer_that_was_given() -> None:
    game, _ = finished(KRALOVSKE_ROSADY)
    for moment in moments(game, "ab"):
        entry = game.entries[moment.entries]
        assert (entry.seat, entry.number, entry.keys) == (moment.asked.seat, moment.asked.number, moment.done)


def test_answers_that_were_taken_back_are_not_reviewed() -> None:
    game, dice = new_game(MAFIA_CITY, 3, 4), Random(4)
    while True:
        seat, number, at = game.waiting[0], game.number, len(game.entries)
        asked = ask(game, seat)
        game.answer(number, seat, player(game.rules.name, "normal").choose(asked, dice))
        if asked.has_choice and can_take_back(game, seat):
            break
    game.undo(game.number, seat)
    again = len(game.entries)
    game.answer(game.number, seat, (tuple(game.keys(seat))[-1],))
    found = [moment.entries for moment in moments(game, seat)]
    assert again in found
    assert at not in found


def can_take_back(game: Game, seat: str) -> bool:
    try:
        game.retraction(seat)
    except NoUndo:
        return False
    return True


def test_what_others_hold_does_not_change_a_judgement() -> None:
    """A judgement uses only the question: an equal copy gives the same chance with the same dice, and the question
    contains no event that was told to another seat only.
    """
    game, _ = finished(MAFIA_CITY)
    moment = next(moments(game, "a"))
    copy = moment.asked._replace(view=json.loads(json.dumps(dict(moment.asked.view))))
    assert raw_chance(moment.asked, Random(1)) == raw_chance(copy, Random(1))
    said = json.dumps([list(moment.asked.told), dict(moment.asked.view)])
    others = [json.dumps(event.spoken()) for event in game.told if event.to not in ("a", "all")]
    assert json.dumps(moment.asked.told[0]) in said
    assert others
    assert all(event not in said for event in others)
    assert heard(game.told, "a")[: len(moment.asked.told)] == list(moment.asked.told)


@pytest.mark.parametrize("rules", [GAMES[name] for name in GAME_AIS], ids=list(GAME_AIS))
def test_the_chance_is_between_none_and_all(rules: Rules) -> None:
    found = [raw_chance(asked, Random(1)) for asked in started(rules)]
    known = [chance for chance in found if chance is not None]
    assert len(known) > len(found) / 2
    assert all(0 <= chance <= 1 for chance in known)


@pytest.mark.parametrize("rules", [GAMES[name] for name in GAME_AIS], ids=list(GAME_AIS))
def test_an_answer_compared_with_itself_never_costs_anything(rules: Rules) -> None:
    """Chance must not make one of two equal answers look better: both get the same random numbers at each table."""
    compared = 0
    for asked in started(rules):
        pairs = list(_Tables(asked, Random(1), never)._tried(((asked.keys[-1],), (asked.keys[-1],)), 4))
        assert all(one == other for one, other in pairs)
        compared += len(pairs)
    assert compared > 20


def test_the_strongest_answer_costs_nothing() -> None:
    asked = next(asked for asked in started(KRALOVSKE_ROSADY) if asked.kind == "play")
    judged = judge(asked, (asked.keys[0],), Random(2), 8)
    assert judged is not None
    same = judge(asked, judged.best, Random(2), 8)
    assert same is not None
    assert (same.best, same.cost) == (judged.best, 0.0)


class Fixed:
    """A computer player that always gives the same answer."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys

    def think(self, _asked: Question, _dice: Random) -> Thought:
        return Thought(self.keys, measure="chance")


@pytest.mark.parametrize(("own", "other", "costs"), [(0.2, 0.7, True), (0.5, 0.5, False), (0.7, 0.2, False)])
def test_the_cost_is_the_difference_of_both_answers_at_the_same_tables(
    monkeypatch: pytest.MonkeyPatch, own: float, other: float, costs: bool
) -> None:
    asked = next(asked for asked in started(KRALOVSKE_ROSADY) if asked.kind == "play")
    done, best = (asked.keys[0],), (asked.keys[1],)
    results: dict[Keys | None, float] = {None: 0.4, done: own, best: other}
    monkeypatch.setattr("rules.players.review._Tables._result", lambda _tables, _world, answer, _dice: results[answer])
    monkeypatch.setattr("rules.players.review.player", lambda *_: Fixed(best))
    judged = judge(asked, done, Random(1))
    assert judged is not None
    assert judged.chance == pytest.approx(calibrated(asked, 0.4))
    assert judged.best == best
    difference = calibrated(asked, other) - calibrated(asked, own)
    assert judged.cost == pytest.approx(difference if costs else 0.0)


def test_without_time_there_is_no_judgement() -> None:
    asked = next(started(KRALOVSKE_ROSADY))
    assert judge(asked, (asked.keys[0],), Random(1), 8, lambda: True) is None


def test_without_a_search_the_given_answer_counts_as_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.players.review.JUDGE", "normal")
    asked = next(started(KRALOVSKE_ROSADY))
    judged = judge(asked, (asked.keys[-1],), Random(1), 8)
    assert judged is not None
    assert (judged.best, judged.cost) == ((asked.keys[-1],), 0.0)


# The line of calibration


@pytest.mark.parametrize(
    ("raw", "chance"), [(0.0, 0.1), (0.2, 0.1), (0.3, 0.2), (0.4, 0.3), (0.7, 0.6), (1.0, 0.9), (0.85, 0.75)]
)
def test_a_chance_is_read_from_the_line_and_stays_between_its_ends(raw: float, chance: float) -> None:
    assert between(((0.2, 0.1), (0.4, 0.3), (1.0, 0.9)), raw) == pytest.approx(chance)


def test_without_points_the_average_itself_is_the_chance() -> None:
    assert between((), 0.37) == 0.37


@EVERY_GAME
def test_the_lines_of_a_game_rise_and_stay_between_none_and_all(rules: Rules) -> None:
    asked = next(started(rules))
    chances = [calibrated(asked, raw / 20) for raw in range(21)]
    assert chances == sorted(chances)
    assert all(0 <= chance <= 1 for chance in chances)
