"""Evaluations that are fitted to games: each seat's chance to win follows from a weighted sum of its features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp

from rules.players.question import Facts

Features = Mapping[str, Sequence[float]]
"""Seat -> the numbers on which its chance to win depends, always in the same order."""
FeatureWeights = Mapping[int, Sequence[float]]
"""The number of seats -> the weight of each feature."""


def chances(features: Features, weights: Sequence[float]) -> dict[str, float]:
    """Returns each seat's chance to win: they are proportional to e to the power of the seats' weighted sums."""
    sums: dict[str, float] = {}
    for seat, values in features.items():
        sums[seat] = sum([weight * value for weight, value in zip(weights, values, strict=True)])
    best = max(list(sums.values()))
    shares = {seat: exp(value - best) for seat, value in sums.items()}
    whole = sum(list(shares.values()))
    return {seat: share / whole for seat, share in shares.items()}


def fitted(features: Callable[[Facts], Features], weights: FeatureWeights) -> Callable[[Facts, str], float]:
    """Returns an evaluation (`GameAI.evaluate`) that uses the weights of the table's number of seats."""

    def evaluate(table: Facts, seat: str) -> float:
        return chances(features(table), weights[len(table["players"])])[seat]

    return evaluate
