"""The colours and emojis of the symbols, locations and mobsters."""

from __future__ import annotations

from bot.drawing.palette import PANEL, colour
from bot.drawing.signs import Sign
from bot.drawing.tokens import pawn
from bot.games.mafia_city.picture_icons import PLACES, SYMBOLS

SYMBOL_TINT = colour("#6a4a1c")
TINTS = {
    "prison": colour("#4a4e5a"), "harbour": colour("#27566b"), "fight_club": colour("#7a3b32"),
    "police_station": colour("#34457a"), "business_district": colour("#3e5f3d"), "private_club": colour("#623c6e"),
    "town_hall": colour("#7a5a24"),
}  # fmt: skip
"""The colours of the locations in pictures."""
_EMOJIS = {"fist": "✊", "hat": "🎩", "bullet": "💥", "star": "⭐"}
_PLACE_EMOJIS = {
    "prison": "🔒", "harbour": "⚓", "fight_club": "🥊", "police_station": "🚓", "business_district": "🏢",
    "private_club": "🍸", "town_hall": "🏛️",
}  # fmt: skip
SIGNS = {name: Sign(emoji, f"symbol_{name}", SYMBOL_TINT, SYMBOLS[name]) for name, emoji in _EMOJIS.items()}
PLACE_SIGNS = {name: Sign(emoji, f"place_{name}", TINTS[name], PLACES[name]) for name, emoji in _PLACE_EMOJIS.items()}
MOBSTER = Sign("📍", "mobster", PANEL, pawn)
