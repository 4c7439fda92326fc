"""The standing orders in a panel, which answer this question and others like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.features.orders.view import orders_for
from bot.features.play.panel_base import PanelBase
from bot.games import Label
from bot.games.pre_orders import Ahead, PreOrders
from bot.views.parts import Button, Row, Style, button, choice, message, rows, select
from rules.decisions import Window


def order_rows(panel: PanelBase) -> list[Row]:
    """Selects and buttons of orders, on the first page of what is asked."""
    if panel.step.path:
        return []
    offered, selects, buttons = offers_of(panel), [], []
    for index, ahead in enumerate(offered):
        if ahead.several:
            choices = [choice(Label(offer.text, offer.description), str(at)) for at, offer in enumerate(ahead.offers)]
            selects.append(select(panel.id_of("ahead", (index,)), ahead.title, choices, len(choices)))
        else:
            buttons += _buttons(panel, index, ahead)
    return [*selects, *rows(buttons), *_window_order(panel)]


def offers_of(panel: PanelBase) -> Sequence[Ahead]:
    """The orders that can be given where this is asked; sets of nothing are left out."""
    ctx = replace(panel.ctx, view=panel.game.view())
    asked = panel.game_ui.get(PreOrders).ahead(ctx, panel.step.kind)
    return [ahead for ahead in asked if 0 < len(ahead.offers) <= 25]


def _buttons(panel: PanelBase, index: int, ahead: Ahead) -> list[Button]:
    """One a possible order; instead of the one that stands already, a button that takes it back."""
    if ahead.topic in panel.help.orders:
        return [button(panel.words("Ask me again"), panel.id_of("ahead", (index,), chosen=0), emoji="↩️")]
    return [
        button(offer.text, panel.id_of("ahead", (index,), chosen=1 << at), emoji="📌" if ahead.lasting else None)
        for at, offer in enumerate(ahead.offers)
    ]


def _window_order(panel: PanelBase) -> list[Row]:
    """The order for windows (or for what is asked out of turn), set where it is asked."""
    known = orders_for(panel.game_ui)
    if not isinstance(panel.decision, Window) and not (
        panel.game_ui.get(PreOrders).asks_out_of_turn and panel.decision.patience == "window"
    ):
        return []
    stands = panel.help.order
    # The order that lets windows last for their whole time is given in /profile alone, not by a slip in a panel.
    options = [
        choice(Label(panel.words(text)), value, chosen=value == stands)
        for value, text in known.items()
        if value != "idle" or stands == value
    ]
    return [select(panel.id_of("order_here"), panel.words("From now on"), options)]


def chosen_of(panel: PanelBase, index: int, mask: int) -> tuple[Ahead, str | None] | None:
    """The order that a press means, and what stands by it (None: it is taken back); None where it makes no sense."""
    offered = offers_of(panel)
    if index >= len(offered) or mask >> len(offered[index].offers):
        return None
    ahead = offered[index]
    standing = [offer.standing for at, offer in enumerate(ahead.offers) if mask >> at & 1]
    if len(standing) > 1 and not ahead.several:
        return None
    return ahead, " ".join(standing) or None


def order_panel(panel: PanelBase, index: int, mask: int) -> ui.LayoutView | None:
    """An order, to be confirmed; None where it makes no sense."""
    if chosen_of(panel, index, mask) is None:
        return None
    offers = offers_of(panel)[index].offers
    said = "\n".join(f"- {offer.text}" for at, offer in enumerate(offers) if mask >> at & 1)
    confirm = button(panel.words("Confirm"), panel.id_of("ahead_do", (index,), chosen=mask), Style.success)
    return message(said or panel.words("Ask me again"), rows=rows([confirm, panel.back()]))
