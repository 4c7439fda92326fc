"""Tests the red villain characters, in the order of their set numbers: each one's ability does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 1 Captain Phasma


def test_001_captain_phasma_gives_guardian_to_non_unique_characters() -> None:
    table = position(
        a=player("captain_phasma first_order_stormtrooper"),
        b=player("finn", pool="finn+1=2rd"),
    )
    table.activates("a", "first_order_stormtrooper")
    table.about(source="a-first_order_stormtrooper", event="activated a-first_order_stormtrooper")
    table.offers("a", "b-finn+1", "done").answers("a", "die", "b-finn+1").rolls("1r")
    assert table.damage("a-first_order_stormtrooper") == 2
    assert table.pool("b") == {}


def test_001_captain_phasma_gives_it_neither_to_herself_nor_to_opponents() -> None:
    table = position(
        a=player("captain_phasma", pool=""), b=player("first_order_stormtrooper", pool="first_order_stormtrooper+1=1rd")
    )
    table.activates("a", "captain_phasma").rolls("1rd")
    table.activates("b", "first_order_stormtrooper").asks("action", "a")
    assert table.pool("b") == {"b-first_order_stormtrooper+1": "1rd"}


def test_001_captain_phasma_gives_it_only_while_she_is_in_play() -> None:
    table = position(
        a=player("first_order_stormtrooper", defeated="captain_phasma"), b=player("finn", pool="finn+1=2rd")
    )
    table.activates("a", "first_order_stormtrooper").asks("roll", "chance")


def test_001_captain_phasma_gives_no_second_guardian_to_who_has_it() -> None:
    """D129: a character that has Guardian already does not get it a second time."""
    table = position(
        a=player("captain_phasma rebel_trooper", upgrades={"rebel_trooper": "personal_escort"}),
        b=player("finn hired_gun", pool="finn+1=2rd hired_gun+1=2rd1"),
    )
    table.activates("a", "rebel_trooper").answers("a", "die", "b-finn+1").asks("roll", "chance")


# 2 First Order Stormtrooper


def test_002_first_order_stormtrooper_has_no_text_and_a_die_of_six_sides() -> None:
    table = position(a=player("first_order_stormtrooper", resources=1), b=player("finn"))
    table.activates("a", "first_order_stormtrooper")
    table.offers("chance", "1rd", "2rd", "2rd1", "1r", "blank", "blank").rolls("2rd1").passes("b")
    table.resolves("a", "first_order_stormtrooper+1:b-finn")
    assert (table.damage("b-finn"), table.resources("a")) == (2, 0)


# 3 General Grievous


def grievous(upgrades: str, *, his: str = "", pool: str = "") -> Table:
    """Returns a table on which Grievous, who has the upgrades `his`, has just defeated a Hired Gun with `upgrades`."""
    return position(
        a=player("general_grievous", upgrades={"general_grievous": his}, pool="general_grievous+1=2md"),
        b=player("hired_gun/8 finn", upgrades={"hired_gun": upgrades}, pool=pool),
    ).resolves("a", "general_grievous+1:b-hired_gun")


def test_003_general_grievous_takes_an_upgrade_with_its_die_and_rolls_it() -> None:
    """Grievous takes an upgrade of the character that he has defeated; R43: its die leaves the opponent's pool, and is
    rolled with Grievous's dice from then on.
    """
    table = grievous("jetpack", pool="jetpack+1=1dr")
    table.about(source="a-general_grievous", event="defeated b-hired_gun")
    table.offers("a", "b-jetpack", "done").answers("a", "piece", "b-jetpack").asks("action", "b")
    assert table.is_defeated("b-hired_gun")
    assert table.pool("b") == {}
    table.passes("b").activates("a", "general_grievous").rolls("1r", "2sh")
    assert table.pool("a") == {"a-general_grievous+1": "1r", "b-jetpack+1": "2sh"}


def test_003_general_grievous_may_leave_the_upgrade() -> None:
    table = grievous("jetpack").answers("a", "piece", "done").asks("action", "b")
    assert table.upgrades("a-general_grievous") == []
    assert table.discard("b") == ["jetpack"]


def test_003_general_grievous_takes_no_ability() -> None:
    table = grievous("personal_escort").asks("action", "b")
    assert table.discard("b") == ["personal_escort"]


def test_003_general_grievous_takes_no_unique_card_of_which_he_has_a_copy() -> None:
    """R42: Grievous cannot take a unique card if his player has a copy of it in play."""
    grievous("reys_staff jetpack", his="reys_staff").offers("a", "b-jetpack", "done")


def test_003_general_grievous_with_three_upgrades_discards_any_of_the_four() -> None:
    """R7, R41: the upgrade beyond the limit of three goes to its owner's discard pile."""
    table = grievous("jetpack", his="datapad comlink survival_gear").answers("a", "piece", "b-jetpack")
    table.about(source="rules").offers("a", "a-datapad", "a-comlink", "a-survival_gear", "b-jetpack")
    table.answers("a", "piece", "b-jetpack").asks("action", "b")
    assert table.discard("b") == ["jetpack"]
    assert len(table.upgrades("a-general_grievous")) == 3


