"""What may happen: pure Python that knows no Discord, no database, no clock and no dice."""

# ruff: noqa: E402 - before any other rule is imported it is settled which ones run

from __future__ import annotations

from collections.abc import Mapping

from rules.compiled import choose

RUNNING = choose()
"""Which rules run: `pure …` or `compiled …`."""

from rules.engine import Rules
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.mind import MIND as KRALOVSKE_ROSADY_MIND
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.mind import MIND as MAFIA_CITY_MIND
from rules.players.mind import Mind
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.mind import MIND as STAR_WARS_DESTINY_MIND

GAMES: dict[str, Rules] = {rules.name: rules for rules in (MAFIA_CITY, KRALOVSKE_ROSADY, STAR_WARS_DESTINY)}

MINDS: dict[str, Mind] = {
    MAFIA_CITY.name: MAFIA_CITY_MIND,
    KRALOVSKE_ROSADY.name: KRALOVSKE_ROSADY_MIND,
    STAR_WARS_DESTINY.name: STAR_WARS_DESTINY_MIND,
}
"""What games teach computer players; a game may be missing."""


def install(settings: Mapping[str, str | None]) -> None:
    """Hand what the operator has set to the games that it is for: `rules` itself looks nowhere for it."""
    for rules in GAMES.values():
        for name, take in rules.settings.items():
            take((settings.get(name) or "").strip())
