"""Messages ready to be sent: pure, stateless, within Discord's limits.

Every component carries all that a press needs in its custom_id (`bot.views.custom_id`), so that it works after a
restart too.
"""

from __future__ import annotations

from discord import ui

from bot.views.names import clean, deck_name, place
from bot.views.parts import message
from bot.views.times import duration


def say(text: str) -> ui.LayoutView:
    """A plain word without components."""
    return message(text)


__all__ = ["clean", "deck_name", "duration", "place", "say"]
