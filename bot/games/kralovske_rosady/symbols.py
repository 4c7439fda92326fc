"""The names, colours and emojis of the six symbols, and the emojis of other signs in pictures."""

from __future__ import annotations

from bot.drawing.palette import BRICK, colour
from bot.drawing.signs import Sign
from bot.games.kralovske_rosady.picture_icons import SYMBOLS as ICONS
from bot.games.kralovske_rosady.picture_icons import lock, masked
from bot.texts import N_

SYMBOLS = {
    "alchemy": N_("alchemy"),
    "warfare": N_("warfare"),
    "farming": N_("farming"),
    "trade": N_("trade"),
    "religion": N_("religion"),
    "art": N_("art"),
}
TINTS = {
    "alchemy": colour("#2b6a5b"), "warfare": colour("#7d2f2a"), "farming": colour("#5f6420"),
    "trade": colour("#7a5a16"), "religion": colour("#3b4a86"), "art": colour("#6d3a71"),
}  # fmt: skip
"""The colours of the symbols in pictures."""
BACK = colour("#4b3f72")
"""The colour of the backs of cards."""
_EMOJIS = {"alchemy": "⚗️", "warfare": "⚔️", "farming": "🌾", "trade": "💰", "religion": "⛪", "art": "🎨"}
SIGNS = {name: Sign(emoji, f"symbol_{name}", TINTS[name], ICONS[name]) for name, emoji in _EMOJIS.items()}
STORM = Sign("🌩️", "storm", BRICK, lock)
"""The mark of a closed column."""
DISGUISE = Sign("🎭", "disguise", BACK, masked)
"""The mark of a card under a Disguise."""
