"""The rules of all games: pure Python without Discord, a database, a clock or random numbers."""

# ruff: noqa: E402 - the kind of rules must be chosen before any other module of `rules` is imported

from __future__ import annotations

from collections.abc import Mapping

from rules.compiled import choose

RUNNING = choose()
"""The kind of rules that this process uses: `pure …` or `compiled …`."""

from rules.engine import Rules
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.ai import AI as KRALOVSKE_ROSADY_AI
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.ai import AI as MAFIA_CITY_AI
from rules.players.ai import GameAI
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.ai import AI as STAR_WARS_DESTINY_AI

GAMES: dict[str, Rules] = {rules.name: rules for rules in (MAFIA_CITY, KRALOVSKE_ROSADY, STAR_WARS_DESTINY)}

GAME_AIS: dict[str, GameAI] = {
    MAFIA_CITY.name: MAFIA_CITY_AI,
    KRALOVSKE_ROSADY.name: KRALOVSKE_ROSADY_AI,
    STAR_WARS_DESTINY.name: STAR_WARS_DESTINY_AI,
}
"""The computer players of the games; a game may have none."""


def install(settings: Mapping[str, str | None]) -> None:
    """Passes the operator's settings to the games; `rules` itself reads no environment."""
    for rules in GAMES.values():
        for name, take in rules.settings.items():
            take((settings.get(name) or "").strip())
