"""How it ended: the ranking, and whose point cards were doubled (K11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.context import ranked
from bot.games.kralovske_rosady.names import RosadyContext


def ending(ctx: RosadyContext, over: Mapping[str, Any]) -> str:
    """Everybody in order, best first; equal points share a place."""
    points = [entry["points"] for entry in over["ranking"]]
    lines = [_place(ctx, points.index(entry["points"]) + 1, entry) for entry in over["ranking"]]
    if len(over["winners"]) > 1:
        lines.append(ctx.t("Equal points share the victory."))
    return "\n".join(lines)


def _place(ctx: RosadyContext, place: int, entry: Mapping[str, Any]) -> str:
    said = ranked(ctx, place, entry)
    return f"{said} – {ctx.t('doubled')}" if entry["doubled"] else said
