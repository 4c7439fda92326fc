"""A computer's choice: it knows what its seat knows (the view) and the keys it is offered, nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random

from rules.decisions import PASS, Several, Window
from rules.engine import Game

REACTS = 0.25
"""How often it uses a chance to cancel: mostly it lets things pass, as people do."""
TAKES_RISKS = 0.85
"""How often it acts where doing nothing is offered as well."""
NOTHING_DONE = frozenset({"pass", "stay", "decline", "keep"})
WASTEFUL = frozenset({"wait"})


def choose(game: Game, seat: str, dice: Random | None = None) -> tuple[str, ...]:
    """Allowed keys for a seat that is asked, from what that seat may know."""
    dice = dice or secrets.SystemRandom()
    keys = list(game.keys(seat))
    if isinstance(game.decision, Several):
        return _some(keys, game.decision.least, game.decision.most, dice)
    if isinstance(game.decision, Window):
        return (_reaction(keys, dice),)
    return (_move(keys, dice),)


def _some(keys: Sequence[str], least: int, most: int, dice: Random) -> tuple[str, ...]:
    count = dice.randint(least, min(most, len(keys)))
    chosen = set(dice.sample(range(len(keys)), count))
    return tuple(key for place, key in enumerate(keys) if place in chosen)


def _reaction(keys: Sequence[str], dice: Random) -> str:
    others = [key for key in keys if key != PASS]
    return dice.choice(others) if others and dice.random() < REACTS else PASS


def _move(keys: Sequence[str], dice: Random) -> str:
    """By verb first, so that a card with forty targets is not forty times as likely as a mobster."""
    idle = [key for key in keys if key in NOTHING_DONE]
    by_verb: dict[str, list[str]] = {}
    for key in keys:
        if key not in NOTHING_DONE:
            by_verb.setdefault(key.partition(":")[0], []).append(key)
    useful = [verb for verb in by_verb if verb not in WASTEFUL] or list(by_verb)
    if not useful or (idle and dice.random() > TAKES_RISKS and "place" not in by_verb):
        return dice.choice(idle or list(keys))
    return dice.choice(by_verb[dice.choice(useful)])
