"""Tests the neutral yellow upgrades, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 65 Cunning


def cunning(
    *, b: str = "", supports: str = "", upgrades: str = "", a_supports: str = "", pool: str = "", hand: str = "",
    b_pool: str = "", resources: int = 0,
) -> Table:  # fmt: skip
    return position(
        a=player("bala_tik", upgrades={"bala_tik": f"cunning {upgrades}"}, supports=a_supports,
                 pool=f"cunning+1=sp {pool}", hand=hand, deck="aim block", resources=resources),
        b=player("finn hired_gun", upgrades={"finn": b}, supports=supports, pool=b_pool),
    ).resolves("a", "cunning+1")  # fmt: skip


def test_065_cunning_uses_the_special_of_any_card_in_play() -> None:
    """The player chooses among the cards in play that have a special, without Cunning itself; that special is carried
    out.
    """
    table = cunning(b="jetpack survival_gear", supports="outpost", a_supports="black_market")
    table.about(source="a-cunning").offers("a", "b-outpost", "b-jetpack", "a-black_market")
    table.answers("a", "piece", "a-black_market")
    table.answers("a", "play", "done").asks("action", "b")
    assert table.hand("a") == ["aim", "block"]


def test_065_cunning_with_an_opponents_detonator_hits_that_opponent() -> None:
    """D226, R48: the Detonator is discarded into its owner's pile, and the cost of its side is not paid."""
    table = cunning(b="thermal_detonator").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-hired_gun"), table.damage("a-bala_tik")) == (3, 3, 0)
    assert table.discard("b") == ["thermal_detonator"]


def test_065_cunning_with_an_opponents_grenades_hits_that_opponent() -> None:
    """D226: the grenades hit the characters of the player who owns them."""
    table = cunning(b="infantry_grenades").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-hired_gun")) == (2, 2)
    assert table.discard("b") == ["infantry_grenades"]


def test_065_cunning_with_an_opponents_holocron_does_nothing() -> None:
    """D226, Q72: nothing is asked or exchanged."""
    table = cunning(b="sith_holocron", hand="force_throw", resources=1).asks("action", "b")
    assert (table.hand("a"), table.upgrades("b-finn"), table.resources("a")) == (
        ["force_throw"],
        ["b-sith_holocron"],
        1,
    )


def test_065_cunning_with_the_own_holocron_exchanges_and_rolls() -> None:
    """Q72: with the player's own Holocron, the exchange happens and the new card's die may be rolled."""
    table = cunning(upgrades="sith_holocron", hand="force_throw", resources=1).answers("a", "card", "force_throw")
    table.answers("a", "may", "yes").rolls("1dr").asks("action", "b")
    assert table.upgrades("a-bala_tik") == ["a-cunning", "a-force_throw"]
    assert table.pool("a") == {"a-force_throw+1": "1dr"}


def test_065_cunning_gives_the_shield_to_the_bearer_of_the_text() -> None:
    """R48: "attached character" is Finn, who has Jetpack; "you" is the player who resolves Cunning."""
    table = cunning(b="jetpack", b_pool="finn+1=1md hired_gun+1=1r").asks("action", "b")
    assert (table.shields("b-finn"), table.shields("a-bala_tik")) == (1, 0)
    assert table.pool("b") == {"b-hired_gun+1": "1r"}


def test_065_cunning_measures_force_choke_from_its_bearer() -> None:
    cunning(b="force_choke").offers("a", "b-hired_gun", "a-bala_tik")


def test_065_cunning_rolls_no_this_die() -> None:
    """Q3: BB-8's special rolls only one other die, which may be BB-8's own; Cunning's die returns to its card."""
    table = cunning(a_supports="bb_8", pool="bb_8+1=1r bala_tik+1=1r").offers("a", "a-bb_8+1", "a-bala_tik+1")
    table.answers("a", "die", "a-bb_8+1").rolls("sp").asks("action", "b")
    assert table.pool("a") == {"a-bb_8+1": "sp", "a-bala_tik+1": "1r"}
    assert table.state["barred"] == ["a-bb_8"]
    table.passes("b")
    assert not table.allows("a", "resolve:a-bb_8+1")


