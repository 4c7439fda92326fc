"""Tests the upgrades of yellow heroes, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 50 Diplomatic Immunity


def test_050_diplomatic_immunity_splits_its_shields_among_own_characters() -> None:
    table = position(
        a=player("finn rey^2", upgrades={"finn": "diplomatic_immunity"}, pool="diplomatic_immunity+1=3sh"),
        b=player("hired_gun"),
    ).resolves("a", "diplomatic_immunity+1")
    table.about(source="a-diplomatic_immunity", characters=["a-rey", "a-finn"], amount=3)
    table.offers("a", "3:0", "2:1", "1:2", "0:3").answers("a", "distribute", "1:2").asks("action", "b")
    assert (table.shields("a-rey"), table.shields("a-finn")) == (3, 2)


def test_050_diplomatic_immunity_has_targets_for_its_other_sides() -> None:
    table = position(
        a=player("finn rey", upgrades={"finn": "diplomatic_immunity"}, pool="diplomatic_immunity+1=2dr"),
        b=player("hired_gun", resources=3),
    ).resolves("a", "diplomatic_immunity+1:b")
    assert table.resources("b") == 1


def test_050_diplomatic_immunity_says_nothing_of_a_die_without_its_card() -> None:
    """D224: Ace in the Hole has rolled the die in, so its card is not in play and does not split shields."""
    table = position(a=player("finn rey", pool="diplomatic_immunity+1=3sh"), b=player("hired_gun"))
    assert not table.allows("a", "resolve:a-diplomatic_immunity+1")
    table.resolves("a", "diplomatic_immunity+1:a-rey")
    assert table.shields("a-rey") == 3


# 51 DL-44 Heavy Blaster Pistol


def pistol(pool: str) -> Table:
    return position(
        a=player("finn rey", hand="dl_44_heavy_blaster_pistol aim", pool="rey+1=1md", resources=3),
        b=player("hired_gun rebel_trooper", pool=pool),
    ).plays("a", "dl_44_heavy_blaster_pistol:finn")


def test_051_dl_44_makes_an_opponent_remove_a_die_then_comes_its_ambush() -> None:
    """R23: the queued ability comes before the action from Ambush."""
    table = pistol("hired_gun+1=3rd1 rebel_trooper+1=1r")
    table.about(source="a-dl_44_heavy_blaster_pistol", event="played dl_44_heavy_blaster_pistol")
    table.offers("b", "b-hired_gun+1", "b-rebel_trooper+1").answers("b", "die", "b-rebel_trooper+1")
    assert table.pool("b") == {"b-hired_gun+1": "3rd1"}
    table.asks("action", "a").about(extra=1)


def test_051_dl_44_removes_the_only_die_unasked_and_none_of_ones_own() -> None:
    assert pistol("hired_gun+1=3rd1").asks("action", "a").pool("b") == {}
    assert pistol("").asks("action", "a").pool("a") == {"a-rey+1": "1md"}


# 52 Infiltrate


def infiltrate(*chosen: str) -> Table:
    table = position(
        a=player("finn", upgrades={"finn": "infiltrate"}, pool="infiltrate+1=sp finn+1=1r"),
        b=player("hired_gun rebel_trooper rey", pool="hired_gun+1=3rd1 rebel_trooper+1=1r rey+1=1md"),
    ).resolves("a", "infiltrate+1")
    table.offers("a", "b-hired_gun+1", "b-rebel_trooper+1", "b-rey+1")
    table.refuses("a", "b-hired_gun+1", "b-rebel_trooper+1", "b-rey+1")
    return table.answers("a", "dice", *chosen)


def test_052_infiltrate_rerolls_up_to_two_dice_of_an_opponent() -> None:
    table = infiltrate("b-hired_gun+1", "b-rey+1").rolls("blank", "1r").asks("action", "b")
    assert table.pool("b") == {"b-hired_gun+1": "blank", "b-rebel_trooper+1": "1r", "b-rey+1": "1r"}


def test_052_infiltrate_may_reroll_none() -> None:
    infiltrate().asks("action", "b")


def test_052_infiltrate_rolls_dice_of_one_opponent_only() -> None:
    """D203: a text about several dice of an opponent first asks for the opponent."""
    table = position(
        a=player("finn", upgrades={"finn": "infiltrate"}, pool="infiltrate+1=sp"),
        b=player("hired_gun", pool="hired_gun+1=3rd1"), c=player("rey", pool="rey+1=1md"),
    ).resolves("a", "infiltrate+1").answers("a", "opponent", "c").offers("a", "c-rey+1")  # fmt: skip
    table.answers("a", "dice", "c-rey+1").rolls("1r")