def test_003_general_grievous_takes_nothing_from_own_characters() -> None:
    table = position(
        a=player("general_grievous first_order_stormtrooper/6", upgrades={"first_order_stormtrooper": "jetpack"},
                 pool="general_grievous+1=2md"),
        b=player("finn"),
    )  # fmt: skip
    table.resolves("a", "general_grievous+1:a-first_order_stormtrooper").asks("action", "b")
    assert table.discard("a") == ["jetpack"]


def test_003_general_grievous_takes_before_redeploy_may_move_it() -> None:
    """D228: Grievous takes the upgrade before Redeploy may move it."""
    table = grievous("holdout_blaster").answers("a", "piece", "b-holdout_blaster").asks("action", "b")
    assert table.upgrades("a-general_grievous") == ["b-holdout_blaster"]
    assert table.upgrades("b-finn") == []


def test_003_general_grievous_says_of_two_equal_upgrades_which_die_stays() -> None:
    """Q28: the controller of two equal upgrades says which die stays, before one of the upgrades leaves."""
    table = grievous("jetpack jetpack", pool="jetpack+1=1dr jetpack-2+1=2sh").answers("a", "piece", "b-jetpack")
    table.about(source="rules").offers("b", "b-jetpack+1", "b-jetpack-2+1")


# 4 General Veers

OUTPOST = [f"a-outpost+1:{side}" for side in ("1f", "1dr", "2dr", "1sh", "sp")]


def test_004_general_veers_removes_his_die_to_turn_one_of_a_support() -> None:
    table = position(
        a=player("general_veers finn", supports="outpost", pool="general_veers+1=1rd finn+1=1r outpost+1=blank"),
        b=player("finn", supports="black_market", pool="black_market+1=1r"),
    )
    table.uses("a", "general_veers").about(source="a-general_veers").offers("a", *OUTPOST)
    table.answers("a", "turn", "a-outpost+1:2dr").asks("action", "b")
    assert table.pool("a") == {"a-finn+1": "1r", "a-outpost+1": "2dr"}


def test_004_general_veers_needs_his_die_and_no_support() -> None:
    """R9: Veers's action, whose price is one of his dice, is offered only with such a die; Q5: it may be used even if
    there is no support's die to turn.
    """
    without = position(a=player("general_veers", supports="outpost", pool="outpost+1=sp"), b=player("finn"))
    assert not without.allows("a", "use:a-general_veers")
    table = position(a=player("general_veers", pool="general_veers+1=1rd"), b=player("finn"))
    table.uses("a", "general_veers").asks("action", "b")
    assert table.pool("a") == {}


def test_004_general_veers_of_an_elite_either_die_goes() -> None:
    """Q11: the player chooses between the two dice of an elite character even if both show the same side."""
    table = position(
        a=player("general_veers*2", supports="outpost",
                 pool="general_veers+1=1rd general_veers+2=1rd outpost+1=blank"),
        b=player("finn"),
    )  # fmt: skip
    table.uses("a", "general_veers").offers("a", "a-general_veers+1", "a-general_veers+2")
    table.answers("a", "die", "a-general_veers+2").answers("a", "turn", "a-outpost+1:sp")
    assert table.pool("a") == {"a-general_veers+1": "1rd", "a-outpost+1": "sp"}
