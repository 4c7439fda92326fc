"""Tests M70 to M73: complicity (Spoluúčast)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, position

FISTS = "hitman-fist thief-fist"
BOTH_FISTS = "fists:hitman-fist+thief-fist"


def informed_on(victim: str = "b", **how: Any) -> Table:
    """Returns a table at which a's informer has sent the mobster in the prison to the cell, without a reaction."""
    table = position(prison=victim, **how).plays("a", "informer-star:prison:1")
    return table.no_one_reacts() if table.kind == "react" else table


def test_m70_the_owner_takes_along_a_third_players_mobster() -> None:
    """M70: only a third player's mobster at a location can be taken along, not the informer's or an own one."""
    hands = {"a": "informer-star", "b": "complicity-fist"}
    table = informed_on(seats=4, hands=hands, harbour="abcd", town_hall="cb", cell="d")
    table.asked("complicity", "b")
    assert (table.about, table.silence) == ({"mobster": "b", "by": "a"}, "pass")
    table.offers_in_order(
        "b", "pass", "complicity-fist:harbour:3", "complicity-fist:harbour:4", "complicity-fist:town_hall:1"
    )
    table.plays("b", "complicity-fist:harbour:3").asked("turn", "b")
    assert (table.stack("harbour"), table.cell) == ("abd", "dbc")
    assert table.discard == "complicity-fist informer-star"


def test_m70_asked_after_the_mobster_has_moved() -> None:
    """M70: complicity is asked when the mobster is already in the cell; heights are counted after the move."""
    hands = {"a": "informer-star", "b": "complicity-fist"}
    table = position(prison="bc", hands=hands).plays("a", "informer-star:prison:1").no_one_reacts()
    table.asked("complicity", "b").offers("b", "pass", "complicity-fist:prison:1")
    assert (table.stack("prison"), table.cell) == ("c", "b")


def test_m70_the_question_comes_whether_or_not_the_card_is_held() -> None:
    """M70: any player with a card in hand is asked for complicity, so that the question reveals nothing."""
    table = informed_on(hands={"a": "informer-star", "b": "fbi-bullet"}, harbour="c")
    table.asked("complicity", "b").offers("b", "pass").passes("b").asked("turn", "b")
    assert table.cell == "b"


@pytest.mark.parametrize(
    ("b", "harbour", "cell"), [("", "c", ""), ("complicity-fist", "", ""), ("complicity-fist", "ab", "c")]
)
def test_m70_complicity_is_not_asked_without_cards_or_a_third_mobster(b: str, harbour: str, cell: str) -> None:
    """M70: complicity is not asked of a player without cards, or without a third player's mobster at a location."""
    table = informed_on(hands={"a": "informer-star", "b": b}, harbour=harbour, cell=cell)
    assert table.kind == "turn"


def test_m70_only_the_owner_is_asked() -> None:
    """M70: only the owner of the jailed mobster can use complicity."""
    hands = {"a": "informer-star complicity-fist", "b": "fbi-bullet", "c": "complicity-fist"}
    table = informed_on(hands=hands, harbour="abc").asked("complicity", "b")
    table.refuses("c", "complicity-fist:harbour:1", "not-asked")


def test_m70_the_prison_causes_it_too() -> None:
    """M70: a player who is jailed by the prison's controller may take a third player's mobster along."""
    hands = {"b": "complicity-fist"}
    table = position(phase="locations", prison="a", harbour="b", town_hall="ca", hands=hands).no_one_deals()
    table.answers("a", "harbour:1").no_one_reacts().asked("complicity", "b")
    assert table.about == {"mobster": "b", "by": "a"}
    table.offers("b", "pass", "complicity-fist:town_hall:1").plays("b", "complicity-fist:town_hall:1")
    assert (table.cell, table.stack("town_hall")) == ("bc", "a")


