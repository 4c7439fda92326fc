"""Every card really does what it can in games at random: none of its paragraphs and keywords may stay at zero."""

from __future__ import annotations

import random

import pytest

from rules.star_wars_destiny.facts import CARDS

from .deeds import Deeds, expected, laid, play

MOST = 1000
"""The maximum number of tables; about two hundred are enough."""


@pytest.mark.tier("test")
def test_every_card_does_all_that_it_can() -> None:
    """First anything, then deeds that were not seen yet, by turns."""
    deeds, missing = Deeds(), expected()
    with deeds.watching():
        for seed in range(MOST):
            wanted = missing[seed % len(missing)][0] if seed >= 50 else None
            play(deeds, seed, wanted)
            missing = [deed for deed in missing if not deeds[deed]]
            if not missing:
                break
    assert missing == []


def test_every_card_can_do_something() -> None:
    """All 174 are in the table of deeds: by their die, its special, what an event or a battlefield says."""
    deeds = set(expected())
    assert {code for code, _ in deeds} == set(CARDS)
    for code, printed in CARDS.items():
        assert ((code, "special") in deeds) == any(side.symbol == "sp" for side in printed.sides), code
        assert ((code, "event") in deeds) == (printed.type == "event")
        assert ((code, "claim") in deeds) == (printed.type == "battlefield")


def test_what_a_card_does_is_counted_only_while_somebody_watches() -> None:
    """A count that grows by itself would hide what never happens."""
    deeds = Deeds()
    with deeds.watching():
        pass
    unwatched = Deeds()
    play(unwatched, 0)
    assert not deeds
    assert {what for _, what in +unwatched} <= {"die", "hand_size", "x_is", "splits_shields"}


def test_tables_are_laid_the_same_for_the_same_seed() -> None:
    assert laid(random.Random(3)) == laid(random.Random(3))
    assert laid(random.Random(3)) != laid(random.Random(4))
