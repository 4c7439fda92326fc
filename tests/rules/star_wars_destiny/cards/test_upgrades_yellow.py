"""Yellow upgrades, by set number: each is played and does what its sentence says."""

from __future__ import annotations

from ..table import Table, player, position

# 23 Crime Lord


def lord(
    resources: int = 5, *, b: str = "rey finn", upgrades: dict[str, str] | None = None, hand: str = "aim"
) -> Table:
    return position(
        a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp", resources=resources,
                 hand="aim"),
        b=player(b, upgrades=upgrades, hand=hand, deck=hand),
    ).resolves("a", "crime_lord+1")  # fmt: skip


def end_of_round(table: Table) -> Table:
    table.passes("b", "a").answers("a", "upkeep")
    return table.answers("b", "upkeep") if table.hand("b") else table


def test_023_crime_lord_must_be_paid_by_who_has_five() -> None:
    """Q78: it is no choice."""
    table = lord(6).answers("a", "character", "b-rey")
    assert table.resources("a") == 1
    table = lord(4).asks("action", "b")
    assert (table.resources("a"), table.state["delayed"]) == (4, [])


def test_023_crime_lord_strikes_though_the_bearer_has_fallen() -> None:
    """D229: the card is gone by then."""
    table = position(
        a=player("jango_fett/9 bala_tik", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp", resources=5,
                 hand="aim"),
        b=player("rey finn", pool="rey+1=1md", hand="aim"),
    ).resolves("a", "crime_lord+1").answers("a", "character", "b-finn")  # fmt: skip
    table.resolves("b", "rey+1:a-jango_fett").passes("a", "b")
    table.answers("a", "upkeep").answers("b", "upkeep")
    assert table.is_defeated("a-jango_fett")
    assert table.is_defeated("b-finn")


def test_023_crime_lord_is_too_late_for_who_has_lost_by_cards() -> None:
    """D229, D104: without a card a player has lost before the defeat."""
    table = end_of_round(lord(hand="").answers("a", "character", "a-jango_fett"))
    assert table.over is not None
    assert table.over["winners"] == ["a"]
    assert table.over["ranking"][1] == {"seat": "b", "points": 0, "why": "cards"}


def test_023_crime_lord_is_replaced_by_second_chance() -> None:
    """R29."""
    table = lord(b="finn/6 hired_gun", upgrades={"finn": "second_chance"}).answers("a", "character", "b-finn")
    end_of_round(table)
    assert (table.damage("b-finn"), table.discard("b")) == (1, ["second_chance"])


def test_023_crime_lord_forgets_who_has_fallen_meanwhile() -> None:
    """Q48: a fallen character drops out of what is delayed."""
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp jango_fett+1=1rd",
                 resources=5, hand="aim"),
        b=player("rey/9 finn", hand="aim"),
    ).resolves("a", "crime_lord+1").answers("a", "character", "b-rey")  # fmt: skip
    table.passes("b").resolves("a", "jango_fett+1:b-rey")
    assert table.state["delayed"] == []


def test_023_crime_lord_is_for_yellow_characters() -> None:
    table = position(a=player("kylo_ren jango_fett", hand="crime_lord", resources=4), b=player("rey"))
    assert [key for key in table.keys("a") if key.startswith("play:")] == ["play:crime_lord:a-jango_fett"]


# 24 Flame Thrower


def flames(*chosen: str) -> Table:
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("finn^1 hired_gun rebel_trooper"),
    ).resolves("a", "flame_thrower+1")
    table.offers("a", "b-rebel_trooper", "b-finn", "b-hired_gun", "a-bala_tik")
    return table.answers("a", "characters", *chosen).asks("action", "b")


def test_024_flame_thrower_deals_one_to_each_of_up_to_three() -> None:
    table = flames("b-rebel_trooper", "b-finn", "b-hired_gun")
    assert (table.damage("b-rebel_trooper"), table.damage("b-finn"), table.damage("b-hired_gun")) == (1, 0, 1)
    assert table.shields("b-finn") == 0


