"""M20-M26: the location phase."""

from __future__ import annotations

import pytest

from .oracle import LOCATIONS
from .table import Table, position

FISTS = "hitman-fist complicity-fist"
BOTH_FISTS = "fists:hitman-fist+complicity-fist"
NO_CARDS = {"deck": "", "discard": ""}


def evaluating(**how: object) -> Table:
    """The beginning of a location phase in which nobody has a card unless it is said."""
    return position(phase="locations", **how)


# M20: the order


def test_m20_in_number_order_while_the_mayor_is_on_the_town_hall() -> None:
    """M20: seven cycles, 1 to 7, each marked at its end."""
    one_each = dict.fromkeys(LOCATIONS, "a")
    table = evaluating(**NO_CARDS, **one_each).asked("jail", "a")
    assert table.state["marked"] == []
    table.answers("a", "decline").asked("move", "a")
    assert table.state["marked"] == ["prison"]
    table.answers("a", "stay").asked("collect", "a")
    assert table.state["marked"] == list(LOCATIONS)
    assert table.points("a") == 7


def test_m20_the_mayors_holder_chooses_any_unmarked_location() -> None:
    """M20: whoever holds the mayor chooses; the last one left is not asked."""
    table = evaluating(mayor="b", police_station="a", town_hall="b", **NO_CARDS)
    table.asked("evaluate", "b").offers_in_order("b", *LOCATIONS)
    table.answers("b", "town_hall").answers("b", "police_station")
    table.refuses("b", "police_station", "not-allowed")
    table.answers("b", "private_club").answers("b", "prison").answers("b", "business_district")
    table.offers("b", "harbour", "fight_club").answers("b", "fight_club")
    table.asked("collect", "b")
    chosen = ["town_hall", "police_station", "private_club", "prison", "business_district", "fight_club", "harbour"]
    assert table.state["marked"] == chosen


def test_m20_silence_of_the_mayor_takes_the_lowest_number() -> None:
    """M20: the lowest unmarked number is evaluated."""
    table = evaluating(mayor="a", harbour="b", town_hall="a", **NO_CARDS).answers("a", "prison")
    assert table.silence == "harbour"
    table.clock().asked("move", "b")
    assert table.entries[-1] == "clock evaluate"


def test_m20_a_new_mayor_decides_from_the_next_cycle_on() -> None:
    """M20: when the figure changes hands in mid-phase its new holder chooses next."""
    table = evaluating(mayor="a", town_hall="b", **NO_CARDS).answers("a", "town_hall").asked("evaluate", "b")
    assert table.state["mayor"] == "b"


def test_m20_a_mayor_back_on_the_town_hall_restores_the_number_order() -> None:
    """M20: when nobody holds it any more the lowest unmarked location follows."""
    table = evaluating(mayor="a", town_hall="bc", prison="c", harbour="c", **NO_CARDS)
    table.answers("a", "town_hall").asked("jail", "c")
    assert (table.state["mayor"], table.state["marked"]) == (None, ["town_hall"])
    table.answers("c", "decline").asked("move", "c")


# M21: control


def points_after(place: str, stack: str, **how: object) -> str:
    """Who scored at one location of an otherwise empty city."""
    table = evaluating(**{place: stack}, **NO_CARDS, **how)
    while table.state["phase"] == "locations":
        table.clock()
    return "".join(seat for seat in "abc" for _ in range(table.points(seat)))


@pytest.mark.parametrize("place", LOCATIONS)
def test_m21_most_mobsters_control(place: str) -> None:
    """M21, M23: the most mobsters anywhere in the stack control it, for one point."""
    assert points_after(place, "abb") == "b"


@pytest.mark.parametrize("place", ["prison", "harbour", "police_station", "business_district", "private_club"])
@pytest.mark.parametrize(("stack", "controller"), [("ab", "a"), ("cbaab", "b"), ("cab", "c"), ("baccab", "b")])
def test_m21_a_tie_goes_to_the_lowest_mobster(place: str, stack: str, controller: str) -> None:
    """M21: of the tied players the one whose lowest mobster is lower; a lower third player does not count."""
    assert points_after(place, stack) == controller


@pytest.mark.parametrize("place", ["fight_club", "town_hall"])
@pytest.mark.parametrize("stack", ["ab", "abc", "abba", "cabba"])
def test_m21_no_control_on_a_tie_at_fight_club_and_town_hall(place: str, stack: str) -> None:
    """M21: there the order in the stack does not matter and a tie is nobody's."""
    assert points_after(place, stack) == ""


