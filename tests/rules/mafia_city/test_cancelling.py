"""Tests M60 to M64: cancelling a play, and cancelling a cancel."""

from __future__ import annotations

import pytest

from .oracle import LOCATIONS
from .table import FISTS, Table, position

BOTH_FISTS = "fists:hitman-fist+complicity-fist"
OTHER_FISTS = "thief-fist rackets-fist"
BOTH_OTHERS = "fists:thief-fist+rackets-fist"

PLAYS = {
    "informer-star": "informer-star:harbour:1",
    "thief-fist": "thief-fist:b",
    "police_raid-star": "police_raid-star:prison",
    "pulling_strings-fist": "pulling_strings-fist:prison:harbour",
    "grand_plan-star": "grand_plan-star:prison:1:town_hall",
    "rackets-fist": "rackets-fist",
}
SYMBOLS = {"thief-hat": "hat:thief-hat:prison:1", "police_chief-hat": "hat:police_chief-hat:prison:1"}


def played(code: str, key: str, b: str, c: str = "") -> Table:
    """Returns a table at which a, with two mobsters in the prison, has just played the card `code` by answering with
    `key`; b and c hold these cards, and b has a mobster in the harbour.
    """
    return position(hands={"a": code, "b": b, "c": c}, prison="aa", harbour="b").plays("a", key)


@pytest.mark.parametrize(("code", "key"), [*PLAYS.items(), *SYMBOLS.items()])
def test_m60_two_fists_cancel_any_text_and_any_symbol(code: str, key: str) -> None:
    """M60: two fists stop any play of an opponent, and nothing happens."""
    table = played(code, key, b=FISTS).asked("react", "b").offers("b", "pass", BOTH_FISTS)
    table.plays("b", BOTH_FISTS).asked("turn", "b")
    assert (table.stack("prison"), table.stack("harbour"), table.cell) == ("aa", "b", "")
    assert (table.hand("a"), table.hand("b")) == ("", "")
    assert table.discard == f"{code} {FISTS}"


def test_m60_two_hats_are_cancelled_by_two_fists() -> None:
    """M60: two fists cancel two hats, just as they cancel a single card."""
    table = position(hands={"a": "thief-hat rackets-hat", "b": FISTS})
    table.plays("a", "hats:thief-hat+rackets-hat:harbour").plays("b", BOTH_FISTS).asked("turn", "b")
    assert table.stack("harbour") == ""


def test_m60_one_fist_is_not_enough() -> None:
    """M60: two fists are necessary; hats, bullets and stars are no fists."""
    played("informer-star", "informer-star:harbour:1", b="hitman-fist thief-hat fbi-bullet").offers("b", "pass")


def test_m60_each_pair_of_fists_is_offered_once_in_canonical_order() -> None:
    """M60: each different pair is one key, in the deck's order; two cards with the same code are a pair too."""
    hand = "rackets-fist hitman-fist complicity-fist hitman-fist"
    table = played("informer-star", "informer-star:harbour:1", b=hand)
    pairs = ["hitman-fist+hitman-fist", "hitman-fist+complicity-fist", "hitman-fist+rackets-fist"]
    table.offers("b", "pass", *(f"fists:{pair}" for pair in pairs), "fists:complicity-fist+rackets-fist")
    table.refuses("b", "fists:rackets-fist+hitman-fist", "not-allowed")
    table.refuses("b", "fists:rackets-fist+rackets-fist", "not-allowed")
    table.plays("b", "fists:hitman-fist+hitman-fist")
    assert table.hand("b") == "rackets-fist complicity-fist"
    assert table.discard == "informer-star hitman-fist hitman-fist"


def test_m60_the_author_cannot_cancel_himself() -> None:
    """M60: the player of a card is not asked to cancel it."""
    hands = {"a": f"informer-star {FISTS}", "b": "fbi-bullet", "c": ""}
    position(hands=hands, prison="b").plays("a", "informer-star:prison:1").asked("react", "b")


def test_m60_fists_never_touch_a_location_effect() -> None:
    """M60: a player with only fists cannot cancel the effect of the prison or the harbour."""
    table = position(phase="locations", prison="a", harbour="a", hands={"b": FISTS}).no_one_deals()
    table.answers("a", "harbour:1").asked("react", "b").offers("b", "pass").passes("b")
    assert table.cell == "a"
    table = position(phase="locations", harbour="a", hands={"b": FISTS}).no_one_deals()
    table.answers("a", "prison").asked("react", "b").offers("b", "pass").passes("b")
    assert table.state["hitman"] == "prison"


CHIEFS = ("informer-star", "thief-fist", "police_raid-star")
FBIS = ("grand_plan-star", "rackets-fist")


