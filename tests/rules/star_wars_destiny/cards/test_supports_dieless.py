"""Tests red and yellow supports without a die, in the order of their set numbers."""

from __future__ import annotations

from ..table import Table, player, position

# 99 Backup Muscle


def test_99_backup_muscle_enters_play_with_three_damage() -> None:
    table = position(a=player("jango_fett", hand="backup_muscle", resources=1), b=player("rey^2"))
    table.plays("a", "backup_muscle")
    (muscle,) = table.of("a")["supports"]
    assert muscle == {"id": "a-backup_muscle", "exhausted": False, "damage": 3}


def muscle(damage: int, team: str = "rey^2", ready: str = "") -> Table:
    return position(a=player("jango_fett", supports=f"backup_muscle{ready}/{damage}"), b=player(team))


def test_99_backup_muscle_shifts_its_damage_past_any_shields() -> None:
    table = muscle(3).uses("a", "backup_muscle").offers("a", "b-rey", "a-jango_fett")
    table.answers("a", "character", "b-rey")
    assert (table.damage("b-rey"), table.shields("b-rey")) == (1, 2)
    assert table.of("a")["supports"] == [{"id": "a-backup_muscle", "exhausted": True, "damage": 2}]
    assert table.events("damage") == []


def test_99_backup_muscle_without_damage_stays_and_does_nothing() -> None:
    table = muscle(0).uses("a", "backup_muscle").asks("action", "b")
    assert table.of("a")["supports"] == [{"id": "a-backup_muscle", "exhausted": True, "damage": 0}]


def test_99_backup_muscles_damage_may_defeat_and_is_no_attack() -> None:
    """D183: the damage is not dealt by a die, so Count Dooku is not asked for a shield."""
    table = position(
        a=player("jango_fett", supports="backup_muscle/1"), b=player("count_dooku/9 rey", hand="aim")
    ).uses("a", "backup_muscle")
    table.answers("a", "character", "b-count_dooku").asks("action", "b")
    assert table.is_defeated("b-count_dooku")


# 100 My Kind of Scum


def scum(theirs: int, side: str = "2dr", ready: str = "") -> Table:
    return position(
        a=player("jabba_the_hutt", supports=f"my_kind_of_scum{ready}", pool=f"jabba_the_hutt+1={side}"),
        b=player("rey", resources=theirs),
    )


def test_100_my_kind_of_scum_gives_what_the_opponent_lost() -> None:
    table = (
        scum(3)
        .resolves("a", "jabba_the_hutt+1:b")
        .about(source="a-my_kind_of_scum", event="resolved a-jabba_the_hutt+1")
    )
    table.answers("a", "may", "yes")
    assert (table.resources("a"), table.resources("b")) == (2, 1)
    assert table.exhausted("a-my_kind_of_scum")


def test_100_my_kind_of_scum_counts_what_was_really_lost() -> None:
    table = scum(1).resolves("a", "jabba_the_hutt+1:b").answers("a", "may", "yes")
    assert (table.resources("a"), table.resources("b")) == (1, 0)


def test_100_q12_my_kind_of_scum_asks_only_for_its_symbol_with_something_to_lose() -> None:
    scum(0).resolves("a", "jabba_the_hutt+1:b").asks("action", "b")
    scum(3, ready="!").resolves("a", "jabba_the_hutt+1:b").asks("action", "b")
    scum(3, "1r").resolves("a", "jabba_the_hutt+1").asks("action", "b")


def test_100_my_kind_of_scum_may_be_let_pass() -> None:
    table = scum(3).resolves("a", "jabba_the_hutt+1:b").answers("a", "may", "no").asks("action", "b")
    assert table.resources("a") == 0
    assert not table.exhausted("a-my_kind_of_scum")


def test_100_two_of_my_kind_of_scum_each_give_what_was_lost() -> None:
    table = position(
        a=player("jabba_the_hutt", supports="my_kind_of_scum my_kind_of_scum", pool="jabba_the_hutt+1=2dr"),
        b=player("rey", resources=2),
    )
    table.resolves("a", "jabba_the_hutt+1:b").answers("a", "may", "yes").answers("a", "may", "yes")
    assert table.resources("a") == 4


