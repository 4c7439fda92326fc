"""Tests that draws are fair: a random word that would favour the first options is thrown away."""

from __future__ import annotations

import pytest

from rules.chance import Chance, _arranged, _uniform

WORDS = 2**64
HALF_AND_ONE = WORDS // 2 + 1


@pytest.mark.parametrize(
    ("bound", "words", "drawn"),
    [
        (3, [WORDS - 1, 5], 2),  # 2^64 is 3k + 1: the very last word belongs to no run
        (3, [WORDS - 2, 5], 2),  # the one before it ends a whole run
        (3, [WORDS - 4, 5], 0),
        (49, [WORDS - 1, WORDS - 2, 50], 1),  # 2^64 is 49k + 2: two words are too many
        (49, [WORDS - 3, 50], 48),
        (10, [WORDS - 6, 3], 3),  # 2^64 ends in a six: six words are too many
        (10, [WORDS - 7, 3], 9),
        (HALF_AND_ONE, [HALF_AND_ONE, WORDS - 1, 7], 7),  # nearly every second word is too many
        (HALF_AND_ONE, [HALF_AND_ONE - 1, 7], HALF_AND_ONE - 1),
        (8, [WORDS - 1, 5], 7),  # whole runs to the end: no word is thrown away
        (1, [WORDS - 1], 0),
    ],
)
def test_a_word_of_the_incomplete_last_run_is_thrown_away(bound: int, words: list[int], drawn: int) -> None:
    fair = [rest for word in words if (rest := _uniform(word, bound)) is not None]
    assert fair[0] == drawn


def test_the_next_word_after_one_thrown_away_decides_the_same_place() -> None:
    """Two draws out of three options: each time the highest 64-bit value is thrown away, because it would favour the
    first option, and the next word decides the same draw.
    """
    blocks = [[WORDS - 1, 2], [WORDS - 1, 1]]
    assert _arranged(blocks.__getitem__, ["x", "y", "z"], 2) == ("z", "x")


def test_every_arrangement_comes_up_about_equally_often() -> None:
    """Six arrangements in 6,000 draws come up 1,000 times each, plus or minus 150 (five standard deviations)."""
    chance = Chance(bytes(range(32)), "fair")
    drawn = [chance.pick(number, "abc", 3) for number in range(6_000)]
    counts = [drawn.count(one) for one in set(drawn)]
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts)
