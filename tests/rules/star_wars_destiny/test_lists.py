"""Tests deck lists in plain text, as users paste them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.star_wars_destiny.decks import read_deck
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.faults import BadDeck, Fault
from rules.star_wars_destiny.lists import BadList, Wrong, WrongLine, read_list, read_pasted

from .brought import HEROES

GOOD = """Smugglers' luck

Characters (26 points)
1x Rey (elite)
Han Solo

Battlefield:
Starship Graveyard - Jakku
== Upgrades ==
2 Jedi Robes
2x Rey's Staff
2× Force Throw
Lightsaber x2
Comlink (2)
Supports
- 2 BB-8
**Events**
2 heroism
2 Daring Escape (AW #126)
AW 128 x2
2 01131
* 2x Aim;
2 Block
1 Dodge
2 Flank
Dodge
(2x) Take Cover
"""


def deck_with(line: str) -> str:
    """Returns the valid list with this line in place of the line for Aim."""
    return GOOD.replace("* 2x Aim;", line)


def wrong(text: str) -> tuple[WrongLine, ...]:
    with pytest.raises(BadList) as refused:
        read_list(text)
    return refused.value.lines


def line_of(text: str, piece: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if piece in line)


def test_a_list_is_the_deck_that_it_names() -> None:
    """Counts may come before or after the name, with or without "x".

    Headings, bullets and split cards are understood.
    """
    assert read_list(GOOD) == read_deck(HEROES)


@pytest.mark.parametrize(
    "line",
    [
        "2 Aim", "2x Aim", "2X aim", "2 x Aim", "2× Aim", "(2) Aim", "[2x] Aim", "Aim x2", "Aim x 2", "Aim (2)",
        "Aim (x2)", "Aim [2]", "Aim 2", "2 AW 151", "2x AW151", "AW 151 x2", "2 AW #151", "2 (AW 151)", "2 01151",
        "2 Awakenings 151", "2x Aim (AW #151)", "Aim AW 151 x2", "- 2 Aim", "• 2x Aim", "* 2 Aim", "**2 Aim**",
        "\t2  AIM ", "2 Aim,", "Events: 2 Aim", "1 Aim\nAW 151", "2 aim", "**2** Aim", "Aim x2;", "2 - AW 151",
    ],
)  # fmt: skip
def test_two_of_a_card_can_be_written_in_several_ways(line: str) -> None:
    assert read_list(deck_with(line)) == read_deck(HEROES)


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("1x Rey (elite)", 2), ("Rey (Elite)", 2), ("elite Rey", 2), ("1x elite Rey", 2), ("2 Rey", 2), ("2x Rey", 2),
        ("1 Rey (2 dice)", 2), ("1x Rey - Force Prodigy (2 dice)", 2), ("2 dice Rey", 2), ("Rey elite", 2),
        ("Rey, Force Prodigy (AW #38) (elite)", 2), ("AW 38 elite", 2), ("Rey", 1), ("1 Rey", 1), ("Rey (1 die)", 1),
        ("1x AW 38", 1), ("Characters: Rey", 1), ("Rey: Force Prodigy", 1), ("Characters: Rey: Force Prodigy", 1),
        ("1 Rey - Awakenings", 1),
    ],
)  # fmt: skip
def test_a_unique_character_is_read_with_one_die_or_two(line: str, dice: int) -> None:
    assert read_list(GOOD.replace("1x Rey (elite)", line)).team == (("rey", dice), ("han_solo", 1))


def test_a_subtitle_that_says_elite_does_not_make_elite() -> None:
    """Captain Phasma has the subtitle "Elite Trooper", which does not make her elite."""
    for line, dice in (("1 Captain Phasma - Elite Trooper", 1), ("1 Captain Phasma, Elite Trooper (elite)", 2)):
        with pytest.raises(BadDeck) as refused:
            read_list(GOOD.replace("1x Rey (elite)", line).replace("Han Solo", "Jango Fett (elite)"))
        facts = refused.value.facts
        assert refused.value.fault == (Fault.POINTS if dice == 2 else Fault.AFFILIATION)
        assert dice == 1 or facts["points"] == 31


def test_a_number_in_a_title_is_no_count() -> None:
    assert read_list(GOOD.replace("- 2 BB-8", "BB 8\nbb_8")) == read_deck(HEROES)


@pytest.mark.parametrize("line", ["2 Aim (AW 151) (AW 152)", "1 Rey (2 dice) (1 die)", "elite Rey (elite)"])
def test_repeated_words_in_a_line_are_not_ignored(line: str) -> None:
    assert [found.wrong for found in wrong(deck_with(f"2 Aim\n{line}"))] == [Wrong.TITLE]


@pytest.mark.parametrize(
    ("line", "text"),
    [("Xenomorph", "Xenomorph"), ("2 VAX", "VAX"), ("Crew:X", "Crew:X"),
     ("2 Yoda × Luke", "Yoda x Luke")],
)  # fmt: skip
def test_an_unknown_title_is_told_as_it_was_written(line: str, text: str) -> None:
    assert [(found.wrong, found.text) for found in wrong(deck_with(f"2 Aim\n{line}"))] == [(Wrong.TITLE, text)]


def test_titles_with_other_signs_are_the_same_titles() -> None:
    for line in ("2 Rey’s Staff", "2 REYS STAFF", "2 reys_staff"):
        assert read_list(GOOD.replace("2x Rey's Staff", line)) == read_deck(HEROES)
    assert read_list(GOOD.replace("Han Solo", "Padmé Amidala")).team == (("rey", 2), ("padme_amidala", 1))


@pytest.mark.parametrize(
    "heading",
    ["Events", "EVENTS (12)", "Events:", "# Deck", "== Deck ==", "-----", "Postavy", "Události (3)", "Podpory:",
     "Points: 30", "*Main deck*", "My notes:", "30 cards", "   ", "**My crew:**", "# Crew", "== Crew ==", "-- Crew --"],
)  # fmt: skip
def test_headings_are_left_out(heading: str) -> None:
    assert read_list(deck_with(f"2 Aim\n{heading}")) == read_deck(HEROES)


def test_every_wrong_line_is_named_with_its_number_and_the_nearest_titles() -> None:
    text = deck_with("2 Jedi Robs\n2 AW 175\n1 Luke")
    first = line_of(text, "Robs")
    assert wrong(text) == (
        WrongLine(first, Wrong.TITLE, "Jedi Robs", ("Jedi Robes",)),
        WrongLine(first + 1, Wrong.NUMBER, "2 AW 175"),
        WrongLine(first + 2, Wrong.TITLE, "Luke", ("Luke Skywalker", "Luke Skywalker's Lightsaber")),
    )
    with pytest.raises(BadList, match=rf"^line {first}: no card is called 'Jedi Robs' \(perhaps Jedi Robes\); line"):
        read_list(text)
    several = WrongLine(3, Wrong.TITLE, "Han", ("Han Solo", "Hunker Down"))
    assert str(several) == "line 3: no card is called 'Han' (perhaps Han Solo or Hunker Down)"


def test_only_for_an_unknown_title_are_others_named() -> None:
    (found,) = wrong(deck_with("2 Take Cover (elite)"))
    assert (found.wrong, found.nearest) == (Wrong.ELITE, ())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("2 Yoda", Wrong.TITLE),
        ("Yoda", Wrong.TITLE),
        ("2", Wrong.TITLE),
        ("2 AW 0", Wrong.NUMBER),
        ("2 Aim (AW 152)", Wrong.DIFFERENT),
        ("0 Aim", Wrong.COUNT),
        ("2 Aim (elite)", Wrong.ELITE),
        ("Padawan (elite)", Wrong.ELITE),
        ("2 Aim\nEcho Base", Wrong.SECOND_BATTLEFIELD),
    ],
)
def test_every_fault_of_a_line_is_named(line: str, fault: Wrong) -> None:
    (found,) = wrong(deck_with(line))
    assert found.wrong == fault
    assert found.line == line_of(GOOD, "Aim") + line.count("\n")
    assert found.text


def test_a_list_without_a_battlefield_says_so() -> None:
    (found,) = wrong(GOOD.replace("Starship Graveyard - Jakku", ""))
    assert found == WrongLine(0, Wrong.NO_BATTLEFIELD, "")
    assert str(found) == "the list names no battlefield"


def test_only_the_first_line_may_be_the_decks_name() -> None:
    assert read_list(GOOD.replace("Smugglers' luck", "")) == read_deck(HEROES)
    assert [found.text for found in wrong(GOOD.replace("Smugglers' luck", "2 Smugglers"))] == ["Smugglers"]
    assert [found.text for found in wrong(GOOD.replace("Smugglers' luck", "Jedi Robs"))] == ["Jedi Robs"]


def test_a_list_without_wrong_lines_must_still_be_legal() -> None:
    with pytest.raises(BadDeck) as refused:
        read_list(deck_with("1 Aim"))
    assert (refused.value.fault, refused.value.facts["found"]) == (Fault.SIZE, 29)
    with pytest.raises(BadDeck, match=r"^aim: the number is 1 to 2$"):
        read_list(deck_with("3 Aim"))
    with pytest.raises(BadDeck, match=r"^enrage is a villain card, but the team are heroes$"):
        read_list(deck_with("2 Enrage"))


def test_codes_and_lists_are_told_apart() -> None:
    for code in (HEROES, HEROES.replace(" / ", "\n/ "), f"\n{HEROES}\n"):
        assert read_pasted(code) == read_deck(HEROES)
    assert read_pasted(GOOD) == read_deck(HEROES)
    assert read_pasted(GOOD.replace("Smugglers' luck", "Rey/Han")) == read_deck(HEROES)
    with pytest.raises(BadDeck, match="no card is called 'ray'"):
        read_pasted(HEROES.replace("rey-2", "ray-2"))
    with pytest.raises(BadDeck, match="no card is called 'REY'"):
        read_pasted(HEROES.upper())
    with pytest.raises(BadList):
        read_pasted("")


def test_every_title_is_read_with_and_without_a_count() -> None:
    for card in CARDS.values():
        for line in (card.name, f"1 {card.name}", f"{card.name} x1", f"1x {card.name} (AW {card.number})"):
            try:
                read_list(line)
            except BadList as refused:
                assert [found.wrong for found in refused.lines] == [Wrong.NO_BATTLEFIELD], line
            except BadDeck as refused:
                assert (card.type, refused.fault) == ("battlefield", Fault.NO_CHARACTER), line


@given(st.text() | st.lists(st.sampled_from([*GOOD.splitlines(), "2 Yoda", "0 Aim", "x", "/"])).map("\n".join))
def test_garbage_is_refused_as_a_list_or_a_deck(text: str) -> None:
    try:
        deck = read_pasted(text)
    except BadList as refused:
        assert refused.lines
        assert str(refused)
    except BadDeck as refused:
        assert refused.seat is None
    else:
        assert deck.cards