def test_m70_a_player_uses_one_complicity_a_move() -> None:
    """M70: the owner takes only one mobster along for each jailed one."""
    hands = {"a": "informer-star", "b": "complicity-fist complicity-fist"}
    table = informed_on(hands=hands, harbour="cc").plays("b", "complicity-fist:harbour:1").asked("turn", "b")
    assert table.cell == "bc"


def test_m71_the_rulebooks_chain_of_complicity_jails_three() -> None:
    """The rulebook: A informs on B, B takes C along, C may not name B, who caused it, but takes A along."""
    hands = {"a": "informer-star", "b": "complicity-fist", "c": "complicity-fist"}
    table = informed_on(hands=hands, harbour="c", town_hall="ab").asked("complicity", "b")
    table.plays("b", "complicity-fist:harbour:1").asked("complicity", "c")
    assert table.about == {"mobster": "c", "by": "b"}
    table.offers("c", "pass", "complicity-fist:town_hall:1").plays("c", "complicity-fist:town_hall:1")
    assert (table.cell, table.stack("town_hall")) == ("bca", "b")
    assert table.discard == "complicity-fist complicity-fist informer-star"


def test_m71_the_first_causer_may_answer_too() -> None:
    """M71: A, whose mobster C takes along, may answer in turn with a mobster of B."""
    hands = {"a": "informer-star complicity-fist", "b": "complicity-fist", "c": "complicity-fist"}
    table = informed_on(hands=hands, harbour="cba").plays("b", "complicity-fist:harbour:1")
    table.plays("c", "complicity-fist:harbour:2").asked("complicity", "a")
    assert table.about == {"mobster": "a", "by": "c"}
    table.plays("a", "complicity-fist:harbour:1")
    assert (table.cell, table.stack("harbour")) == ("bcab", "")


def test_m72_two_fists_cancel_it_and_it_is_not_asked_again() -> None:
    """M72: if two fists cancel complicity, the third player's mobster stays, and the owner gets no second try."""
    hands = {"a": f"informer-star {FISTS}", "b": "complicity-fist complicity-fist"}
    table = informed_on(hands=hands, harbour="c").plays("b", "complicity-fist:harbour:1").asked("react", "a")
    assert table.about == {"play": "b complicity: complicity-fist:harbour:1", "links": []}
    assert table.open == "informer-star complicity-fist"
    table.plays("a", BOTH_FISTS).asked("turn", "b")
    assert (table.stack("harbour"), table.cell) == ("c", "b")
    assert table.discard == f"complicity-fist {FISTS} informer-star"


def test_m72_neither_chief_nor_fbi_answers_it() -> None:
    """M72: neither police chief nor F.B.I. cancels complicity, so a player with one card is not asked."""
    hands = {"a": "informer-star police_chief-hat fbi-bullet", "b": "complicity-fist", "c": "police_chief-hat"}
    table = informed_on(hands=hands, harbour="c").plays("b", "complicity-fist:harbour:1")
    table.asked("react", "a").offers("a", "pass")


def test_m72_its_cancel_can_be_cancelled() -> None:
    """M72, M62: B cancels A's fists, so C's mobster goes along; the discard pile has the order of settling."""
    hands = {"a": f"informer-fist {FISTS}", "b": "complicity-fist rackets-fist rackets-fist"}
    table = position(prison="b", harbour="c", hands=hands).plays("a", "informer-fist:prison:1").no_one_reacts()
    table.plays("b", "complicity-fist:harbour:1").plays("a", BOTH_FISTS).asked("react", "b")
    table.plays("b", "fists:rackets-fist+rackets-fist").asked("turn", "b")
    assert table.cell == "bc"
    assert table.discard == f"complicity-fist {FISTS} rackets-fist rackets-fist informer-fist"


