"""Tests `python -m rules calibration`: how predictions are grouped, fitted, reported and written."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from rules import GAME_AIS, GAMES
from rules.__main__ import main
from rules.arena import calibration as command
from rules.arena.calibration import Order, Prediction, fitted, grouped, predicted, source
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.players.ai import read_calibration
from rules.players.review import between

ROSADY = KRALOVSKE_ROSADY.name
DOCUMENT = (Path(__file__).parents[3] / "docs/computer-players.md").read_text(encoding="utf-8")
TOLERANCE = 0.08


def biased(count: int) -> list[Prediction]:
    """Returns predictions that are too sure of themselves: the real odds are the square root of theirs."""
    dice = Random(7)
    raws = [dice.random() for _ in range(count)]
    odds = [(raw / (1 - raw)) ** 0.5 for raw in raws]
    return [Prediction(raw, float(dice.random() < one / (1 + one))) for raw, one in zip(raws, odds, strict=True)]


def largest(found: list[Prediction], line: tuple[tuple[float, float], ...] = ()) -> float:
    return max(abs(row.won - row.predicted) for row in grouped(found, line) if row is not None)


def test_groups_are_tenths_with_their_average_and_the_share_that_won() -> None:
    rows = grouped([Prediction(0.11, 1.0), Prediction(0.19, 0.0), Prediction(1.0, 0.5)], ())
    assert rows[1] is not None
    assert (rows[1].size, rows[1].won) == (2, 0.5)
    assert rows[1].predicted == pytest.approx(0.15)
    assert rows[9] is not None
    assert (rows[9].size, rows[9].won) == (1, 0.5)
    assert [at for at, row in enumerate(rows) if row is None] == [0, 2, 3, 4, 5, 6, 7, 8]


def test_a_fitted_line_corrects_predictions_that_are_too_sure() -> None:
    found = biased(30_000)
    line, others = tuple(fitted(found[:6000])), found[6000:]
    assert largest(others) > TOLERANCE
    assert largest(others, line) < TOLERANCE


def test_a_fitted_line_rises() -> None:
    dice = Random(1)
    line = fitted([Prediction(dice.random(), float(dice.random() < 0.5)) for _ in range(400)])
    assert list(line) == sorted(line)
    assert [won for _, won in line] == sorted(won for _, won in line)


def test_a_fitted_line_finds_a_bias_that_differs_at_both_ends() -> None:
    """The odds of a real victory are raw squared divided by the square root of 1 - raw."""
    dice, found = Random(3), []
    for _ in range(20_000):
        raw = 0.02 + 0.96 * dice.random()
        odds = raw**2 / (1 - raw) ** 0.5
        found.append(Prediction(raw, float(dice.random() < odds / (1 + odds))))
    line = fitted(found)
    for raw in (0.1, 0.3, 0.5, 0.7, 0.9):
        odds = raw**2 / (1 - raw) ** 0.5
        assert between(line, raw) == pytest.approx(odds / (1 + odds), abs=0.02)


def test_certain_predictions_do_not_bend_the_line_next_to_them() -> None:
    """Certain predictions come true, while those between them are too sure of themselves."""
    found = biased(8000) + [Prediction(end, end) for end in (0.0, 1.0) for _ in range(8000)]
    line = fitted(found)
    assert (between(line, 0.0), between(line, 1.0)) == (0.0, 1.0)
    for raw in (0.1, 0.9, 0.95):
        odds = (raw / (1 - raw)) ** 0.5
        assert between(line, raw) == pytest.approx(odds / (1 + odds), abs=0.02)


def test_few_games_give_no_line() -> None:
    assert main(["calibration", ROSADY, "--seats", "2", "--games", "1", "--write"]) == 1


@pytest.mark.tier("test")
def test_the_same_seed_gives_the_same_predictions_in_two_processes() -> None:
    order = Order(ROSADY, 2, 6, 3)
    assert predicted(order) == predicted(order, 2) == predicted(order)
    assert predicted(order) != predicted(Order(ROSADY, 2, 6, 4))


@pytest.mark.tier("test")
@pytest.mark.parametrize("game", GAME_AIS)
def test_every_game_reports_its_groups(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", game, "--seats", str(GAMES[game].seats[0]), "--games", "4"]) == 0
    first, *rows, largest, row = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"{game}, \d seats: 4 games between computers \(normal\), seed 1, \d+ predictions", first)
    assert all("predictions, predicted" in row for row in rows)
    assert largest.startswith("largest difference 0.")
    difference = largest.removeprefix("largest difference ")
    number = r"[+−]1?\.\d{3}"
    assert re.fullmatch(rf"\| {game} \| \d \| 4 \| \d+ \|( ({number}|–) \|){{10}} {difference} \|", row)


def test_a_written_file_contains_all_lines_and_its_command(tmp_path: Path) -> None:
    lines = {2: ((0.1, 0.2), (0.9, 0.8)), 3: ((0.5, 0.4),)}
    text = "\n".join(source(ROSADY, lines)) + "\n"
    path = tmp_path / "calibration.toml"
    path.write_text(text, encoding="utf-8")
    assert read_calibration(path) == lines
    assert f"python -m rules calibration {ROSADY} --seats N" in text


@pytest.mark.parametrize("game", GAME_AIS)
def test_the_lines_of_a_game_rise_and_name_their_command(game: str) -> None:
    path = Path(command.__file__).parents[1] / game / "calibration.toml"
    assert f"python -m rules calibration {game}" in path.read_text(encoding="utf-8")
    assert set(GAME_AIS[game].calibration) <= set(GAMES[game].seats)
    assert GAME_AIS[game].calibration
    for line in GAME_AIS[game].calibration.values():
        assert [between(line, raw / 10) for raw in range(11)] == sorted(between(line, raw / 10) for raw in range(11))


@pytest.mark.parametrize("words", [["--seats", "9"], ["--seats", "x"], [], ["--seats", "2", "--games", "many"]])
def test_impossible_orders_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", ROSADY, *words]) == 1
    assert "refused:" in capsys.readouterr().err


def test_the_documented_differences_are_within_the_tolerance() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d) \| [\d,]+ \| [\d,]+ \| \d, \d+ \|.*\| (0\.\d{3}) \|$", DOCUMENT, re.MULTILINE)
    assert {(game, int(seats)) for game, seats, _ in rows} <= {
        (game, seats) for game in GAME_AIS for seats in GAME_AIS[game].calibration
    }
    assert len(rows) > 1
    assert all(float(difference) <= TOLERANCE for _, _, difference in rows)
