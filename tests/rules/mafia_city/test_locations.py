"""Tests M24 and M25: the effect of each location."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FISTS, evaluating, position

BOTH_FISTS = "fists:hitman-fist+complicity-fist"
NO_CARDS: dict[str, Any] = {"deck": "", "discard": ""}


# M24.1: prison


def test_m24_1_the_cell_is_emptied_first() -> None:
    """M24.1: all mobsters in the cell go back to their owners' crews before the controller jails one."""
    table = evaluating(prison="a", cell="bbc", crew={"b": 5, "c": 5}, **NO_CARDS).asked("jail", "a")
    assert (table.cell, table.crew("b"), table.crew("c")) == ("", 7, 6)


def test_m24_1_the_cell_is_emptied_without_a_controller() -> None:
    """M24.1: the cell is always emptied, here with an empty prison."""
    table = evaluating(cell="bc", crew={"b": 5, "c": 5}, police_station="a", **NO_CARDS).asked("retrieve", "a")
    assert (table.cell, table.crew("b"), table.crew("c")) == ("", 6, 6)


def test_m24_1_the_release_survives_a_cancelled_effect() -> None:
    """M24.1: if the police chief cancels the jailing, the released mobsters stay free."""
    table = evaluating(prison="a", cell="b", crew={"b": 5}, hands={"b": "police_chief-hat"}, harbour="c")
    table.no_one_deals().answers("a", "harbour:1").plays("b", "police_chief-hat").asked("move", "c")
    assert (table.cell, table.crew("b")) == ("", 6)


def test_m24_1_the_release_includes_those_jailed_in_the_same_round() -> None:
    """M24.1, ruling: a mobster that an informer jailed in the action phase is released in the same round."""
    table = position(hands={"a": "informer-star"}, deck="", harbour="b", crew={"b": 5})
    table.plays("a", "informer-star:harbour:1")
    assert table.cell == "b"
    table.passes("b", "c", "a")
    assert (table.cell, table.crew("b")) == ("", 6)


def test_m24_1_the_controller_may_jail_anyone_from_anywhere() -> None:
    """M24.1: any mobster of any location can be jailed, including own ones and those of evaluated locations."""
    table = evaluating(mayor="a", prison="a", police_station="bc", town_hall="a", **NO_CARDS)
    table.answers("a", "police_station").answers("a", "prison").asked("jail", "a")
    table.offers_in_order("a", "decline", "prison:1", "police_station:1", "police_station:2", "town_hall:1")
    table.answers("a", "police_station:1")
    assert (table.cell, table.stack("police_station")) == ("b", "c")


@pytest.mark.parametrize(("height", "owner"), [("1", "b"), ("2", "c"), ("3", "a")])
def test_m24_1_the_one_to_be_jailed_is_named_before_anyone_reacts(height: str, owner: str) -> None:
    """M52, M62: everyone learns the target of the effect before reacting."""
    table = evaluating(prison="a", harbour="bca", hands={"b": "police_chief-hat"})
    table.no_one_deals().answers("a", f"harbour:{height}").asked("react", "b")
    (played,) = [told for told in table.told if told["event"] == "plays"]
    assert (played["seat"], played["key"], played["mobster"]) == ("a", f"harbour:{height}", owner)


def test_m24_1_declining_opens_no_window() -> None:
    """M24.1: if the prison's controller declines to jail, no one is asked to cancel, and the next location follows."""
    hands = {"b": "police_chief-hat", "c": "police_chief-hat"}
    table = (
        evaluating(prison="a", harbour="b", hands=hands).no_one_deals().answers("a", "decline").asked("deal", "b", "c")
    )
    assert table.silence == "pass"
    assert table.about["location"] == "harbour"


# M24.2: harbour


def test_m24_2_the_controller_moves_the_hitman_to_a_neighbour() -> None:
    """M24.2: the hitman may stay; from the rim, three neighbours are offered."""
    table = evaluating(harbour="a", hitman="prison", **NO_CARDS).asked("move", "a")
    table.offers_in_order("a", "stay", "harbour", "business_district", "town_hall").answers("a", "town_hall")
    assert table.state["hitman"] == "town_hall"