def test_024_flame_thrower_may_name_fewer_or_none_but_not_four() -> None:
    assert flames("a-bala_tik").damage("a-bala_tik") == 1
    assert flames().events("damage") == []
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("finn hired_gun rebel_trooper"),
    ).resolves("a", "flame_thrower+1")
    table.refuses("a", "b-finn", "b-hired_gun", "b-rebel_trooper", "a-bala_tik")


# 25 Gaffi Stick


def gaffi(pool: str, b: str = "finn", upgrades: dict[str, str] | None = None) -> Table:
    return position(
        a=player("tusken_raider rey", upgrades={"tusken_raider": "gaffi_stick"}, pool=f"gaffi_stick+1=sp {pool}"),
        b=player(b, pool="finn+1=1md", upgrades=upgrades),
    ).resolves("a", "gaffi_stick+1")


def test_025_gaffi_stick_removes_an_own_melee_die_to_deal_three() -> None:
    """Modifiers and costs count as what they show; only own dice."""
    table = gaffi("tusken_raider+1=3md1 rey+1=+2md").offers("a", "a-tusken_raider+1", "a-rey+1")
    table.answers("a", "die", "a-rey+1").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (3, {"a-tusken_raider+1": "3md1"})


def test_025_gaffi_stick_without_a_melee_die_does_nothing() -> None:
    assert gaffi("rey+1=1r").asks("action", "b").events("damage") == []


def test_025_gaffi_stick_deals_no_melee_damage() -> None:
    """R11: Hunker Down stays."""
    table = gaffi("rey+1=1md", upgrades={"finn": "hunker_down"}).answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.upgrades("b-finn")) == (3, ["b-hunker_down"])


def test_025_gaffi_stick_moves_on_when_its_bearer_falls() -> None:
    table = (
        position(
            a=player("rey", pool="rey+1=1md"),
            b=player("tusken_raider/7 bala_tik!", upgrades={"tusken_raider": "gaffi_stick"}),
        )
        .resolves("a", "rey+1:b-tusken_raider")
        .answers("b", "character", "b-bala_tik")
    )
    assert table.upgrades("b-bala_tik") == ["b-gaffi_stick"]


# 26 On The Hunt


def hunt(resources: int, pool: str = "finn+1=2rd jetpack+1=1dr hired_gun+1=3rd1") -> Table:
    return (
        position(
            a=player("bala_tik", upgrades={"bala_tik": "on_the_hunt"}, pool="on_the_hunt+1=sp", resources=resources),
            b=player("finn^3 hired_gun", upgrades={"finn": "jetpack"}, pool=pool),
        )
        .resolves("a", "on_the_hunt+1")
        .answers("a", "character", "b-finn")
    )


def test_026_on_the_hunt_takes_all_shields_and_may_remove_a_die_for_a_resource() -> None:
    table = hunt(1).offers("a", "b-finn+1", "b-jetpack+1", "done").answers("a", "die", "b-jetpack+1")
    assert (table.shields("b-finn"), table.resources("a")) == (0, 0)
    assert table.asks("action", "b").pool("b") == {"b-finn+1": "2rd", "b-hired_gun+1": "3rd1"}


def test_026_on_the_hunt_may_leave_the_die_or_cannot_pay_or_finds_none() -> None:
    table = hunt(1).answers("a", "die", "done").asks("action", "b")
    assert (table.resources("a"), len(table.pool("b"))) == (1, 3)
    hunt(0).asks("action", "b")
    hunt(1, "hired_gun+1=3rd1").asks("action", "b")


# 50 Diplomatic Immunity


def test_050_diplomatic_immunity_splits_its_shields_among_own_characters() -> None:
    table = position(
        a=player("finn rey^2", upgrades={"finn": "diplomatic_immunity"}, pool="diplomatic_immunity+1=3sh"),
        b=player("hired_gun"),
    ).resolves("a", "diplomatic_immunity+1")
    table.about(source="a-diplomatic_immunity", characters=["a-rey", "a-finn"], amount=3)
    table.offers("a", "3:0", "2:1", "1:2", "0:3").answers("a", "distribute", "1:2").asks("action", "b")
    assert (table.shields("a-rey"), table.shields("a-finn")) == (3, 2)


