"""Tests deck codes: the canonical form and every refusal, the first fault first."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.description import check_options, complete_options
from rules.errors import BadRequest
from rules.star_wars_destiny.decks import check_decks, deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS as ALL_CARDS
from rules.star_wars_destiny.facts import STARTERS, Deck
from rules.star_wars_destiny.faults import BadDeck, Fault

from .brought import BRINGING, CARDS, FIELD, HEROES, TEAM, loadout

MESSAGES = [
    r"there are \d+ parts for 2 seats",
    r"standard needs a deck for every seat",
    *(
        rf"decks, seat [ab]: {fault}"
        for fault in (
            r"a deck must have the form TEAM / BATTLEFIELD / CARDS",
            r"no card is called '\S+'",
            r"\w+ cannot be (in the team|the battlefield|among the cards)",
            r"\w+ is named twice",
            r"\w+: the number is 1 to [124]",
            r"the team has no character",
            r"heroes and villains in one team",
            r"the team costs \d+ points, 30 are allowed",
            r"a deck must have 30 cards; this one has \d+",
            r"\w+ is a (villain card, but the team are heroes|hero card, but the team are villains)",
            r"\w+ is (red|blue|yellow), but no character of the team is",
        )
    ),
]


def refusal(decks: str, format_: str = "standard", seats: str = "ab") -> BadDeck:
    with pytest.raises(BadDeck) as refused:
        check_decks(decks, seats, {"format": format_, "decks": decks})
    assert refused.value.code == "bad-request"
    return refused.value


def fault_of(deck: str) -> tuple[str, Fault, str | None]:
    """Returns the message (without seat a's name), the fault and the word for a deck that is refused."""
    found = refusal(f"{deck} | {HEROES}")
    assert str(found).startswith("decks, seat a: ")
    assert found.seat == "a"
    return str(found).removeprefix("decks, seat a: "), found.fault, found.word


def with_cards(change: str, out: str = "take_cover-2") -> str:
    """Returns the heroes' deck with one pair of cards replaced."""
    return HEROES.replace(out, change)


# The canonical form


def test_a_deck_in_its_canonical_form_stays_as_it_is() -> None:
    assert deck_code(read_deck(HEROES)) == HEROES


def test_canonical_is_by_set_number_with_a_number_only_for_two() -> None:
    """A deck's code lists the cards by set number (Rey 38, Han Solo 46, Aim 151, Disarm 158) and has a copy number for
    cards only if there are two copies.
    """
    given = f"  han_solo-1   rey-2/{FIELD}/ disarm {' '.join(reversed(CARDS.split()))}".replace("aim-2", "aim-1")
    assert deck_code(read_deck(given)) == f"{HEROES.replace('aim-2', 'aim')} disarm"


def test_a_deck_in_another_order_has_the_same_code() -> None:
    deck = read_deck(HEROES)
    assert deck_code(Deck(deck.team[::-1], deck.field, deck.cards[::-1])) == HEROES


def test_the_decks_of_a_game_are_in_its_record_in_their_canonical_form() -> None:
    game = loadout("standard", f" han_solo-1 rey-2 / {FIELD} / {CARDS} |{HEROES} ")
    assert f"option decks {HEROES} | {HEROES}" in game.record().lines()
    assert (game.head.options["format"], game.table.brought["a"]) == ("standard", read_deck(HEROES))


def test_a_record_contains_only_the_canonical_form() -> None:
    check_options(BRINGING, {"format": "standard", "decks": f"{HEROES} | {HEROES}"}, "ab")
    with pytest.raises(BadRequest, match="option decks is not in its canonical form"):
        check_options(BRINGING, {"format": "standard", "decks": f"{HEROES} |{HEROES}"}, "ab")


def test_named_starters_are_recorded_as_given() -> None:
    assert check_decks("rey|kylo", "ab", {"format": "starters"}) == "rey | kylo"
    assert check_decks(" drawn | rey | rey ", "abc", {"format": "starters"}) == "drawn | rey | rey"


@pytest.mark.parametrize("format_", ["starters", "random"])
def test_q83_only_drawn_counts_for_every_seat(format_: str) -> None:
    for text in ("drawn", " drawn ", "drawn | drawn | drawn"):
        assert check_decks(text, "abc", {"format": format_}) == "drawn"


# The refusals, one by one


def test_fault_1_a_number_of_parts_other_than_of_seats_is_refused() -> None:
    found = refusal(HEROES)
    assert (str(found), found.fault, found.seat) == ("there are 1 parts for 2 seats", Fault.PARTS, None)
    assert str(refusal(f"{HEROES} | {HEROES} | {HEROES}")) == "there are 3 parts for 2 seats"
    assert str(refusal("rey", "starters")) == "there are 1 parts for 2 seats"
    assert str(refusal("rey | kylo", "starters", "abc")) == "there are 2 parts for 3 seats"


def test_fault_2_standard_needs_decks_and_random_draws_them() -> None:
    for decks in ("drawn", f"{HEROES} | drawn", "nonsense | drawn"):
        found = refusal(decks)
        assert (str(found), found.fault) == ("standard needs a deck for every seat", Fault.DRAWN)
        assert (found.seat, found.facts["format"]) == (None, "standard")
    for decks in (f"{HEROES} | {HEROES}", "drawn | rey"):
        found = refusal(decks, "random")
        assert (str(found), found.fault, found.facts["format"]) == ("random draws every deck", Fault.DRAWN, "random")


@pytest.mark.parametrize(
    "deck",
    [
        "",
        "rey",
        f"{TEAM} / {CARDS}",
        f"{TEAM} / / {CARDS}",
        f"{TEAM} / {FIELD} jedi_temple / {CARDS}",
        f"{HEROES} /",
    ],
)
def test_fault_3_a_deck_has_three_parts_and_one_battlefield(deck: str) -> None:
    assert fault_of(deck) == ("a deck must have the form TEAM / BATTLEFIELD / CARDS", Fault.FORM, None)


@pytest.mark.parametrize(
    ("deck", "word"),
    [
        (HEROES.replace("rey-2", "ray-2"), "ray"),
        (HEROES.replace(FIELD, "naboo"), "naboo"),
        (with_cards("take_covers"), "take_covers"),
        (with_cards("f_11d_rifle-02"), "f_11d_rifle-02"),
        (with_cards("take_cover-"), "take_cover-"),
        (with_cards("Aim"), "Aim"),
    ],
)
def test_fault_4_an_unknown_card_is_named_without_its_number(deck: str, word: str) -> None:
    assert fault_of(deck) == (f"no card is called '{word}'", Fault.UNKNOWN, word)


@pytest.mark.parametrize(
    ("deck", "word", "place"),
    [
        (HEROES.replace("han_solo-1", "aim-1"), "aim", "in the team"),
        (HEROES.replace("han_solo-1", "jedi_temple"), "jedi_temple", "in the team"),
        (HEROES.replace(FIELD, "finn"), "finn", "the battlefield"),
        (with_cards("finn"), "finn", "among the cards"),
        (with_cards("jedi_temple"), "jedi_temple", "among the cards"),
    ],
)
def test_fault_5_a_card_in_the_wrong_place_is_refused(deck: str, word: str, place: str) -> None:
    assert fault_of(deck) == (f"{word} cannot be {place}", Fault.PLACE, word)


def test_fault_6_a_card_that_is_named_twice_is_refused() -> None:
    assert fault_of(HEROES.replace("han_solo-1", "rey-1")) == ("rey is named twice", Fault.TWICE, "rey")
    assert fault_of(with_cards("aim")) == ("aim is named twice", Fault.TWICE, "aim")


@pytest.mark.parametrize(
    ("deck", "word", "most"),
    [
        (HEROES.replace("rey-2", "rey"), "rey", 2),
        (HEROES.replace("rey-2", "rey-3"), "rey", 2),
        (HEROES.replace("rey-2", "rey-0"), "rey", 2),
        (HEROES.replace("rey-2", "padawan-5"), "padawan", 4),
        (HEROES.replace(FIELD, f"{FIELD}-1"), FIELD, 1),
        (with_cards("take_cover-3"), "take_cover", 2),
        (with_cards("take_cover-0"), "take_cover", 2),
        (with_cards(f"take_cover-{'1' * 6000}"), "take_cover", 2),
    ],
)
def test_fault_7_a_wrong_or_missing_number_in_the_team_is_refused(deck: str, word: str, most: int) -> None:
    assert fault_of(deck) == (f"{word}: the number is 1 to {most}", Fault.NUMBER, word)


def test_fault_8_an_empty_team_is_refused() -> None:
    expected = ("the team has no character", Fault.NO_CHARACTER, None)
    assert fault_of(f"/ {FIELD} / {CARDS}") == expected
    assert fault_of(f"/ {FIELD} /") == expected


def test_fault_9_heroes_with_villains_are_refused() -> None:
    deck = HEROES.replace("rey-2", "kylo_ren-1")
    assert fault_of(deck) == ("heroes and villains in one team", Fault.BOTH_SIDES, None)


def test_fault_10_a_team_of_more_than_30_points_is_refused() -> None:
    deck = HEROES.replace("han_solo-1", "luke_skywalker-2")
    assert fault_of(deck) == ("the team costs 32 points, 30 are allowed", Fault.POINTS, None)
    assert fault_of(HEROES.replace(TEAM, "tusken_raider-4"))[0] == "the team costs 36 points, 30 are allowed"


def test_fault_11_a_deck_of_another_size_is_refused() -> None:
    assert fault_of(with_cards("take_cover"))[:2] == ("a deck must have 30 cards; this one has 29", Fault.SIZE)
    assert fault_of(with_cards("take_cover-2 disarm"))[0] == "a deck must have 30 cards; this one has 31"
    assert fault_of(f"{TEAM} / {FIELD} /")[0] == "a deck must have 30 cards; this one has 0"


def test_fault_12_a_card_of_the_other_side_is_refused() -> None:
    message = "enrage is a villain card, but the team are heroes"
    assert fault_of(with_cards("enrage-2")) == (message, Fault.AFFILIATION, "enrage")
    villains = HEROES.replace(TEAM, "kylo_ren-2 bala_tik-1")
    assert fault_of(villains)[0] == "jedi_robes is a hero card, but the team are villains"


def test_fault_13_a_card_of_a_colour_that_the_team_has_not_is_refused() -> None:
    assert fault_of(with_cards("dug_in-2")) == (
        "dug_in is red, but no character of the team is",
        Fault.COLOUR,
        "dug_in",
    )
    assert fault_of(HEROES.replace("rey-2 ", ""))[0] == "jedi_robes is blue, but no character of the team is"


def test_a_part_of_starters_is_one_of_its_sets() -> None:
    """In the format `starters` each part of the option names one of the two starter sets."""
    found = refusal("rey | luke", "starters")
    assert (str(found), found.fault) == ("decks, seat b: a part must be drawn, kylo or rey", Fault.SET)
    assert refusal(f"rey | {HEROES}", "starters").fault == Fault.SET


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (f"rey / {FIELD} no_card", Fault.FORM),
        (f"aim aim / {FIELD} / aim aim no_card", Fault.UNKNOWN),
        (f"rey rey / {FIELD} / aim-3 finn", Fault.PLACE),
        (f"rey-3 / {FIELD} / aim-3 aim", Fault.TWICE),
        (f"rey-2 kylo_ren-2 / {FIELD}-2 / aim", Fault.NUMBER),
        (f"rey-2 kylo_ren-2 finn-2 / {FIELD} / aim", Fault.BOTH_SIDES),
        (f"rey-2 luke_skywalker-2 / {FIELD} / aim", Fault.POINTS),
        (f"rey-2 / {FIELD} / enrage dug_in", Fault.SIZE),
        (with_cards("dug_in-2", "jedi_robes-2").replace("take_cover-2", "enrage-2"), Fault.AFFILIATION),
    ],
)
def test_of_several_faults_the_first_is_told(deck: str, fault: Fault) -> None:
    assert fault_of(deck)[1] == fault