# 101 Underworld Connections


def test_101_underworld_connections_gives_a_resource() -> None:
    table = position(a=player("jango_fett", supports="underworld_connections"), b=player("rey"))
    table.uses("a", "underworld_connections").passes("b")
    assert table.resources("a") == 1
    assert not table.allows("a", "use:a-underworld_connections")


# 113 Resistance HQ


def hq(hand: str = "aim block", theirs: int = 1, team: str = "rey finn^3") -> Table:
    return position(a=player(team, supports="resistance_hq", hand=hand), b=player("jango_fett!", resources=theirs))


def test_113_resistance_hq_gives_a_shield_for_a_card_and_readies() -> None:
    table = hq(theirs=0).uses("a", "resistance_hq").offers("a", "aim", "block").answers("a", "card", "aim")
    table.offers("a", "a-rey", "a-finn", "b-jango_fett").answers("a", "character", "a-rey").asks("action", "b")
    assert table.shields("a-rey") == 1
    assert table.discard("a") == ["aim"]
    assert not table.exhausted("a-resistance_hq")


def test_113_resistance_hq_an_opponent_may_pay_so_that_it_does_not_ready() -> None:
    table = hq().uses("a", "resistance_hq").answers("a", "card", "aim").answers("a", "character", "a-rey")
    table.about(source="a-resistance_hq").answers("b", "may", "yes").asks("action", "b")
    assert table.exhausted("a-resistance_hq")
    assert table.resources("b") == 0


def test_113_resistance_hq_readies_if_the_opponent_does_not_pay() -> None:
    table = hq().uses("a", "resistance_hq").answers("a", "card", "aim").answers("a", "character", "b-jango_fett")
    table.answers("b", "may", "no")
    assert not table.exhausted("a-resistance_hq")
    assert table.shields("b-jango_fett") == 1


def test_113_r59_a_shield_lost_to_the_limit_does_not_ready_resistance_hq() -> None:
    table = hq().uses("a", "resistance_hq").answers("a", "card", "aim").answers("a", "character", "a-finn")
    table.asks("action", "b")
    assert table.exhausted("a-resistance_hq")


def test_113_resistance_hq_needs_a_card_and_does_not_ask_for_the_only_one() -> None:
    assert not hq(hand="").allows("a", "use:a-resistance_hq")
    hq(hand="aim").uses("a", "resistance_hq").asks("character", "a")


# 135 Play the Odds


def odds(pool: str, rolled: str) -> Table:
    return position(
        a=player("finn rey", supports="play_the_odds", pool=pool), b=player("jango_fett")
    ).uses("a", "play_the_odds").rolls(rolled)  # fmt: skip


def test_135_play_the_odds_rolls_a_yellow_die_and_pays_for_resources() -> None:
    table = odds("finn+1=blank rey+1=blank", "1r").asks("action", "b")
    assert table.resources("a") == 1
    assert table.pool("a") == {"a-finn+1": "1r", "a-rey+1": "blank"}
    assert table.exhausted("a-play_the_odds")


def test_135_play_the_odds_pays_nothing_for_another_side() -> None:
    assert odds("finn+1=1r", "2rd").resources("a") == 0


def test_135_play_the_odds_counts_a_modifier() -> None:
    table = position(a=player("jango_fett", supports="play_the_odds", pool="jango_fett+1=blank"), b=player("rey"))
    table.uses("a", "play_the_odds").rolls("+1r")
    assert table.resources("a") == 1


# 136 Street Informants


def test_136_d182_r51_street_informants_show_a_whole_hand_only_to_their_player() -> None:
    """D182: the cards stay in the hand; R51: their owner learns which ones were seen."""
    table = position(a=player("finn", supports="street_informants"), b=player("jango_fett", hand="aim block"))
    table.uses("a", "street_informants").asks("action", "b")
    table.was_told("saw", to="a", of="b", cards=["aim", "block"], **{"from": "hand"})
    table.was_told("shown", to="b", cards=["aim", "block"])
    assert table.hand("b") == ["aim", "block"]
    assert table.exhausted("a-street_informants")


