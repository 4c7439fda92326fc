"""Tests order and timing: before, after, instead and when (D122 to D137, R20 to R31)."""

from __future__ import annotations

from .table import player, position


def test_d131_guardian_takes_a_die_and_its_damage() -> None:
    table = position(
        a=player("rebel_trooper^1"), b=player("jango_fett!", pool="jango_fett+1=2rd"),
    )  # fmt: skip
    table.activates("a", "rebel_trooper")
    table.about(source="a-rebel_trooper", event="activated a-rebel_trooper").offers("a", "b-jango_fett+1", "done")
    table.answers("a", "die", "b-jango_fett+1").rolls("1rd")
    assert (table.damage("a-rebel_trooper"), table.shields("a-rebel_trooper")) == (1, 0)
    assert table.pool("b") == {}


def test_r13_a_guardian_that_falls_is_not_activated_and_the_action_is_spent() -> None:
    table = position(
        a=player("rebel_trooper/5 finn"), b=player("jango_fett!", pool="jango_fett+1=2rd"),
    )  # fmt: skip
    table.activates("a", "rebel_trooper").answers("a", "die", "b-jango_fett+1").asks("action", "b")
    assert table.is_defeated("a-rebel_trooper")
    assert table.events("rolls") == []


def test_d125_dookus_shield_comes_before_the_damage() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("count_dooku", hand="aim"),
    )
    table.resolves("a", "rey+1:b-count_dooku").about(source="b-count_dooku", event="dealt b-count_dooku 1")
    table.offers("b", "aim", "done").answers("b", "card", "aim")
    assert (table.damage("b-count_dooku"), table.shields("b-count_dooku")) == (0, 0)


def test_d222_a_die_with_its_modifiers_is_one_damage() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=+2md"), b=player("count_dooku", hand="aim block"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-count_dooku").answers("a", "modify", "a-rey+2").answers("b", "card", "aim")
    table.asks("action", "b")
    assert table.damage("b-count_dooku") == 2


def test_d127_r22_the_queue_waits_for_the_end_of_the_play() -> None:
    """D126, R23: the Comlink's roll comes when the play is complete, and Ambush after the queue."""
    table = position(
        a=player("rey", pool="rey+1=1md", hand="comlink aim", resources=2), b=player("jango_fett!"),
    )  # fmt: skip
    table.plays("a", "comlink:rey").about(source="a-comlink", event="played comlink")
    table.offers("a", "1", "2", "done").answers("a", "either", "1").answers("a", "dice", "a-rey+1").rolls("1r")
    table.asks("action", "a").about(extra=1)


def test_d134_second_chance_replaces_a_defeat() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("finn/9 bala_tik!", upgrades={"finn": "second_chance one_with_the_force"}),
    )
    table.resolves("a", "rey+1:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 5
    assert table.upgrades("b-finn") == ["b-one_with_the_force"]


def test_r43_one_with_the_force_becomes_a_support_and_its_die_stays() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "one_with_the_force"},
                 pool="one_with_the_force+1=3rd"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-luke_skywalker").asks("action", "b")
    assert table.supports("b") == ["b-one_with_the_force"]
    assert table.pool("b") == {"b-one_with_the_force+1": "3rd"}


def test_d229_r29_crime_lord_strikes_at_the_end_of_the_round_though_it_is_gone() -> None:
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp", resources=5, hand="aim"),
        b=player("rey finn", hand="aim"),
    )
    table.resolves("a", "crime_lord+1").offers("a", "b-rey", "b-finn", "a-jango_fett")
    table.answers("a", "character", "b-rey")
    assert table.state["delayed"] == [{"defeat": "b-rey", "by": "a-crime_lord"}]
    table.passes("b", "a").answers("a", "upkeep").answers("b", "upkeep")
    assert table.is_defeated("b-rey")
    assert table.state["delayed"] == []
    assert table.state["round"] == 3


def test_d104_who_has_no_card_at_the_end_of_the_round_loses() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", deck=""))
    table.passes("a", "b").answers("a", "upkeep")
    assert table.over == {
        "ranking": [{"seat": "a", "points": 1, "why": None}, {"seat": "b", "points": 0, "why": "cards"}],
        "winners": ["a"],
    }
    assert table.state["phase"] == "over"