@pytest.mark.parametrize(("code", "key"), PLAYS.items())
def test_m61_whose_text_answers_which_card(code: str, key: str) -> None:
    """M61: the police chief cancels the informer, the thief and the raid; the F.B.I. cancels rackets and the grand
    plan.

    No card cancels Pulling Strings by its text.
    """
    table = played(code, key, b="police_chief-hat fbi-bullet")
    answer = ["police_chief-hat"] if code in CHIEFS else ["fbi-bullet"] if code in FBIS else []
    table.asked("react", "b").offers("b", "pass", *answer)
    if answer:
        table.plays("b", *answer).asked("turn", "b")
        assert (table.stack("prison"), table.stack("harbour"), table.cell) == ("aa", "b", "")
        assert table.discard == f"{code} {answer[0]}"


@pytest.mark.parametrize(("code", "key"), SYMBOLS.items())
def test_m61_a_symbol_is_on_no_list(code: str, key: str) -> None:
    """M61: a thief that is played for its hat does not count as a thief."""
    played(code, key, b="police_chief-hat fbi-bullet").asked("react", "b").offers("b", "pass")


@pytest.mark.parametrize(("code", "key"), [*PLAYS.items(), *SYMBOLS.items()])
def test_m61_one_card_is_enough_to_be_asked_only_for_a_listed_text(code: str, key: str) -> None:
    """M61: a player with a single card is asked only about texts that one card can cancel, even if the card is
    useless.
    """
    table = played(code, key, b="hitman-fist")
    if code in CHIEFS + FBIS:
        table.asked("react", "b").offers("b", "pass")
    else:
        assert table.kind != "react"


def test_m61_the_chief_answers_the_prison() -> None:
    """M61: the police chief cancels the prison's effect before the mobster moves; one card is enough to be asked."""
    hands = {"b": "police_chief-hat", "c": "fbi-bullet"}
    table = position(phase="locations", prison="a", police_station="b", hands=hands).no_one_deals()
    table.answers("a", "police_station:1").asked("react", "b", "c")
    assert table.about == {"play": "a jail: police_station:1", "links": []}
    table.offers("c", "pass").offers("b", "pass", "police_chief-hat").plays("b", "police_chief-hat")
    assert (table.cell, table.stack("police_station"), table.discard) == ("", "b", "police_chief-hat")


def test_m61_the_fbi_answers_the_harbour() -> None:
    """M61: the F.B.I. answers the move of the hitman figure; the chief does not."""
    hands = {"b": "police_chief-hat", "c": "fbi-bullet"}
    table = position(phase="locations", harbour="a", hands=hands).no_one_deals().answers("a", "prison")
    table.asked("react", "b", "c").offers("b", "pass").offers("c", "pass", "fbi-bullet").plays("c", "fbi-bullet")
    assert (table.state["hitman"], table.discard) == ("harbour", "fbi-bullet")


def test_m61_staying_and_declining_have_nothing_to_cancel() -> None:
    """M61: no window opens if the hitman stays or the player declines."""
    table = position(phase="locations", harbour="a", hands={"b": "fbi-bullet"}).no_one_deals().answers("a", "stay")
    table.asked("retrieve", "a")


def test_m61_the_fbi_answers_the_hitmans_card() -> None:
    """M61: the F.B.I. answers the text of the hitman card, after the figure has moved."""
    hands = {"a": "hitman-fist", "b": "fbi-bullet police_chief-hat"}
    table = position(phase="locations", harbour="ab", hands=hands).no_one_deals().answers("a", "stay")
    table.plays("a", "hitman-fist:2").asked("react", "b").offers("b", "pass", "fbi-bullet").plays("b", "fbi-bullet")
    assert (table.stack("harbour"), table.discard) == ("ab", "hitman-fist fbi-bullet")


def test_m61_the_own_location_effect_is_not_answered_by_its_author() -> None:
    """M61: the controller of the prison is not asked to cancel the jailing, even with a police chief in hand."""
    hands = {"a": "police_chief-hat fbi-bullet"}
    table = position(phase="locations", prison="a", police_station="b", hands=hands).no_one_deals()
    table.answers("a", "police_station:1").asked("retrieve", "a")
    assert table.cell == "b"


def test_m62_the_rulebooks_example_of_hats_and_counter_fists() -> None:
    """The rulebook: A plays two hats, B cancels with two fists, A cancels these with two fists: the mobster is
    placed.
    """
    table = position(hands={"a": f"thief-hat rackets-hat {FISTS}", "b": OTHER_FISTS})
    table.plays("a", "hats:thief-hat+rackets-hat:harbour").asked("react", "b").plays("b", BOTH_OTHERS)
    table.asked("react", "a")
    play = "a turn: hats:thief-hat+rackets-hat:harbour"
    assert table.about == {"play": play, "links": [f"b {BOTH_OTHERS}"]}
    table.plays("a", BOTH_FISTS).asked("turn", "b")
    assert (table.stack("harbour"), table.reserve("a")) == ("a", 3)
    assert table.discard == f"thief-hat rackets-hat {OTHER_FISTS} {FISTS}"