def test_m24_2_the_hitman_kills_at_its_location() -> None:
    """M24.2: any one mobster at the hitman's location goes to its owner's reserve, not to the crew."""
    table = evaluating(harbour="a", prison="", town_hall="abc", hands={"a": "hitman-fist"}, crew={"b": 5})
    table.no_one_deals().answers("a", "town_hall").asked("kill", "a")
    assert table.about == {"location": "harbour"}
    table.offers_in_order("a", "decline", "hitman-fist:1", "hitman-fist:2", "hitman-fist:3")
    reserve = table.reserve("b")
    table.plays("a", "hitman-fist:2")
    assert (table.stack("town_hall"), table.crew("b"), table.reserve("b")) == ("ac", 5, reserve + 1)
    assert table.discard == "hitman-fist"


def test_m24_2_a_kill_names_whose_mobster_it_is_for() -> None:
    """M52, M62: everyone learns the target of a kill before reacting; heights count from below."""
    for height, owner in (("1", "b"), ("2", "c"), ("3", "a")):
        hands = {"a": "hitman-fist", "b": "fbi-bullet"}
        table = evaluating(harbour="a", prison="", town_hall="bca", hitman="town_hall", hands=hands)
        table.no_one_deals().answers("a", "stay").plays("a", f"hitman-fist:{height}").asked("react", "b")
        (played,) = [told for told in table.told if told["event"] == "plays"]
        assert (played["seat"], played["key"], played["mobster"]) == ("a", f"hitman-fist:{height}", owner)


def test_m24_2_one_kill_is_enough() -> None:
    """M24.2, ruling: after a successful kill no further card is asked for."""
    table = evaluating(harbour="abb", town_hall="a", start="c", hands={"b": "hitman-fist hitman-fist"})
    table.no_one_deals().answers("b", "stay").plays("b", "hitman-fist:1").asked("deal", "b")
    assert (table.about["location"], table.stack("harbour")) == ("town_hall", "bb")


def test_m24_2_after_a_cancelled_kill_another_card_may_follow() -> None:
    """M24.2, M63: a cancelled card may be followed by a further one, also at another target."""
    hands = {"a": "hitman-fist hitman-fist", "b": "fbi-bullet", "c": FISTS}
    table = evaluating(harbour="aabc", hands=hands).no_one_deals().answers("a", "stay").plays("a", "hitman-fist:3")
    assert table.about == {"play": "a kill: hitman-fist:3", "links": []}
    table.asked("react", "b", "c").plays("b", "fbi-bullet").everyone_passes()
    table.asked("kill", "a").plays("a", "hitman-fist:4").plays("c", BOTH_FISTS)
    assert table.stack("harbour") == "aabc"
    assert table.kind != "kill"
    assert table.discard.startswith("hitman-fist fbi-bullet hitman-fist hitman-fist complicity-fist")


def test_m24_2_the_kill_is_asked_of_a_controller_with_any_card() -> None:
    """M24.2: a hitman card is secret, so a card of any kind is enough."""
    table = evaluating(harbour="a", hands={"a": "thief-hat"}).no_one_deals().answers("a", "stay")
    table.asked("kill", "a").offers("a", "decline")


def test_m24_2_a_controller_without_cards_is_not_asked() -> None:
    """M24.2: a controller without cards is not asked."""
    evaluating(harbour="a", **NO_CARDS).answers("a", "stay").asked("retrieve", "a")


def test_m24_2_an_empty_location_has_no_victim() -> None:
    """M24.2: if the hitman is at an empty location, the controller is not asked to kill, even with a hitman card."""
    table = evaluating(harbour="a", hitman="prison", hands={"a": "hitman-fist"})
    table.no_one_deals().answers("a", "stay").asked("retrieve", "a")


def test_m24_2_the_cell_is_safe_from_the_hitman() -> None:
    """M24.2, the rulebook: a mobster in the cell cannot be killed."""
    table = evaluating(mayor="a", harbour="a", hitman="prison", cell="b", hands={"a": "hitman-fist"})
    table.answers("a", "harbour").no_one_deals().answers("a", "stay").asked("evaluate", "a")
    assert table.cell == "b"


# M24.3-M24.7