def test_q83_all_faults_of_seat_a_come_before_those_of_seat_b() -> None:
    late, early = with_cards("dug_in-2"), "nonsense"
    assert str(refusal(f"{late} | {early}")) == "decks, seat a: dug_in is red, but no character of the team is"
    assert str(refusal(f"{HEROES} | {early}")) == "decks, seat b: a deck must have the form TEAM / BATTLEFIELD / CARDS"


def test_a_single_deck_is_refused_without_a_seat() -> None:
    with pytest.raises(BadDeck) as refused:
        read_deck("rey-2")
    assert (str(refused.value), refused.value.seat) == ("a deck must have the form TEAM / BATTLEFIELD / CARDS", None)


def test_decks_are_not_looked_at_before_the_seats_are_known() -> None:
    assert complete_options(BRINGING, {"format": "standard"})["decks"] == "drawn"


# With any value


NUMBERED = [f"{code}-{number}" for code in ("rey", "finn", "aim", "padawan") for number in range(6)]
WORD = st.one_of(st.sampled_from([*ALL_CARDS, *NUMBERED, "/", "|", "-"]), st.text(max_size=8))
WORDS = st.lists(WORD).map(" ".join)


def changed(at: int, word: str) -> str:
    """Returns the option `decks` with the heroes' deck for both seats; in that of seat a, the word at this place is
    replaced.
    """
    words = HEROES.split()
    words[at % len(words)] = word
    return f"{' '.join(words)} | {HEROES}"


