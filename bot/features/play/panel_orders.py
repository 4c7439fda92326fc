"""The selects and buttons of standing orders in a panel, which answer the present question and similar ones."""

from __future__ import annotations

from bot.features.orders.view import orders_for
from bot.features.play.panel_base import PanelBase
from bot.games import Label
from bot.games.pre_orders import Ahead, PreOrders
from bot.views.parts import Button, Row, button, choice, rows, select
from rules.decisions import Window


def order_rows(panel: PanelBase) -> list[Row]:
    """Returns the selects and buttons of standing orders; empty except on the first page of a question."""
    if panel.step.path:
        return []
    selects = []
    for index, ahead in enumerate(panel.ahead):
        if ahead.several:
            choices = [choice(Label(offer.text, offer.description), str(at)) for at, offer in enumerate(ahead.offers)]
            most = min(ahead.most, len(choices))
            selects.append(select(panel.id_of("ahead", (index,)), ahead.title, choices, most))
    return [*selects, *rows(order_buttons(panel)), *_window_order(panel)]


def order_buttons(panel: PanelBase) -> list[Button]:
    """Returns the buttons of the orders of which a player chooses one."""
    offered = enumerate(panel.ahead)
    return [one for index, ahead in offered if not ahead.several for one in _buttons(panel, index, ahead)]


def _buttons(panel: PanelBase, index: int, ahead: Ahead) -> list[Button]:
    """Returns a button for each possible order; if one is set, only the button that removes it."""
    if ahead.topic in panel.help.orders:
        return [button(panel.words("Ask me again"), panel.id_of("ahead", (index,), chosen=0), emoji="🔔")]
    return [
        button(offer.text, panel.id_of("ahead", (index,), chosen=1 << at), emoji="📌" if ahead.lasting else None)
        for at, offer in enumerate(ahead.offers)
    ]


def _window_order(panel: PanelBase) -> list[Row]:
    """Returns the select of the order for windows (or for decisions out of turn), if the question is of that kind."""
    known = orders_for(panel.game_ui)
    if not isinstance(panel.decision, Window) and not (
        panel.game_ui.get(PreOrders).asks_out_of_turn and panel.decision.patience == "window"
    ):
        return []
    present = panel.help.order
    # The order that always waits for the end of a window is only offered in /profile, to avoid choosing it by mistake.
    options = [
        choice(Label(panel.words(text)), value, chosen=value == present)
        for value, text in known.items()
        if value != "idle" or present == value
    ]
    return [select(panel.id_of("order_here"), panel.words("When to ask me"), options)]
