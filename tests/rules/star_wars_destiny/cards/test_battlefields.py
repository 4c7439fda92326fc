"""Tests the abilities of the ten battlefields, in the order of their set numbers."""

from __future__ import annotations

from typing import Any

from ..table import Table, player, position


def claimed(battlefield: str, **players: Any) -> Table:
    """Returns a table at which seat a has claimed the battlefield; seat b has a ready Jango Fett unless given."""
    players.setdefault("b", player("jango_fett", hand="aim"))
    return position(battlefield=battlefield, controller="b", **players).claims("a")


# 165 Command Center


def test_165_command_center_mills_two_of_each_opponent() -> None:
    table = claimed(
        "command_center", a=player("rey"), b=player("finn", deck="aim block dodge"), c=player("finn", deck="aim"),
    )  # fmt: skip
    table.about(source="command_center").answers("a", "may", "yes").asks("action", "b")
    assert (table.deck("b"), table.discard("b"), table.discard("c")) == (["dodge"], ["aim", "block"], ["aim"])
    assert len(table.deck("a")) == 4


def test_165_command_center_may_be_declined_and_is_not_asked_with_empty_decks() -> None:
    table = claimed("command_center", a=player("rey")).answers("a", "may", "no").asks("action", "b")
    assert len(table.deck("b")) == 4
    claimed("command_center", a=player("rey"), b=player("finn", deck="", hand="aim")).asks("action", "b")


# 166 Echo Base


def test_166_echo_base_gives_a_shield() -> None:
    table = claimed("echo_base", a=player("rey finn^3")).offers("a", "a-rey", "a-finn", "b-jango_fett", "done")
    table.answers("a", "character", "a-rey")
    assert table.shields("a-rey") == 1


def test_166_echo_base_may_be_declined() -> None:
    table = claimed("echo_base", a=player("rey")).answers("a", "character", "done").asks("action", "b")
    assert table.shields("a-rey") == 0


def test_166_echo_base_is_not_asked_if_all_have_three() -> None:
    claimed("echo_base", a=player("rey^3"), b=player("jango_fett^3", hand="aim")).asks("action", "b")


# 167 Emperor's Throne Room


def throne(pool: str, **more: str) -> Table:
    return claimed(
        "emperors_throne_room",
        a=player("poe_dameron rey", supports=more.get("supports", ""), pool=pool, hand=more.get("hand", "aim")),
    )


def test_167_emperors_throne_room_turns_a_die_to_its_special_and_resolves_it() -> None:
    table = throne("rey+1=1md black_one+1=3rd", supports="black_one").offers("a", "a-black_one+1:sp", "done")
    table.answers("a", "turn", "a-black_one+1:sp").offers("a", "a-black_one+1", "done")
    table.answers("a", "resolve", "a-black_one+1").answers("a", "character", "b-jango_fett").rolls("blank")
    assert table.damage("b-jango_fett") == 1


def test_167_emperors_throne_room_may_leave_it_turned_or_not_begin() -> None:
    table = throne("black_one+1=3rd", supports="black_one").answers("a", "turn", "a-black_one+1:sp")
    table.answers("a", "resolve", "done").asks("action", "b")
    assert table.pool("a") == {"a-black_one+1": "sp"}
    table = throne("black_one+1=3rd", supports="black_one").answers("a", "turn", "done").asks("action", "b")
    assert table.pool("a") == {"a-black_one+1": "3rd"}


def test_167_emperors_throne_room_is_not_asked_without_a_die_that_can_be_turned() -> None:
    """D186: a die that already shows its only special side cannot be turned to it."""
    throne("rey+1=1md black_one+1=sp", supports="black_one").asks("action", "b")


# 168 Frozen Wastes


