"""Tests the gray events, in the order of their set numbers."""

from __future__ import annotations

from ..table import Table, player, position

# 91 Nowhere to Run


def test_91_nowhere_to_run_turns_every_own_blank() -> None:
    """Each blank die is a separate decision, in the order of the pool."""
    table = position(
        a=player("jango_fett nightsister rey", hand="nowhere_to_run aim", resources=2,
                 pool="jango_fett+1=blank rey+1=1md nightsister+1=blank"),
        b=player("finn", pool="finn+1=blank"),
    )  # fmt: skip
    table.plays("a", "nowhere_to_run").about(source="a-nowhere_to_run", left=2)
    table.offers("a", *(f"a-jango_fett+1:{side}" for side in ("1rd", "2rd", "1md", "1r", "+1r")))
    table.answers("a", "turn", "a-jango_fett+1:2rd").about(source="a-nowhere_to_run", left=1)
    table.answers("a", "turn", "a-nightsister+1:1dr").asks("action", "b")
    assert table.pool("a") == {"a-jango_fett+1": "2rd", "a-rey+1": "1md", "a-nightsister+1": "1dr"}
    assert table.pool("b") == {"b-finn+1": "blank"}


def test_91_d186_a_second_blank_is_another_side() -> None:
    table = position(
        a=player("first_order_stormtrooper", hand="nowhere_to_run aim", resources=2,
                 pool="first_order_stormtrooper+1=blank"),
        b=player("finn"),
    )  # fmt: skip
    table.plays("a", "nowhere_to_run").about(source="a-nowhere_to_run")
    table.answers("a", "turn", "a-first_order_stormtrooper+1:blank").asks("action", "b")


# 126 Daring Escape


def escape(*dice: str) -> Table:
    table = position(
        a=player("rey", hand="daring_escape aim", resources=2),
        b=player("jango_fett*2 finn", pool="jango_fett+1=2rd finn+1=blank jango_fett+2=1md"),
    )
    return table.plays("a", "daring_escape").answers("a", "dice", *dice)


def test_126_d232_daring_escape_removes_all_blanks_rolled_again_or_not() -> None:
    table = escape("b-jango_fett+1", "b-jango_fett+2").rolls("blank", "2rd").asks("action", "a").about(extra=1)
    assert table.pool("b") == {"b-jango_fett+2": "2rd"}


def test_126_daring_escape_removes_blanks_though_nothing_is_rolled() -> None:
    table = escape().asks("action", "a")
    assert list(table.pool("b")) == ["b-jango_fett+1", "b-jango_fett+2"]


def test_126_daring_escape_with_two_opponents_means_one_of_them() -> None:
    table = position(
        a=player("rey", hand="daring_escape aim", resources=2),
        b=player("finn", pool="finn+1=blank"), c=player("finn", pool="finn+1=blank"),
    )  # fmt: skip
    table.plays("a", "daring_escape").answers("a", "opponent", "b").answers("a", "dice").asks("action", "a")
    assert (table.pool("b"), table.pool("c")) == ({}, {"c-finn+1": "blank"})


# 151 Aim


def test_151_aim_turns_an_own_die_to_a_ranged_side() -> None:
    """D186: a die is not turned to the side that it already shows."""
    table = position(
        a=player("jango_fett finn rey", hand="aim block", resources=1,
                 pool="jango_fett+1=1rd finn+1=blank rey+1=1md"),
        b=player("han_solo", pool="han_solo+1=1r"),
    )  # fmt: skip
    table.plays("a", "aim").offers("a", "a-jango_fett+1:2rd", "a-finn+1:1rd", "a-finn+1:2rd")
    table.answers("a", "turn", "a-finn+1:2rd")
    assert table.pool("a")["a-finn+1"] == "2rd"


