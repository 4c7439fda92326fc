"""Tests part three of the rulebook: areas (D40 to D48)."""

from __future__ import annotations

from .table import player, position


def test_d40_only_cards_in_play_work() -> None:
    """It Binds All Things lowers no costs while it is in the hand, and Emperor's Favor raises no hand size from the
    discard pile.
    """
    table = position(a=player("rey", hand="force_training it_binds_all_things", resources=1), b=player("finn"))
    assert not table.allows("a", "play:force_training:a-rey")
    table = position(
        a=player("rey", discard="emperors_favor", hand="aim"), b=player("finn", hand="aim"), phase="upkeep"
    )
    table.answers("a", "upkeep").answers("b", "upkeep")
    assert len(table.hand("a")) == 5


def test_d40_events_are_never_in_play() -> None:
    table = position(a=player("rey", hand="take_cover"), b=player("finn")).plays("a", "take_cover")
    assert (table.supports("a"), table.state["limbo"], table.hand("a")) == ([], ["a-take_cover"], [])
    table.answers("a", "character", "a-rey")
    assert (table.supports("a"), table.state["limbo"], table.discard("a")) == ([], [], ["take_cover"])


def test_d41_only_dice_of_the_own_pool_are_resolved() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("finn", pool="finn+1=2rd"))
    offered = [key for key in table.keys("a") if key.startswith("resolve:")]
    assert offered == ["resolve:a-rey+1:b-finn", "resolve:a-rey+1:a-rey"]


def test_d42_dice_on_cards_show_nothing_and_cannot_be_touched() -> None:
    table = position(a=player("rey", hand="isolation", resources=1), b=player("finn")).plays("a", "isolation")
    assert table.asks("action", "b").events("removes_die") == []


def test_d43_everyone_sees_resources_and_counts_but_no_one_sees_a_hand() -> None:
    table = position(
        a=player("rey", hand="aim block", resources=3, discard="dodge"), b=player("finn", hand="flank", resources=1)
    )  # fmt: skip
    for looker in (None, "b"):
        seen = table.view(looker)["players"]["a"]
        assert (seen["resources"], seen["cards"], seen["deck"], seen["discard"]) == (3, 2, 4, ["dodge"])
        assert "hand" not in seen
    assert table.view("a")["players"]["a"]["hand"] == ["aim", "block"]


def test_d44_more_than_the_hand_size_is_never_discarded_and_draws_none() -> None:
    table = position(a=player("rey", hand="aim " * 7), b=player("finn", hand="aim " * 3), phase="upkeep")
    table.answers("a", "upkeep").answers("b", "upkeep")
    assert (len(table.hand("a")), len(table.hand("b"))) == (7, 5)


def test_d45_no_one_sees_a_deck_not_even_the_own_one() -> None:
    table = position(a=player("rey", deck="aim block"), b=player("finn"))
    assert [table.view(looker)["players"]["a"]["deck"] for looker in (None, "a", "b")] == [2, 2, 2]


def test_d46_a_card_goes_to_its_owners_hand() -> None:
    """R41: Confiscation returns an upgrade that Grievous took to its owner's hand."""
    table = position(
        a=player("general_grievous", upgrades={"general_grievous": "b-jetpack"}),
        b=player("finn", hand="confiscation", resources=2), turn="b",
    ).plays("b", "confiscation").asks("action", "a")  # fmt: skip
    assert (table.hand("b"), table.hand("a")) == (["jetpack"], [])


def test_d47_a_played_event_lies_in_limbo_while_it_is_resolved() -> None:
    """Q40: the event is neither in the hand nor in the discard pile, and counts as played."""
    table = position(
        a=player("admiral_ackbar", hand="retreat aim", resources=2), b=player("rey", hand="aim", resources=1)
    ).plays("a", "retreat").asks("action", "b")  # fmt: skip
    assert (table.state["limbo"], table.hand("a"), table.discard("a")) == (["a-retreat"], ["aim"], [])
    table.passes("b")
    assert (table.state["limbo"], table.discard("a")) == ([], ["retreat"])


def test_d48_the_supply_never_runs_out() -> None:
    table = position(a=player("rey", pool="rey+1=1r", resources=500), b=player("finn")).resolves("a", "rey+1")
    assert table.resources("a") == 501
