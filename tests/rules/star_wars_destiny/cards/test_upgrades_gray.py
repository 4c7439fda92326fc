"""Tests the gray upgrades, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 17 Infantry Grenades


def test_017_infantry_grenades_hit_each_opposing_character_and_are_discarded() -> None:
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "infantry_grenades"}, pool="infantry_grenades+1=sp"),
        b=player("finn^1 rebel_trooper"),
    ).resolves("a", "infantry_grenades+1").asks("action", "b")  # fmt: skip
    assert (table.damage("b-finn"), table.damage("b-rebel_trooper"), table.damage("a-bala_tik")) == (1, 2, 0)
    assert (table.upgrades("a-bala_tik"), table.discard("a"), table.pool("a")) == ([], ["infantry_grenades"], {})


def test_017_infantry_grenades_hit_the_characters_of_one_opponent() -> None:
    """D203: with several opponents, the player chooses one of them."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "infantry_grenades"}, pool="infantry_grenades+1=sp"),
        b=player("finn"), c=player("rey han_solo"),
    ).resolves("a", "infantry_grenades+1").offers("a", "b", "c").answers("a", "opponent", "c")  # fmt: skip
    assert (table.damage("b-finn"), table.damage("c-rey"), table.damage("c-han_solo")) == (0, 2, 2)


# 44 Rey's Staff


def staff(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("rey", upgrades={"rey": "reys_staff"}, pool=f"reys_staff+1=sp {a_pool}"),
        b=player("finn hired_gun", pool=b_pool),
    ).resolves("a", "reys_staff+1")


def test_044_reys_staff_removes_a_die_that_shows_damage() -> None:
    table = staff("finn+1=1rd hired_gun+1=1dr", "rey+1=+2md").offers("a", "b-finn+1", "a-rey+1")
    table.answers("a", "die", "b-finn+1").asks("action", "b")
    assert (table.pool("a"), table.pool("b")) == ({"a-rey+1": "+2md"}, {"b-hired_gun+1": "1dr"})


def test_044_reys_staff_takes_an_own_die_if_there_is_no_other() -> None:
    """D121: removing a die is compulsory, so an own die goes if there is no other."""
    assert staff("hired_gun+1=1dr", "rey+1=1md").pool("a") == {}
    staff("hired_gun+1=1dr").asks("action", "b")


# 61 Comlink


def comlink(a_pool: str, b_pool: str) -> Table:
    return position(
        a=player("finn", hand="comlink", resources=2, pool=a_pool), b=player("hired_gun*1", pool=b_pool)
    ).plays("a", "comlink:finn")  # fmt: skip


def test_061_comlink_may_reroll_any_number_of_own_dice_or_of_an_opponents() -> None:
    """D126: the reroll comes after the price is paid and the character chosen."""
    table = comlink("finn+1=1rd", "hired_gun+1=3rd1").offers("a", "1", "2", "done")
    assert (table.resources("a"), table.upgrades("a-finn")) == (0, ["a-comlink"])
    table.answers("a", "either", "2").offers("a", "b-hired_gun+1").answers("a", "dice", "b-hired_gun+1").rolls("blank")
    assert (table.pool("a"), table.pool("b")) == ({"a-finn+1": "1rd"}, {"b-hired_gun+1": "blank"})
    table = comlink("finn+1=1rd", "hired_gun+1=3rd1").answers("a", "either", "1").offers("a", "a-finn+1")
    table.answers("a", "dice").asks("action", "b")


def test_061_comlink_offers_both_though_one_pool_is_empty_and_may_be_declined() -> None:
    """Q13, D180: both options are offered although one pool is empty, and the player may decline."""
    comlink("finn+1=1rd", "").offers("a", "1", "2", "done").answers("a", "either", "2").asks("action", "b")
    table = comlink("finn+1=1rd", "").answers("a", "either", "done").asks("action", "b")
    assert table.pool("a") == {"a-finn+1": "1rd"}


def test_061_comlink_is_not_asked_without_a_die_in_any_pool() -> None:
    comlink("", "").asks("action", "b")


# 62 Datapad


def datapad(pool: str) -> Table:
    return position(
        a=player("jango_fett", upgrades={"jango_fett": "datapad"}, pool=f"datapad+1=sp {pool}"),
        b=player("finn", pool="finn+1=1r"),
    ).resolves("a", "datapad+1")


def test_062_datapad_turns_an_own_die_to_a_side_without_damage() -> None:
    table = datapad("jango_fett+1=2rd").about(source="a-datapad")
    table.offers("a", "a-jango_fett+1:1r", "a-jango_fett+1:+1r", "a-jango_fett+1:blank")
    table.answers("a", "turn", "a-jango_fett+1:+1r").asks("action", "b")
    assert table.pool("a") == {"a-jango_fett+1": "+1r"}


def test_062_datapad_never_turns_to_the_side_that_shows_nor_itself() -> None:
    """D186, R26: a die is not turned to the side that it shows, and the resolved die cannot be chosen."""
    datapad("jango_fett+1=1r").offers("a", "a-jango_fett+1:+1r", "a-jango_fett+1:blank")
    datapad("").asks("action", "b")


# 63 Holdout Blaster


def test_063_holdout_blaster_has_ambush() -> None:
    table = position(a=player("finn", hand="holdout_blaster aim", resources=2), b=player("hired_gun"))
    table.plays("a", "holdout_blaster:finn").asks("action", "a").about(extra=1).activates("a", "finn").rolls("1r")
    table.offers("chance", "1rd", "2rd1", "+2rd", "1sh", "1r", "blank").rolls("1r").asks("action", "b")


def test_063_holdout_blaster_has_redeploy_which_may_be_declined() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("finn/9 hired_gun", upgrades={"finn": "holdout_blaster"}, pool="holdout_blaster+1=1r"),
    ).resolves("a", "rey+1:b-finn")
    table.about(source="b-holdout_blaster", event="defeated b-finn").offers("b", "b-hired_gun", "done")
    table.answers("b", "character", "done").asks("action", "b")
    assert (table.discard("b"), table.pool("b")) == (["holdout_blaster"], {})
