"""The waiting times of decisions: turns and windows, time banks, and grace periods.

They depend on settings, the clock and public facts only.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.games.pre_orders import PreOrders
from bot.tables.live import LiveTable
from bot.tables.table_data import Timed, by_computer, reaction_seconds
from rules.decisions import TURN, Decision, Window
from rules.engine import Game
from storage import Bank, Grace

WORD, PING = 1, 2
"""Values of `Deadline.reminded`: the private reminder was sent, and then also the public ping."""
GRACE: Final = 0.5
"""The grace period as a share of a turn's seconds. With time banks it is a whole turn, because the bank is empty by
then."""


def waiting_time(live: LiveTable, game: Game) -> float | None:
    """Returns the seconds for which the present decision waits, from its beginning; None if it has no deadline."""
    decision = game.decision
    if decision is None or decision.patience is None or live.solo:
        return None
    if isinstance(decision, Window):
        return live.row.window_seconds
    if decision.patience != TURN:
        window, reaction = live.row.window_seconds, reaction_seconds(live.row)
        return window if window is None or reaction is None else max(window, reaction)
    if live.row.turn_seconds is None or live.row.bank_seconds is None:
        return live.row.turn_seconds
    return live.row.turn_seconds + left_in_bank(live, decision.seats[0], live.epoch())


def left_in_bank(live: LiveTable, seat: str, epoch: str) -> float:
    """Returns the seconds in a seat's time bank; it is full at the beginning of each phase."""
    bank = live.banks.get(seat)
    full = float(live.row.bank_seconds or 0)
    return full if bank is None or bank.epoch != epoch else min(bank.remaining, full)


def timed(live: LiveTable, game: Game) -> Timed | None:
    """Returns the time bank that runs during the present decision (its number, the seat and the epoch); None if none
    runs."""
    decision = game.decision
    if live.row.bank_seconds is None or decision is None or decision.patience != TURN or live.solo:
        return None
    return Timed(game.number, decision.seats[0], live.epoch())


def drawn(live: LiveTable, before: Timed | None, now: datetime) -> Bank | None:
    """Returns the time bank of a seat after its answer; None if it was not used.

    It is computed from the rest until the deadline, so that pauses and outages cost nothing.
    """
    if before is None or live.deadline is None or live.deadline.number != before.number:
        return None
    had = left_in_bank(live, before.seat, before.epoch)
    rest = max((live.deadline.due - now).total_seconds(), 0.0)
    return Bank(before.seat, before.epoch, rest) if rest < had else None


def grace(live: LiveTable, game: Game) -> float | None:
    """Returns the seconds of a grace period before the silence counts; None if it counts now."""
    decision = game.decision
    if decision is None or decision.patience != TURN or live.row.turn_seconds is None:
        return None
    seat = decision.seats[0]
    had = live.graces.get(seat, Grace("", 0)).epoch == live.epoch()
    if had or not _costs_a_phase(live, game, decision):
        return None
    return live.row.turn_seconds * (1.0 if live.row.bank_seconds is not None else GRACE)


def _costs_a_phase(live: LiveTable, game: Game, decision: Decision) -> bool:
    """Returns whether silence would cost the seat, which a person plays, the rest of the phase."""
    seat = decision.seats[0]
    return not by_computer(live.seat(seat)) and live.game_ui.get(PreOrders).grace(decision.kind, game.view(None), seat)
