"""All cards of Awakenings: what each says, by type and colour; `TEXTS` has every one of them by its code."""

from __future__ import annotations

from collections.abc import Mapping

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
from rules.star_wars_destiny.effects.clauses import TEXTS as WRITTEN
from rules.star_wars_destiny.effects.text import Text
from rules.star_wars_destiny.facts import CARDS

FILES = (
    battlefields, characters, events_blue, events_gray, events_red, events_yellow, odd_characters, odd_events,
    odd_upgrades, supports, upgrades_blue, upgrades_gray, upgrades_red, upgrades_yellow,
)  # fmt: skip

TEXTS: Mapping[str, Text] = {code: WRITTEN.get(code) or Text(printed) for code, printed in CARDS.items()}
"""Cards without a word of their own have an empty text."""