def test_d104_if_both_have_none_the_battlefields_controller_wins() -> None:
    table = position(a=player("rey", deck=""), b=player("finn", deck=""), controller="b", turn="b")
    table.passes("b", "a")
    assert table.over is not None
    assert table.over["winners"] == ["b"]


def test_d103_the_game_ends_in_the_middle_of_an_effect() -> None:
    table = position(
        a=player("rey/8", upgrades={"rey": "force_training"}, pool="force_training+1=sp"), b=player("finn/9"),
    )  # fmt: skip
    table.resolves("a", "force_training+1").answers("a", "either", "1").answers("a", "character", "b-finn")
    assert table.over is not None
    assert table.over["ranking"][1]["why"] == "defeated"


def test_r24_additional_actions_of_someone_not_on_turn_are_taken_at_once() -> None:
    """R24: in Anticipate, the opponent's special grants an action within the event."""
    table = position(
        a=player("rey", hand="anticipate", resources=2),
        b=player(
            "jango_fett!", supports="speeder_bike_scout", pool="speeder_bike_scout+1=sp jango_fett+1=1r", hand="aim"
        ),
    )
    table.plays("a", "anticipate").offers("b", "b-speeder_bike_scout+1", "b-jango_fett+1", "done")
    table.answers("b", "resolve", "b-speeder_bike_scout+1")
    table.asks("action", "b").about(extra=1).passes("b")
    assert table.state["limbo"] == []
    assert table.pool("b") == {}


def test_q43_a_special_that_rolls_its_own_die_again_works_once_a_round() -> None:
    table = position(
        a=player("poe_dameron", supports="black_one", pool="black_one+1=sp"), b=player("jango_fett!"),
    )  # fmt: skip
    table.resolves("a", "black_one+1").answers("a", "character", "b-jango_fett").rolls("sp")
    assert table.state["barred"] == ["a-black_one"]
    assert table.pool("a") == {"a-black_one+1": "sp"}
    table.passes("b")
    assert not table.allows("a", "resolve:a-black_one+1")


def test_r54_who_is_out_leaves_nothing_and_the_others_go_on() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"), b=player("finn/9", hand="aim", resources=3), c=player("jango_fett!"),
        controller="b",
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").asks("action", "c")
    gone = table.of("b")
    assert gone["out"]
    assert (gone["hand"], gone["deck"], gone["characters"], gone["defeated"], gone["resources"]) == ([], [], [], [], 0)
    assert table.state["battlefield"]["controller"] == "c"
    assert table.over is None


def test_d203_an_opponents_thing_is_chosen_among_all_opponents() -> None:
    table = position(
        a=player("rey", hand="he_doesnt_like_you", pool="rey+1=1md"),
        b=player("finn", pool="finn+1=2rd"), c=player("jango_fett", pool="jango_fett+1=1rd"),
    )  # fmt: skip
    table.plays("a", "he_doesnt_like_you").offers("a", "b-finn+1", "c-jango_fett+1").answers(
        "a", "die", "c-jango_fett+1"
    )
    assert table.pool("c") == {}


def test_d203_elsewhere_the_opponent_is_asked_for_once() -> None:
    table = position(
        a=player("kylo_ren", pool="kylo_ren+1=sp"), b=player("finn rey", hand="datapad"), c=player("jango_fett"),
    )  # fmt: skip
    table.resolves("a", "kylo_ren+1").offers("a", "b", "c").answers("a", "opponent", "b")
    table.offers("a", "b-rey", "b-finn").answers("a", "character", "b-finn")
    assert table.damage("b-finn") == 1


def test_q46_a_resolve_action_asks_on_while_dice_of_the_symbol_are_left() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=1md"), b=player("finn jango_fett"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").about(symbol="md")
    assert table.keys("a")[-1] == "done"
    table.answers("a", "resolve", "a-rey+2:b-jango_fett").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-jango_fett")) == (1, 1)


def test_patience_is_a_window_for_who_is_not_on_turn_and_may_decline() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("count_dooku", hand="aim"))
    assert table.asked["patience"] == "turn"
    table.resolves("a", "rey+1:b-count_dooku")
    assert (table.asked["patience"], table.asked["silence"], table.asked["secret"]) == ("window", "done", True)
    table.clock()
    assert table.damage("b-count_dooku") == 1
