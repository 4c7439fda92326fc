"""A computer's choice: it knows what its seat knows (the view) and the keys it is offered, nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random

from bot.games import BOARDS
from rules.decisions import PASS, Several, Window
from rules.engine import Game

REACTS = 0.25
"""How often it uses a chance to cancel: mostly it lets things pass, as people do."""
ACTS = 0.85
"""How often it answers otherwise than somebody who is silent."""


def choose(game: Game, seat: str, dice: Random | None = None) -> tuple[str, ...]:
    """Allowed keys for a seat that is asked, from what that seat may know."""
    dice, decision = dice or secrets.SystemRandom(), game.decision
    keys = list(game.keys(seat))
    board, view = BOARDS[game.rules.name], game.view(seat)
    if isinstance(decision, Several):
        named = board.named(decision.kind, keys, view, decision.least, decision.most)
        return _some(keys, decision.least, decision.most, dice) if named is None else decision.as_recorded(tuple(named))
    if isinstance(decision, Window):
        return (_reaction(keys, dice),)
    if decision is None:
        return ()
    return (_move(board.considered(decision.kind, keys, decision.about, view), decision.silence, dice),)


def _some(keys: Sequence[str], least: int, most: int, dice: Random) -> tuple[str, ...]:
    count = dice.randint(least, min(most, len(keys)))
    chosen = set(dice.sample(range(len(keys)), count))
    return tuple(key for place, key in enumerate(keys) if place in chosen)


def _reaction(keys: Sequence[str], dice: Random) -> str:
    others = [key for key in keys if key != PASS]
    return dice.choice(others) if others and dice.random() < REACTS else PASS


def _move(keys: Sequence[str], silence: str | None, dice: Random) -> str:
    """By the first word first, so that what has forty targets is not forty times as likely as what has one."""
    by_word: dict[str, list[str]] = {}
    for key in keys:
        if key != silence:
            by_word.setdefault(key.partition(":")[0], []).append(key)
    if silence is not None and silence in keys and (not by_word or dice.random() > ACTS):
        return silence
    return dice.choice(by_word[dice.choice(list(by_word))])