def test_m21_the_cell_never_counts() -> None:
    """M21: mobsters in the cell are no part of the prison's stack."""
    assert points_after("prison", "a", cell="bb") == "a"
    assert points_after("prison", "", cell="bb") == ""


def test_m21_an_empty_stack_is_controlled_by_nobody() -> None:
    """M21: no mobster, no control, no effect; nobody is asked anything."""
    table = evaluating(hands={"a": "secret_deal-hat", "b": "secret_deal-hat"})
    assert (table.kind, table.state["phase"]) == ("turn", "action")
    assert [table.points(seat) for seat in "abc"] == [0, 0, 0]


# M22: secret deals


def test_m22_a_deal_adds_one() -> None:
    """M22: one mobster and one deal beat one mobster lower in the stack."""
    table = evaluating(police_station="ab", hands={"b": "secret_deal-hat"}).asked("deal", "b")
    assert table.about == {"location": "police_station", "deals": {}}
    table.offers("b", "pass", "secret_deal-hat").plays("b", "secret_deal-hat").asked("retrieve", "a")
    assert (table.points("a"), table.points("b"), table.state["policeman"]) == (0, 1, "b")
    assert table.discard == "secret_deal-hat"


def test_m22_a_deal_that_stands_counts_and_is_settled_at_once() -> None:
    """M22: it lies on the pile, and is counted in public, when the next one is asked."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat secret_deal-bullet", "c": "fbi-bullet"})
    table.asked("deal", "b", "c").plays("b", "secret_deal-hat").asked("deal", "b", "c")
    assert table.about == {"location": "police_station", "deals": {"b": 1}}
    assert (table.open, table.discard) == ("", "secret_deal-hat")
    table.plays("b", "secret_deal-bullet").asked("deal", "c")
    assert table.about == {"location": "police_station", "deals": {"b": 2}}
    table.nobody_deals()
    assert table.state["policeman"] == "b"


def test_m22_everybody_with_a_card_is_asked_again_after_each_deal() -> None:
    """M22: who let it pass may come back after somebody else's deal."""
    table = evaluating(police_station="ab", hands={"a": "secret_deal-hat", "b": "secret_deal-bullet"})
    table.asked("deal", "a", "b").passes("a").asked("deal", "b").plays("b", "secret_deal-bullet")
    table.asked("deal", "a").plays("a", "secret_deal-hat")
    assert table.state["policeman"] == "a"


def test_m22_only_where_a_mobster_stands() -> None:
    """M22: an empty location is not dealt for; each of the others is."""
    table = evaluating(police_station="a", town_hall="a", hands={"b": "fbi-bullet"})
    assert table.asked("deal", "b").about["location"] == "police_station"
    assert table.nobody_deals().asked("deal", "b").about["location"] == "town_hall"


def test_m22_each_deal_is_cancelled_on_its_own() -> None:
    """M22, M63: a cancelled deal does not count, and another may follow."""
    hands = {"a": f"fbi-bullet {FISTS}", "b": "secret_deal-hat secret_deal-bullet"}
    table = evaluating(police_station="ab", hands=hands).plays("b", "secret_deal-hat").asked("react", "a")
    assert table.about == {"play": "b deal: secret_deal-hat", "links": []}
    table.offers("a", "pass", BOTH_FISTS).plays("a", BOTH_FISTS).asked("deal", "a", "b")
    assert table.about == {"location": "police_station", "deals": {}}
    assert table.discard == "secret_deal-hat hitman-fist complicity-fist"
    table.plays("b", "secret_deal-bullet").nobody_deals()
    assert table.state["policeman"] == "b"


def test_m22_no_card_text_answers_a_deal() -> None:
    """M61: neither the chief nor the F.B.I. is any good against a secret deal."""
    hands = {"a": "police_chief-hat fbi-bullet", "b": "secret_deal-hat", "c": "fbi-bullet"}
    table = evaluating(police_station="ab", hands=hands).plays("b", "secret_deal-hat")
    table.asked("react", "a").offers("a", "pass")


