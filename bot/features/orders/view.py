"""The labels of the standing orders about windows and about optional decisions out of turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games import GameUI
from bot.games.pre_orders import PreOrders
from bot.texts import N_

ORDERS = {
    "ask": N_("Ask me when I have something to play"),
    "every": N_("Ask me each time"),
    "pass": N_("Don't react in this phase"),
    "aimed": N_("Cancel what targets me, if I can"),
    "idle": N_("Don't react if I have nothing to play"),
    # This order never ends a window early: the duration of a window must not depend on a hand.
}
ORDERS_OUT_OF_TURN = {
    "ask": N_("Ask me"),
    "decline": N_("Always decline"),
}
"""The orders of games that ask players out of turn about optional decisions: value -> label."""


def orders_for(game_ui: GameUI[Any]) -> Mapping[str, str]:
    """Returns a game's standing orders for its windows, or else for decisions out of turn: value -> label."""
    return ORDERS_OUT_OF_TURN if game_ui.get(PreOrders).asks_out_of_turn else ORDERS
