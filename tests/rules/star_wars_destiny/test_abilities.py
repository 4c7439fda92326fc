"""Tests part seven of the rulebook: abilities (D120 to D137), except what `test_time.py` covers."""

from __future__ import annotations

from .table import Table, player, position

TEN = "aim aim block block dodge dodge flank flank take_cover take_cover"


def test_d120_an_ability_works_until_its_card_leaves_play() -> None:
    table = position(
        a=player("rey", supports="at_st", pool="at_st+1=sp", hand="aim", deck=TEN),
        b=player("finn", supports="emperors_favor", hand="aim", deck=TEN),
    )
    table.resolves("a", "at_st+1").answers("a", "piece", "b-emperors_favor").passes("b", "a").answers(
        "a", "upkeep"
    ).answers("b", "upkeep")
    assert len(table.hand("b")) == 5


def test_d120_each_paragraph_is_an_ability_of_its_own() -> None:
    """Hunker Down's action can be used, and melee damage still discards the card."""
    table = position(
        a=player("rey", upgrades={"rey": "hunker_down"}), b=player("finn*2", pool="finn+1=1md finn+2=1md"),
    )  # fmt: skip
    table.uses("a", "hunker_down").resolves("b", "finn+1:a-rey").answers("b", "resolve", "b-finn+2:a-rey")
    assert (table.upgrades("a-rey"), table.shields("a-rey"), table.damage("a-rey")) == ([], 0, 1)


def test_d121_as_much_as_possible_is_done() -> None:
    """Jetpack gives its shield even if there is no melee die to remove."""
    table = position(
        a=player("finn", upgrades={"finn": "jetpack"}, pool="jetpack+1=sp"), b=player("rey", pool="rey+1=1r")
    )
    table.resolves("a", "jetpack+1")
    assert (table.shields("a-finn"), len(table.pool("b"))) == (1, 1)


def test_d121_a_special_is_mandatory_once_its_die_is_resolved() -> None:
    """Rey's Staff must remove the only damage die although it belongs to the same player."""
    table = position(
        a=player("rey", upgrades={"rey": "reys_staff"}, pool="reys_staff+1=sp rey+1=1md"), b=player("finn")
    )
    table.resolves("a", "reys_staff+1").asks("action", "b")
    assert table.pool("a") == {}


def test_d122_a_card_action_is_the_action_of_a_turn() -> None:
    table = position(a=player("rey", supports="underworld_connections"), b=player("finn"))
    table.uses("a", "underworld_connections").asks("action", "b")
    assert table.keys("a") == []
    table.was_told("uses", seat="a", card="a-underworld_connections")


def gone_before_its_turn() -> Table:
    """Returns a table at which Prized Possession has left play and its own ability is asked next."""
    table = position(
        a=player("jango_fett/9 finn", hand="prized_possession", resources=4),
        b=player("admiral_ackbar rey", pool="rey+1=1md"),
        controller="b",
    )
    table.plays("a", "prized_possession:jango_fett")
    table.about(event="played prized_possession", abilities=["a-prized_possession", "b-admiral_ackbar"])
    return table.answers("b", "order", "b-admiral_ackbar").answers("a", "character", "a-jango_fett")


def test_d124_q74_a_triggered_ability_exists_apart_from_its_source() -> None:
    """Prized Possession's ability is resolved although the card has left play: the die is removed, but not held."""
    table = gone_before_its_turn()
    assert table.discard("a") == ["prized_possession"]
    table.offers("a", "b-rey+1", "done").answers("a", "die", "b-rey+1").asks("action", "b")
    assert table.pool("b") == {}
    table.activates("b", "rey").about(die="b-rey+1", why="activate")


def test_d126_after_waits_until_the_whole_ability_is_done() -> None:
    """Bala-Tik's ability comes after the grenades have hit both characters and are discarded."""
    table = position(
        a=player("bala_tik!", upgrades={"bala_tik": "infantry_grenades"}, pool="infantry_grenades+1=sp"),
        b=player("rey/8 finn"),
    )
    table.resolves("a", "infantry_grenades+1").about(source="a-bala_tik", event="defeated b-rey")
    assert table.discard("a") == ["infantry_grenades"]
    table.answers("a", "may", "yes")
    assert not table.exhausted("a-bala_tik")


def test_d127_what_a_before_ability_triggers_goes_to_the_end_of_the_queue() -> None:
    """The queue is Tusken Raider, Jango; the shield makes Qui-Gon defeat Rey, and Bala-Tik is queued after Jango."""
    table = position(a=player("bala_tik! tusken_raider qui_gon_jinn^1", hand="aim aim"), b=player("jango_fett rey/9"))
    table.activates("a", "tusken_raider").rolls("1sh").answers("a", "order", "a-tusken_raider")
    table.answers("a", "card", "aim").answers("a", "resolve", "a-tusken_raider+1:a-qui_gon_jinn")
    table.about(source="a-qui_gon_jinn", event="gains_shields a-qui_gon_jinn 1").answers("a", "character", "b-rey")
    table.about(source="b-jango_fett", event="activated a-tusken_raider").answers("b", "may", "no")
    table.about(source="a-bala_tik", event="defeated b-rey").answers("a", "may", "yes")
    assert table.shields("a-qui_gon_jinn") == 1


