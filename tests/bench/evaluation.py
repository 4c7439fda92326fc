"""Fits the evaluation of a game to games between *normal* players, or tests the present one on such games.

    python -m tests.bench.evaluation mafia_city --seats 3 --write

The tables are those at the end of a chapter, where a search evaluates. As in a search, players sometimes answer with
another of the policy's best keys. The chance of each seat is a logistic function of its features (`GameAI.features`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from rules import GAME_AIS, GAMES
from rules.arena.calibration import solved
from rules.arena.command import at_least
from rules.decisions import Choice
from rules.description import SEATS
from rules.engine import Game
from rules.players.ai import Dice, GameAI
from rules.players.evaluation import Features, chances
from rules.players.playout import step
from rules.players.question import Facts, ask_in_place

TRIED: Final = 0.04
"""The share of choices that are answered with any of the keys that a search would consider."""
LONGEST: Final = 20_000
"""The number of answers after which a game counts as one without a winner."""
STEPS, RIDGE, PRECISION = 40, 0.001, 1e-6
"""Of the regression: the maximum number of steps, a small penalty that makes it solvable, and the change at which it
ends."""
CERTAIN: Final = 1e-4
"""The distance from 0 and 1 that a chance has at least in the logarithm of the report."""
FILE: Final = "evaluation.toml"


class Judged(NamedTuple):
    """A table at the end of a chapter, and each seat's share of the victory in that game."""

    table: Facts
    won: Mapping[str, float]


class Score(NamedTuple):
    """The distance between chances and results, on average of all seats of all tables."""

    log_loss: float
    brier: float


def judged(game: str, seats: int, games: int, seed: int) -> list[Judged]:
    """Plays games, and returns all tables at the ends of their chapters."""
    return [one for number in range(games) for one in _of_game(game, seats, f"evaluation {seed} {number}")]


def _of_game(name: str, seats: int, seed: str) -> Iterator[Judged]:
    rules, ai, dice = GAMES[name], GAME_AIS[name], Random(seed)
    chapter = ai.chapter
    if chapter is None:
        return
    game = Game.new(rules, list(SEATS[:seats].upper()), game_id="evaluation")
    now, tables = chapter(game.table), []
    for _ in range(LONGEST):
        if game.over is not None:
            break
        if not _tried(game, ai, dice):
            step(game, ai, dice)
        if game.over is None and chapter(game.table) > now:
            now = chapter(game.table)
            tables.append(rules.table(game.table))
    winners = game.over["winners"] if game.over is not None else []
    won = {seat: 1 / len(winners) if seat in winners else 0.0 for seat in game.seats}
    yield from (Judged(table, won) for table in tables if winners)


def _tried(game: Game, ai: GameAI, dice: Dice) -> bool:
    """Answers some choices with any of the keys that a search would consider; returns whether it did."""
    if not isinstance(game.decision, Choice) or ai.policy is None or dice.random() >= TRIED:
        return False
    asked = ask_in_place(game, game.waiting[0])
    if len(asked.keys) < 2:
        return False
    weights = ai.policy(asked)
    best = sorted(range(len(asked.keys)), key=lambda place: -weights[place])[: ai.width]
    game.answer(game.number, asked.seat, (asked.keys[dice.choice(best)],))
    return True


def weights_of(found: Sequence[tuple[Features, Mapping[str, float]]]) -> list[float]:
    """Returns the weights whose chances fit the results best (a conditional logistic regression, Newton's method)."""
    size = len(next(iter(found[0][0].values())))
    places = range(size)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [0.0] * size
        curvature = [[RIDGE if row == column else 0.0 for column in places] for row in places]
        for features, won in found:
            chance = chances(features, weights)
            mean = [sum(chance[seat] * values[place] for seat, values in features.items()) for place in places]
            for seat, values in features.items():
                from_mean = [value - average for value, average in zip(values, mean, strict=True)]
                for row in places:
                    slope[row] += (won[seat] - chance[seat]) * values[row]
                    for column in places:
                        curvature[row][column] += chance[seat] * from_mean[row] * from_mean[column]
        change = solved(curvature, slope)
        weights = [weight + by for weight, by in zip(weights, change, strict=True)]
        if max(map(abs, change)) < PRECISION:
            break
    return weights


def score(game: str, found: Sequence[Judged]) -> Score:
    """Returns how far the present evaluation is from the results of these games."""
    evaluate = GAME_AIS[game].evaluate
    if evaluate is None:
        raise ValueError(f"{game} has no evaluation")
    losses, squares = [], []
    for table, won in found:
        for seat, share in won.items():
            chance = evaluate(table, seat)
            inside = min(max(chance, CERTAIN), 1 - CERTAIN)
            losses.append(-share * log(inside) - (1 - share) * log(1 - inside))
            squares.append((chance - share) ** 2)
    return Score(sum(losses) / len(losses), sum(squares) / len(squares))


def text(game: str, weights: Mapping[int, Sequence[float]]) -> str:
    """Returns the content of an evaluation file (TOML), with the command that made it as a comment."""
    lines = [f"{seats} = [{', '.join(f'{one:.3f}' for one in row)}]" for seats, row in sorted(weights.items())]
    made = f"# Made by: python -m tests.bench.evaluation {game} --seats N --write"
    return "\n".join(["# The weight of each feature in `evaluation.py`, for each number of seats N.", made, *lines, ""])


def main(words: Sequence[str]) -> None:
    """Fits the evaluation and writes its weights, or tests the present one; raises SystemExit for wrong words."""
    reader = argparse.ArgumentParser("python -m tests.bench.evaluation")
    reader.add_argument("game", choices=sorted(GAMES))
    reader.add_argument("--seats", type=int, required=True)
    reader.add_argument("--games", type=at_least(1), default=4000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--write", action="store_true")
    given = reader.parse_args(list(words))
    features = GAME_AIS[given.game].features
    if features is None:
        reader.error(f"{given.game} has no features to fit")
    if given.seats not in GAMES[given.game].seats:
        reader.error(f"{given.game} is not for {given.seats} players")
    found = judged(given.game, given.seats, given.games, given.seed)
    if given.write:
        row = weights_of([(features(one.table), one.won) for one in found])
        weights = {**GAME_AIS[given.game].fitted, given.seats: row}
        path = Path(__file__).parents[2] / "rules" / given.game / FILE
        path.write_text(text(given.game, weights), encoding="utf-8")
        print(f"{path}: {len(row)} weights from {len(found)} tables", flush=True)
        return
    losses = score(given.game, found)
    print(f"{len(found)} tables: log loss {losses.log_loss:.4f}, Brier score {losses.brier:.4f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