def test_m62_the_rulebooks_chief_cancelled_by_fists() -> None:
    """The rulebook: two fists cancel the police chief, so the original effect takes place."""
    table = position(hands={"a": f"informer-star {FISTS}", "b": "police_chief-hat"}, prison="c")
    table.plays("a", "informer-star:prison:1").plays("b", "police_chief-hat").asked("react", "a")
    table.offers("a", "pass", BOTH_FISTS).plays("a", BOTH_FISTS)
    assert (table.cell, table.discard) == ("c", f"informer-star police_chief-hat {FISTS}")


def test_m62_all_but_the_author_of_the_last_cancel_are_asked() -> None:
    """M62: after B's cancel, A and C are asked; after C's cancel of it, A and B."""
    hands = {
        "a": f"informer-star {FISTS}",
        "b": "police_chief-hat thief-hat fbi-bullet",
        "c": f"{OTHER_FISTS} fbi-bullet",
    }
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").asked("react", "b", "c")
    table.plays("b", "police_chief-hat").asked("react", "a", "c")
    table.plays("c", BOTH_OTHERS).asked("react", "a", "b")
    assert table.about["links"] == ["b police_chief-hat", f"c {BOTH_OTHERS}"]


def test_m62_while_the_effect_counts_again_another_chief_may_follow() -> None:
    """M62: B's first chief was cancelled, so B, an opponent of the effect's player, may play the second one."""
    hands = {"a": "informer-star", "b": "police_chief-hat police_chief-hat", "c": FISTS}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").plays("b", "police_chief-hat")
    table.plays("c", BOTH_FISTS).asked("react", "b").offers("b", "pass", "police_chief-hat").plays(
        "b", "police_chief-hat"
    )
    table.asked("turn", "b")
    assert (table.stack("prison"), table.cell) == ("b", "")
    assert table.discard == f"informer-star police_chief-hat {FISTS} police_chief-hat"


def test_m62_while_the_effect_is_cancelled_no_chief_helps() -> None:
    """M62: against the chief itself only fists help; a further chief has nothing to cancel."""
    hands = {"a": "informer-star", "b": "police_chief-hat", "c": "police_chief-hat fbi-bullet"}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").plays("b", "police_chief-hat")
    table.asked("react", "c").offers("c", "pass")


def test_m62_against_a_chief_one_card_is_not_asked() -> None:
    """M62: only two fists can cancel a police chief, so a player with one card is not asked."""
    hands = {"a": "informer-star hitman-fist", "b": "police_chief-hat", "c": "hitman-fist"}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").asked("react", "b", "c")
    table.plays("b", "police_chief-hat").asked("turn", "b")


def test_m62_the_author_may_cancel_a_counter_but_not_by_text() -> None:
    """M62: A may cancel the counter with two fists, but may not use a chief against the own effect."""
    hands = {"a": f"informer-star police_chief-hat {FISTS}", "b": "police_chief-hat", "c": OTHER_FISTS}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").plays("b", "police_chief-hat")
    table.plays("c", BOTH_OTHERS).asked("react", "a").offers("a", "pass", BOTH_FISTS)


def test_m62_the_author_with_one_card_is_not_asked_when_the_effect_counts_again() -> None:
    """M62: a player with a single card is asked only as an opponent of the effect's player."""
    hands = {"a": "informer-star fbi-bullet", "b": "police_chief-hat hitman-fist", "c": FISTS}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").plays("b", "police_chief-hat")
    table.plays("c", BOTH_FISTS).asked("react", "b")


@pytest.mark.parametrize("links", [0, 1, 2, 3, 4])
def test_m62_a_chain_has_no_limit_and_the_last_link_decides(links: int) -> None:
    """M62: an even number of cancels leaves the effect, an odd one does not; all cards are discarded."""
    counters = "informer-fist informer-fist pulling_strings-fist pulling_strings-fist"
    hands = {"a": f"thief-hat {counters}", "b": f"{FISTS} {OTHER_FISTS}"}
    table = position(hands=hands, prison="a").plays("a", "hat:thief-hat:prison:1")
    keys = {
        0: ("b", BOTH_FISTS),
        1: ("a", "fists:informer-fist+informer-fist"),
        2: ("b", BOTH_OTHERS),
        3: ("a", "fists:pulling_strings-fist+pulling_strings-fist"),
    }
    for at in range(links):
        table.plays(*keys[at])
    if table.kind == "react":
        table.no_one_reacts()
    assert table.stack("prison") == ("" if links % 2 == 0 else "a")
    assert len(table.discard.split()) == 1 + 2 * links