def test_m22_without_a_mobster_there_one_may_still_deal() -> None:
    """M22, ruling: two deals of an outsider beat one mobster."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat secret_deal-bullet"})
    table.plays("b", "secret_deal-hat").plays("b", "secret_deal-bullet").asked("retrieve", "a")
    assert (table.points("b"), table.state["policeman"]) == (1, "b")


def test_m22_in_a_tie_a_mobster_there_beats_none() -> None:
    """M22, ruling: one deal against one mobster is a tie which the mobster wins."""
    table = evaluating(police_station="a", start="b", hands={"b": "secret_deal-hat"}).plays("b", "secret_deal-hat")
    assert table.state["policeman"] == "a"


def test_m22_in_a_tie_of_two_with_mobsters_the_lowest_still_decides() -> None:
    """M22, M21: deals make two of them equal, the lower mobster decides; dealing first is no merit."""
    table = evaluating(police_station="bacc", hands={"a": "secret_deal-hat", "b": "secret_deal-bullet"})
    table.plays("a", "secret_deal-hat").plays("b", "secret_deal-bullet")
    assert table.state["policeman"] == "b"


@pytest.mark.parametrize(("start", "winner"), [("a", "b"), ("b", "b"), ("c", "c")])
def test_m22_between_two_without_the_nearer_to_the_starting_player(start: str, winner: str) -> None:
    """M22, ruling: two outsiders with two deals each against one mobster."""
    deals = "secret_deal-hat secret_deal-bullet"
    table = evaluating(police_station="a", start=start, hands={"b": deals, "c": deals})
    for seat in "bc":
        for code in deals.split():
            table.plays(seat, code)
            if table.kind == "react":
                table.nobody_reacts()
    assert table.state["policeman"] == winner


@pytest.mark.parametrize("place", ["fight_club", "town_hall"])
def test_m22_no_control_on_a_tie_stands_with_deals_too(place: str) -> None:
    """M22, ruling: at the fight club and the town hall a tie made by a deal is nobody's."""
    table = evaluating(**{place: "a"}, hands={"b": "secret_deal-hat"}, mayor=None)
    table.plays("b", "secret_deal-hat").asked("retrieve", "a")
    assert [table.points(seat) for seat in "abc"] == [0, 0, 0]
    assert table.state["mayor"] is None


def test_m22_whoever_ties_at_the_fight_club_recruits() -> None:
    """M22, M24.3: also a player who ties by deals alone."""
    table = evaluating(fight_club="a", hands={"b": "secret_deal-hat"})
    before = [table.reserve(seat) for seat in "abc"]
    table.plays("b", "secret_deal-hat")
    assert [table.reserve(seat) for seat in "abc"] == [before[0] - 1, before[1] - 1, before[2]]


def test_m22_silence_deals_nothing() -> None:
    """M22: when the time is over nobody has dealt."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat", "c": "fbi-bullet"}).clock()
    table.asked("retrieve", "a")
    assert table.entries == ["clock deal"]
    assert table.hand("b").startswith("secret_deal-hat")


# M23: the point


def test_m23_the_point_is_scored_before_the_effect_and_whatever_becomes_of_it() -> None:
    """M23: it is not part of the effect and nothing can prevent it."""
    table = evaluating(prison="a", harbour="b", hands={"b": "police_chief-hat"})
    table.nobody_deals().asked("jail", "a")
    assert table.points("a") == 1
    table.answers("a", "harbour:1").plays("b", "police_chief-hat").asked("move", "b")
    assert table.points("a") == 1
    assert table.cell == ""


# M24.1: prison


def test_m24_1_the_cell_is_emptied_first() -> None:
    """M24.1: everybody in the cell goes back to the owner's crew before the controller jails."""
    table = evaluating(prison="a", cell="bbc", crew={"b": 5, "c": 5}, **NO_CARDS).asked("jail", "a")
    assert (table.cell, table.crew("b"), table.crew("c")) == ("", 7, 6)


def test_m24_1_the_cell_is_emptied_without_a_controller() -> None:
    """M24.1: the release always happens, here in an empty prison."""
    table = evaluating(cell="bc", crew={"b": 5, "c": 5}, police_station="a", **NO_CARDS).asked("retrieve", "a")
    assert (table.cell, table.crew("b"), table.crew("c")) == ("", 6, 6)


def test_m24_1_the_release_survives_a_cancelled_effect() -> None:
    """M24.1: the chief saves the one who was to be jailed and keeps nobody in."""
    table = evaluating(prison="a", cell="b", crew={"b": 5}, hands={"b": "police_chief-hat"}, harbour="c")
    table.nobody_deals().answers("a", "harbour:1").plays("b", "police_chief-hat").asked("move", "c")
    assert (table.cell, table.crew("b")) == ("", 6)


