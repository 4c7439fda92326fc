"""Estimates of a player's share of wins with 95 % intervals, from games whose deals are played from every seat.

The games of one deal depend on each other, so the interval follows from the differences between deals. A control
variate makes it narrower: the luck of the draws, whose mean is exactly zero. Its coefficient for one half of the deals
comes from the other half, so that the estimate is unbiased.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Z = 1.96
"""The number of standard deviations around the mean that contain 95 % of a normal distribution."""
FEWEST_DEALS = 30
"""The number of deals from which on their differences give an interval; with fewer, games count as independent."""
FEWEST_TO_FIT = 60
"""The number of deals from which on the coefficient of the luck is fitted; with fewer, it is 0."""


class Deal(NamedTuple):
    """The sums of results over all games of one deal of the cards, for one player or for several equal ones."""

    seats: int
    """The number of seats that the player, or equal players, had in all games of the deal."""
    wins: float
    luck: float = 0.0


class Estimate(NamedTuple):
    """A share of wins with its 95 % interval."""

    share: float
    low: float
    high: float
    variance: float
    """The variance of the share."""

    def saves(self, seats: int) -> float:
        """Returns how many times as many independent games would give an equally narrow interval; 1 if unknown."""
        alone = self.share * (1 - self.share) / max(1, seats)
        return alone / self.variance if self.variance > 0 and alone > 0 else 1.0


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Returns the 95 % interval of a share by Wilson's method."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * (share * (1 - share) / games + z2 / (4 * games * games)) ** 0.5 / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def raw(deals: Sequence[Deal]) -> Estimate:
    """Returns the share of wins with its interval as if all games were independent."""
    seats = sum(deal.seats for deal in deals)
    share = sum(deal.wins for deal in deals) / max(1, seats)
    return Estimate(share, *wilson(share * seats, seats), share * (1 - share) / max(1, seats))


def paired(deals: Sequence[Deal]) -> Estimate:
    """Returns the share of wins with the interval that follows from the differences between deals."""
    return _estimated(deals, [0.0] * len(deals))


def reduced(deals: Sequence[Deal]) -> Estimate:
    """Returns the share of wins without the part that luck explains, and its interval."""
    return _estimated(deals, [slope * deal.luck for slope, deal in zip(slopes(deals), deals, strict=True)])


def slopes(deals: Sequence[Deal]) -> list[float]:
    """Returns for each deal the coefficient of its luck, fitted to the other half of the deals; 0 for few deals."""
    if len(deals) < FEWEST_TO_FIT:
        return [0.0] * len(deals)
    halves = _slope(deals[1::2]), _slope(deals[0::2])
    return [halves[at % 2] for at in range(len(deals))]


def _slope(deals: Sequence[Deal]) -> float:
    """Returns the slope of the linear regression of wins on luck; 0 if the luck is always the same."""
    mean = sum(deal.luck for deal in deals) / len(deals)
    wins = sum(deal.wins for deal in deals) / len(deals)
    spread = sum((deal.luck - mean) ** 2 for deal in deals)
    together = sum((deal.luck - mean) * (deal.wins - wins) for deal in deals)
    return together / spread if spread > 0 else 0.0


def _estimated(deals: Sequence[Deal], explained: Sequence[float]) -> Estimate:
    """Returns the share of wins with its interval, after the explained part is subtracted from the wins of each deal.

    With fewer than `FEWEST_DEALS` deals nothing is subtracted and games count as independent.
    """
    seats = sum(deal.seats for deal in deals)
    if len(deals) < FEWEST_DEALS:
        return raw(deals)
    left = [deal.wins - part for deal, part in zip(deals, explained, strict=True)]
    share = min(1.0, max(0.0, sum(left) / seats))
    errors = [one - share * deal.seats for one, deal in zip(left, deals, strict=True)]
    variance = sum(error * error for error in errors) / (1 - 1 / len(deals)) / seats**2
    if not 0 < share < 1:
        return Estimate(share, *wilson(share * seats, seats), 0.0)
    # As many independent games would have the same variance.
    games = share * (1 - share) / variance if variance > 0 else float(seats) ** 2
    return Estimate(share, *wilson(share * games, games), variance)
