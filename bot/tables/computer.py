"""A computer's choice: it is told what its seat knows and the keys it is offered, and can reach nothing else."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.games import BOARDS
from rules.decisions import PASS, Several
from rules.engine import Game

REACTS = 0.25
"""How often it uses a chance to cancel: mostly it lets things pass, as people do."""
ACTS = 0.85
"""How often it answers otherwise than somebody who is silent."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer is asked: plain values, cut off from the game, whose hidden cards no way leads to."""

    game: str
    """The game's name in `rules`."""
    seat: str
    shape: str
    """`choice`, `several` or `window`."""
    kind: str
    about: dict[str, Any]
    view: dict[str, Any]
    """What the seat may know."""
    keys: tuple[str, ...]
    """All that the seat may answer."""
    silence: str | None
    least: int = 1
    most: int = 1


def question(game: Game, seat: str) -> Question:
    """The present decision as that seat sees it, which must be asked."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        raise ValueError(f"seat {seat!r} is not asked now")
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (1, 1)
    return Question(
        game=game.rules.name,
        seat=seat,
        shape=decision.shape,
        kind=decision.kind,
        about=_plain(decision.about),
        view=_plain(game.view(seat)),
        keys=tuple(game.keys(seat)),
        silence=decision.silence,
        least=least,
        most=most,
    )


def _plain(facts: Any) -> dict[str, Any]:
    """A copy that shares nothing with the game: views and facts are JSON."""
    copy: dict[str, Any] = json.loads(json.dumps(dict(facts)))
    return copy


def choose(asked: Question, dice: Random | None = None) -> tuple[str, ...]:
    """Keys that the question allows."""
    dice = dice or secrets.SystemRandom()
    if asked.shape == "several":
        return _some(asked.keys, asked.least, asked.most, dice)
    if asked.shape == "window":
        return (_reaction(asked.keys, dice),)
    return (_move(BOARDS[asked.game].sensible(asked.keys), asked.silence, dice),)


def silent(asked: Question) -> tuple[str, ...]:
    """The answer of somebody who says as little as the rules allow: a computer's that has failed."""
    if asked.shape == "several":
        return asked.keys[: asked.least]
    return (asked.silence or PASS,)


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