@pytest.mark.parametrize(("stack", "recruits"), [("abb", "b"), ("ab", "ab"), ("abc", "abc"), ("aabbc", "ab"), ("", "")])
def test_m24_3_the_fight_club_recruits(stack: str, recruits: str) -> None:
    """M24.3: the controller, or each tied player, moves one mobster from the reserve to the crew."""
    table = position(phase="action", fight_club=stack, town_hall="c", **NO_CARDS)
    before = {seat: (table.crew(seat), table.reserve(seat)) for seat in "abc"}
    table.passes("a", "b", "c")
    for seat in "abc":
        one = 1 if seat in recruits else 0
        assert (table.crew(seat), table.reserve(seat)) == (before[seat][0] + one, before[seat][1] - one)


def test_m24_3_an_empty_reserve_sends_no_one() -> None:
    """M24.3: a mobster is recruited only if the reserve has one."""
    table = position(fight_club="ab", reserve={"a": 0, "b": 2}, **NO_CARDS).passes("a", "b", "c")
    assert (table.reserve("a"), table.reserve("b")) == (0, 1)


def test_m24_4_the_policeman_goes_to_the_controller() -> None:
    """M24.4: the policeman comes from the station or another player, and shows its holder every hand."""
    table = evaluating(policeman="c", police_station="a", hands={"b": FISTS, "c": "fbi-bullet"})
    assert table.view("c")["players"]["b"]["hand"] == FISTS.split()
    table.no_one_deals()
    assert table.state["policeman"] == "a"
    assert table.view("a")["players"]["b"]["hand"] == table.hand("b").split()
    assert "hand" not in table.view("c")["players"]["b"]


def test_m24_4_the_policeman_returns_when_no_one_controls_the_station() -> None:
    """M24.4: if no one controls the station, the policeman returns to it."""
    table = evaluating(policeman="c", town_hall="a", **NO_CARDS).asked("collect", "a")
    assert table.state["policeman"] is None


def test_m24_5_the_business_district_draws_three_and_discards_any_one() -> None:
    """M24.5: the discard may be a card held before; silence discards the card that came last."""
    deck = "thief-hat fbi-bullet grand_plan-star"
    table = evaluating(business_district="a", hands={"a": "hitman-fist"}, deck=deck).no_one_deals()
    table.asked("discard", "a").offers("a", "hitman-fist", *deck.split())
    assert (table.silence, table.about) == ("grand_plan-star", {"location": "business_district"})
    table.answers("a", "hitman-fist").asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == (deck, "hitman-fist")


def test_m24_5_silence_discards_the_card_that_came_last() -> None:
    """M24.5: if the player does not answer, the card that came last is discarded, as the specification says."""
    deck = "thief-hat fbi-bullet grand_plan-star"
    table = evaluating(business_district="a", deck=deck).clock().asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == ("thief-hat fbi-bullet", "grand_plan-star")


def test_m24_5_a_hand_of_one_is_discarded_unasked() -> None:
    """M24.5: if only one card can be drawn into an empty hand, it is discarded without a question."""
    table = evaluating(business_district="a", deck="thief-hat", discard="").asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == ("", "thief-hat")


def test_m24_5_the_draw_may_need_a_reshuffle() -> None:
    """M24.5, M6: the deck is renewed in the middle of drawing three cards."""
    table = evaluating(business_district="b", deck="thief-hat", discard="fbi-bullet thief-fist rackets-fist")
    table.asked("reshuffle", "chance").chance("rackets-fist", "fbi-bullet", "thief-fist").asked("discard", "b")
    assert (table.hand("b"), table.deck, table.discard) == ("thief-hat rackets-fist fbi-bullet", "thief-fist", "")


def test_m24_5_no_window_opens_for_the_draw() -> None:
    """M24.5, M60: the draw is a location effect that no card answers."""
    table = evaluating(business_district="a", hands={"b": "fbi-bullet police_chief-hat", "c": FISTS})
    table.no_one_deals().asked("discard", "a")


def test_m24_6_one_star_gives_one_more_point() -> None:
    """M24.6: a star gives one more point, and never more than one in a round."""
    table = evaluating(private_club="a", hands={"a": "informer-star police_raid-star thief-hat"}).no_one_deals()
    table.asked("star", "a").offers("a", "decline", "informer-star", "police_raid-star")
    assert (table.points("a"), table.about) == (1, {"location": "private_club"})
    table.plays("a", "informer-star").asked("retrieve", "a")
    assert (table.points("a"), table.discard) == (2, "informer-star")


