"""Measures how well predicted chances to win agree with the results of games between computers, and corrects them.

The predictions are those of game reviews (rules/players/review.py), at random decisions of whole games. `--write`
computes the points of a line that corrects them and writes them to `rules/<game>/calibration.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from rules import GAME_AIS, GAMES
from rules.arena.command import Reader, at_least
from rules.arena.match import Seat, play
from rules.description import SEATS
from rules.errors import BadRequest
from rules.players.ai import Calibration, Dice
from rules.players.choosing import Keys, Player
from rules.players.levels import player
from rules.players.question import Question
from rules.players.review import between, raw_chance

LEVEL: Final = "normal"
"""The level of the computer players in the games that are played to measure predictions."""
DECISIONS: Final = 4
"""The default number of decisions of each game at which the chance is predicted: most of the time is spent on them,
and those of one game have the same result."""
FEWEST: Final = 12
"""The minimum number of predictions from which a line is computed."""
CERTAIN: Final = 0.0005
"""Predictions this close to 0 or 1 are certain: (almost) every possible table ended alike."""
POINTS: Final = (CERTAIN, 0.01, 0.025, *(at / 20 for at in range(1, 20)), 0.975, 0.99, 1 - CERTAIN)
"""The predictions at which a line has points, with 0 and 1; they are close together where it is steep."""
EDGE: Final = 0.004
"""The distance from 0 and 1 that a prediction has at least in the regression, where both have no logarithm."""
STEPS, RIDGE, PRECISION = 40, 0.001, 1e-6
"""Of the regression: the maximum number of steps, a small penalty that makes it solvable, and the change at which it
ends."""
GROUPS: Final = 10
"""The number of rows of the report."""


class Prediction(NamedTuple):
    """The average result at possible tables of one decision, and the seat's real share of the victory."""

    raw: float
    won: float


@dataclass(frozen=True, slots=True)
class Order:
    """The games to play, and the number of predictions in each of them."""

    game: str
    seats: int
    games: int
    seed: int
    decisions: int = DECISIONS


@dataclass(slots=True)
class Sample:
    """A participant that answers like another player, and keeps a random sample of the questions it is asked.

    Only questions with a choice count; all of them are equally likely to be kept.
    """

    inner: Player
    chosen_by: Random
    size: int
    kept: list[Question] = field(default_factory=list)
    count: int = 0

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Returns the inner player's answer, and keeps the question if the random sample includes it."""
        if asked.has_choice:
            self.count += 1
            place = self.chosen_by.randrange(self.count)
            if len(self.kept) < self.size:
                self.kept.append(asked)
            elif place < self.size:
                self.kept[place] = asked
        return self.inner.choose(asked, dice)


def calibration(words: Sequence[str]) -> int:
    """Runs the command `calibration`: plays games, then prints a report or writes the calibration file; returns 0.

    Its words are `GAME --seats N [--games N] [--jobs J] [--seed S] [--decisions D] [--write]`. Raises BadRequest.
    """
    order, jobs, writes = _order(words)
    found = predicted(order, jobs)
    if writes:
        table = {**GAME_AIS[order.game].calibration, order.seats: fitted(found)}
        path = Path(__file__).parents[1] / order.game / "calibration.toml"
        path.write_text("\n".join(source(order.game, table)) + "\n", encoding="utf-8")
        print(f"{path}: {len(table[order.seats])} points from {len(found)} predictions", flush=True)
        return 0
    for line in report(order, found):
        print(line, flush=True)
    return 0


def predicted(order: Order, jobs: int = 1) -> list[Prediction]:
    """Plays the games of an order, in several processes if requested, and returns the predictions of all of them."""
    numbers = range(order.games)
    if jobs == 1:
        return [one for number in numbers for one in _of_game(order, number)]
    with ProcessPoolExecutor(jobs) as pool:
        games = pool.map(partial(_of_game, order), numbers, chunksize=8)
        return [one for game in games for one in game]


def _of_game(order: Order, number: int) -> list[Prediction]:
    """Plays one game, and predicts the chances at a sample of its decisions."""
    dice = Random(f"calibration {order.seed} {number}")  # noqa: S311 - a game that can be played again, no secret
    sample = Sample(player(order.game, LEVEL), dice, order.decisions)
    letters = SEATS[: order.seats]
    seats = {letter: Seat(sample) for letter in letters}
    winners = play(GAMES[order.game], seats, list(letters.upper()), f"{order.seed}-{number}", {})
    found = []
    for asked in sample.kept:
        raw = raw_chance(asked, dice)
        if raw is not None:
            found.append(Prediction(raw, 1 / len(winners) if asked.seat in winners else 0.0))
    return found


def fitted(found: Sequence[Prediction]) -> Calibration:
    """Returns points of the rising line that fits the predictions best; raises BadRequest for too few predictions.

    It is a logistic regression over ln(raw), -ln(1 - raw) and raw: a beta calibration (Kull, Silva Filho and Flach
    2017) with a linear term, because some predictions say little in the middle. If it would fall, the line is level.
    Certain predictions are left out, because they are far more often right than those next to them; the line ends at
    the share of them that won.
    """
    between_ends = [one for one in found if CERTAIN < one.raw < 1 - CERTAIN]
    if len(between_ends) < FEWEST:
        raise BadRequest("these are too few games for a calibration; play at least 100")
    weights = _regression(between_ends)
    points = [(raw, _chance(weights, _features(raw))) for raw in POINTS]
    none = [one for one in found if one.raw <= CERTAIN]
    every = [one for one in found if one.raw >= 1 - CERTAIN]
    whole = [(0.0, _mean(none).won if none else 0.0), *points, (1.0, _mean(every).won if every else 1.0)]
    rising = accumulate((won for _, won in whole), max)
    return tuple((raw, round(won, 3)) for (raw, _), won in zip(whole, rising, strict=True))


