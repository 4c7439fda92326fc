"""The six symbols: what they are called and how they look."""

from __future__ import annotations

from bot.texts import later

SYMBOLS = {
    "alchemy": later("alchemy"),
    "warfare": later("warfare"),
    "farming": later("farming"),
    "trade": later("trade"),
    "religion": later("religion"),
    "art": later("art"),
}
SIGNS = {"alchemy": "⚗️", "warfare": "⚔️", "farming": "🌾", "trade": "💰", "religion": "⛪", "art": "🎨"}