@pytest.mark.tier("test")
@given(st.one_of(st.text(), WORDS, st.builds(changed, st.integers(0), WORD)))
def test_garbage_is_refused_with_one_of_these_messages(text: str) -> None:
    try:
        canonical = check_decks(text, "ab", {"format": "standard"})
    except BadDeck as refused:
        assert any(re.fullmatch(message, str(refused), re.DOTALL) for message in MESSAGES), str(refused)
    else:
        assert check_decks(canonical, "ab", {"format": "standard"}) == canonical


@given(st.randoms(use_true_random=False))
def test_the_canonical_form_is_the_same_for_every_order_and_stays_itself(dice: random.Random) -> None:
    team, cards = TEAM.split(), CARDS.split()
    dice.shuffle(team)
    dice.shuffle(cards)
    canonical = deck_code(read_deck(f"{' '.join(team)} / {FIELD} / {' '.join(cards)}"))
    assert canonical == HEROES
    assert deck_code(read_deck(canonical)) == canonical


def test_the_starters_do_not_follow_the_rules_of_decks() -> None:
    """F1: a starter deck has 20 cards, so it is refused as a player's own deck."""
    for deck in STARTERS.values():
        with pytest.raises(BadDeck, match="a deck must have 30 cards; this one has 20"):
            read_deck(deck_code(deck))
