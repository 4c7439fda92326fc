"""Tests part six of the rulebook: damage, defeat, shields, drawing, readiness, resources (D110 to D118)."""

from __future__ import annotations

from .table import Table, player, position


def hit(pool: str, b: str, upgrades: dict[str, str] | None = None, b_pool: str = "") -> Table:
    return position(
        a=player("darth_vader*2", pool=pool), b=player(b, upgrades=upgrades, pool=b_pool), controller="b"
    ).resolves("a", "darth_vader+1:b-finn")  # fmt: skip


def test_d110_damage_equal_to_the_health_defeats_at_once() -> None:
    assert not hit("darth_vader+1=2md", "finn/7 rey").is_defeated("b-finn")
    assert hit("darth_vader+1=2md", "finn/8 rey").is_defeated("b-finn")


def test_d111_damage_above_the_health_that_is_left_is_ignored() -> None:
    table = hit("darth_vader+1=3md", "finn/9 rey").was_told("damage", character="b-finn", dealt=3, blocked=0, taken=1)
    assert (table.is_defeated("b-finn"), table.damage("b-rey")) == (True, 0)


def test_d112_dice_of_one_action_deal_one_after_the_other() -> None:
    """The second die may get another target if the first one has defeated a character."""
    table = hit("darth_vader+1=2md darth_vader+2=3md", "finn/8 rey")
    assert table.is_defeated("b-finn")
    table.offers("a", "a-darth_vader+2:b-rey", "a-darth_vader+2:a-darth_vader", "done")
    assert [event["dealt"] for event in table.events("damage")] == [2]


def test_d113_the_dice_of_a_defeated_character_leave_and_its_upgrades_are_discarded() -> None:
    table = hit(
        "darth_vader+1=2md", "finn/8 rey", {"finn": "datapad comlink"}, "finn+1=1r rey+1=1md datapad+1=1r comlink+1=1f"
    )  # fmt: skip
    assert table.pool("b") == {"b-rey+1": "1md"}
    assert table.discard("b") == ["datapad", "comlink"]
    assert [one["id"] for one in table.of("b")["characters"]] == ["b-rey"]
    assert table.of("b")["defeated"] == [{"id": "b-finn", "dice": 1}]


def test_d114_a_shield_blocks_one_damage_and_must() -> None:
    table = hit("darth_vader+1=2md", "finn^1 rey").asks("action", "b")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (1, 0)
    table = hit("darth_vader+1=2md", "finn^3 rey")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (0, 1)


def test_d115_unblockable_damage_leaves_the_shields() -> None:
    table = position(
        a=player("finn", pool="finn+1=2rd", hand="go_for_the_kill"), b=player("rey^3")
    ).plays("a", "go_for_the_kill").answers("a", "resolve", "a-finn+1:b-rey")  # fmt: skip
    assert (table.damage("b-rey"), table.shields("b-rey")) == (2, 3)


def test_d116_drawing_takes_what_there_is_and_no_one_loses_by_it() -> None:
    table = position(
        a=player("rey", hand="dont_get_cocky", deck="aim block dodge"), b=player("finn", deck="flank")
    ).plays("a", "dont_get_cocky").asks("action", "b")  # fmt: skip
    assert (table.hand("a"), table.deck("a"), table.hand("b")) == (["aim", "block"], ["dodge"], ["flank"])
    table = position(a=player("rey", hand="dont_get_cocky", deck=""), b=player("finn", deck=""))
    table.plays("a", "dont_get_cocky").asks("action", "b")
    assert table.over is None


def test_d117_only_an_exhausted_card_is_readied_and_only_a_ready_one_exhausted() -> None:
    laid = {"a": "outpost! black_market", "b": "speeder_bike_scout! launch_bay"}
    table = position(
        a=player("rey", supports=laid["a"], hand="strategic_planning", resources=1),
        b=player("finn", supports=laid["b"]),
    ).plays("a", "strategic_planning").answers("a", "either", "1")  # fmt: skip
    table.offers("a", "a-outpost", "b-speeder_bike_scout").answers("a", "piece", "a-outpost")
    assert not table.exhausted("a-outpost")
    table = position(
        a=player("rey", supports=laid["a"], hand="strategic_planning", resources=1),
        b=player("finn", supports=laid["b"]),
    ).plays("a", "strategic_planning").answers("a", "either", "2")  # fmt: skip
    table.offers("a", "b-launch_bay", "a-black_market").answers("a", "piece", "b-launch_bay")
    assert table.exhausted("b-launch_bay")


def test_d118_resources_pay_for_cards_abilities_and_dice() -> None:
    table = position(
        a=player("padme_amidala hired_gun", hand="block", resources=4, pool="padme_amidala+1=sp hired_gun+1=3rd1"),
        b=player("finn", hand="aim"),
    ).plays("a", "block").passes("b").resolves("a", "padme_amidala+1").answers("a", "either", "2")  # fmt: skip
    table.passes("b").resolves("a", "hired_gun+1:b-finn")
    changes = [event["change"] for event in table.events("resources") if event["seat"] == "a"]
    assert (changes, table.resources("a")) == ([-2, -1, -1], 0)
