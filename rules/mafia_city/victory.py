"""The winner of a game (M26)."""

from __future__ import annotations

from rules.description import Result
from rules.mafia_city.table import Player, Table

TIE_BREAKS = ("reserve", "cards", "mayor", "order")


def has_winner(table: Table) -> bool:
    """Returns whether a player has as many points as the goal of the game."""
    return any(player.points >= table.goal for player in table.players.values())


def _criteria(table: Table, player: Player) -> tuple[int, int, bool, int]:
    """Returns the criteria for equal points, smaller is better, in the order of TIE_BREAKS."""
    return (
        player.reserve,
        -len(player.hand),
        table.mayor != player.seat,
        table.clockwise().index(player.seat),
    )


def result(table: Table) -> Result:
    """Returns the result: the winner, and the ranking with the criterion that broke a tie with the next player."""
    ranked = sorted(table.players.values(), key=lambda player: (-player.points, *_criteria(table, player)))
    ranking = [
        {"seat": player.seat, "points": player.points, "tie_break": _tie_break(table, player, following)}
        for player, following in zip(ranked, [*ranked[1:], None], strict=True)
    ]
    return {"ranking": ranking, "winners": [ranked[0].seat]}


def _tie_break(table: Table, player: Player, following: Player | None) -> str | None:
    if following is None or following.points != player.points:
        return None
    pairs = zip(TIE_BREAKS, _criteria(table, player), _criteria(table, following), strict=True)
    return next(name for name, mine, theirs in pairs if mine != theirs)