def test_168_d185_frozen_wastes_removes_a_character_die_of_any_pool() -> None:
    table = claimed(
        "frozen_wastes",
        a=player("rey", upgrades={"rey": "comlink"}, supports="outpost", pool="rey+1=1md comlink+1=1f outpost+1=1f"),
        b=player("jango_fett", pool="jango_fett+1=2rd", hand="aim"),
    )
    table.offers("a", "b-jango_fett+1", "a-rey+1", "done").answers("a", "die", "b-jango_fett+1")
    assert (table.pool("b"), len(table.pool("a"))) == ({}, 3)


def test_168_frozen_wastes_is_not_asked_without_one() -> None:
    claimed("frozen_wastes", a=player("rey", supports="outpost", pool="outpost+1=1f")).asks("action", "b")


# 169 Imperial Armory


def armory(hand: str, resources: int, team: str = "finn") -> Table:
    return claimed("imperial_armory", a=player(team, hand=hand, resources=resources))


def test_169_imperial_armory_plays_an_upgrade_for_one_less() -> None:
    table = armory("comlink scout aim lightsaber", 1).offers("a", "comlink:a-finn", "scout:a-finn", "done")
    assert table.asked["secret"]
    table.answers("a", "play", "comlink:a-finn").asks("action", "b")
    assert (table.upgrades("a-finn"), table.resources("a")) == (["a-comlink"], 0)


def test_169_q26_imperial_armory_asks_though_nothing_can_be_played() -> None:
    armory("aim lightsaber", 0).offers("a", "done").answers("a", "play", "done").asks("action", "b")
    armory("", 2).asks("action", "b")


def test_169_d223_imperial_armory_grants_rey_no_additional_action() -> None:
    """D223: Rey and Ambush grant no additional action after a claim, because claiming passes all further actions."""
    table = armory("holdout_blaster aim", 1, "rey").answers("a", "play", "holdout_blaster:a-rey").asks("action", "b")
    assert table.upgrades("a-rey") == ["a-holdout_blaster"]


# 170 Jedi Temple


def test_170_q6_jedi_temple_shows_the_hand_and_discards_up_to_two_events() -> None:
    table = claimed("jedi_temple", a=player("rey"), b=player("finn", hand="aim comlink aim block"))
    table.was_told("saw", to="a", of="b", cards=["aim", "comlink", "aim", "block"], **{"from": "hand"})
    table.was_told("shown", to="b", cards=["aim", "comlink", "aim", "block"])
    table.offers("a", "aim", "aim-2", "block").refuses("a", "aim", "aim-2", "block")
    table.answers("a", "cards", "aim", "block").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == (["comlink", "aim"], ["aim", "block"])


def test_170_jedi_temple_may_discard_none() -> None:
    table = claimed("jedi_temple", a=player("rey"), b=player("finn", hand="aim")).answers("a", "cards")
    assert table.hand("b") == ["aim"]


def test_170_q16_jedi_temple_asks_with_no_key_against_a_hand_without_events() -> None:
    table = claimed("jedi_temple", a=player("rey"), b=player("finn", hand="comlink"))
    assert table.asked["seats"] == {"a": 0}
    table.answers("a", "cards").asks("action", "b")


def test_170_jedi_temple_against_an_empty_hand_does_nothing() -> None:
    claimed("jedi_temple", a=player("rey"), b=player("finn")).asks("action", "b")


def test_170_q6_jedi_temple_with_two_opponents_asks_which_first() -> None:
    table = claimed("jedi_temple", a=player("rey"), b=player("finn", hand="aim"), c=player("finn", hand="block"))
    table.offers("a", "b", "c", "done").answers("a", "opponent", "c").offers("a", "block")
    table.answers("a", "cards", "block").asks("action", "b")
    assert table.hand("c") == []
    table = claimed("jedi_temple", a=player("rey"), b=player("finn", hand="aim"), c=player("finn", hand="block"))
    table.answers("a", "opponent", "done").asks("action", "b")
    assert table.events("saw") == []


# 171 Rebel War Room


