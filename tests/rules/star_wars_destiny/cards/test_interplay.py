"""Tests characters and upgrades with complicated effects (3, 16, 23, 29, 42, 45, 65) together with other cards."""

from __future__ import annotations

from ..table import Table, player, position

# 3 General Grievous


def test_003_general_grievous_takes_though_someone_else_has_struck() -> None:
    """Any opponent's defeat triggers Grievous; out of turn his player gets a window, and no answer in time means no."""
    table = position(
        a=player("rey", pool="rey+1=1md"), b=player("finn/9 hired_gun", upgrades={"finn": "jetpack"}),
        c=player("general_grievous"),
    ).resolves("a", "rey+1:b-finn").asks("piece", "c").offers("c", "b-jetpack", "done")  # fmt: skip
    assert (table.asked["patience"], table.asked["silence"]) == ("window", "done")
    table.answers("c", "piece", "b-jetpack").asks("action", "b")
    assert table.upgrades("c-general_grievous") == ["b-jetpack"]


def test_003_general_grievous_gets_nothing_if_second_chance_saves() -> None:
    """Q44: Second Chance prevents the defeat, so Grievous gets nothing."""
    table = (
        position(
            a=player("general_grievous", pool="general_grievous+1=2md"),
            b=player("finn/8 rey", upgrades={"finn": "second_chance jetpack"}),
        )
        .resolves("a", "general_grievous+1:b-finn")
        .asks("action", "b")
    )
    assert (table.upgrades("b-finn"), table.discard("b")) == (["b-jetpack"], ["second_chance"])


def test_003_a_stolen_upgrade_serves_him_and_moves_on_among_his_own() -> None:
    """R41, R43: Grievous's player controls the upgrade, also for Redeploy; when it leaves play it goes to its owner."""

    def laid() -> Table:
        return position(
            a=player("general_grievous/9 bala_tik!", upgrades={"general_grievous": "b-holdout_blaster"}),
            b=player("rey finn", pool="rey+1=1md"), turn="b",
        ).resolves("b", "rey+1:a-general_grievous").asks("character", "a")  # fmt: skip

    assert laid().answers("a", "character", "a-bala_tik").upgrades("a-bala_tik") == ["b-holdout_blaster"]
    assert laid().answers("a", "character", "done").discard("b") == ["holdout_blaster"]


def test_003_what_he_took_goes_to_its_owners_pile_when_his_player_is_out() -> None:
    """R54: when Grievous's player goes out of the game, an upgrade that he took goes to its owner's discard pile."""
    table = position(
        a=player("rey", pool="rey+1=1md"), b=player("general_grievous/9", upgrades={"general_grievous": "c-jetpack"}),
        c=player("finn", hand="aim"),
    ).resolves("a", "rey+1:b-general_grievous").asks("action", "c")  # fmt: skip
    assert table.discard("c") == ["jetpack"]


# 16 Sith Holocron