def test_m24_1_the_release_includes_those_jailed_in_the_same_round() -> None:
    """M24.1, ruling: who was informed on in the action phase comes out in the same round."""
    table = position(hands={"a": "informer-star"}, deck="", harbour="b", crew={"b": 5})
    table.plays("a", "informer-star:harbour:1")
    assert table.cell == "b"
    table.passes("b", "c", "a")
    assert (table.cell, table.crew("b")) == ("", 6)


def test_m24_1_the_controller_may_jail_anybody_from_anywhere() -> None:
    """M24.1: any one mobster of any location, evaluated or not, own ones too."""
    table = evaluating(mayor="a", prison="a", police_station="bc", town_hall="a", **NO_CARDS)
    table.answers("a", "police_station").answers("a", "prison").asked("jail", "a")
    table.offers_in_order("a", "decline", "prison:1", "police_station:1", "police_station:2", "town_hall:1")
    table.answers("a", "police_station:1")
    assert (table.cell, table.stack("police_station")) == ("b", "c")


def test_m24_1_declining_opens_no_window() -> None:
    """M24.1: the controller need not jail."""
    hands = {"b": "police_chief-hat", "c": "police_chief-hat"}
    table = (
        evaluating(prison="a", harbour="b", hands=hands).nobody_deals().answers("a", "decline").asked("deal", "b", "c")
    )
    assert table.silence == "pass"
    assert table.about["location"] == "harbour"


# M24.2: harbour


def test_m24_2_the_controller_moves_the_hitman_to_a_neighbour() -> None:
    """M24.2: staying is allowed; from the rim three neighbours are offered."""
    table = evaluating(harbour="a", hitman="prison", **NO_CARDS).asked("move", "a")
    table.offers_in_order("a", "stay", "harbour", "business_district", "town_hall").answers("a", "town_hall")
    assert table.state["hitman"] == "town_hall"


def test_m24_2_the_hitman_kills_where_it_stands() -> None:
    """M24.2: any one mobster there goes to its owner's reserve, not to the crew."""
    table = evaluating(harbour="a", prison="", town_hall="abc", hands={"a": "hitman-fist"}, crew={"b": 5})
    table.nobody_deals().answers("a", "town_hall").asked("kill", "a")
    assert table.about == {"location": "harbour"}
    table.offers_in_order("a", "decline", "hitman-fist:1", "hitman-fist:2", "hitman-fist:3")
    reserve = table.reserve("b")
    table.plays("a", "hitman-fist:2")
    assert (table.stack("town_hall"), table.crew("b"), table.reserve("b")) == ("ac", 5, reserve + 1)
    assert table.discard == "hitman-fist"


def test_m24_2_one_kill_is_enough() -> None:
    """M24.2, ruling: after a successful kill no further card is asked for."""
    table = evaluating(harbour="abb", town_hall="a", start="c", hands={"b": "hitman-fist hitman-fist"})
    table.nobody_deals().answers("b", "stay").plays("b", "hitman-fist:1").asked("deal", "b")
    assert (table.about["location"], table.stack("harbour")) == ("town_hall", "bb")


def test_m24_2_another_card_after_a_cancelled_kill() -> None:
    """M24.2, M63: a cancelled card may be followed by a further one, also at another target."""
    hands = {"a": "hitman-fist hitman-fist", "b": "fbi-bullet", "c": FISTS}
    table = evaluating(harbour="aabc", hands=hands).nobody_deals().answers("a", "stay").plays("a", "hitman-fist:3")
    assert table.about == {"play": "a kill: hitman-fist:3", "links": []}
    table.asked("react", "b", "c").plays("b", "fbi-bullet").everyone_passes()
    table.asked("kill", "a").plays("a", "hitman-fist:4").plays("c", BOTH_FISTS)
    assert table.stack("harbour") == "aabc"
    assert table.kind != "kill"
    assert table.discard.startswith("hitman-fist fbi-bullet hitman-fist hitman-fist complicity-fist")


