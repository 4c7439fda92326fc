"""Chooses answers for the asked seat, for tests that need a game to go on."""

from __future__ import annotations

from random import Random

from rules.decisions import NOTHING
from rules.engine import Game
from rules.players.levels import Keys, ask, player
from tests import chance


def any_answer(game: Game, seat: str, dice: Random | None = None) -> Keys:
    """Returns the answer that the *easy* computer player chooses for a seat; its random numbers come from `dice`, by
    default from the test's name.
    """
    return player(game.rules.name, "easy").choose(ask(game, seat, told=()), dice or chance.of_this_test())


CARDS = ("informer", "thief", "police_raid", "grand_plan", "place")
"""First words of Mafia City's keys, in order of preference: cards to which others may react, then a placed mobster."""


def toward_window(game: Game, verbs: tuple[str, ...] = CARDS) -> Keys:
    """Returns an answer of the first asked seat: the first key that begins with one of `verbs`, earlier verbs first. By
    default that is, if possible, a play to which other seats may react.

    Without such a key it is the decision's silence, or else the first key.
    """
    assert game.decision is not None
    keys = list(game.keys(game.waiting[0]))
    wanted = [key for verb in verbs for key in keys if key.startswith(verb)]
    key = (wanted or [game.decision.silence or keys[0], *keys])[0]
    return () if key == NOTHING else (key,)