def test_050_diplomatic_immunity_has_targets_for_its_other_sides() -> None:
    table = position(
        a=player("finn rey", upgrades={"finn": "diplomatic_immunity"}, pool="diplomatic_immunity+1=2dr"),
        b=player("hired_gun", resources=3),
    ).resolves("a", "diplomatic_immunity+1:b")
    assert table.resources("b") == 1


def test_050_diplomatic_immunity_says_nothing_of_a_die_without_its_card() -> None:
    """D224: rolled in by Ace in the Hole."""
    table = position(a=player("finn rey", pool="diplomatic_immunity+1=3sh"), b=player("hired_gun"))
    assert not table.allows("a", "resolve:a-diplomatic_immunity+1")
    table.resolves("a", "diplomatic_immunity+1:a-rey")
    assert table.shields("a-rey") == 3


# 51 DL-44 Heavy Blaster Pistol


def pistol(pool: str) -> Table:
    return position(
        a=player("finn rey", hand="dl_44_heavy_blaster_pistol aim", pool="rey+1=1md", resources=3),
        b=player("hired_gun rebel_trooper", pool=pool),
    ).plays("a", "dl_44_heavy_blaster_pistol:finn")


def test_051_dl_44_makes_an_opponent_remove_a_die_then_comes_its_ambush() -> None:
    """R23: the queue first."""
    table = pistol("hired_gun+1=3rd1 rebel_trooper+1=1r")
    table.about(source="a-dl_44_heavy_blaster_pistol", event="played dl_44_heavy_blaster_pistol")
    table.offers("b", "b-hired_gun+1", "b-rebel_trooper+1").answers("b", "die", "b-rebel_trooper+1")
    assert table.pool("b") == {"b-hired_gun+1": "3rd1"}
    table.asks("action", "a").about(extra=1)


def test_051_dl_44_removes_the_only_die_unasked_and_none_of_ones_own() -> None:
    assert pistol("hired_gun+1=3rd1").asks("action", "a").pool("b") == {}
    assert pistol("").asks("action", "a").pool("a") == {"a-rey+1": "1md"}


# 52 Infiltrate


def infiltrate(*chosen: str) -> Table:
    table = (
        position(
            a=player("finn", upgrades={"finn": "infiltrate"}, pool="infiltrate+1=sp finn+1=1r"),
            b=player("hired_gun rebel_trooper rey", pool="hired_gun+1=3rd1 rebel_trooper+1=1r rey+1=1md"),
        )
        .resolves("a", "infiltrate+1")
        .offers("a", "b-hired_gun+1", "b-rebel_trooper+1", "b-rey+1")
    )
    return table.answers("a", "dice", *chosen)


def test_052_infiltrate_rerolls_up_to_two_dice_of_an_opponent() -> None:
    table = infiltrate("b-hired_gun+1", "b-rey+1").rolls("blank", "1r").asks("action", "b")
    assert table.pool("b") == {"b-hired_gun+1": "blank", "b-rebel_trooper+1": "1r", "b-rey+1": "1r"}


def test_052_infiltrate_may_reroll_none() -> None:
    infiltrate().asks("action", "b")


def test_052_infiltrate_rolls_dice_of_one_opponent_only() -> None:
    """D203: dice in the plural ask whose first."""
    table = position(
        a=player("finn", upgrades={"finn": "infiltrate"}, pool="infiltrate+1=sp"),
        b=player("hired_gun", pool="hired_gun+1=3rd1"), c=player("rey", pool="rey+1=1md"),
    ).resolves("a", "infiltrate+1").answers("a", "opponent", "c").offers("a", "c-rey+1")  # fmt: skip
    table.answers("a", "dice", "c-rey+1").rolls("1r")


# 65 Cunning


