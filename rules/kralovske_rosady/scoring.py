"""The end of the game: the value of all point cards, and the winners (K11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.description import Result
from rules.kralovske_rosady import events
from rules.kralovske_rosady.cards import SYMBOLS, symbol_of, value_of
from rules.kralovske_rosady.table import Table


class Score(NamedTuple):
    """The value of point cards; `six` are the doubled ones, empty if nothing is doubled."""

    points: int
    six: tuple[str, ...]

    @property
    def doubled(self) -> bool:
        """Whether the best card of each symbol counts twice."""
        return bool(self.six)


def score(cards: Sequence[str]) -> Score:
    """Returns the score of point cards: the plain sum, or doubled symbols if that is more (K11).

    Doubled: the best card of each of the six symbols counts twice, less 1 for each further card.
    """
    plain = sum(value_of(card) for card in cards)
    best: dict[str, str] = {}
    for card in sorted(cards, key=value_of):
        best[symbol_of(card)] = card
    if len(best) == len(SYMBOLS):
        doubled = 2 * sum(value_of(card) for card in best.values()) - (len(cards) - len(SYMBOLS))
        if doubled > plain:
            return Score(doubled, tuple(best[symbol] for symbol in SYMBOLS))
    return Score(plain, ())


def tell_result(table: Table) -> Result:
    """Tells the score of every seat and returns the result; a tie for the most points is shared (K11)."""
    scores = {seat: score(player.points) for seat, player in table.players.items()}
    for seat, worth in scores.items():
        table.tell(events.scores, seat, table.players[seat].points, worth.six, worth.points)
    ranked = sorted(table.seats, key=lambda seat: -scores[seat].points)
    ranking = [{"seat": seat, "points": scores[seat].points, "doubled": scores[seat].doubled} for seat in ranked]
    winners = [seat for seat in ranked if scores[seat].points == scores[ranked[0]].points]
    table.tell(events.over, winners)
    return {"ranking": ranking, "winners": winners}