def test_m24_2_the_kill_is_asked_of_a_controller_with_any_card() -> None:
    """M24.2: whether a hitman card is held is nobody's business, so a card of any kind is enough."""
    table = evaluating(harbour="a", hands={"a": "thief-hat"}).nobody_deals().answers("a", "stay")
    table.asked("kill", "a").offers("a", "decline")


def test_m24_2_no_kill_without_a_card() -> None:
    """M24.2: a controller without cards is not asked."""
    evaluating(harbour="a", **NO_CARDS).answers("a", "stay").asked("retrieve", "a")


def test_m24_2_no_kill_where_nobody_stands() -> None:
    """M24.2: an empty location has no victim; the cell at the prison is no part of it."""
    table = evaluating(harbour="a", hitman="prison", hands={"a": "hitman-fist"})
    table.nobody_deals().answers("a", "stay").asked("retrieve", "a")


def test_m24_2_the_cell_is_safe_from_the_hitman() -> None:
    """M24.2, the rulebook: whoever sits in the cell cannot be killed."""
    table = evaluating(mayor="a", harbour="a", hitman="prison", cell="b", hands={"a": "hitman-fist"})
    table.answers("a", "harbour").nobody_deals().answers("a", "stay").asked("evaluate", "a")
    assert table.cell == "b"


# M24.3-M24.7


@pytest.mark.parametrize(("stack", "recruits"), [("abb", "b"), ("ab", "ab"), ("abc", "abc"), ("aabbc", "ab"), ("", "")])
def test_m24_3_the_fight_club_recruits(stack: str, recruits: str) -> None:
    """M24.3: the controller, or each of the tied, moves one mobster from the reserve to the crew."""
    table = position(phase="action", fight_club=stack, town_hall="c", **NO_CARDS)
    before = {seat: (table.crew(seat), table.reserve(seat)) for seat in "abc"}
    table.passes("a", "b", "c")
    for seat in "abc":
        one = 1 if seat in recruits else 0
        assert (table.crew(seat), table.reserve(seat)) == (before[seat][0] + one, before[seat][1] - one)


def test_m24_3_an_empty_reserve_sends_nobody() -> None:
    """M24.3: only if there is one."""
    table = position(fight_club="ab", reserve={"a": 0, "b": 2}, **NO_CARDS).passes("a", "b", "c")
    assert (table.reserve("a"), table.reserve("b")) == (0, 1)


def test_m24_4_the_policeman_goes_to_the_controller() -> None:
    """M24.4: from the station or from another player, and shows its holder every hand."""
    table = evaluating(policeman="c", police_station="a", hands={"b": FISTS, "c": "fbi-bullet"})
    assert table.view("c")["players"]["b"]["hand"] == FISTS.split()
    table.nobody_deals()
    assert table.state["policeman"] == "a"
    assert table.view("a")["players"]["b"]["hand"] == table.hand("b").split()
    assert "hand" not in table.view("c")["players"]["b"]


def test_m24_4_the_policeman_returns_when_nobody_controls_the_station() -> None:
    """M24.4: an empty station takes the figure back."""
    table = evaluating(policeman="c", town_hall="a", **NO_CARDS).asked("collect", "a")
    assert table.state["policeman"] is None


def test_m24_5_the_business_district_draws_three_and_discards_any_one() -> None:
    """M24.5: the discard may be a card held before; silence discards the card that came last."""
    deck = "thief-hat fbi-bullet grand_plan-star"
    table = evaluating(business_district="a", hands={"a": "hitman-fist"}, deck=deck).nobody_deals()
    table.asked("discard", "a").offers("a", "hitman-fist", *deck.split())
    assert (table.silence, table.about) == ("grand_plan-star", {"location": "business_district"})
    table.answers("a", "hitman-fist").asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == (deck, "hitman-fist")


def test_m24_5_silence_discards_the_card_that_came_last() -> None:
    """M24.5: as the contract's table of decisions says."""
    deck = "thief-hat fbi-bullet grand_plan-star"
    table = evaluating(business_district="a", deck=deck).clock().asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == ("thief-hat fbi-bullet", "grand_plan-star")


def test_m24_5_a_hand_of_one_is_discarded_unasked() -> None:
    """M24.5: with both piles empty but one, the only card in hand goes."""
    table = evaluating(business_district="a", deck="thief-hat", discard="").asked("retrieve", "a")
    assert (table.hand("a"), table.discard) == ("", "thief-hat")