def test_m62_the_first_reaction_counts_and_a_new_cancel_asks_everyone_again() -> None:
    """M62: the first reaction closes the window; players who passed are asked again about the new cancel."""
    hands = {"a": "informer-star", "b": FISTS, "c": f"{OTHER_FISTS} fbi-bullet"}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").asked("react", "b", "c")
    number = table.number
    table.passes("c").asked("react", "b")
    assert table.number == number
    table.plays("b", BOTH_FISTS).asked("react", "c")
    assert table.number == number + 1
    table.plays("c", BOTH_OTHERS)
    assert table.cell == "b"


def test_m62_the_window_closes_when_all_have_passed_or_the_time_is_over() -> None:
    """M62: if all pass, or if the time runs out, no one has reacted; the record shows which of the two happened."""
    hands = {"a": "informer-star", "b": FISTS, "c": "fbi-bullet"}
    table = position(hands=hands, prison="c", deck="").plays("a", "informer-star:prison:1").passes("c")
    assert table.silence == "pass"
    table.clock()
    assert table.cell == "c"
    assert table.entries[1:3] == ["c react: pass", "clock react"]
    table = position(hands=hands, prison="c").plays("a", "informer-star:prison:1").passes("c", "b")
    assert table.cell == "c"
    assert table.entries[1:3] == ["c react: pass", "b react: pass"]


def test_m62_passing_twice_in_a_window_is_refused() -> None:
    """M62: while a window is open, a second answer of a player who has passed is refused, and so is any answer of the
    player whose play it is about.
    """
    hands = {"a": "informer-star", "b": FISTS, "c": FISTS}
    table = position(hands=hands, prison="b").plays("a", "informer-star:prison:1").passes("b")
    table.refuses("b", "pass", "not-asked").refuses("b", BOTH_FISTS, "not-asked").refuses("a", "pass", "not-asked")


def test_m63_a_cancelled_hitman_lets_its_player_play_another_one() -> None:
    """M63: after a cancelled hitman card, its player is asked for another one (not so after an action card, M11)."""
    hands = {"a": "hitman-fist thief-fist", "b": "fbi-bullet"}
    table = position(phase="locations", harbour="ab", hands=hands).no_one_deals().answers("a", "stay")
    table.plays("a", "hitman-fist:2").plays("b", "fbi-bullet").asked("kill", "a").offers("a", "decline")


def test_m64_the_cancel_of_a_location_effect_can_be_cancelled() -> None:
    """The Police chief that cancels the prison's effect is cancelled by two fists of any other player (M64)."""
    hands = {"a": FISTS, "b": "police_chief-hat", "c": OTHER_FISTS}
    table = position(phase="locations", prison="a", police_station="b", hands=hands).no_one_deals()
    table.answers("a", "police_station:1").asked("react", "b", "c").plays("b", "police_chief-hat")
    table.asked("react", "a", "c").offers("a", "pass", BOTH_FISTS).offers("c", "pass", BOTH_OTHERS)
    table.plays("c", BOTH_OTHERS)
    assert table.about["links"] == ["b police_chief-hat", f"c {BOTH_OTHERS}"]
    table.asked("react", "a").passes("a")
    assert table.cell == "b"
    assert table.discard == f"police_chief-hat {OTHER_FISTS}"


def test_m64_after_the_counter_the_chief_may_follow_but_fists_only_on_the_counter() -> None:
    """After two fists cancel the F.B.I. on the harbour's effect, another F.B.I. may cancel the effect (M64)."""
    hands = {"a": FISTS, "b": "fbi-bullet fbi-bullet"}
    table = position(phase="locations", harbour="a", hands=hands).no_one_deals().answers("a", "prison")
    table.plays("b", "fbi-bullet").plays("a", BOTH_FISTS).asked("react", "b").plays("b", "fbi-bullet")
    assert table.state["hitman"] == "harbour"
    assert table.discard == f"fbi-bullet {FISTS} fbi-bullet"


def test_m60_place_wait_and_pass_open_no_window() -> None:
    """M60: placing, waiting and passing have no effect that could be cancelled."""
    for key in (*(f"place:{place}" for place in LOCATIONS), "wait:fbi-bullet", "pass"):
        hands = {"a": "fbi-bullet", "b": FISTS, "c": "police_chief-hat fbi-bullet"}
        position(hands=hands).plays("a", key).asked("turn", "b")
