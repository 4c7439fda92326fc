"""A hand lent to whoever is asked, where a test needs a game to go on and not how."""

from __future__ import annotations

from random import Random

from rules.engine import Game
from rules.players.levels import Keys, ask, player
from tests import chance


def lent(game: Game, seat: str, dice: Random | None = None) -> Keys:
    """What that seat may answer: sensible, and the same for the same dice."""
    return player(game.rules.name, "easy").choose(ask(game, seat, told=()), dice or chance.of_this_test())
