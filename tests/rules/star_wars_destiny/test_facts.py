"""Tests the printed data of cards: their number, and some facts that the rulebook names."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.star_wars_destiny.cards import BATTLEFIELDS
from rules.star_wars_destiny.facts import CARDS, STARTERS, SYMBOLS, Side, code_of, side
from rules.star_wars_destiny.legality import points_of


def test_there_are_174_cards_in_the_order_of_their_numbers() -> None:
    assert [card.number for card in CARDS.values()] == list(range(1, 175))
    assert all(code == card.code == code_of(card.name) for code, card in CARDS.items())


def test_d2_each_type_of_card_has_its_numbers_and_sides() -> None:
    types = Counter(card.type for card in CARDS.values())
    assert types == {"event": 76, "upgrade": 39, "support": 25, "character": 24, "battlefield": 10}
    for card in CARDS.values():
        is_character = card.type == "character"
        assert bool(card.health) == bool(card.points) == is_character
        assert len(card.points) == ((2 if card.unique else 1) if is_character else 0)
        assert len(card.sides) == (6 if card.has_die else 0)
        assert card.has_die or not is_character
        assert not (card.has_die and card.type in ("event", "battlefield"))
    assert tuple(code for code in CARDS if CARDS[code].type == "battlefield") == BATTLEFIELDS
    assert len(BATTLEFIELDS) == 10


def test_d6_battlefields_are_gray_and_neutral() -> None:
    assert all((CARDS[code].colour, CARDS[code].affiliation) == ("gray", "neutral") for code in BATTLEFIELDS)


def test_unprinted_facts_of_a_card_are_empty() -> None:
    phasma, trooper, aim = CARDS["captain_phasma"], CARDS["first_order_stormtrooper"], CARDS["aim"]
    assert (phasma.subtitle, phasma.unique) == ("Elite Trooper", True)
    assert (trooper.subtitle, trooper.unique, trooper.cost) == (None, False, 0)
    assert (aim.subtitle, aim.unique, aim.health, aim.points) == (None, False, 0, ())


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1md", Side("1md", "md", 1, False, 0, False)),
        ("+2rd", Side("+2rd", "rd", 2, True, 0, False)),
        ("2rd1", Side("2rd1", "rd", 2, False, 1, False)),
        ("xrd", Side("xrd", "rd", 0, False, 0, True)),
        ("sp", Side("sp", "sp", 0, False, 0, False)),
        ("sp1", Side("sp1", "sp", 0, False, 1, False)),
        ("1r", Side("1r", "r", 1, False, 0, False)),
        ("2dr1", Side("2dr1", "dr", 2, False, 1, False)),
        ("blank", Side("blank", "blank", 0, False, 0, False)),
    ],
)
def test_d15_a_side_has_symbol_value_cost_and_plus(word: str, expected: Side) -> None:
    assert side(word) == expected


@pytest.mark.parametrize("word", ["", "-", "1", "md1x", "1MD", "++1md", "1md12"])
def test_a_word_that_is_no_side_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="no side"):
        side(word)


def test_every_symbol_is_on_some_die() -> None:
    assert {one.symbol for card in CARDS.values() for one in card.sides} == set(SYMBOLS)


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("Rey's Staff", "reys_staff"),
        ("BB-8", "bb_8"),
        ("The Best Defense...", "the_best_defense"),
        ("F-11D Rifle", "f_11d_rifle"),
        ("It’s a Trap!", "its_a_trap"),
    ],
)
def test_a_code_is_the_title_in_plain_letters(title: str, code: str) -> None:
    assert code_of(title) == code
    assert code in CARDS


def test_f1_the_starters_are_two_teams_with_twenty_cards_each() -> None:
    assert list(STARTERS) == ["kylo", "rey"]
    rey, kylo = STARTERS["rey"], STARTERS["kylo"]
    assert (rey.team, rey.field) == ((("rey", 2), ("finn", 1)), "starship_graveyard")
    assert (kylo.team, kylo.field) == ((("first_order_stormtrooper", 1), ("kylo_ren", 2)), "frozen_wastes")
    assert [sum(points_of(*item) for item in deck.team) for deck in (rey, kylo)] == [25, 20]
    for deck, twice in ((rey, "awakening"), (kylo, "power_of_the_dark_side")):
        assert len(deck.codes) == 20
        assert [code for code, copies in deck.cards if copies == 2] == [twice]
        assert [CARDS[code].number for code in deck.codes] == sorted(CARDS[code].number for code in deck.codes)
