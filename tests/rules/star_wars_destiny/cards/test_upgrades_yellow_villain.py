"""Tests the upgrades of yellow villains, in the order of their set numbers: each does what its card says."""

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
    """Q78: the bearer of Crime Lord must pay if they have five resources; with fewer, nothing happens."""
    table = lord(6).answers("a", "character", "b-rey")
    assert table.resources("a") == 1
    table = lord(4).asks("action", "b")
    assert (table.resources("a"), table.state["delayed"]) == (4, [])


def test_023_crime_lord_strikes_though_the_bearer_has_fallen() -> None:
    """D229: the delayed defeat happens although Crime Lord has left play with its character."""
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
    """D229, D104: a player without cards has lost before the delayed defeat happens."""
    table = end_of_round(lord(hand="").answers("a", "character", "a-jango_fett"))
    assert table.over is not None
    assert table.over["winners"] == ["a"]
    assert table.over["ranking"][1] == {"seat": "b", "points": 0, "why": "cards"}


def test_023_crime_lord_is_replaced_by_second_chance() -> None:
    """R29: Second Chance replaces the delayed defeat."""
    table = lord(b="finn/6 hired_gun", upgrades={"finn": "second_chance"}).answers("a", "character", "b-finn")
    end_of_round(table)
    assert (table.damage("b-finn"), table.discard("b")) == (1, ["second_chance"])


def test_023_crime_lord_forgets_who_has_fallen_in_the_meantime() -> None:
    """Q48: a character that has fallen is no longer a target of delayed effects."""
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
    """The special removes one of the player's own melee dice to deal 3 damage; modifiers and sides with a cost count as
    melee dice, too.
    """
    table = gaffi("tusken_raider+1=3md1 rey+1=+2md").offers("a", "a-tusken_raider+1", "a-rey+1")
    table.answers("a", "die", "a-rey+1").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (3, {"a-tusken_raider+1": "3md1"})


def test_025_gaffi_stick_without_a_melee_die_does_nothing() -> None:
    assert gaffi("rey+1=1r").asks("action", "b").events("damage") == []


def test_025_gaffi_stick_deals_no_melee_damage() -> None:
    """R11: the damage is not melee damage, so Hunker Down stays."""
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


def test_026_on_the_hunt_may_turn_on_an_own_character() -> None:
    table = position(
        a=player("bala_tik^1 nightsister", upgrades={"bala_tik": "on_the_hunt"}, resources=1,
                 pool="on_the_hunt+1=sp bala_tik+1=1r nightsister+1=1r"),
        b=player("finn"),
    ).resolves("a", "on_the_hunt+1").offers("a", "b-finn", "a-nightsister", "a-bala_tik")  # fmt: skip
    table.answers("a", "character", "a-bala_tik").offers("a", "a-bala_tik+1", "done").answers("a", "die", "done")
    assert table.shields("a-bala_tik") == 0


def test_026_on_the_hunt_may_leave_the_die_or_cannot_pay_or_finds_none() -> None:
    table = hunt(1).answers("a", "die", "done").asks("action", "b")
    assert (table.resources("a"), len(table.pool("b"))) == (1, 3)
    hunt(0).asks("action", "b")
    hunt(1, "hired_gun+1=3rd1").asks("action", "b")
