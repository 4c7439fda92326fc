"""Tests that every card has each of its effects in random games."""

from __future__ import annotations

import random

import pytest

from rules.star_wars_destiny.facts import CARDS

from .effects import Effects, expected, laid, play

MOST = 1000
"""The maximum number of tables; about two hundred are enough."""


@pytest.mark.tier("test")
def test_every_card_does_all_that_it_can() -> None:
    """The first games are random; the later ones favour cards with an effect that has not happened yet."""
    effects, missing = Effects(), expected()
    with effects.watching():
        for seed in range(MOST):
            wanted = missing[seed % len(missing)][0] if seed >= 50 else None
            play(effects, seed, wanted)
            missing = [effect for effect in missing if not effects[effect]]
            if not missing:
                break
    assert missing == []


def test_every_card_can_do_something() -> None:
    """All 174 cards are in the table of effects, with their dice, specials, events and battlefields."""
    effects = set(expected())
    assert {code for code, _ in effects} == set(CARDS)
    for code, printed in CARDS.items():
        assert ((code, "special") in effects) == any(side.symbol == "sp" for side in printed.sides), code
        assert ((code, "event") in effects) == (printed.type == "event")
        assert ((code, "claim") in effects) == (printed.type == "battlefield")


def test_effects_are_counted_only_while_watched() -> None:
    """A game played outside `watching` adds only effects that its events report, and none to another counter."""
    effects = Effects()
    with effects.watching():
        pass
    unwatched = Effects()
    play(unwatched, 0)
    assert not effects
    assert {what for _, what in +unwatched} <= {"die", "hand_size", "x_is", "splits_shields"}


def test_tables_are_laid_the_same_for_the_same_seed() -> None:
    assert laid(random.Random(3)) == laid(random.Random(3))
    assert laid(random.Random(3)) != laid(random.Random(4))