def test_151_aim_also_turns_to_a_modifier() -> None:
    table = position(
        a=player("rebel_trooper", hand="aim block", resources=1, pool="rebel_trooper+1=1sh"), b=player("han_solo")
    )
    table.plays("a", "aim").offers("a", *(f"a-rebel_trooper+1:{side}" for side in ("1rd", "2rd", "+1rd")))


def test_151_aim_without_a_die_that_has_one_does_nothing() -> None:
    table = position(a=player("rey", hand="aim block", resources=1, pool="rey+1=1md"), b=player("han_solo"))
    table.plays("a", "aim").asks("action", "b")


# 152 All In


def test_152_all_in_resolves_dice_of_all_symbols_one_after_another() -> None:
    table = position(
        a=player("rey*2 finn", hand="all_in aim", resources=1, pool="rey+1=1md rey+2=+2md finn+1=2rd"),
        b=player("jango_fett"),
    ).plays("a", "all_in")
    targets = ("b-jango_fett", "a-rey", "a-finn")
    table.offers("a", *(f"a-rey+1:{one}" for one in targets), *(f"a-finn+1:{one}" for one in targets), "done")
    table.answers("a", "resolve", "a-rey+1:b-jango_fett").answers("a", "modify", "a-rey+2")
    table.offers("a", *(f"a-finn+1:{one}" for one in targets), "done")
    table.answers("a", "resolve", "a-finn+1:b-jango_fett").asks("action", "b")
    assert table.damage("b-jango_fett") == 5


def test_152_all_in_pays_side_costs() -> None:
    table = position(
        a=player("finn", hand="all_in aim", resources=2, upgrades={"finn": "gaffi_stick"},
                 pool="finn+1=1md gaffi_stick+1=2md1"),
        b=player("jango_fett"),
    ).plays("a", "all_in")  # fmt: skip
    table.answers("a", "resolve", "a-gaffi_stick+1:b-jango_fett").answers("a", "resolve", "done")
    assert (table.resources("a"), table.damage("b-jango_fett")) == (0, 2)


def test_152_a_die_turned_on_the_way_is_used_with_its_new_side() -> None:
    """A die that an earlier one has turned is resolved with its new side, and no die is resolved twice."""
    table = position(
        a=player("padawan finn", hand="all_in aim", resources=1, pool="padawan+1=1f finn+1=blank"),
        b=player("jango_fett"),
    ).plays("a", "all_in")
    table.answers("a", "resolve", "a-padawan+1").answers("a", "turn", "a-finn+1:2rd")
    table.answers("a", "resolve", "a-finn+1:b-jango_fett").asks("action", "b")
    assert table.damage("b-jango_fett") == 2


def test_152_q75_a_die_that_was_used_and_stayed_is_not_used_again() -> None:
    table = position(
        a=player("rey", hand="all_in aim", resources=1, supports="black_one", pool="black_one+1=sp"),
        b=player("jango_fett"),
    ).plays("a", "all_in")
    table.answers("a", "resolve", "a-black_one+1").answers("a", "character", "b-jango_fett").rolls("3rd")
    table.asks("action", "b")
    assert table.pool("a") == {"a-black_one+1": "3rd"}


def test_152_all_in_may_resolve_nothing() -> None:
    table = position(a=player("finn", hand="all_in aim", resources=1, pool="finn+1=2rd"), b=player("jango_fett"))
    table.plays("a", "all_in").answers("a", "resolve", "done").asks("action", "b")
    assert len(table.pool("a")) == 1


# 153 Block, 155 Dodge


def against_damage(event: str) -> Table:
    return position(
        a=player("rey", hand=f"{event} aim", resources=2, pool="rey+1=1md"),
        b=player("rey*2 jango_fett*2 kylo_ren", upgrades={"rey": "jetpack"},
                 pool="rey+1=+2md rey+2=1r kylo_ren+1=2md1 jango_fett+1=1rd jango_fett+2=blank jetpack+1=+2rd"),
    ).plays("a", event)  # fmt: skip