def war_room(pool: str, resources: int = 0) -> Table:
    return claimed("rebel_war_room", a=player("poe_dameron", pool=pool, resources=resources, hand="aim"))


def test_171_d197_rebel_war_room_resolves_a_die_without_its_cost() -> None:
    table = war_room("poe_dameron+1=3rd1", 1).offers(
        "a", "a-poe_dameron+1:b-jango_fett", "a-poe_dameron+1:a-poe_dameron", "done"
    )
    table.answers("a", "resolve", "a-poe_dameron+1:b-jango_fett").asks("action", "b")
    assert (table.damage("b-jango_fett"), table.resources("a")) == (3, 1)


def test_171_rebel_war_room_may_be_declined_and_is_not_asked_without_a_die() -> None:
    table = war_room("poe_dameron+1=1r").answers("a", "resolve", "done").asks("action", "b")
    assert (table.resources("a"), len(table.pool("a"))) == (0, 1)
    war_room("poe_dameron+1=blank").asks("action", "b")


# 172 Mos Eisley Spaceport


def test_172_mos_eisley_spaceport_takes_an_own_upgrade_back_for_a_resource() -> None:
    """The claim ability returns one of the player's upgrades to the hand, and the player gains a resource; D46: an
    upgrade that another player owns cannot be chosen.
    """
    table = claimed(
        "mos_eisley_spaceport",
        a=player("general_grievous finn", pool="comlink+1=1f",
                 upgrades={"general_grievous": "b-lightsaber comlink", "finn": "hunker_down"}),
    )  # fmt: skip
    table.offers("a", "a-comlink", "a-hunker_down", "done").answers("a", "piece", "a-comlink")
    assert (table.hand("a"), table.resources("a"), table.pool("a")) == (["comlink"], 1, {})
    assert table.upgrades("a-general_grievous") == ["b-lightsaber"]


def test_172_mos_eisley_spaceport_may_be_declined_and_needs_an_own_upgrade() -> None:
    table = claimed("mos_eisley_spaceport", a=player("rey", upgrades={"rey": "comlink"}, hand="aim"))
    table.answers("a", "piece", "done").asks("action", "b")
    assert table.resources("a") == 0
    claimed(
        "mos_eisley_spaceport",
        a=player("general_grievous", upgrades={"general_grievous": "b-lightsaber"}, hand="aim"),
    ).asks("action", "b")


# 173 Separatist Base


def test_173_separatist_base_each_opponent_deals_a_damage_that_nothing_can_block() -> None:
    table = claimed("separatist_base", a=player("rey"), b=player("finn^1 jango_fett"), c=player("finn^2"))
    table.answers("a", "may", "yes").about(source="separatist_base").offers("b", "b-jango_fett", "b-finn")
    table.answers("b", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (1, 1)
    assert (table.damage("c-finn"), table.shields("c-finn")) == (1, 2)


def test_173_separatist_base_may_be_declined() -> None:
    table = claimed("separatist_base", a=player("rey")).answers("a", "may", "no").asks("action", "b")
    assert table.damage("b-jango_fett") == 0


# 174 Starship Graveyard


def test_174_starship_graveyard_puts_a_support_or_upgrade_on_top_of_the_deck() -> None:
    table = claimed("starship_graveyard", a=player("rey", discard="aim comlink outpost comlink", deck="block"))
    assert not table.asked["secret"]
    table.offers("a", "comlink", "outpost", "done").answers("a", "card", "comlink")
    assert (table.deck("a"), table.discard("a")) == (["comlink", "block"], ["aim", "outpost", "comlink"])


def test_174_starship_graveyard_may_be_declined_and_is_not_asked_without_one() -> None:
    table = claimed("starship_graveyard", a=player("rey", discard="comlink")).answers("a", "card", "done")
    assert table.discard("a") == ["comlink"]
    claimed("starship_graveyard", a=player("rey", discard="aim")).asks("action", "b")