def test_136_street_informants_have_ambush() -> None:
    """D92: playing the card uses the action, but Ambush gives an additional one."""
    table = position(a=player("finn", hand="street_informants"), b=player("jango_fett!", hand="aim"))
    table.plays("a", "street_informants").about(extra=1)
    assert not table.exhausted("a-street_informants")
    table.uses("a", "street_informants")
    table.was_told("saw", to="a", cards=["aim"])


def test_136_street_informants_with_two_opponents_ask_which() -> None:
    table = position(
        a=player("finn", supports="street_informants"), b=player("rey", hand="aim"), c=player("rey", hand="block"),
    )  # fmt: skip
    table.uses("a", "street_informants").offers("a", "b", "c").answers("a", "opponent", "c")
    table.was_told("saw", to="a", of="c", cards=["block"])


# 144 Supporting Fire


def test_144_supporting_fire_resolves_a_ranged_die_at_one_more() -> None:
    table = position(
        a=player("finn rey", supports="supporting_fire", pool="finn+1=2rd rey+1=1md"), b=player("jango_fett")
    )
    table.uses("a", "supporting_fire").offers("a", *(f"a-finn+1:{one}" for one in ("b-jango_fett", "a-rey", "a-finn")))
    table.answers("a", "resolve", "a-finn+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 3
    assert table.exhausted("a-supporting_fire")
    assert table.pool("a") == {"a-rey+1": "1md"}


def test_144_supporting_fire_still_pays_the_sides_cost() -> None:
    """D25: a cost that is printed on the side must still be paid."""
    table = position(
        a=player("poe_dameron", supports="supporting_fire", pool="poe_dameron+1=3rd1"), b=player("jango_fett")
    )
    table.uses("a", "supporting_fire").asks("action", "b")
    assert table.pool("a") == {"a-poe_dameron+1": "3rd1"}
    table = position(
        a=player("poe_dameron", supports="supporting_fire", pool="poe_dameron+1=3rd1", resources=1),
        b=player("jango_fett"),
    )
    table.uses("a", "supporting_fire").answers("a", "resolve", "a-poe_dameron+1:b-jango_fett")
    assert (table.resources("a"), table.damage("b-jango_fett")) == (0, 4)


# 163 Infamous


def test_163_infamous_lends_ambush_to_a_yellow_card() -> None:
    table = position(a=player("finn", supports="infamous", hand="scramble"), b=player("jango_fett"))
    table.plays("a", "scramble").about(source="a-infamous", event="played scramble")
    table.answers("a", "may", "yes").asks("action", "a").about(extra=1)
    assert table.exhausted("a-infamous")


def test_163_infamous_may_be_let_pass() -> None:
    table = position(a=player("finn", supports="infamous", hand="scramble"), b=player("jango_fett"))
    table.plays("a", "scramble").answers("a", "may", "no").asks("action", "b")
    assert not table.exhausted("a-infamous")


def test_163_infamous_is_not_asked_for_other_colours_or_for_a_card_with_ambush() -> None:
    """D129: Infamous asks only for yellow cards that have no Ambush of their own."""
    table = position(a=player("finn", supports="infamous", hand="take_cover unpredictable"), b=player("jango_fett"))
    table.plays("a", "take_cover").answers("a", "character", "a-finn").passes("b")
    table.plays("a", "unpredictable").asks("action", "a").about(extra=1)
    assert not table.exhausted("a-infamous")


def test_163_of_two_infamous_the_second_gives_nothing_more() -> None:
    table = position(a=player("finn", supports="infamous infamous", hand="scramble"), b=player("jango_fett"))
    table.plays("a", "scramble").answers("a", "may", "yes").asks("action", "a").about(extra=1)
    assert not table.exhausted("a-infamous-2")
