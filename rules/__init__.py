"""What may happen: pure Python that knows no Discord, no database, no clock and no dice."""

from __future__ import annotations

from rules.engine import Rules
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.mafia_city import MAFIA_CITY

GAMES: dict[str, Rules] = {rules.name: rules for rules in (MAFIA_CITY, KRALOVSKE_ROSADY)}
