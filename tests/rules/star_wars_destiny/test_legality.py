"""Tests the legality of teams and decks (D60 to D66), and Finn's exceptions."""

from __future__ import annotations

import pytest

from rules.star_wars_destiny.decks import read_deck
from rules.star_wars_destiny.facts import CARDS, Deck
from rules.star_wars_destiny.faults import BadDeck, Fault
from rules.star_wars_destiny.legality import legal, may_include, points_of

from .brought import HEROES

DECK = read_deck(HEROES)


def fault(deck: Deck) -> Fault:
    with pytest.raises(BadDeck) as refused:
        legal(deck)
    return refused.value.fault


def team(*items: tuple[str, int]) -> Deck:
    """Returns the deck HEROES with another team; each item is a character and its number."""
    return DECK._replace(team=items)


def included(characters: str, *codes: str) -> list[str]:
    return [code for code in codes if may_include(characters.split(), CARDS[code])]


def test_a_legal_deck_is_legal() -> None:
    legal(DECK)


def test_d7_a_character_has_two_point_values_and_copies_add_up() -> None:
    assert [points_of("rey", dice) for dice in (1, 2)] == [9, 12]
    assert [points_of("first_order_stormtrooper", copies) for copies in (1, 2, 3, 4)] == [7, 14, 21, 28]


def test_d60_a_team_has_a_character_and_thirty_points_at_most() -> None:
    assert fault(team()) == Fault.NO_CHARACTER
    legal(team(("rey", 2), ("han_solo", 2)))
    assert fault(team(("rey", 2), ("han_solo", 1), ("finn", 1))) == Fault.POINTS


def test_d60_a_team_may_be_a_single_character() -> None:
    only_yellow = {"jedi_robes": "infamous", "force_throw": "disarm", "lightsaber": "jetpack", "heroism": "negotiate"}
    cards = {only_yellow.get(code, code): copies for code, copies in DECK.cards} | {"scramble": 2}
    legal(Deck((("han_solo", 1),), "echo_base", tuple(cards.items())))


def test_d61_heroes_and_villains_cannot_be_in_one_team() -> None:
    assert fault(team(("kylo_ren", 1), ("rey", 1))) == Fault.BOTH_SIDES


def test_d61_colours_are_free() -> None:
    legal(team(("rebel_trooper", 1), ("rey", 1), ("padme_amidala", 1)))


def test_d62_a_team_has_one_copy_of_a_unique_and_any_number_of_others() -> None:
    assert fault(team(("rey", 1), ("rey", 1), ("han_solo", 1))) == Fault.TWICE
    legal(team(("padawan", 2), ("han_solo", 1)))
    assert fault(team(("padawan", 4))) == Fault.POINTS


def test_d63_a_deck_has_thirty_events_upgrades_and_supports() -> None:
    assert fault(DECK._replace(cards=DECK.cards[1:])) == Fault.SIZE
    assert fault(DECK._replace(cards=(*DECK.cards, ("disarm", 1)))) == Fault.SIZE
    for stranger in ("padawan", "echo_base"):
        assert fault(DECK._replace(cards=((stranger, 2), *DECK.cards[1:]))) == Fault.PLACE


def test_d64_a_deck_has_at_most_two_copies_of_a_card() -> None:
    first, second, *others = DECK.cards
    assert fault(DECK._replace(cards=((first[0], 3), (second[0], 1), *others))) == Fault.NUMBER


def test_d64_a_unique_card_may_be_there_twice() -> None:
    """D93: a unique card may be in a deck twice."""
    assert CARDS["bb_8"].unique
    assert ("bb_8", 2) in DECK.cards
    legal(DECK)


def test_d65_heroes_may_not_use_villain_cards_and_vice_versa() -> None:
    assert included("rey", "jedi_robes", "enrage", "lightsaber", "nowhere_to_run", "aim", "daring_escape") == [
        "jedi_robes", "lightsaber", "aim", "daring_escape",
    ]  # fmt: skip
    assert included("kylo_ren", "jedi_robes", "enrage", "lightsaber", "nowhere_to_run", "aim", "daring_escape") == [
        "enrage", "lightsaber", "nowhere_to_run", "aim",
    ]  # fmt: skip


def test_d65_a_colour_needs_a_character_of_that_colour() -> None:
    cards = ("launch_bay", "jedi_robes", "millennium_falcon", "comlink")
    assert included("rey", *cards) == ["jedi_robes", "comlink"]
    assert included("rey leia_organa", *cards) == ["launch_bay", "jedi_robes", "comlink"]
    assert included("han_solo", *cards) == ["millennium_falcon", "comlink"]


def test_d66_a_deck_has_any_one_battlefield() -> None:
    for field in ("command_center", "emperors_throne_room", "starship_graveyard"):
        legal(DECK._replace(field=field))
    assert fault(DECK._replace(field="aim")) == Fault.PLACE


def test_d66_leia_elite_and_han_may_use_red_yellow_and_gray_cards() -> None:
    """Leia (elite) and Han are a team of 30 points; their deck may include red, yellow, gray hero and neutral cards,
    but no blue ones.
    """
    characters = (("leia_organa", 2), ("han_solo", 1))
    assert sum(points_of(*item) for item in characters) == 30
    assert fault(team(*characters)) == Fault.COLOUR
    assert included("leia_organa han_solo", "retreat", "negotiate", "bb_8", "dug_in", "infamous", "aim", "deflect") == [
        "retreat", "negotiate", "bb_8", "dug_in", "infamous", "aim",
    ]  # fmt: skip


def test_finn_permits_weapons_and_vehicles_of_the_red_villains() -> None:
    """Finn allows them despite affiliation and colour, but no gray villain cards and no other red cards."""
    assert included(
        "finn", "f_11d_rifle", "at_st", "first_order_tie_fighter", "commanding_presence", "dh_17_blaster_pistol",
        "black_one", "speeder_bike_scout", "infantry_grenades", "flame_thrower", "probe", "kylo_rens_lightsaber",
    ) == ["f_11d_rifle", "at_st", "first_order_tie_fighter"]  # fmt: skip
    assert included("rey han_solo", "f_11d_rifle", "at_st") == []
    finn = Deck((("rey", 1), ("finn", 1)), DECK.field, (("at_st", 2), *DECK.cards[1:]))
    legal(finn)
    assert fault(finn._replace(team=DECK.team)) == Fault.AFFILIATION