def _features(raw: float) -> Sequence[float]:
    inside = min(max(raw, EDGE), 1 - EDGE)
    return 1.0, math.log(inside), -math.log(1 - inside), inside


def _chance(weights: Sequence[float], features: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-sum(weight * feature for weight, feature in zip(weights, features, strict=True))))


def _regression(found: Sequence[Prediction]) -> list[float]:
    """Returns the weights of a logistic regression over the features of the predictions, by Newton's method."""
    data = [(_features(one.raw), one.won) for one in found]
    weights = [0.0] * len(data[0][0])
    places = range(len(weights))
    for _ in range(STEPS):
        slope = [0.0 for _ in places]
        curvature = [[RIDGE if row == column else 0.0 for column in places] for row in places]
        for features, won in data:
            chance = _chance(weights, features)
            for row in places:
                slope[row] += (won - chance) * features[row]
                for column in places:
                    curvature[row][column] += chance * (1 - chance) * features[row] * features[column]
        change = solved(curvature, slope)
        weights = [weight + by for weight, by in zip(weights, change, strict=True)]
        if max(map(abs, change)) < PRECISION:
            break
    return weights


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Returns the solution of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        pivot[:] = [value / pivot[at] for value in pivot]
        for other in rows:
            if other is not pivot:
                factor = other[at]
                other[:] = [value - factor * base for value, base in zip(other, pivot, strict=True)]
    return [row[-1] for row in rows]


def _mean(found: Sequence[Prediction]) -> Prediction:
    return Prediction(sum(one.raw for one in found) / len(found), sum(one.won for one in found) / len(found))


class Row(NamedTuple):
    """A group of predictions: their number and average, and the share that really won."""

    size: int
    predicted: float
    won: float


def grouped(found: Sequence[Prediction], table: Calibration) -> list[Row | None]:
    """Returns the corrected predictions in ten groups, by tenths of the predicted chance; None for an empty group."""
    groups: list[list[Prediction]] = [[] for _ in range(GROUPS)]
    for one in found:
        chance = between(table, one.raw)
        groups[min(int(chance * GROUPS), GROUPS - 1)].append(Prediction(chance, one.won))
    return [Row(len(group), *_mean(group)) if group else None for group in groups]


def report(order: Order, found: Sequence[Prediction]) -> Iterator[str]:
    """Yields the lines of the report: the groups, the largest difference, and the row of docs/computer-players.md."""
    rows = grouped(found, GAME_AIS[order.game].calibration.get(order.seats, ()))
    yield (
        f"{order.game}, {order.seats} seats: {order.games} games between computers ({LEVEL}), seed {order.seed}, "
        f"{len(found)} predictions"
    )
    for at, row in enumerate(rows):
        if row is not None:
            yield (
                f"{at / GROUPS:>4.0%} to {(at + 1) / GROUPS:>4.0%}: {row.size:>5} predictions, "
                f"predicted {row.predicted:6.1%}, won {row.won:6.1%}, difference {row.won - row.predicted:+.3f}"
            )
    largest = max((abs(row.won - row.predicted) for row in rows if row is not None), default=0.0)
    yield f"largest difference {largest:.3f}"
    cells = [order.game, str(order.seats), f"{order.games:,}", f"{len(found):,}", *map(_cell, rows), f"{largest:.3f}"]
    yield f"| {' | '.join(cells)} |"


def _cell(row: Row | None) -> str:
    """Returns the difference in a group as in the document, such as −.050; – for an empty group."""
    return "–" if row is None else f"{row.won - row.predicted:+.3f}".replace("0.", ".", 1).replace("-", "−")


def source(game: str, table: Mapping[int, Calibration]) -> Iterator[str]:
    """Yields the lines of a game's calibration file."""
    yield "# The calibration of chances to win: from the average result at possible tables to the share of victories."
    yield "# Written for each number of seats N by"
    yield "#"
    yield f"#     python -m rules calibration {game} --seats N --games GAMES --seed 1 --decisions 8 --write"
    yield "#"
    yield "# docs/computer-players.md says for each line from how many games (GAMES) it follows."
    for seats in sorted(table):
        yield ""
        yield f"{seats} = ["
        for raw, won in table[seats]:
            yield f"    [{raw}, {won}],"
        yield "]"


def _order(words: Sequence[str]) -> tuple[Order, int, bool]:
    reader = Reader("calibration", games=1000)
    reader.add_argument("--seats", type=int, required=True, help="number of players")
    reader.add_argument(
        "--decisions",
        type=at_least(1),
        default=DECISIONS,
        help="number of predictions in each game (default: %(default)s)",
    )
    reader.add_argument("--write", action="store_true", help="write the fitted points into the game's folder")
    given = reader.parse_args(list(words))
    players = GAMES[given.game].seats
    if given.seats not in players:
        raise BadRequest(f"{given.game} is for {players[0]} to {players[-1]} players, not {given.seats}")
    order = Order(given.game, given.seats, given.games, given.seed, given.decisions)
    return order, given.jobs, given.write
