"""The rules of all games and their computer players, without Discord or a database.

The rules of a game read no clock and make no random numbers: missed deadlines and draws are answers.
"""

# ruff: noqa: E402 - the kind of rules must be chosen before any other module of `rules` is imported

from __future__ import annotations

from collections.abc import Mapping

from rules.compiled import choose

RUNNING = choose()
"""A description of the rules that this process uses, which begins with `pure` (the sources) or `compiled`."""

from rules.description import Rules
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
"""The name of each game -> the functions that its computer players use. A game may be missing."""


def install(settings: Mapping[str, str | None]) -> None:
    """Applies the operator's settings (name -> value, such as `os.environ`) to all games.

    A setting that is missing or None counts as an empty text.
    """
    for rules in GAMES.values():
        for name, take in rules.settings.items():
            take((settings.get(name) or "").strip())