def test_016_of_two_holocrons_the_one_being_resolved_leaves_with_its_die() -> None:
    """Q28: a die that is being resolved is never offered when the player chooses whose die stays."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "sith_holocron sith_holocron"}, hand="force_throw",
                 pool="sith_holocron+1=sp sith_holocron-2+1=+1r"),
        b=player("finn"),
    ).resolves("a", "sith_holocron+1").answers("a", "card", "force_throw").asks("action", "b")  # fmt: skip
    assert table.pool("a") == {"a-sith_holocron-2+1": "+1r"}
    assert table.upgrades("a-bala_tik") == ["a-sith_holocron-2", "a-force_throw"]


def test_016_the_special_of_a_holocron_that_is_not_in_play_exchanges_nothing() -> None:
    """R48: the special does nothing on a die whose card Poe Dameron discarded or Ace in the Hole rolled in."""
    table = position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="sith_holocron force_throw"), b=player("finn")
    )
    table.resolves("a", "poe_dameron+1").answers("a", "card", "sith_holocron").answers("a", "side", "sp")
    table.asks("action", "b")
    assert table.hand("a") == ["force_throw"]
    table = position(a=player("poe_dameron", pool="sith_holocron+1=sp", hand="force_throw"), b=player("finn"))
    table.resolves("a", "sith_holocron+1").asks("action", "b")
    assert (table.hand("a"), table.pool("a")) == (["force_throw"], {})


def test_016_the_exchange_is_no_play() -> None:
    """An upgrade that Sith Holocron puts into play is not played, so Rey grants no action."""
    table = (
        position(
            a=player("rey", upgrades={"rey": "sith_holocron"}, pool="sith_holocron+1=sp", hand="force_throw aim"),
            b=player("finn"),
        )
        .resolves("a", "sith_holocron+1")
        .answers("a", "card", "force_throw")
        .asks("action", "b")
    )
    assert table.events("plays") == []


# 23 Crime Lord


def test_023_crime_lord_through_cunning_is_paid_by_who_resolves_it() -> None:
    """R48, Q48: Cunning's player pays; `by` names the card with the text."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", resources=5, hand="aim"),
        b=player("jango_fett finn", upgrades={"jango_fett": "crime_lord"}, resources=9, hand="aim"),
    ).resolves("a", "cunning+1")
    table.about(source="b-crime_lord").answers("a", "character", "b-finn")
    assert (table.resources("a"), table.resources("b")) == (0, 9)
    assert table.state["delayed"] == [{"defeat": "b-finn", "by": "b-crime_lord"}]


def test_023_crime_lord_forgets_who_fell_and_came_back() -> None:
    """Q48: a character that was defeated and came back is not defeated by Crime Lord."""
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp jango_fett+1=1rd",
                 resources=5, hand="aim"),
        b=player("captain_phasma first_order_stormtrooper/6", hand="endless_ranks aim", resources=5),
    ).resolves("a", "crime_lord+1").answers("a", "character", "b-first_order_stormtrooper")  # fmt: skip
    table.passes("b").resolves("a", "jango_fett+1:b-first_order_stormtrooper").plays("b", "endless_ranks")
    table.passes("a", "b").answers("a", "upkeep").answers("b", "upkeep").asks("action", "a")
    assert not table.is_defeated("b-first_order_stormtrooper")


def test_023_two_crime_lords_strike_in_the_order_of_their_making() -> None:
    """R29: the first defeat ends the game, so the second one is not reached."""
    table = (
        position(
            a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, hand="aim"),
            b=player("rey", hand="aim", upgrades={"rey": "crime_lord"}),
            more={
                "delayed": [{"defeat": "b-rey", "by": "a-crime_lord"}, {"defeat": "a-jango_fett", "by": "b-crime_lord"}]
            },
        )
        .passes("a", "b")
        .answers("a", "upkeep")
        .answers("b", "upkeep")
    )
    assert table.over is not None
    assert table.over["winners"] == ["a"]


# 29 Poe Dameron


def poe(hand: str, resources: int = 0) -> Table:
    return position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand=hand, resources=resources),
        b=player("finn^1 admiral_ackbar"),
    ).resolves("a", "poe_dameron+1")


def test_029_poe_with_a_detonator_pays_its_dearer_special_and_discards_once() -> None:
    """R48: the discarded card is in the pile already, so "discard this" does not discard it again."""
    table = poe("thermal_detonator aim", 1).answers("a", "card", "thermal_detonator")
    assert table.keys("a")[-2:] == ["sp", "sp1"]
    table.answers("a", "side", "sp1").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-admiral_ackbar"), table.resources("a")) == (2, 3, 0)
    assert table.discard("a") == ["thermal_detonator"]


def test_029_poe_with_kylos_lightsaber_rolls_nothing_again() -> None:
    """D225, Q3, R2: its die is in no pool, and no card in play is used up for the round."""
    table = poe("kylo_rens_lightsaber aim").answers("a", "card", "kylo_rens_lightsaber").answers("a", "side", "sp")
    table.answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (1, 0)
    assert (table.pool("a"), table.state["barred"]) == ({}, [])


def test_029_poe_with_force_choke_may_hit_anyone() -> None:
    """Force Choke is attached to no character here, so any character can be chosen."""
    table = poe("force_choke aim").answers("a", "card", "force_choke").answers("a", "side", "sp")
    table.offers("a", "b-admiral_ackbar", "b-finn", "a-poe_dameron")


