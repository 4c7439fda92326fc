"""Tests the facts of events against the specification (Q82)."""

from __future__ import annotations

from .table import Json, Table, new, player, position


def told(table: Table, *names: str) -> list[Json]:
    """Returns the events of these names, in order, without the audience."""
    return [
        {name: fact for name, fact in event.items() if name != "to"} for event in table.told if event["event"] in names
    ]


def test_q82_a_card_is_played_after_its_payment_is_settled() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "datapad"}, hand="jetpack block", resources=4), b=player("rey", hand="aim")
    ).plays("a", "jetpack:finn:datapad").passes("b").plays("a", "block")  # fmt: skip
    assert told(table, "resources", "plays", "discards") == [
        {"event": "resources", "seat": "a", "change": -1},
        {"event": "plays", "seat": "a", "card": "jetpack", "on": "a-finn", "replaces": "a-datapad", "cost": 1},
        {"event": "discards", "seat": "a", "cards": ["a-datapad"], "from": "play"},
        {"event": "resources", "seat": "a", "change": -2},
        {"event": "plays", "seat": "a", "card": "block", "on": None, "replaces": None, "cost": 2},
    ]


def test_q82_a_side_is_paid_before_it_is_resolved_and_damage_names_its_die() -> None:
    table = position(
        a=player("rey hired_gun", pool="hired_gun+1=3rd1 rey+1=1r", resources=1), b=player("finn^1")
    ).resolves("a", "hired_gun+1:b-finn").passes("b").resolves("a", "rey+1")  # fmt: skip
    assert told(table, "resources", "resolves", "damage") == [
        {"event": "resources", "seat": "a", "change": -1},
        {"event": "resolves", "die": "a-hired_gun+1", "side": "3rd1", "modifiers": [], "value": 3, "target": "b-finn",
         "cost": 1},
        {"event": "damage", "character": "b-finn", "dealt": 3, "blocked": 1, "taken": 2, "by": "a-hired_gun+1"},
        {"event": "resolves", "die": "a-rey+1", "side": "1r", "modifiers": [], "value": 1, "target": None, "cost": 0},
        {"event": "resources", "seat": "a", "change": 1},
    ]  # fmt: skip


def test_q82_damage_without_a_die_names_the_card() -> None:
    table = position(a=player("nightsister"), b=player("finn")).uses("a", "nightsister")
    assert [event["by"] for event in table.events("damage")] == ["a-nightsister"]
    table = position(a=player("nightsister kylo_ren", hand="enrage"), b=player("finn")).plays("a", "enrage")
    table.answers("a", "character", "a-kylo_ren")
    assert [event["by"] for event in table.events("damage")] == ["a-enrage"]


def test_q82_the_dice_of_one_activated_card_are_one_roll() -> None:
    table = position(a=player("rey*2", upgrades={"rey": "datapad"}), b=player("finn")).activates("a", "rey")
    table.rolls("1md", "1r", "+1r")
    assert told(table, "activates", "rolls") == [
        {"event": "activates", "seat": "a", "card": "a-rey"},
        {"event": "rolls", "seat": "a", "dice": [["a-rey+1", "1md"], ["a-rey+2", "1r"], ["a-datapad+1", "+1r"]]},
    ]


def test_a_card_that_returns_is_announced_to_all_players_with_its_destination() -> None:
    """`to` names the audience in the protocol, so the card's destination is the fact `into`."""
    table = position(
        a=player("rey", upgrades={"rey": "comlink"}, hand="aim", resources=1), b=player("finn", hand="aim"),
        battlefield="mos_eisley_spaceport",
    ).claims("a").answers("a", "piece", "a-comlink")  # fmt: skip
    assert table.events("returns") == [
        {"to": "all", "event": "returns", "seat": "a", "card": "a-comlink", "from": "play", "into": "hand"}
    ]
    table = position(
        a=player("rey", discard="comlink", hand="aim"), b=player("finn", hand="aim"), battlefield="starship_graveyard",
    ).claims("a").answers("a", "card", "comlink")  # fmt: skip
    assert table.events("returns") == [
        {"to": "all", "event": "returns", "seat": "a", "card": "comlink", "from": "discard", "into": "deck"}
    ]


def test_drawn_cards_are_told_only_to_their_player() -> None:
    table = position(a=player("luke_skywalker", deck="aim block"), b=player("finn")).activates("a", "luke_skywalker")
    table.rolls("1f")
    assert [(event["event"], event["to"]) for event in table.told if event["event"] in ("draws", "drew")] == [
        ("draws", "all"), ("drew", "a"),
    ]  # fmt: skip
    table.was_told("draws", seat="a", count=1).was_told("drew", cards=["aim"])


def test_a_declined_ability_tells_nothing() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("count_dooku", hand="aim"))
    table.resolves("a", "rey+1:b-count_dooku").answers("b", "card", "done")
    assert table.events("triggers") == []
    table = position(a=player("rey", pool="rey+1=1md"), b=player("count_dooku", hand="aim"))
    table.resolves("a", "rey+1:b-count_dooku").answers("b", "card", "aim")
    assert told(table, "triggers") == [
        {"event": "triggers", "seat": "b", "card": "b-count_dooku", "on": "dealt b-count_dooku 1"}
    ]


def test_passes_say_why() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn!")).passes("a").claims("b")
    table.answers("b", "character", "done").activates("a", "rey").rolls("1r").passes("a")
    assert [(event["seat"], event["why"]) for event in table.events("passes")] == [
        ("a", "chosen"), ("b", "claimed"), ("a", "chosen"),
    ]  # fmt: skip


def test_q82_the_roll_off_is_one_roll_for_each_player() -> None:
    table = new(2, format="starters", decks="rey | kylo")
    for _ in "ab":
        table.answers("chance", "deck", *table.keys("chance"))
    table.answers("a", "mulligan").answers("b", "mulligan").rolls("+2md", "1dc", "2rd", "1rd", "2md1", "sp")
    assert told(table, "rolls") == [
        {"event": "rolls", "seat": "a", "dice": [["a-rey+1", "+2md"], ["a-rey+2", "1dc"], ["a-finn+1", "2rd"]]},
        {"event": "rolls", "seat": "b", "dice": [["b-first_order_stormtrooper+1", "1rd"], ["b-kylo_ren+1", "2md1"],
                                                 ["b-kylo_ren+2", "sp"]]},
    ]  # fmt: skip


def test_dice_that_are_rolled_again_are_told_by_pool() -> None:
    """Q85: dice are rolled in the order of the pools, the opponent's first."""
    table = position(
        a=player("rey", pool="rey+1=1md", hand="disturbance_in_the_force", resources=1),
        b=player("finn", pool="finn+1=1rd"),
    ).plays("a", "disturbance_in_the_force").rolls("1sh", "1r").asks("action", "b")  # fmt: skip
    assert [(event["seat"], event["dice"]) for event in table.events("rerolls")] == [
        ("b", [["b-finn+1", "1sh"]]), ("a", [["a-rey+1", "1r"]]),
    ]  # fmt: skip


def test_an_ability_that_begins_with_naming_some_is_told_when_it_is_used() -> None:
    def laid() -> Table:
        return position(a=player("rey"), b=player("finn", hand="aim datapad"), battlefield="jedi_temple").claims("a")

    assert told(laid().answers("a", "cards", "aim"), "uses") == [{"event": "uses", "seat": "a", "card": "jedi_temple"}]
    assert told(laid().answers("a", "cards"), "uses") == []
