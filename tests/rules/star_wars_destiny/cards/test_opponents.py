"""Tests which opponent a card affects with three players (D203): the question comes first, or a choice decides it."""

from __future__ import annotations

import pytest

from ..table import Json, Table, player, position


def before_two(a: Json) -> Table:
    """Returns a three-player table at which both opponents have everything that an opponent can lose."""
    return position(
        a=a,
        b=player("finn rebel_trooper!", pool="finn+1=1rd rebel_trooper+1=blank", hand="aim block", resources=2),
        c=player("rey hired_gun!", pool="rey+1=1md hired_gun+1=blank", hand="dodge flank", resources=3),
    )


def with_event(code: str) -> Table:
    team = "captain_phasma nightsister first_order_stormtrooper"
    return before_two(player(team, hand=code, resources=9)).plays("a", code)


def with_special(code: str) -> Table:
    bearer = player("bala_tik", upgrades={"bala_tik": code}, pool=f"{code}+1=sp")
    return before_two(bearer).resolves("a", f"{code}+1")


@pytest.mark.parametrize(
    ("code", "then", "seat"),
    [
        ("closing_the_net", "die", "c"),
        ("occupation", "action", "b"),
        ("probe", "action", "b"),
        ("the_best_defense", "dice", "a"),
        ("abandon_all_hope", "either", "c"),
        ("feel_your_anger", "dice", "a"),
    ],
)
def test_an_event_asks_for_the_opponent_and_means_that_one(code: str, then: str, seat: str) -> None:
    table = with_event(code)
    if code == "the_best_defense":
        table.answers("a", "character", "a-captain_phasma")
    table.offers("a", "b", "c").answers("a", "opponent", "c").asks(then, seat)
    if then in ("die", "dice"):
        table.offers(seat, "c-rey+1", "c-hired_gun+1")
    assert (table.resources("b"), len(table.hand("b"))) == (2, 2)
    if code == "occupation":
        assert table.resources("c") == 0
    if code == "probe":
        assert table.hand("c") == []


@pytest.mark.parametrize(
    ("code", "then", "seat"),
    [
        ("f_11d_rifle", "distribute", "c"),
        ("scout", "card", "a"),
        ("thermal_detonator", "action", "b"),
        ("infantry_grenades", "action", "b"),
        ("mind_probe", "character", "a"),
        ("infiltrate", "dice", "a"),
    ],
)
def test_a_special_asks_for_the_opponent_and_means_that_one(code: str, then: str, seat: str) -> None:
    table = with_special(code).offers("a", "b", "c").answers("a", "opponent", "c").asks(then, seat)
    assert table.damage("b-finn") == table.damage("b-rebel_trooper") == 0
    if then == "distribute":
        table.about(source="a-f_11d_rifle", characters=["c-rey", "c-hired_gun"], amount=2)
    if then == "character":
        table.offers("a", "c-rey", "c-hired_gun")


def test_051_dl_44_asks_for_the_opponent_who_removes_the_die() -> None:
    table = before_two(player("finn", hand="dl_44_heavy_blaster_pistol", resources=3))
    table.plays("a", "dl_44_heavy_blaster_pistol:finn").answers("a", "opponent", "c")
    table.offers("c", "c-rey+1", "c-hired_gun+1").answers("c", "die", "c-rey+1")


def test_061_comlink_asks_for_the_opponent_when_that_offer_is_picked() -> None:
    table = before_two(player("finn", hand="comlink", resources=2)).plays("a", "comlink:finn")
    table.answers("a", "either", "2").answers("a", "opponent", "c").offers("a", "c-rey+1", "c-hired_gun+1")


def test_068_cannon_fodder_chooses_among_the_dice_of_all_opponents() -> None:
    """Choosing one die of any opponent also decides which opponent the card affects."""
    with_event("cannon_fodder").offers("a", "b-finn+1", "c-rey+1").about(source="a-cannon_fodder")


def test_037_qui_gon_jinn_chooses_among_the_characters_of_all_opponents() -> None:
    table = before_two(player("qui_gon_jinn^1", pool="qui_gon_jinn+1=1sh"))
    table.resolves("a", "qui_gon_jinn+1:a-qui_gon_jinn")
    table.offers("a", "b-rebel_trooper", "b-finn", "c-rey", "c-hired_gun", "done")


def test_027_admiral_ackbar_means_whose_last_card_it_was() -> None:
    """The trigger decides which opponent is affected, without a question."""
    table = position(
        a=player("admiral_ackbar"), b=player("finn"), c=player("rey hired_gun", hand="take_cover"), turn="c"
    ).plays("c", "take_cover").answers("c", "character", "c-rey")  # fmt: skip
    table.offers("c", "c-rey", "c-hired_gun").answers("c", "character", "c-rey").asks("action", "a")
    assert (table.damage("c-rey"), table.damage("b-finn")) == (1, 0)


def test_077_local_garrison_means_each_opponent() -> None:
    table = position(
        a=player("finn", supports="local_garrison", hand="aim"), b=player("rey", hand="aim"),
        c=player("rey", hand="aim"), phase="upkeep",
    )  # fmt: skip
    assert [table.resources(seat) for seat in "abc"] == [2, 1, 1]
