"""How it ended: who is left, and how the others went out (D103, D104)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.naming import mark
from bot.games.star_wars_destiny.names import Speaker
from bot.texts import later

WHY = {
    "defeated": later("all characters defeated (D103)"),
    "cards": later("no cards left (D104)"),
    None: later("left at the table"),
}


def ending(over: Mapping[str, Any], speaker: Speaker) -> str:
    """Everybody in order, best first; who goes out at the same moment shares the place (R28)."""
    points = [entry["points"] for entry in over["ranking"]]
    return "\n".join(
        f"{points.index(entry['points']) + 1}. {mark(entry['seat'])} {speaker.who(entry['seat'])}: "
        + speaker.words(WHY[entry["why"]])
        for entry in over["ranking"]
    )
