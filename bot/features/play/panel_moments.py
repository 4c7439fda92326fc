"""The moment of a game that a panel shows, and whether the game has gone on since."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.messages.panels import Panel
from bot.tables.live import LiveTable
from bot.tables.table_data import by_computer
from rules.engine import Game


class Moment(NamedTuple):
    """The moment of a game at which a panel was composed."""

    number: int
    """The number of the decision; 0 without a game."""
    told: int
    """The number of the game's events so far."""
    cards: tuple[Any, ...]
    """The public facts about the player's cards; empty if the user has no seat."""


def moment_of(live: LiveTable, user: int) -> Moment:
    """Returns the present moment of a table's game for the panel of a user."""
    game = live.game
    if game is None:
        return Moment(0, 0, ())
    seat = next((seat.seat for seat in live.seats if seat.user == user), None)
    return Moment(game.number, len(game.told), () if seat is None else _cards(game, seat))


def is_behind(live: LiveTable, user: int, panel: Panel) -> bool:
    """Returns whether a user's panel shows a decision that is over, and the user was asked by it, is asked now, or has
    got or lost cards since.

    These are public facts: whether a panel is edited never depends on a hand.
    """
    game = live.game
    if game is None or live.row.phase != "running" or live.row.paused_at is not None or panel.number == game.number:
        return False
    seat = next((seat for seat in live.seats if seat.user == user), None)
    if seat is None or by_computer(seat):
        return False
    return panel.asked or seat.seat in game.waiting or panel.cards != _cards(game, seat.seat)


def _cards(game: Game, seat: str) -> tuple[Any, ...]:
    """Returns the public facts that change if the seat gets or loses cards: the sizes of its hand, deck and discard."""
    player = game.view().get("players", {}).get(seat, {})
    return tuple(str(player.get(fact)) for fact in ("cards", "deck", "discard"))
