"""All cards of Awakenings: what each says, by type and colour; `TEXTS` has every one of them by its code."""

from __future__ import annotations

from rules.star_wars_destiny.cards import (
    battlefields,
    characters,
    events_blue,
    events_gray,
    events_red,
    events_yellow,
    odd_characters,
    odd_events,
    odd_upgrades,
    supports,
    upgrades_blue,
    upgrades_gray,
    upgrades_red,
    upgrades_yellow,
)
from rules.star_wars_destiny.effects.text import TEXTS, Text
from rules.star_wars_destiny.facts import CARDS

__all__ = ["FILES", "TEXTS"]

FILES = (
    battlefields, characters, events_blue, events_gray, events_red, events_yellow, odd_characters, odd_events,
    odd_upgrades, supports, upgrades_blue, upgrades_gray, upgrades_red, upgrades_yellow,
)  # fmt: skip

# Cards without a word of their own have an empty text.
TEXTS.update({code: Text(printed) for code, printed in CARDS.items() if code not in TEXTS})