def cunning(
    *, b: str = "", supports: str = "", upgrades: str = "", a_supports: str = "", pool: str = "", hand: str = "",
    b_pool: str = "", resources: int = 0,
) -> Table:  # fmt: skip
    return position(
        a=player("bala_tik", upgrades={"bala_tik": f"cunning {upgrades}"}, supports=a_supports,
                 pool=f"cunning+1=sp {pool}", hand=hand, deck="aim block", resources=resources),
        b=player("finn hired_gun", upgrades={"finn": b}, supports=supports, pool=b_pool),
    ).resolves("a", "cunning+1")  # fmt: skip


def test_065_cunning_uses_the_special_of_any_card_in_play() -> None:
    """Not its own; Q71: what the borrowed special asks has that card as its source."""
    table = cunning(b="jetpack survival_gear", supports="outpost", a_supports="black_market")
    table.about(source="a-cunning").offers("a", "b-outpost", "b-jetpack", "a-black_market")
    table.answers("a", "piece", "a-black_market")
    table.answers("a", "play", "done").asks("action", "b")
    assert table.hand("a") == ["aim", "block"]


def test_065_cunning_with_an_opponents_detonator_hits_that_opponent() -> None:
    """D226, R48: the text's card is discarded, into its owner's pile; its cost does not arise."""
    table = cunning(b="thermal_detonator").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-hired_gun"), table.damage("a-bala_tik")) == (3, 3, 0)
    assert table.discard("b") == ["thermal_detonator"]


def test_065_cunning_with_an_opponents_grenades_hits_that_opponent() -> None:
    """D226."""
    table = cunning(b="infantry_grenades").asks("action", "b")
    assert (table.damage("b-finn"), table.damage("b-hired_gun")) == (2, 2)
    assert table.discard("b") == ["infantry_grenades"]


def test_065_cunning_with_an_opponents_holocron_does_nothing() -> None:
    """D226, Q72: not even `card`."""
    table = cunning(b="sith_holocron", hand="force_throw", resources=1).asks("action", "b")
    assert (table.hand("a"), table.upgrades("b-finn"), table.resources("a")) == (
        ["force_throw"],
        ["b-sith_holocron"],
        1,
    )


def test_065_cunning_with_the_own_holocron_exchanges_and_rolls() -> None:
    """Q72."""
    table = cunning(upgrades="sith_holocron", hand="force_throw", resources=1).answers("a", "card", "force_throw")
    table.answers("a", "may", "yes").rolls("1dr").asks("action", "b")
    assert table.upgrades("a-bala_tik") == ["a-cunning", "a-force_throw"]
    assert table.pool("a") == {"a-force_throw+1": "1dr"}


def test_065_cunning_gives_the_shield_to_the_bearer_of_the_text() -> None:
    """R48: `attached` is Finn, Jetpack's bearer; you are who resolves it."""
    table = cunning(b="jetpack", b_pool="finn+1=1md hired_gun+1=1r").asks("action", "b")
    assert (table.shields("b-finn"), table.shields("a-bala_tik")) == (1, 0)
    assert table.pool("b") == {"b-hired_gun+1": "1r"}


def test_065_cunning_measures_force_choke_from_its_bearer() -> None:
    cunning(b="force_choke").offers("a", "b-hired_gun", "a-bala_tik")


def test_065_cunning_rolls_no_this_die() -> None:
    """Q3: BB-8 through Cunning rolls one other die only, which may be BB-8's own; Cunning's goes to its card."""
    table = cunning(a_supports="bb_8", pool="bb_8+1=1r bala_tik+1=1r").offers("a", "a-bb_8+1", "a-bala_tik+1")
    table.answers("a", "die", "a-bb_8+1").rolls("sp").asks("action", "b")
    assert table.pool("a") == {"a-bb_8+1": "sp", "a-bala_tik+1": "1r"}
    assert table.state["barred"] == ["a-bb_8"]
    table.passes("b")
    assert not table.allows("a", "resolve:a-bb_8+1")