def test_029_poe_gives_his_last_card_to_ackbars_anger() -> None:
    """R22: within an ability the queue waits, so the side is resolved before Ackbar's ability."""
    table = poe("jetpack").answers("a", "side", "1dr:b")
    assert table.damage("a-poe_dameron") == 2
    told = [event["event"] for event in table.told if event["event"] in ("resolves", "damage", "triggers")]
    assert told[-2:] == ["triggers", "damage"]


# 42 One With The Force


def test_042_one_with_the_force_stays_if_second_chance_saves() -> None:
    """Q44: Second Chance replaces the defeat first, so One With the Force stays an upgrade."""
    table = (
        position(
            a=player("rey", pool="rey+1=1md"),
            b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "one_with_the_force second_chance"}),
        )
        .resolves("a", "rey+1:b-luke_skywalker")
        .asks("action", "b")
    )
    assert (table.upgrades("b-luke_skywalker"), table.supports("b")) == (["b-one_with_the_force"], [])


def test_042_one_with_the_force_stays_in_play_and_two_of_them_too() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "one_with_the_force one_with_the_force"},
                 pool="one_with_the_force+1=2f one_with_the_force-2+1=3rd"),
    ).resolves("a", "rey+1:b-luke_skywalker").asks("action", "b")  # fmt: skip
    assert table.supports("b") == ["b-one_with_the_force", "b-one_with_the_force-2"]
    assert table.pool("b") == {"b-one_with_the_force+1": "2f", "b-one_with_the_force-2+1": "3rd"}


# 45 Finn


def test_045_finn_may_bear_a_weapon_by_an_effect_that_plays_it() -> None:
    """R56: Imperial Armory plays the upgrade, so Finn's permission counts, and the price must be paid."""
    table = position(
        a=player("finn rebel_trooper", hand="kylo_rens_lightsaber force_choke", resources=2), b=player("hired_gun"),
        battlefield="imperial_armory",
    ).claims("a").offers("a", "kylo_rens_lightsaber:a-finn", "done")  # fmt: skip
    table.answers("a", "play", "kylo_rens_lightsaber:a-finn")
    assert (table.resources("a"), table.upgrades("a-finn")) == (0, ["a-kylo_rens_lightsaber"])


# 65 Cunning


def cunning(b_upgrades: str, *, b_supports: str = "", hand: str = "", b_team: str = "finn^1 hired_gun") -> Table:
    return position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", hand=hand, resources=2),
        b=player(b_team, upgrades={"finn": b_upgrades}, supports=b_supports, pool="hired_gun+1=3rd1"),
    ).resolves("a", "cunning+1")  # fmt: skip


def test_065_cunning_with_kylos_lightsaber_rolls_nothing_and_bars_it() -> None:
    """Q3, R2: Cunning's die is not rolled again, and the lightsaber's special is used up for the round."""
    table = cunning("kylo_rens_lightsaber").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (1, {})
    assert table.state["barred"] == ["b-kylo_rens_lightsaber"]


def test_065_cunning_with_an_opponents_outpost_uses_the_claim_ability() -> None:
    table = cunning("", b_supports="outpost").about(source="echo_base").answers("a", "character", "a-bala_tik")
    assert table.shields("a-bala_tik") == 1


def test_065_cunning_with_an_opponents_falcon_plays_an_own_event() -> None:
    table = cunning("", b_supports="millennium_falcon", hand="reversal").answers("a", "play", "reversal")
    table.answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.discard("a"), table.resources("a")) == (2, ["reversal"], 2)


def test_065_cunning_with_an_at_st_may_discard_that_very_at_st() -> None:
    table = cunning("", b_supports="at_st").asks("action", "b")
    assert (table.supports("b"), table.discard("b")) == ([], ["at_st"])


def test_065_cunning_with_a_scout_bike_acts_for_who_resolves_it() -> None:
    table = cunning("", b_supports="speeder_bike_scout").asks("action", "a").about(extra=1)
    assert table.pool("b") == {}
