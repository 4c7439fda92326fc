"""Tests the first round of the specification's example, entry by entry."""

from __future__ import annotations

from .table import Table, new

RECORD = """
1 chance deck: jedi_robes aim force_throw block lightsaber awakening …
2 chance deck: enrage mind_probe flank use_the_force dodge lightsaber …
3 a mulligan: block
4 chance shuffle: flank awakening …
5 b mulligan: -
6 chance roll: +2md
7 chance roll: 1dc
8 chance roll: 2rd
9 chance roll: 1rd
10 chance roll: 2md1
11 chance roll: sp
12 a battlefield: a
13 b distribute: 0:2
14 a action: play:jedi_robes:a-rey
15 a action: activate:a-rey
16 chance roll: 1md
17 chance roll: +2md
18 chance roll: 1f
19 b action: activate:b-kylo_ren
20 chance roll: 2md1
21 chance roll: sp
22 a action: resolve:a-rey+1:b-kylo_ren
23 a modify: a-rey+2
24 b action: resolve:b-kylo_ren+1:a-rey
25 a action: activate:a-finn
26 chance roll: blank
27 b action: resolve:b-kylo_ren+2
28 b character: a-rey
29 chance random: force_throw
30 a action: resolve:a-jedi_robes+1
31 a turn: a-finn+1:2rd
32 b action: activate:b-first_order_stormtrooper
33 chance roll: blank
34 a action: resolve:a-finn+1:b-first_order_stormtrooper
35 b action: reroll:flank
36 chance roll: 1r
37 a action: pass
38 b action: resolve:b-first_order_stormtrooper+1
39 a action: claim
40 b action: pass
41 a upkeep: flank
42 b upkeep: -
"""


def played() -> Table:
    """Returns the table after the specification's first round; shortened draws get the first keys offered."""
    table = new(format="starters", decks="rey | kylo")
    for line in RECORD.strip().splitlines():
        number, seat, kind, *keys = line.replace(":", "", 1).split()
        assert table.asked["number"] == int(number), line
        if keys[-1] == "…":
            left = table.keys("chance")
            for key in keys[:-1]:
                left.remove(key)
            keys = keys[:-1] + left
        table.answers(seat, kind, *(key for key in keys if key != "-"))
    return table


def test_the_first_round_of_the_contract_plays_to_the_letter() -> None:
    table = played()
    assert table.asked["number"] == 43
    table.asks("action", "a")
    assert [event for event in table.told if event["event"] == "list"] == []


def test_the_table_has_the_expected_state_after_the_first_round() -> None:
    table = played()
    assert (table.state["round"], table.state["turn"], table.state["claimed"]) == (2, "a", None)
    assert (table.resources("a"), table.resources("b")) == (2, 4)
    assert table.damage("a-rey") == 3
    assert table.damage("b-kylo_ren") == 1
    assert table.damage("b-first_order_stormtrooper") == 2
    assert table.shields("a-rey") == table.shields("b-kylo_ren") == 0
    assert table.upgrades("a-rey") == ["a-jedi_robes"]
    assert (len(table.hand("a")), len(table.hand("b"))) == (5, 5)
    assert table.discard("a") == table.discard("b") == ["flank"]
    assert table.state["unused"] == {"b": "frozen_wastes"}


def test_damage_is_told_with_what_shields_blocked() -> None:
    played().was_told("damage", character="b-kylo_ren", dealt=3, blocked=2, taken=1, by="a-rey+1").was_told(
        "resolves", die="a-rey+1", side="1md", modifiers=["a-rey+2"], value=3, target="b-kylo_ren", cost=0
    )