def test_065_cunning_cannot_name_a_barred_card() -> None:
    """Q43."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, supports="black_one", pool="cunning+1=sp"),
        b=player("finn"), more={"barred": ["a-black_one"]},
    ).resolves("a", "cunning+1").asks("action", "b")  # fmt: skip
    assert table.damage("b-finn") == 0


def test_065_cunning_with_padme_lets_who_resolves_it_pay_and_choose() -> None:
    table = (
        position(
            a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", resources=1),
            b=player("padme_amidala", deck="aim block dodge", resources=1),
        )
        .resolves("a", "cunning+1")
        .answers("a", "either", "2")
        .asks("action", "b")
    )
    assert (table.resources("a"), table.resources("b"), table.discard("b")) == (0, 1, ["aim", "block"])


def test_065_cunning_lets_poe_discard_from_the_hand_of_who_resolves_it() -> None:
    """R48: `you` is who resolves it, nested without end."""
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "cunning"}, pool="cunning+1=sp", hand="jetpack", resources=2),
        b=player("poe_dameron", hand="aim block"),
    ).resolves("a", "cunning+1")
    table.about(source="b-poe_dameron").answers("a", "side", "1dr:b").asks("action", "b")
    assert (table.discard("a"), len(table.hand("b"))) == (["jetpack"], 2)


def test_065_cunning_without_another_special_in_play_does_nothing() -> None:
    cunning(b="survival_gear").asks("action", "b")


def test_065_cunning_is_for_yellow_characters() -> None:
    table = position(a=player("kylo_ren jango_fett", hand="cunning", resources=2), b=player("rey"))
    assert [key for key in table.keys("a") if key.startswith("play:")] == ["play:cunning:a-jango_fett"]


# 66 Jetpack


def jetpack(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("rey", upgrades={"rey": "jetpack"}, pool=f"jetpack+1=sp {a_pool}"),
        b=player("tusken_raider finn", pool=b_pool),
    ).resolves("a", "jetpack+1")


def test_066_jetpack_removes_a_melee_die_and_shields_its_bearer() -> None:
    table = jetpack("tusken_raider+1=3md1 finn+1=1rd", "rey+1=1md").offers("a", "b-tusken_raider+1", "a-rey+1")
    table.answers("a", "die", "b-tusken_raider+1").asks("action", "b")
    assert (table.pool("b"), table.shields("a-rey")) == ({"b-finn+1": "1rd"}, 1)


def test_066_jetpack_shields_also_where_there_was_no_such_die() -> None:
    """D121."""
    table = jetpack("finn+1=1rd").asks("action", "b")
    assert (table.pool("b"), table.shields("a-rey")) == ({"b-finn+1": "1rd"}, 1)


# 67 Thermal Detonator


def test_067_thermal_detonator_hits_each_opposing_character_and_is_discarded() -> None:
    """Q77: its one special side costs a resource."""
    table = (
        position(
            a=player(
                "bala_tik", upgrades={"bala_tik": "thermal_detonator"}, pool="thermal_detonator+1=sp1", resources=1
            ),
            b=player("finn/8 hired_gun^1"),
        )
        .resolves("a", "thermal_detonator+1")
        .asks("action", "b")
    )
    assert table.is_defeated("b-finn")
    assert (table.damage("b-hired_gun"), table.resources("a"), table.discard("a")) == (2, 0, ["thermal_detonator"])


def test_067_thermal_detonator_with_a_cost_that_cannot_be_paid_is_not_resolved() -> None:
    table = position(
        a=player("bala_tik", upgrades={"bala_tik": "thermal_detonator"}, pool="thermal_detonator+1=sp1"),
        b=player("finn"),
    )
    assert not table.allows("a", "resolve:a-thermal_detonator+1")


def test_067_thermal_detonator_is_played_on_anybody_with_a_yellow_character_at_hand() -> None:
    table = position(a=player("rey bala_tik", hand="thermal_detonator", resources=3), b=player("hired_gun"))
    assert table.allows("a", "play:thermal_detonator:a-rey")
    table = position(a=player("rey", hand="thermal_detonator", resources=3), b=player("hired_gun"))
    assert not table.allows("a", "play:thermal_detonator:a-rey")
