"""How it ended: the ranking and what decided between equal points (M26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import ranked
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_

TIE_BREAKS = {
    "reserve": N_("fewer mobsters in reserve"),
    "cards": N_("more cards in hand"),
    "mayor": N_("holding the mayor"),
    "order": N_("nearer to the starting player"),
}


def ending(ctx: MafiaContext, over: Mapping[str, Any]) -> str:
    """Everybody in order, best first."""
    lines = [_place(ctx, at, entry) for at, entry in enumerate(over["ranking"], 1)]
    return "\n".join(lines)


def _place(ctx: MafiaContext, at: int, entry: Mapping[str, Any]) -> str:
    said = ranked(ctx, at, entry)
    if entry["tie_break"] is None:
        return said
    return said + " – " + ctx.t("a tie, decided by: {what}", what=ctx.t(TIE_BREAKS[entry["tie_break"]]))