def test_m24_5_the_draw_may_need_a_reshuffle() -> None:
    """M24.5, M6: the deck is renewed in the middle of the three."""
    table = evaluating(business_district="b", deck="thief-hat", discard="fbi-bullet thief-fist rackets-fist")
    table.asked("reshuffle", "chance").chance("rackets-fist", "fbi-bullet", "thief-fist").asked("discard", "b")
    assert (table.hand("b"), table.deck, table.discard) == ("thief-hat rackets-fist fbi-bullet", "thief-fist", "")


def test_m24_5_no_window_opens_for_the_draw() -> None:
    """M24.5, M60: it is a location effect that no card answers."""
    table = evaluating(business_district="a", hands={"b": "fbi-bullet police_chief-hat", "c": FISTS})
    table.nobody_deals().asked("discard", "a")


def test_m24_6_one_star_for_one_more_point() -> None:
    """M24.6: and never more than one in a round."""
    table = evaluating(private_club="a", hands={"a": "informer-star police_raid-star thief-hat"}).nobody_deals()
    table.asked("star", "a").offers("a", "decline", "informer-star", "police_raid-star")
    assert (table.points("a"), table.about) == (1, {"location": "private_club"})
    table.plays("a", "informer-star").asked("retrieve", "a")
    assert (table.points("a"), table.discard) == (2, "informer-star")


def test_m24_6_the_star_is_asked_of_a_controller_with_any_card() -> None:
    """M24.6: also of one who holds no star; without cards nobody is asked."""
    table = evaluating(private_club="a", hands={"a": "thief-hat"}).nobody_deals()
    table.asked("star", "a").offers("a", "decline").answers("a", "decline")
    assert table.points("a") == 1
    evaluating(private_club="a", **NO_CARDS).asked("retrieve", "a")


def test_m24_6_the_rulebooks_example_of_stars() -> None:
    """The rulebook: B cancels A's star, A plays another, C cancels that too; A has no further star."""
    hands = {"a": "informer-star grand_plan-star fbi-bullet", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = evaluating(private_club="a", hands=hands).nobody_deals().plays("a", "informer-star")
    assert table.about == {"play": "a star: informer-star", "links": []}
    table.plays("b", BOTH_FISTS).nobody_reacts()
    table.asked("star", "a").offers("a", "decline", "grand_plan-star").plays("a", "grand_plan-star")
    table.asked("react", "c").plays("c", "fists:thief-fist+rackets-fist")
    table.asked("star", "a").offers("a", "decline").answers("a", "decline").asked("retrieve", "a")
    assert table.points("a") == 1
    assert table.hand("a").split()[0] == "fbi-bullet"


def test_m24_6_a_star_is_a_symbol_and_only_fists_answer_it() -> None:
    """M24.6, M61: the chief's list has the raid's text, not its star."""
    hands = {"a": "police_raid-star", "b": "police_chief-hat thief-fist", "c": "police_chief-hat"}
    table = evaluating(private_club="a", hands=hands).nobody_deals().plays("a", "police_raid-star")
    table.asked("react", "b").offers("b", "pass")


def test_m24_7_the_mayor_goes_to_the_controller() -> None:
    """M24.7: from the town hall or another player."""
    table = evaluating(town_hall="abb", mayor=None, **NO_CARDS).asked("collect", "b")
    assert table.state["mayor"] == "b"


@pytest.mark.parametrize("stack", ["", "ab"])
def test_m24_7_the_mayor_returns_without_a_controller(stack: str) -> None:
    """M24.7: a tie or an empty town hall sends the figure home."""
    table = evaluating(town_hall=stack, mayor="c", police_station="a", **NO_CARDS)
    for _ in range(6):
        table.clock()
    assert table.asked("retrieve", "a").state["mayor"] is None


@pytest.mark.parametrize("place", ["fight_club", "police_station", "town_hall"])
def test_m24_effects_that_happen_by_themselves_open_no_window(place: str) -> None:
    """M24, M60: nobody is asked to cancel recruiting, the policeman or the mayor."""
    hands = {"b": "fbi-bullet police_chief-hat", "c": FISTS}
    table = evaluating(**{place: "a"}, hands=hands).nobody_deals()
    assert table.kind in ("retrieve", "collect")


# M25


def test_m25_a_cancelled_jailing_is_not_repeated() -> None:
    """M25: after the chief the prison is done."""
    table = evaluating(prison="a", police_station="c", hands={"b": "police_chief-hat"})
    table.nobody_deals().answers("a", "police_station:1").plays("b", "police_chief-hat").asked("retrieve", "a")
    assert table.stack("police_station") == "c"


def test_m25_a_cancelled_move_is_not_repeated_but_the_kill_follows() -> None:
    """M25, M24.2: the F.B.I. keeps the figure where it is; the card may still be played there."""
    table = evaluating(harbour="ab", hands={"a": "hitman-fist", "b": "fbi-bullet"}).nobody_deals()
    table.answers("a", "prison").asked("react", "b")
    assert table.about == {"play": "a move: prison", "links": []}
    table.plays("b", "fbi-bullet").asked("kill", "a").offers("a", "decline", "hitman-fist:1", "hitman-fist:2")
    assert (table.state["hitman"], table.discard) == ("harbour", "fbi-bullet")


# M26


def standing(**how: object) -> list[tuple[str, int, str | None]]:
    """The ranking of a game that is decided at the end of an empty city's location phase."""
    table = evaluating(**how)
    assert table.reply["asked"] is None
    assert table.state["phase"] == "over"
    ranking = table.over["ranking"]
    assert table.over["winners"] == [ranking[0]["seat"]]
    return [(entry["seat"], entry["points"], entry["tie_break"]) for entry in ranking]


def test_m26_the_goal_must_be_reached() -> None:
    """M26: one short of the goal the game goes on; the goal itself wins."""
    evaluating(points={"a": 9}).asked("turn", "b")
    assert standing(points={"a": 10}) == [("a", 10, None), ("b", 0, "order"), ("c", 0, None)]


def test_m26_is_checked_only_when_all_seven_are_marked() -> None:
    """M26: whoever reaches the goal first may still be overtaken in the same phase."""
    table = evaluating(points={"a": 9, "b": 9}, prison="a", police_station="b", fight_club="b", **NO_CARDS)
    table.answers("a", "decline")
    assert [entry["points"] for entry in table.over["ranking"]] == [11, 10, 0]
    assert table.over["winners"] == ["b"]


def test_m26_most_points_win() -> None:
    """M26: of several at the goal the one with the most points."""
    assert standing(points={"a": 10, "b": 12, "c": 11})[0] == ("b", 12, None)


def test_m26_then_fewer_mobsters_in_reserve() -> None:
    """M26: the larger gang wins a tie, before any other criterion."""
    how = {"reserve": {"a": 4, "b": 2, "c": 3}, "hands": {"a": FISTS}, "mayor": None}
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, **how)
    assert ranking == [("b", 10, "reserve"), ("c", 10, "reserve"), ("a", 10, None)]


