"""Tests part nine of the rulebook: three and four players (D200 to D203, R4, R57)."""

from __future__ import annotations

from .table import Table, new, player, position


def rolled(*sums: tuple[str, ...]) -> Table:
    """Returns a three-player table after these rolls for the battlefield; each tuple holds one player's dice."""
    table = new(3, format="starters", decks="rey | kylo | rey")
    for _ in range(3):
        table.answers("chance", "deck", *table.keys("chance"))
    for seat in "abc":
        table.answers(seat, "mulligan")
    for sides in sums:
        table.rolls(*sides)
    return table


FIVE = ("1md", "+2md", "2rd")
ONE = ("1rd", "blank", "sp")


def test_d201_q62_only_those_who_tie_roll_again() -> None:
    """The sums of a and c tie at five, b has one: only a and c roll all their character dice again."""
    table = rolled(FIVE, ONE, FIVE).about(die="a-rey+1", why="battlefield")
    table.rolls("blank", "blank", "1sh").about(die="c-rey+1", why="battlefield").rolls("blank", "blank", "2rd")
    table.asks("battlefield", "c").offers("c", "c", "a", "b")


def test_d201_all_others_give_one_shield_to_one_character() -> None:
    table = rolled(FIVE, ONE, ("blank", "blank", "blank")).answers("a", "battlefield", "a")
    table.about(source="rules", characters=["b-first_order_stormtrooper", "b-kylo_ren"], amount=1)
    table.offers("b", "1:0", "0:1").answers("b", "distribute", "0:1").answers("c", "distribute", "1:0")
    table.asks("action", "a")
    assert (table.shields("b-kylo_ren"), table.shields("c-rey")) == (1, 1)
    assert table.state["unused"] == {"b": "frozen_wastes", "c": "starship_graveyard"}


def test_r4_all_whose_battlefield_is_not_used_take_a_shield_the_winner_too() -> None:
    """R4, R30: shields are given from the controller's left neighbour on; the controller has the first turn."""
    table = rolled(FIVE, ONE, ("blank", "blank", "blank")).answers("a", "battlefield", "b")
    table.answers("c", "distribute", "1:0").answers("a", "distribute", "0:1").asks("action", "b")
    assert (table.shields("c-rey"), table.shields("a-finn"), table.shields("b-kylo_ren")) == (1, 1, 0)
    assert table.state["battlefield"] == {"card": "frozen_wastes", "owner": "b", "controller": "b"}


def three() -> Table:
    return position(
        a=player("rey", hand="aim"), b=player("finn", hand="aim"), c=player("han_solo", hand="aim"), controller="b",
    )  # fmt: skip


def test_d200_d202_actions_go_clockwise_and_all_must_pass_in_a_row() -> None:
    table = three().passes("a", "b").activates("c", "han_solo").rolls("blank").passes("a", "b", "c")
    table.asks("upkeep", "b")


def test_d202_only_one_player_claims_in_a_round() -> None:
    table = three().claims("a").answers("a", "character", "done")
    assert not table.allows("b", "claim")
    table.passes("b")
    assert not table.allows("c", "claim")


def test_r57_with_one_opponent_left_that_one_is_meant() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md", hand="block aim", resources=2), b=player("finn/9", hand="aim"),
        c=player("luke_skywalker", pool="luke_skywalker+1=2md", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").passes("c").plays("a", "block").asks("action", "c")
    assert table.pool("c") == {}


def test_r57_each_opponent_are_all_from_the_left_neighbour_on() -> None:
    table = position(
        a=player("finn"), b=player("rey", hand="aim"), c=player("rey", hand="aim"),
        battlefield="command_center", turn="b", controller="a",
    )  # fmt: skip
    table.claims("b").answers("b", "may", "yes")
    assert [event["seat"] for event in table.events("discards")] == ["c", "a"]