def test_065_cunning_cannot_name_a_barred_card() -> None:
    """Q43: a card whose special is used up for the round cannot be chosen."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, supports="black_one", pool="cunning+1=sp"),
        b=player("finn"), more={"barred": ["a-black_one"]},
    ).resolves("a", "cunning+1").asks("action", "b")  # fmt: skip
    assert table.damage("b-finn") == 0


def test_065_cunning_with_padme_lets_who_resolves_it_pay_and_choose() -> None:
    table = (
        position(
            a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", resources=1),
            b=player("padme_amidala", deck="aim block dodge", resources=1),
        )
        .resolves("a", "cunning+1")
        .answers("a", "either", "2")
        .asks("action", "b")
    )
    assert (table.resources("a"), table.resources("b"), table.discard("b")) == (0, 1, ["aim", "block"])


def test_065_cunning_lets_poe_discard_from_the_hand_of_who_resolves_it() -> None:
    """R48: "you" in Poe's text is the player who resolves Cunning."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", hand="jetpack", resources=2),
        b=player("poe_dameron", hand="aim block"),
    ).resolves("a", "cunning+1")
    table.about(source="b-poe_dameron").answers("a", "side", "1dr:b").asks("action", "b")
    assert (table.discard("a"), len(table.hand("b"))) == (["jetpack"], 2)


def test_065_cunning_without_another_special_in_play_does_nothing() -> None:
    cunning(b="survival_gear").asks("action", "b")


def test_065_cunning_is_for_yellow_characters() -> None:
    table = position(a=player("kylo_ren jango_fett", hand="cunning", resources=2), b=player("rey"))
    assert [key for key in table.keys("a") if key.startswith("play:")] == ["play:cunning:a-jango_fett"]


# 66 Jetpack


def jetpack(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("rey", upgrades={"rey": "jetpack"}, pool=f"jetpack+1=sp {a_pool}"),
        b=player("tusken_raider finn", pool=b_pool),
    ).resolves("a", "jetpack+1")


def test_066_jetpack_removes_a_melee_die_and_shields_its_bearer() -> None:
    table = jetpack("tusken_raider+1=3md1 finn+1=1rd", "rey+1=1md").offers("a", "b-tusken_raider+1", "a-rey+1")
    table.answers("a", "die", "b-tusken_raider+1").asks("action", "b")
    assert (table.pool("b"), table.shields("a-rey")) == ({"b-finn+1": "1rd"}, 1)


def test_066_jetpack_shields_also_if_there_was_no_such_die() -> None:
    """D121: the shield is given even if there is no melee die to remove."""
    table = jetpack("finn+1=1rd").asks("action", "b")
    assert (table.pool("b"), table.shields("a-rey")) == ({"b-finn+1": "1rd"}, 1)


# 67 Thermal Detonator


def test_067_thermal_detonator_hits_each_opposing_character_and_is_discarded() -> None:
    """The special, whose side costs a resource (Q77), deals 3 damage to each opposing character, and the Detonator is
    discarded.
    """
    table = (
        position(
            a=player(
                "bala_tik", upgrades={"bala_tik": "thermal_detonator"}, pool="thermal_detonator+1=sp1", resources=1
            ),
            b=player("finn/8 hired_gun^1"),
        )
        .resolves("a", "thermal_detonator+1")
        .asks("action", "b")
    )
    assert table.is_defeated("b-finn")
    assert (table.damage("b-hired_gun"), table.damage("a-bala_tik"), table.resources("a")) == (2, 0, 0)
    assert (table.discard("a"), table.pool("a")) == (["thermal_detonator"], {})


def test_067_thermal_detonator_with_a_cost_that_cannot_be_paid_is_not_resolved() -> None:
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "thermal_detonator"}, pool="thermal_detonator+1=sp1"),
        b=player("finn"),
    )
    assert not table.allows("a", "resolve:a-thermal_detonator+1")


def test_067_thermal_detonator_is_played_on_anyone_if_its_player_has_yellow() -> None:
    table = position(a=player("rey bala_tik", hand="thermal_detonator", resources=3), b=player("hired_gun"))
    assert table.allows("a", "play:thermal_detonator:a-rey")
    table = position(a=player("rey", hand="thermal_detonator", resources=3), b=player("hired_gun"))
    assert not table.allows("a", "play:thermal_detonator:a-rey")