def test_153_block_removes_every_melee_die() -> None:
    """D181: modifiers and sides with a cost are melee dice too."""
    table = against_damage("block").asks("action", "b")
    assert list(table.pool("b")) == ["b-rey+2", "b-jango_fett+1", "b-jango_fett+2", "b-jetpack+1"]
    assert len(table.pool("a")) == 1


def test_155_dodge_removes_every_ranged_die() -> None:
    table = against_damage("dodge").asks("action", "b")
    assert list(table.pool("b")) == ["b-rey+1", "b-rey+2", "b-kylo_ren+1", "b-jango_fett+2"]


def test_153_block_with_two_opponents_means_one_of_them() -> None:
    table = position(
        a=player("rey", hand="block aim", resources=2),
        b=player("rey", pool="rey+1=1md"), c=player("rey", pool="rey+1=1md"),
    )  # fmt: skip
    table.plays("a", "block").offers("a", "b", "c").answers("a", "opponent", "c")
    assert (table.pool("b"), table.pool("c")) == ({"b-rey+1": "1md"}, {})


# 154 Close Quarters Assault


def assault(hand: str) -> Table:
    return position(
        a=player("rey*2 finn", hand="close_quarters_assault aim", pool="rey+1=1md rey+2=+2md finn+1=2rd"),
        b=player("jango_fett", hand=hand),
    ).plays("a", "close_quarters_assault")


def test_154_close_quarters_assault_discards_a_random_card_for_each_melee_die() -> None:
    table = assault("aim block dodge").about(of="b", source="a-close_quarters_assault", count=2)
    table.answers("chance", "random", "dodge", "aim").asks("action", "b")
    assert table.hand("b") == ["block"]
    assert len(table.pool("a")) == 3


def test_154_r52_too_few_cards_all_go_without_drawing_lots() -> None:
    table = assault("aim block").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == ([], ["aim", "block"])


# 156 Flank


def test_156_flank_removes_a_die_of_an_opponent_with_fewer_ready_characters() -> None:
    table = position(
        a=player("rey finn", hand="flank aim", resources=1),
        b=player("jango_fett*2 han_solo!", pool="jango_fett+1=2rd jango_fett+2=1md"),
    )
    table.plays("a", "flank").answers("a", "die", "b-jango_fett+1")
    assert table.pool("b") == {"b-jango_fett+2": "1md"}


def test_156_flank_is_not_offered_with_as_many() -> None:
    table = position(
        a=player("rey finn!", hand="flank aim", resources=1), b=player("jango_fett", pool="jango_fett+1=2rd")
    )
    assert not table.allows("a", "play:flank")


def test_156_flank_means_an_opponent_who_is_outnumbered() -> None:
    table = position(
        a=player("rey finn", hand="flank aim", resources=1),
        b=player("jango_fett han_solo", pool="jango_fett+1=2rd"),
        c=player("jango_fett han_solo!", pool="jango_fett+1=2rd"),
    )
    table.plays("a", "flank").asks("action", "b")
    assert (len(table.pool("b")), table.pool("c")) == (1, {})


def test_156_flank_asks_which_if_several_are_outnumbered() -> None:
    table = position(
        a=player("rey finn", hand="flank aim", resources=1),
        b=player("jango_fett", pool="jango_fett+1=2rd"), c=player("finn", pool="finn+1=2rd"),
        d=player("jango_fett han_solo", pool="jango_fett+1=2rd"),
    )  # fmt: skip
    table.plays("a", "flank").offers("a", "b", "c").answers("a", "opponent", "c")
    assert table.pool("c") == {}


# 157 Take Cover


def test_157_take_cover_gives_a_shield() -> None:
    table = position(a=player("rey finn", hand="take_cover aim"), b=player("jango_fett"))
    table.plays("a", "take_cover").offers("a", "a-rey", "a-finn", "b-jango_fett").answers("a", "character", "a-finn")
    assert table.shields("a-finn") == 1
