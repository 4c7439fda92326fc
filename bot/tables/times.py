"""Waiting times: turns and windows, time banks, and the grace period before a silence that would cost a phase.

They depend on settings, the clock and public facts only.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.games.pre_orders import PreOrders
from bot.tables.live import LiveTable, Timed, by_computer
from rules.decisions import Decision
from rules.engine import TURN, Game
from storage import Bank, Grace

WORD, PING = 1, 2
"""The steps of reminding, as a deadline counts them."""
GRACE: Final = 0.5
"""The share of a turn's seconds; a time bank is used up by then, so a whole turn's seconds are given."""


def waiting_time(live: LiveTable, game: Game) -> float | None:
    """Returns the seconds that the present decision waits from when it is asked; None: no clock runs."""
    decision = game.decision
    if decision is None or decision.patience is None or live.solo:
        return None
    if decision.patience != TURN:
        return live.row.window_seconds
    if live.row.turn_seconds is None or live.row.bank_seconds is None:
        return live.row.turn_seconds
    return live.row.turn_seconds + left_in_bank(live, decision.seats[0], live.epoch())


def left_in_bank(live: LiveTable, seat: str, epoch: str) -> float:
    """The seconds in a seat's time bank: full at the beginning of each phase."""
    bank = live.banks.get(seat)
    full = float(live.row.bank_seconds or 0)
    return full if bank is None or bank.epoch != epoch else min(bank.remaining, full)


def timed(live: LiveTable, game: Game) -> Timed | None:
    """Returns the seat whose time bank runs if the present decision takes long."""
    decision = game.decision
    if live.row.bank_seconds is None or decision is None or decision.patience != TURN or live.solo:
        return None
    return Timed(game.number, decision.seats[0], live.epoch())


def drawn(live: LiveTable, before: Timed | None, now: datetime) -> Bank | None:
    """Returns the time bank of the seat that was waited for, after its answer; None if it was not used.

    It follows from the rest until the deadline, so that pauses and outages cost nothing.
    """
    if before is None or live.deadline is None or live.deadline.number != before.number:
        return None
    had = left_in_bank(live, before.seat, before.epoch)
    rest = max((live.deadline.due - now).total_seconds(), 0.0)
    return Bank(before.seat, before.epoch, rest) if rest < had else None


def grace(live: LiveTable, game: Game) -> float | None:
    """Returns the additional seconds before the silence; None if it counts now."""
    decision = game.decision
    if decision is None or decision.patience != TURN or live.row.turn_seconds is None:
        return None
    seat = decision.seats[0]
    had = live.graces.get(seat, Grace("", 0)).epoch == live.epoch()
    if had or not _costs_a_phase(live, game, decision):
        return None
    return live.row.turn_seconds * (1.0 if live.row.bank_seconds is not None else GRACE)


def _costs_a_phase(live: LiveTable, game: Game, decision: Decision) -> bool:
    seat = decision.seats[0]
    return not by_computer(live.seat(seat)) and live.game_ui.get(PreOrders).grace(decision.kind, game.view(None), seat)
