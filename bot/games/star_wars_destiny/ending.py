"""How it ended: who is left, and how the others went out (D103, D104)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import mark
from bot.games.star_wars_destiny.names import DestinyContext
from bot.texts import N_

WHY = {
    "defeated": N_("all characters defeated"),
    "cards": N_("no cards left"),
    None: N_("last player in the game"),
}


def ending(ctx: DestinyContext, over: Mapping[str, Any]) -> str:
    """Everybody in order, best first; who goes out at the same moment shares the place (R28)."""
    points = [entry["points"] for entry in over["ranking"]]
    return "\n".join(
        f"{points.index(entry['points']) + 1}. {mark(entry['seat'])} {ctx.who(entry['seat'])}: "
        + ctx.t(WHY[entry["why"]])
        for entry in over["ranking"]
    )
