"""What the cards say, in our own sentences: one entry a card; who has none has only keywords or nothing."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.star_wars_destiny.card_texts.abilities import Says
from bot.games.star_wars_destiny.card_texts.battlefields import BATTLEFIELDS
from bot.games.star_wars_destiny.card_texts.characters import CHARACTERS
from bot.games.star_wars_destiny.card_texts.events import EVENTS
from bot.games.star_wars_destiny.card_texts.supports import SUPPORTS
from bot.games.star_wars_destiny.card_texts.upgrades import UPGRADES

CARD_TEXTS: Mapping[str, Says] = CHARACTERS | UPGRADES | SUPPORTS | EVENTS | BATTLEFIELDS
