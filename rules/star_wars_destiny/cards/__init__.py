"""The entries of all cards; importing this package fills `CARDS` and `TEXTS`, in the order of the set numbers."""

from __future__ import annotations

from typing import Final

from rules.star_wars_destiny.cards.awakenings import (
    battlefields,
    characters_blue,
    characters_red,
    characters_yellow,
    events_blue,
    events_gray,
    events_red,
    events_yellow,
    supports_blue,
    supports_gray,
    supports_red,
    supports_yellow,
    upgrades_blue,
    upgrades_gray,
    upgrades_red,
    upgrades_yellow,
)
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.facts import CARDS

__all__ = ["BATTLEFIELDS", "CARDS", "FILES", "TEXTS"]

FILES = (
    battlefields, characters_blue, characters_red, characters_yellow, events_blue, events_gray, events_red,
    events_yellow, supports_blue, supports_gray, supports_red, supports_yellow, upgrades_blue, upgrades_gray,
    upgrades_red, upgrades_yellow,
)  # fmt: skip

for _code in sorted(CARDS, key=lambda code: CARDS[code].number):
    CARDS[_code] = CARDS.pop(_code)
    TEXTS[_code] = TEXTS.pop(_code)

BATTLEFIELDS: Final[tuple[str, ...]] = tuple(card.code for card in CARDS.values() if card.type == "battlefield")
"""The ten battlefields by set number."""