def test_d128_equal_abilities_of_one_player_come_in_the_order_of_names() -> None:
    table = position(
        a=player("tusken_raider tusken_raider", hand="squad_tactics aim block"), b=player("rey"),
    )  # fmt: skip
    table.plays("a", "squad_tactics").answers("a", "characters", "a-tusken_raider", "a-tusken_raider-2")
    table.rolls("1rd", "1md")
    table.about(source="a-tusken_raider", event="activated a-tusken_raider").answers("a", "card", "done")
    table.about(source="a-tusken_raider-2", event="activated a-tusken_raider-2").answers("a", "card", "done")
    table.asks("action", "b")


def test_d129_a_keyword_is_had_once() -> None:
    """A Rebel Trooper with a second Guardian is asked for one die only."""
    table = position(
        a=player("captain_phasma rebel_trooper", upgrades={"rebel_trooper": "personal_escort"}),
        b=player("jango_fett*2!", pool="jango_fett+1=1rd jango_fett+2=1md"),
    )
    table.activates("a", "rebel_trooper").answers("a", "die", "b-jango_fett+1").rolls("blank").asks("action", "b")
    assert table.pool("b") == {"b-jango_fett+2": "1md"}


def test_d130_ambush_grants_an_additional_action() -> None:
    """A card with Ambush grants one additional action, which the player declines by passing."""
    table = position(a=player("finn", hand="holdout_blaster aim", resources=2), b=player("jango_fett"))
    table.plays("a", "holdout_blaster:finn").about(extra=1).passes("a").asks("action", "b")
    assert table.state["passes"] == 0


def test_d132_redeploy_may_be_declined_and_needs_another_character() -> None:
    def fallen(team: str) -> Table:
        return position(
            a=player("jango_fett", pool="jango_fett+1=2rd"),
            b=player(f"{team}", upgrades={"finn": "lightsaber hunker_down"}, pool="lightsaber+1=1r"),
        ).resolves("a", "jango_fett+1:b-finn")

    table = fallen("finn/9 rey").offers("b", "b-rey", "done").answers("b", "character", "done")
    assert (table.upgrades("b-rey"), table.discard("b"), table.pool("b")) == ([], ["lightsaber", "hunker_down"], {})
    table = fallen("finn/9 rey").answers("b", "character", "b-rey")
    assert (table.upgrades("b-rey"), table.discard("b"), table.pool("b")) == (["b-lightsaber"], ["hunker_down"], {})
    assert fallen("finn/9").over is not None


def test_d133_an_event_with_a_delayed_or_lasting_effect_is_discarded() -> None:
    """Hyperspace Jump ends the phase and goes to the discard pile at once."""
    table = position(a=player("han_solo", hand="hyperspace_jump aim", resources=3), b=player("rey"))
    table.plays("a", "hyperspace_jump")
    assert (table.state["limbo"], table.discard("a")) == ([], ["hyperspace_jump"])


def robes(number: int) -> Table:
    return position(
        a=player("finn", hand="jedi_robes aim", resources=2), b=player("jango_fett"), number=number,
    ).plays("a", "jedi_robes:finn")  # fmt: skip


def test_d134_jedi_robes_give_two_shields_in_the_first_round_not_one_and_two() -> None:
    assert robes(1).shields("a-finn") == 2
    assert robes(2).shields("a-finn") == 1


def test_d134_q51_of_two_replacements_only_the_first_by_name_acts() -> None:
    table = position(
        a=player("jango_fett", pool="jango_fett+1=2rd"),
        b=player("finn/9 rey", upgrades={"finn": "second_chance second_chance"}),
    )
    table.resolves("a", "jango_fett+1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.upgrades("b-finn")) == (5, ["b-second_chance-2"])


def test_d135_this_character_is_that_very_card() -> None:
    """The Padawan with an upgrade has no discount, the other Padawan has."""
    table = position(
        a=player("padawan padawan", upgrades={"padawan": "comlink"}, hand="lightsaber aim", resources=2),
        b=player("jango_fett"),
    )
    plays = [key for key in table.keys("a") if key.startswith("play:lightsaber")]
    assert plays == ["play:lightsaber:a-padawan:a-comlink", "play:lightsaber:a-padawan-2"]


def test_d136_r42_cannot_beats_can() -> None:
    """Grievous may take an upgrade of a defeated character, but not the unique one of which his player has a copy."""
    table = position(
        a=player("general_grievous", upgrades={"general_grievous": "reys_staff"},
                 pool="general_grievous+1=2md"),
        b=player("rey/9 finn", upgrades={"rey": "reys_staff comlink"}),
    )  # fmt: skip
    table.resolves("a", "general_grievous+1:b-rey").offers("a", "b-comlink", "done").answers("a", "piece", "done")


def test_d137_then_is_void_if_the_part_before_was_not_done() -> None:
    """Kylo Ren sees no card in an empty hand, so no damage is dealt."""
    table = position(a=player("kylo_ren", pool="kylo_ren+1=sp"), b=player("finn"))
    table.resolves("a", "kylo_ren+1").asks("action", "b")
    assert table.damage("b-finn") == 0
