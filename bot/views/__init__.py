"""Builders of messages: pure functions that keep within Discord's limits.

Every component carries all that a press needs in its custom_id (`bot.views.custom_id`), so it works even after a
restart.
"""

from __future__ import annotations

from bot.views.names import clean, deck_name, place, quotable
from bot.views.parts import message as say

__all__ = ["clean", "deck_name", "place", "quotable", "say"]
