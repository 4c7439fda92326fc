"""Tests the events of red villains, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 68 Cannon Fodder


def fodder(team: str, pool: str) -> Table:
    return position(
        a=player(team, hand="cannon_fodder", pool="captain_phasma+1=2rd"), b=player("finn hired_gun rey", pool=pool)
    ).plays("a", "cannon_fodder")


def test_068_cannon_fodder_takes_a_dies_damage_on_a_common_character_and_removes_it() -> None:
    """D196: blocked damage counts as dealt, so the die is removed."""
    table = fodder("captain_phasma first_order_stormtrooper^3 nightsister", "finn+1=2rd hired_gun+1=3rd1 rey+1=1r")
    table.offers("a", "b-finn+1", "b-hired_gun+1").answers("a", "die", "b-hired_gun+1")
    table.offers("a", "a-first_order_stormtrooper", "a-nightsister")
    table.answers("a", "character", "a-first_order_stormtrooper").asks("action", "b")
    assert (table.shields("a-first_order_stormtrooper"), table.damage("a-first_order_stormtrooper")) == (0, 0)
    assert table.pool("b") == {"b-finn+1": "2rd", "b-rey+1": "1r"}


def test_068_cannon_fodder_without_a_common_character_or_such_a_die_does_nothing() -> None:
    """D137: the die stays if no character took its damage."""
    assert fodder("captain_phasma", "finn+1=2rd").asks("action", "b").pool("b") == {"b-finn+1": "2rd"}
    table = fodder("captain_phasma first_order_stormtrooper", "finn+1=1r").asks("action", "b")
    assert table.discard("a") == ["cannon_fodder"]


def test_068_cannon_fodder_with_a_die_of_no_value_asks_for_no_character() -> None:
    """Q30: a die with the value 0 is removed, although no character is chosen."""
    table = position(
        a=player("first_order_stormtrooper nightsister", hand="cannon_fodder"),
        b=player("finn", supports="launch_bay", pool="launch_bay+1=xrd"),
    ).plays("a", "cannon_fodder").asks("action", "b")  # fmt: skip
    assert table.pool("b") == {}


def test_068_cannon_fodder_leaves_a_die_of_no_value_that_no_one_can_take() -> None:
    """Q30: a die with the value 0 stays if there is no character that could take it."""
    table = position(
        a=player("captain_phasma", hand="cannon_fodder"),
        b=player("finn", supports="launch_bay", pool="launch_bay+1=xrd"),
    ).plays("a", "cannon_fodder").asks("action", "b")  # fmt: skip
    assert table.pool("b") == {"b-launch_bay+1": "xrd"}


# 69 Closing The Net


def net(pool: str) -> Table:
    return position(
        a=player("general_veers", hand="closing_the_net", resources=1, deck="aim", pool="general_veers+1=1r"),
        b=player("finn hired_gun", pool=pool),
    ).plays("a", "closing_the_net")


def test_069_closing_the_net_removes_an_opponents_die_and_may_go_under_the_deck() -> None:
    table = net("finn+1=2rd hired_gun+1=1r").offers("b", "b-finn+1", "b-hired_gun+1")
    table.answers("b", "die", "b-hired_gun+1").offers("a", "yes", "no").answers("a", "may", "yes").asks("action", "b")
    assert table.pool("b") == {"b-finn+1": "2rd"}
    assert (table.deck("a"), table.discard("a")) == (["aim", "closing_the_net"], [])


def test_069_closing_the_net_may_be_discarded_and_asks_even_without_a_die() -> None:
    table = net("").offers("a", "yes", "no").answers("a", "may", "no").asks("action", "b")
    assert (table.deck("a"), table.discard("a")) == (["aim"], ["closing_the_net"])


# 70 Endless Ranks


def ranks(defeated: str) -> Table:
    return position(
        a=player("captain_phasma", defeated=defeated, hand="endless_ranks", resources=5),
        b=player("finn", defeated="first_order_stormtrooper"),
    ).plays("a", "endless_ranks")  # fmt: skip


def test_070_endless_ranks_brings_a_red_common_character_back() -> None:
    """R40: the character returns ready, without tokens, with its die and in its place.

    Unique ones and other colours cannot.
    """
    table = ranks("first_order_stormtrooper general_veers nightsister").asks("action", "b")
    assert [one["id"] for one in table.of("a")["characters"]] == ["a-captain_phasma", "a-first_order_stormtrooper"]
    back = table.character("a-first_order_stormtrooper")
    assert (back["dice"], back["damage"], back["shields"], back["exhausted"]) == (1, 0, 0, False)
    table.was_told("readies", card="a-first_order_stormtrooper").passes("b")
    table.activates("a", "first_order_stormtrooper").rolls("1rd")


def test_070_endless_ranks_lets_you_choose_and_finds_no_one_if_none_fell() -> None:
    table = ranks("first_order_stormtrooper first_order_stormtrooper")
    table.offers("a", "a-first_order_stormtrooper", "a-first_order_stormtrooper-2")
    table.answers("a", "character", "a-first_order_stormtrooper-2")
    assert [one["id"] for one in table.of("a")["defeated"]] == ["a-first_order_stormtrooper"]
    ranks("general_veers").asks("action", "b")


# 71 Occupation


def test_071_occupation_takes_all_resources_of_an_opponent() -> None:
    table = position(
        a=player("general_veers", hand="occupation", resources=3), b=player("finn", resources=7), controller="a"
    ).plays("a", "occupation").asks("action", "b")  # fmt: skip
    assert (table.resources("a"), table.resources("b")) == (1, 0)


def test_071_occupation_is_only_for_who_controls_the_battlefield() -> None:
    """D190: only the player who controls the battlefield may play it."""
    table = position(
        a=player("general_veers", hand="occupation", resources=3), b=player("finn", resources=7), controller="b"
    )  # fmt: skip
    assert not table.allows("a", "play:occupation")


# 72 Probe


def probe(hand: str) -> Table:
    return position(a=player("general_veers", hand="probe dodge"), b=player("finn", hand=hand)).plays("a", "probe")


def test_072_probe_looks_at_two_cards_at_random_and_discards_events() -> None:
    table = probe("aim datapad block").answers("chance", "random", "datapad", "block").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == (["aim", "datapad"], ["block"])
    table.was_told("saw", to="a", of="b", cards=["datapad", "block"])


def test_072_probe_of_two_cards_or_fewer_draws_no_lots() -> None:
    """R52: if all cards of a hand must go, no random draw is made."""
    table = probe("aim block").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == ([], ["aim", "block"])
    assert probe("datapad").asks("action", "b").hand("b") == ["datapad"]
    probe("").asks("action", "b")


# 73 Sweep The Area


def sweep(team: str) -> Table:
    return position(
        a=player(team, hand="sweep_the_area", pool="nightsister+1=1r"),
        b=player("finn hired_gun rey rebel_trooper", pool="finn+1=2rd hired_gun+1=1r rey+1=1md"),
    ).plays("a", "sweep_the_area")


def test_073_sweep_the_area_rerolls_a_die_for_each_ready_red_character() -> None:
    """Q14: exactly one die for each ready red character."""
    table = sweep("captain_phasma first_order_stormtrooper first_order_stormtrooper! nightsister")
    table.offers("a", "b-finn+1", "b-hired_gun+1", "b-rey+1").refuses("a", "b-finn+1")
    table.answers("a", "dice", "b-finn+1", "b-rey+1").rolls("blank", "1r").asks("action", "b")
    assert table.pool("b") == {"b-finn+1": "blank", "b-hired_gun+1": "1r", "b-rey+1": "1r"}


def test_073_sweep_the_area_by_silence_takes_the_first() -> None:
    """If no one answers in time, the first dice in the order offered are rerolled, as many as are required."""
    table = sweep("captain_phasma first_order_stormtrooper nightsister")
    assert table.asked["silence"] == "b-finn+1 b-hired_gun+1"
    assert table.clock().asked["about"] == {"die": "b-finn+1", "why": "reroll"}
    table.rolls("blank", "blank").asks("action", "b")


def test_073_sweep_the_area_with_one_asks_for_dice_and_with_none_for_nothing() -> None:
    """Q14: with one red character one die is chosen, with none there is no question."""
    sweep("captain_phasma nightsister").answers("a", "dice", "b-hired_gun+1").rolls("blank")
    sweep("captain_phasma! nightsister").asks("action", "b")


def test_073_sweep_the_area_says_which_opponent_also_if_the_number_is_none() -> None:
    """Q89: with several opponents, one is chosen even if no die will be rerolled."""
    table = position(
        a=player("nightsister", hand="sweep_the_area"), b=player("finn", pool="finn+1=2rd"), c=player("rey")
    ).plays("a", "sweep_the_area").answers("a", "opponent", "b").asks("action", "b")  # fmt: skip
    assert table.pool("b") == {"b-finn+1": "2rd"}


# 74 Tactical Mastery


def test_074_tactical_mastery_grants_two_actions() -> None:
    """R23: the two actions come one after the other; declining one declines both."""

    def laid() -> Table:
        return position(
            a=player("general_veers bala_tik", hand="tactical_mastery aim", resources=1), b=player("finn")
        ).plays("a", "tactical_mastery")  # fmt: skip

    table = laid().about(extra=2).activates("a", "general_veers").rolls("1r").about(extra=1)
    table.activates("a", "bala_tik").rolls("1r").asks("action", "b")
    laid().passes("a").asks("action", "b")


def test_074_tactical_mastery_without_a_red_character_does_nothing() -> None:
    """D191: the event may be played, although it does nothing."""
    table = (
        position(
            a=player("bala_tik", hand="tactical_mastery aim", resources=1, defeated="general_veers"),
            b=player("general_veers"),
        )
        .plays("a", "tactical_mastery")
        .asks("action", "b")
    )
    assert table.resources("a") == 0


# 75 The Best Defense


def defense(team: str) -> Table:
    return position(
        a=player(team, hand="the_best_defense", resources=1, pool="nightsister+1=1r"),
        b=player("finn hired_gun rey rebel_trooper", pool="finn+1=2rd hired_gun+1=1r rey+1=1md"),
    ).plays("a", "the_best_defense")


def test_075_the_best_defense_hurts_a_red_character_to_remove_two_dice() -> None:
    table = defense("general_veers captain_phasma^1 nightsister").offers("a", "a-captain_phasma", "a-general_veers")
    table.answers("a", "character", "a-captain_phasma").offers("a", "b-finn+1", "b-hired_gun+1", "b-rey+1")
    table.refuses("a", "b-finn+1", "b-hired_gun+1", "b-rey+1").answers("a", "dice", "b-finn+1", "b-rey+1")
    assert table.asks("action", "b").pool("b") == {"b-hired_gun+1": "1r"}
    assert (table.damage("a-captain_phasma"), table.shields("a-captain_phasma")) == (2, 0)


def test_075_the_best_defense_is_paid_even_if_shields_stop_it_or_the_bearer_falls() -> None:
    """R59: the damage pays for the effect even if shields block it or the character falls.

    "up to two" includes none.
    """
    table = defense("general_veers^3 nightsister").answers("a", "dice").asks("action", "b")
    assert (table.shields("a-general_veers"), len(table.pool("b"))) == (0, 3)
    table = defense("general_veers/8 nightsister").answers("a", "dice", "b-finn+1").asks("action", "b")
    assert table.is_defeated("a-general_veers")
    assert len(table.pool("b")) == 2


def test_075_the_best_defense_without_a_red_character_does_nothing() -> None:
    assert len(defense("nightsister").asks("action", "b").pool("b")) == 3