def test_m24_6_the_star_is_asked_of_a_controller_with_any_card() -> None:
    """M24.6: a controller with any card is asked for a star; without cards no one is asked."""
    table = evaluating(private_club="a", hands={"a": "thief-hat"}).no_one_deals()
    table.asked("star", "a").offers("a", "decline").answers("a", "decline")
    assert table.points("a") == 1
    evaluating(private_club="a", **NO_CARDS).asked("retrieve", "a")


def test_m24_6_the_rulebooks_example_of_stars() -> None:
    """The rulebook: B cancels A's star, A plays another, C cancels that too; A has no further star."""
    hands = {"a": "informer-star grand_plan-star fbi-bullet", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = evaluating(private_club="a", hands=hands).no_one_deals().plays("a", "informer-star")
    assert table.about == {"play": "a star: informer-star", "links": []}
    table.plays("b", BOTH_FISTS).no_one_reacts()
    table.asked("star", "a").offers("a", "decline", "grand_plan-star").plays("a", "grand_plan-star")
    table.asked("react", "c").plays("c", "fists:thief-fist+rackets-fist")
    table.asked("star", "a").offers("a", "decline").answers("a", "decline").asked("retrieve", "a")
    assert table.points("a") == 1
    assert table.hand("a").split()[0] == "fbi-bullet"


def test_m24_6_a_star_is_a_symbol_and_only_fists_answer_it() -> None:
    """M24.6, M61: the police chief cancels the text of a raid, but not its star."""
    hands = {"a": "police_raid-star", "b": "police_chief-hat thief-fist", "c": "police_chief-hat"}
    table = evaluating(private_club="a", hands=hands).no_one_deals().plays("a", "police_raid-star")
    table.asked("react", "b").offers("b", "pass")


def test_m24_7_the_mayor_goes_to_the_controller() -> None:
    """M24.7: the mayor goes from the town hall to the player who controls it."""
    table = evaluating(town_hall="abb", mayor=None, **NO_CARDS).asked("collect", "b")
    assert table.state["mayor"] == "b"


@pytest.mark.parametrize("stack", ["", "ab"])
def test_m24_7_the_mayor_returns_without_a_controller(stack: str) -> None:
    """M24.7: after a tie, or with an empty town hall, the mayor returns to the town hall."""
    table = evaluating(town_hall=stack, mayor="c", police_station="a", **NO_CARDS)
    for _ in range(6):
        table.clock()
    assert table.asked("retrieve", "a").state["mayor"] is None


@pytest.mark.parametrize("place", ["fight_club", "police_station", "town_hall"])
def test_m24_effects_that_happen_by_themselves_open_no_window(place: str) -> None:
    """M24, M60: no one is asked to cancel recruiting, the policeman or the mayor."""
    hands = {"b": "fbi-bullet police_chief-hat", "c": FISTS}
    table = evaluating(**{place: "a"}, hands=hands).no_one_deals()
    assert table.kind in ("retrieve", "collect")


# M25


def test_m25_a_cancelled_jailing_is_not_repeated() -> None:
    """M25: if the police chief cancels a jailing, the prison's evaluation is over."""
    table = evaluating(prison="a", police_station="c", hands={"b": "police_chief-hat"})
    table.no_one_deals().answers("a", "police_station:1").plays("b", "police_chief-hat").asked("retrieve", "a")
    assert table.stack("police_station") == "c"


def test_m25_a_cancelled_move_is_not_repeated_but_the_kill_follows() -> None:
    """M25, M24.2: if the F.B.I. cancels the hitman's move, the hitman card may still be played where it is."""
    table = evaluating(harbour="ab", hands={"a": "hitman-fist", "b": "fbi-bullet"}).no_one_deals()
    table.answers("a", "prison").asked("react", "b")
    assert table.about == {"play": "a move: prison", "links": []}
    table.plays("b", "fbi-bullet").asked("kill", "a").offers("a", "decline", "hitman-fist:1", "hitman-fist:2")
    assert (table.state["hitman"], table.discard) == ("harbour", "fbi-bullet")