def test_m72_complicity_is_discarded_before_the_informer_and_its_chain() -> None:
    """M9: complicity with its cancels is settled first, then the informer with its own chain of cancels."""
    hands = {"a": f"informer-fist {FISTS}", "b": "police_chief-hat complicity-fist", "c": "rackets-fist rackets-fist"}
    table = position(prison="b", harbour="c", hands=hands).plays("a", "informer-fist:prison:1")
    table.plays("b", "police_chief-hat").plays("c", "fists:rackets-fist+rackets-fist").everyone_passes()
    table.asked("complicity", "b").plays("b", "complicity-fist:harbour:1")
    assert table.open == "informer-fist police_chief-hat rackets-fist rackets-fist complicity-fist"
    table.plays("a", BOTH_FISTS)
    chain = "police_chief-hat rackets-fist rackets-fist"
    assert table.discard == f"complicity-fist {FISTS} informer-fist {chain}"


def test_m72_the_cancels_of_a_jailing_are_discarded_with_what_follows() -> None:
    """M9: the cancels of an effect that happens in the end are discarded with everything that follows from the
    effect.
    """
    hands = {"a": FISTS, "b": "police_chief-hat complicity-fist"}
    table = position(phase="locations", prison="a", harbour="b", town_hall="c", hands=hands).no_one_deals()
    table.answers("a", "harbour:1").plays("b", "police_chief-hat").plays("a", BOTH_FISTS).no_one_reacts()
    table.asked("complicity", "b")
    assert (table.open, table.discard) == (f"police_chief-hat {FISTS}", "")
    table.plays("b", "complicity-fist:town_hall:1")
    assert table.discard == f"complicity-fist police_chief-hat {FISTS}"


def test_m70_cards_spent_in_the_chain_are_gone() -> None:
    """M70: the owner has played the only card as a police chief, so complicity is not asked."""
    hands = {"a": f"informer-star {FISTS}", "b": "police_chief-hat"}
    table = position(prison="b", harbour="c", hands=hands).plays("a", "informer-star:prison:1")
    table.plays("b", "police_chief-hat").plays("a", BOTH_FISTS).asked("turn", "b")
    assert table.cell == "b"


def test_m72_a_cancelled_informer_asks_no_one() -> None:
    """M72: no mobster moves, so no one may take another mobster along."""
    hands = {"a": "informer-star", "b": "complicity-fist police_chief-hat"}
    table = position(prison="b", harbour="c", hands=hands).plays("a", "informer-star:prison:1")
    table.plays("b", "police_chief-hat").asked("turn", "b")
    assert table.cell == ""


def test_m72_the_third_players_are_asked_about_it_like_anyone() -> None:
    """M72, M62: the third player may cancel Complicity with two fists before the mobster moves."""
    hands = {"a": "informer-star", "b": "complicity-fist", "c": FISTS}
    table = informed_on(hands=hands, harbour="c").plays("b", "complicity-fist:harbour:1")
    table.asked("react", "c").offers("c", "pass", BOTH_FISTS).plays("c", BOTH_FISTS)
    assert (table.stack("harbour"), table.cell) == ("c", "b")


def test_m73_who_jails_an_own_mobster_is_causer_and_owner() -> None:
    """M73: if the player jails an own mobster, every other player is a third player."""
    hands = {"a": "informer-star complicity-fist"}
    table = informed_on(victim="a", hands=hands, harbour="abc").asked("complicity", "a")
    assert table.about == {"mobster": "a", "by": "a"}
    table.offers("a", "pass", "complicity-fist:harbour:2", "complicity-fist:harbour:3")
    table.plays("a", "complicity-fist:harbour:3").asked("turn", "b")
    assert table.cell == "ac"


def test_m73_a_jailing_at_the_prison_allows_complicity() -> None:
    """M73: the controller jails an own mobster and takes another one along, whose owner may answer."""
    hands = {"a": "complicity-fist", "b": "complicity-fist"}
    table = position(phase="locations", prison="aa", harbour="bc", hands=hands).no_one_deals()
    table.answers("a", "prison:1").no_one_reacts().asked("complicity", "a")
    table.plays("a", "complicity-fist:harbour:1").asked("complicity", "b")
    assert table.about == {"mobster": "b", "by": "a"}
    table.offers("b", "pass", "complicity-fist:harbour:1").passes("b")
    assert table.cell == "ab"
