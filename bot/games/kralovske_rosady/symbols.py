"""The names and emojis of the six symbols."""

from __future__ import annotations

from bot.texts import N_

SYMBOLS = {
    "alchemy": N_("alchemy"),
    "warfare": N_("warfare"),
    "farming": N_("farming"),
    "trade": N_("trade"),
    "religion": N_("religion"),
    "art": N_("art"),
}
SIGNS = {"alchemy": "⚗️", "warfare": "⚔️", "farming": "🌾", "trade": "💰", "religion": "⛪", "art": "🎨"}