def test_m26_then_more_cards_in_hand() -> None:
    """M26: with equal reserves the larger hand."""
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, hands={"b": "thief-hat", "c": FISTS})
    assert ranking == [("c", 10, "cards"), ("b", 10, "cards"), ("a", 10, None)]


def test_m26_then_the_mayor() -> None:
    """M26: with equal hands whoever holds the mayor."""
    table = evaluating(points={"a": 10, "b": 10, "c": 1}, town_hall="b", start="a", **NO_CARDS)
    assert table.over["winners"] == ["b"]
    table = evaluating(points={"a": 10, "b": 9, "c": 1}, town_hall="b", reserve={"a": 4, "b": 4}, **NO_CARDS)
    entries = [(entry["seat"], entry["tie_break"]) for entry in table.over["ranking"]]
    assert entries == [("b", "mayor"), ("a", None), ("c", None)]


@pytest.mark.parametrize(("start", "order"), [("a", "abc"), ("b", "bca"), ("c", "cab")])
def test_m26_then_the_nearest_to_the_starting_player(start: str, order: str) -> None:
    """M26: clockwise from the starting player of that round."""
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, start=start)
    assert [entry[0] for entry in ranking] == list(order)
    assert [entry[2] for entry in ranking] == ["order", "order", None]


def test_m26_everybody_is_ranked_with_exactly_one_winner() -> None:
    """M26: also those short of the goal, by the same criteria."""
    how = {"points": {"a": 7, "b": 3, "c": 3, "d": 3, "e": 5}, "hands": {"d": "thief-hat"}}
    ranking = standing(seats=5, **how)
    assert ranking == [("a", 7, None), ("e", 5, None), ("d", 3, "cards"), ("b", 3, "order"), ("c", 3, None)]
