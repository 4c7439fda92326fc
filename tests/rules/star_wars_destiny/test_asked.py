"""Tests every question of random games against the specification: its silence, patience, secrecy and facts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.decisions import NOTHING, Decision, Several
from rules.engine import Game

from .test_properties import answer
from .test_told_facts import begun, card, cause, code, die, field, games, seat, some

SECRET = {"mulligan", "action", "arrange", "upkeep"}
EITHER = {"card", "cards", "play"}
"""Kinds of questions that are secret about a hand or about cards that were looked at, and public about a discard pile.
"""
NONE = {"mulligan", "upkeep", "modify", "split"}
"""Kinds of questions that may be answered without any key."""
TAKEN = [game for game in games() if game[1] in (2, 4)][:6] + games()[-3:]


def source(fact: object) -> bool:
    return fact == "rules" or any(check(fact) for check in (card, die, code, field)) or is_played(fact)


def is_played(fact: object) -> bool:
    """Returns whether a fact is the name of a card in play."""
    return isinstance(fact, str) and seat(fact[:1]) and code(fact[2:])


FACTS: dict[str, Any] = {
    "source": source, "event": cause, "extra": some, "symbol": lambda fact: fact in "md rd sh f r dr dc sp".split(),
    "die": die, "target": lambda fact: fact is None or card(fact) or seat(fact), "left": some,
    "amount": some, "characters": lambda fact: len(fact) > 1 and all(card(one) for one in fact),
    "groups": lambda fact: len(fact) == 2, "abilities": lambda fact: len(fact) > 1,
}  # fmt: skip
BESIDE: dict[str, set[str]] = {
    "mulligan": set(), "upkeep": set(), "modify": {"die", "target"}, "order": {"event", "abilities"},
    "distribute": {"characters", "amount"}, "group": {"groups"}, "turn": {"left"},
    "action": {"extra"}, "resolve": {"symbol"},
}  # fmt: skip
"""The facts that a question of each kind may have in addition to `source` and `event`."""


def check_asked(game: Game, decision: Decision) -> None:
    (who,) = game.waiting
    keys = list(game.keys(who))
    check_silence(decision, keys)
    check_patience(game, decision, who)
    check_about(decision)
    assert decision.kind in EITHER or decision.secret == (decision.kind in SECRET), decision.kind


def check_silence(decision: Decision, keys: list[str]) -> None:
    """Checks a decision's silence: for several keys the first `least` of them; for an action `pass`; otherwise `done`
    or `no` if that is the last key, or else the first key.
    """
    assert "done" not in keys[:-1]
    if isinstance(decision, Several):
        assert decision.silence == (" ".join(keys[: decision.least]) or NOTHING)
        assert 0 <= decision.least <= decision.most <= len(keys)
        assert decision.kind not in NONE or decision.least == 0
    elif decision.kind == "action":
        assert decision.silence == "pass"
    else:
        assert decision.silence == (keys[-1] if keys[-1] in ("done", "no") else keys[0])


def check_patience(game: Game, decision: Decision, who: str) -> None:
    aside = game.table.phase == "action" and game.table.turn != who
    gives_up = decision.silence in ("done", "no", NOTHING)
    assert decision.patience == ("window" if aside and gives_up else "turn"), decision.kind


def check_about(decision: Decision) -> None:
    about = decision.about
    assert about.keys() <= {"source", "event"} | BESIDE.get(decision.kind, set()), (decision.kind, about)
    assert not [name for name, fact in about.items() if not FACTS[name](fact)], (decision.kind, about)


@pytest.mark.parametrize(("kind", "seats", "seed"), TAKEN)
def test_every_question_is_as_the_contract_has_it(kind: str, seats: int, seed: int) -> None:
    game = begun(kind, seats, seed)
    dice = random.Random(seed)
    while game.decision:
        check_asked(game, game.decision)
        answer(game, dice)
