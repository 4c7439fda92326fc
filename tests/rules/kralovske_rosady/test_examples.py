"""Tests the examples in the rulebook of Královské rošády.

The pictures of the two columns are not in the text, so the cards are ours and the sums and the winners the rulebook's.
Of the three scores Radka's has lost a card in the text: its cards add to 15, the rulebook says 20, so the missing one
is a five. Iveta's seventh card, the one that costs a point, is not printed either.
"""

from __future__ import annotations

from rules.kralovske_rosady.scoring import score

from .table import evaluated, removed, sums, winner

HONZA = "art-3 farming-2 religion-2 trade-3 warfare-1 alchemy-2"
RADKA = "art-4 farming-3 warfare-4 alchemy-4 trade-5"
IVETA = "art-1 farming-4 religion-5 trade-2 warfare-2 alchemy-1 farming-1"


def test_first_column_the_highest_sum_is_shared_and_the_higher_card_decides() -> None:
    """Blue (a) and white (b) both have 16; blue's card is nearer to the point card."""
    column = "c:squire a:cardinal b:queen a:swordsman"
    assert sums(column) == {"a": 16, "b": 16, "c": 2}
    assert winner(column) == "a"


def test_second_column_the_mage_removes_the_king() -> None:
    """White's (b) mage removes blue's (a) king, and white takes the point card."""
    column = "a:king b:mage c:squire"
    assert removed(column) == "a:king"
    assert winner(column) == "b"


def test_the_three_players_have_26_20_and_29_points() -> None:
    """Honza 13 x 2 = 26; Radka 20 without doubling; Iveta 15 x 2 - 1 = 29."""
    points = {"a": HONZA, "b": RADKA, "c": IVETA}
    table = evaluated("art-5", "art-2", "farming-5", points=points)
    assert table.over == {
        "ranking": [
            {"seat": "c", "points": 29, "doubled": True},
            {"seat": "a", "points": 26, "doubled": True},
            {"seat": "b", "points": 20, "doubled": False},
        ],
        "winners": ["c"],
    }


def test_the_arithmetic_is_told() -> None:
    """The `scores` event of each player has the cards, the points and the six cards that are doubled (none if doubling
    does not apply); Iveta's six are the best of each symbol.
    """
    table = evaluated("art-5", "art-2", "farming-5", points={"a": HONZA, "b": RADKA, "c": IVETA})
    six = "alchemy-1 warfare-2 farming-4 trade-2 religion-5 art-1".split()
    assert table.heard("scores") == [
        {
            "to": "all", "event": "scores", "seat": "a", "cards": HONZA.split(), "points": 26,
            "six": "alchemy-2 warfare-1 farming-2 trade-3 religion-2 art-3".split(),
        },
        {"to": "all", "event": "scores", "seat": "b", "cards": RADKA.split(), "six": [], "points": 20},
        {"to": "all", "event": "scores", "seat": "c", "cards": IVETA.split(), "six": six, "points": 29},
    ]  # fmt: skip
    assert table.heard("over") == [{"to": "all", "event": "over", "winners": ["c"]}]


def test_doubling_that_gives_no_more_is_not_touched() -> None:
    """K11: the best six are 12, doubled and less 3 they are 21, and the plain sum is 21 as well."""
    cards = "alchemy-1 warfare-1 farming-1 trade-3 religion-1 art-5 trade-2 art-4 art-3".split()
    assert (score(cards).points, score(cards).doubled) == (21, False)


def test_a_player_without_point_cards_has_0_points() -> None:
    """A player without point cards has 0 points."""
    assert (score([]).points, score([]).doubled) == (0, False)
