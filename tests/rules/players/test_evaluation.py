"""Tests evaluations that are fitted to games, and `python -m tests.bench.evaluation`, which fits them."""

from __future__ import annotations

from dataclasses import replace
from math import e
from pathlib import Path
from random import Random

import pytest

import rules
from rules import GAME_AIS, GAMES
from rules.mafia_city import MAFIA_CITY
from rules.players.ai import read_weights
from rules.players.evaluation import chances, fitted

from ...bench.evaluation import FILE, Judged, judged, main, score, text, weights_of

MAFIA = MAFIA_CITY.name
FITTED = [game for game, ai in GAME_AIS.items() if ai.fitted]


def test_chances_add_up_to_one_and_follow_the_weighted_sums() -> None:
    found = chances({"a": (2.0, 0.0), "b": (1.0, 0.0), "c": (0.0, 1.0)}, (1.0, 1.0))
    assert sum(found.values()) == pytest.approx(1)
    assert found["a"] == pytest.approx(e * found["b"])
    assert found["b"] == found["c"]


def test_the_weights_are_those_of_the_tables_number_of_seats() -> None:
    evaluate = fitted(lambda table: {seat: (float(seat == "a"),) for seat in table["players"]}, {2: (0.0,), 3: (1.0,)})
    assert evaluate({"players": {"a": {}, "b": {}}}, "a") == 0.5
    assert evaluate({"players": {"a": {}, "b": {}, "c": {}}}, "a") == pytest.approx(e / (e + 2))


def test_the_weights_of_random_results_are_found_again() -> None:
    dice, real, found = Random(1), (1.0, -0.5), []
    for _ in range(4000):
        features = {seat: (dice.random() * 3, dice.random() * 3) for seat in "abc"}
        (winner,) = dice.choices("abc", list(chances(features, real).values()))
        found.append((features, {seat: float(seat == winner) for seat in "abc"}))
    assert weights_of(found) == pytest.approx(real, abs=0.1)


@pytest.mark.parametrize("game", FITTED)
def test_the_file_of_a_game_names_its_command_and_fits_its_features(game: str) -> None:
    path = Path(rules.__file__).parent / game / FILE
    ai = GAME_AIS[game]
    assert path.read_text(encoding="utf-8") == text(game, ai.fitted)
    assert read_weights(path) == ai.fitted
    assert ai.features is not None
    assert sorted(ai.fitted) == list(GAMES[game].seats)
    for seats, weights in ai.fitted.items():
        table = judged(game, seats, 1, 1)[0].table
        assert {len(values) for values in ai.features(table).values()} == {len(weights)}


def test_the_command_reports_how_far_the_evaluation_is_from_results(capsys: pytest.CaptureFixture[str]) -> None:
    main([MAFIA, "--seats", "3", "--games", "3", "--seed", "2"])
    tables = judged(MAFIA, 3, 3, 2)
    found = score(MAFIA, tables)
    said = f"{len(tables)} tables: log loss {found.log_loss:.4f}, Brier score {found.brier:.4f}\n"
    assert capsys.readouterr().out == said


def test_a_third_for_each_of_three_seats_has_its_known_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    """ln(3) / 3 + 2 ln(3 / 2) / 3 = 0.6365, and (4 / 9 + 1 / 9 + 1 / 9) / 3 = 0.2222."""
    monkeypatch.setitem(GAME_AIS, MAFIA, replace(GAME_AIS[MAFIA], evaluate=lambda *_: 1 / 3))
    found = score(MAFIA, [Judged({}, {"a": 1.0, "b": 0.0, "c": 0.0})])
    assert found == pytest.approx((0.6365, 0.2222), abs=0.0001)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["kralovske_rosady", "--seats", "2"], "has no features to fit"),
        ([MAFIA, "--seats", "2"], "is not for 2 players"),
        ([MAFIA, "--seats", "3", "--games", "0"], "at least 1"),
    ],
)
def test_what_cannot_be_fitted_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert says in capsys.readouterr().err
