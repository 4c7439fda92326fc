"""Tests the red supports, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 5 AT-ST


def test_005_at_st_discards_a_support_of_anyone() -> None:
    table = position(
        a=player("finn", supports="at_st", pool="at_st+1=sp"),
        b=player("rey", supports="outpost", pool="outpost+1=1f"),
    ).resolves("a", "at_st+1")  # fmt: skip
    table.about(source="a-at_st").offers("a", "b-outpost", "a-at_st").answers("a", "piece", "b-outpost")
    assert (table.supports("b"), table.discard("b"), table.pool("b")) == ([], ["outpost"], {})
    assert table.supports("a") == ["a-at_st"]


def test_005_at_st_as_the_only_target_has_to_take_itself() -> None:
    table = position(a=player("finn", supports="at_st", pool="at_st+1=sp"), b=player("rey")).resolves("a", "at_st+1")
    assert (table.supports("a"), table.discard("a"), table.pool("a")) == ([], ["at_st"], {})


# 6 First Order TIE Fighter


def test_006_first_order_tie_fighter_takes_all_shields_of_an_opponents_characters() -> None:
    table = (
        position(
            a=player("finn^2", supports="first_order_tie_fighter", pool="first_order_tie_fighter+1=sp"),
            b=player("rey^3 hired_gun^1"),
        )
        .resolves("a", "first_order_tie_fighter+1")
        .asks("action", "b")
    )
    assert (table.shields("b-rey"), table.shields("b-hired_gun"), table.shields("a-finn")) == (0, 0, 2)


def test_006_first_order_tie_fighter_takes_those_of_one_opponent() -> None:
    table = position(
        a=player("finn", supports="first_order_tie_fighter", pool="first_order_tie_fighter+1=sp"),
        b=player("rey^3"), c=player("hired_gun^1"),
    ).resolves("a", "first_order_tie_fighter+1").answers("a", "opponent", "b")  # fmt: skip
    assert (table.shields("b-rey"), table.shields("c-hired_gun")) == (0, 1)


# 31 Launch Bay


def launch(side: str, hand: str) -> Table:
    return position(
        a=player("finn rey", supports="launch_bay", pool=f"launch_bay+1={side}", hand=hand),
        b=player("hired_gun", hand="aim block dodge flank", resources=9),
    )


def test_031_launch_bay_x_is_the_number_of_cards_in_hand() -> None:
    table = launch("xrd", "aim block dodge").resolves("a", "launch_bay+1:b-hired_gun")
    assert table.damage("b-hired_gun") == 3
    table.was_told("resolves", die="a-launch_bay+1", side="xrd", value=3)
    assert launch("xdr", "aim block").resolves("a", "launch_bay+1:b").resources("b") == 7
    assert launch("xsh", "aim block").resolves("a", "launch_bay+1:a-rey").shields("a-rey") == 2
    table = launch("xdc", "aim").resolves("a", "launch_bay+1:b").answers("chance", "random", "dodge")
    assert table.hand("b") == ["aim", "block", "flank"]


def test_031_launch_bay_with_an_empty_hand_is_worth_nothing() -> None:
    """Q10: a die of value 0 is still resolved at a target."""
    table = launch("xrd", "").resolves("a", "launch_bay+1:b-hired_gun").asks("action", "b")
    assert (table.damage("b-hired_gun"), table.pool("a")) == (0, {})


def test_031_launch_bay_with_an_empty_hand_discards_nothing_and_draws_no_lots() -> None:
    table = launch("xdc", "").resolves("a", "launch_bay+1:b").asks("action", "b")
    assert len(table.hand("b")) == 4


# 32 Black One


def black_one() -> Table:
    return position(
        a=player("poe_dameron", supports="black_one", pool="black_one+1=sp", hand="aim"),
        b=player("hired_gun^1 finn", hand="aim"),
    ).resolves("a", "black_one+1")


def test_032_black_one_deals_one_and_rolls_again() -> None:
    table = black_one().offers("a", "b-finn", "b-hired_gun", "a-poe_dameron").answers("a", "character", "b-hired_gun")
    table.rolls("3rd").asks("action", "b")
    assert (table.damage("b-hired_gun"), table.shields("b-hired_gun")) == (0, 0)
    table.passes("b").resolves("a", "black_one+1:b-hired_gun")
    assert (table.damage("b-hired_gun"), table.pool("a")) == (3, {})


def test_032_black_one_is_free_again_in_the_next_round() -> None:
    """R2, Q43: the special, which works once per round, can be used again in the next round."""
    table = black_one().answers("a", "character", "b-finn").rolls("sp")
    assert table.state["barred"] == ["a-black_one"]
    table.passes("b", "a").answers("a", "upkeep").answers("b", "upkeep")
    assert (table.state["barred"], table.pool("a")) == ([], {})


# 53 Outpost


def outpost(battlefield: str, controller: str = "b") -> Table:
    return position(
        a=player("finn", supports="outpost", pool="outpost+1=sp"),
        b=player("rey"), battlefield=battlefield, controller=controller,
    ).resolves("a", "outpost+1")  # fmt: skip


def test_053_outpost_may_use_the_battlefields_ability_without_claiming() -> None:
    """Q71, D101: the questions name the battlefield as their source; the player need not pass afterwards."""
    table = outpost("echo_base").about(source="echo_base")
    table.offers("a", "a-finn", "b-rey", "done").answers("a", "character", "a-finn")
    assert table.shields("a-finn") == 1
    assert (table.state["battlefield"]["controller"], table.state["claimed"]) == ("b", None)
    table.passes("b").activates("a", "finn")


def test_053_outpost_may_give_no_shield() -> None:
    table = outpost("echo_base").answers("a", "character", "done").asks("action", "b")
    assert table.shields("a-finn") == 0
    outpost("mos_eisley_spaceport").asks("action", "b")


# 76 Drudge Work


def drudge(team: str, supports: str = "drudge_work") -> Table:
    return position(a=player(team, supports=supports), b=player("hired_gun"))


def test_076_drudge_work_exhausts_itself_and_a_character_for_a_resource() -> None:
    table = (
        drudge("finn rey").uses("a", "drudge_work").offers("a", "a-rey", "a-finn").answers("a", "character", "a-rey")
    )
    assert table.resources("a") == 1
    assert (table.exhausted("a-drudge_work"), table.exhausted("a-rey"), table.exhausted("a-finn")) == (
        True,
        True,
        False,
    )


def test_076_drudge_work_needs_both() -> None:
    """R9: the action is offered only if both the support and a character can be exhausted."""
    assert not drudge("finn!").allows("a", "use:a-drudge_work")
    assert not drudge("finn", "drudge_work!").allows("a", "use:a-drudge_work")


# 77 Local Garrison


def garrison(supports: str) -> Table:
    return position(
        a=player("finn", supports=supports, hand="aim"), b=player("rey", hand="aim"), phase="upkeep"
    )  # fmt: skip


def test_077_local_garrison_leaves_each_opponent_one_resource_less() -> None:
    table = garrison("local_garrison")
    assert (table.resources("a"), table.resources("b")) == (2, 1)


def test_077_local_garrison_leaves_at_least_one() -> None:
    table = garrison("local_garrison local_garrison")
    assert (table.resources("a"), table.resources("b")) == (2, 1)


def test_077_local_garrison_has_no_die_to_activate() -> None:
    """D95: a support without a die cannot be activated."""
    table = position(a=player("finn", hand="local_garrison", resources=3), b=player("rey"))
    table.plays("a", "local_garrison").passes("b")
    assert not table.allows("a", "activate:a-local_garrison")
