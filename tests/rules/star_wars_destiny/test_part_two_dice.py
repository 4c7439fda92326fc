"""Tests part two of the rulebook: dice and their symbols (D15 to D27)."""

from __future__ import annotations

from .table import Table, player, position


def resolving(table: Table, seat: str = "a") -> list[str]:
    return [key for key in table.keys(seat) if key.startswith("resolve:")]


def test_d15_special_and_blank_have_the_value_0() -> None:
    """Force Throw deals damage equal to the value of the die that it removes, here 0."""
    for side in ("sp", "blank"):
        table = position(
            a=player("rey", upgrades={"rey": "force_throw"}, pool="force_throw+1=sp"),
            b=player("hired_gun", supports="outpost", pool=f"outpost+1={side}"),
        ).resolves("a", "force_throw+1").asks("action", "b")  # fmt: skip
        assert (table.pool("b"), table.damage("b-hired_gun")) == ({}, 0)


def test_d16_a_side_with_a_cost_is_resolved_by_paying_it() -> None:
    def laid(resources: int) -> Table:
        return position(a=player("hired_gun", pool="hired_gun+1=3rd1", resources=resources), b=player("rey"))

    assert resolving(laid(0)) == []
    table = laid(2).resolves("a", "hired_gun+1:b-rey")
    assert (table.resources("a"), table.damage("b-rey")) == (1, 3)


def ranged(pool: str, resources: int = 0) -> Table:
    return position(
        a=player("finn rebel_trooper", upgrades={"finn": "dh_17_blaster_pistol"}, pool=pool, resources=resources),
        b=player("hired_gun rey"),
    )


def test_d17_example_plus_2_ranged_with_1_ranged_deals_3_to_one_character() -> None:
    table = ranged("dh_17_blaster_pistol+1=+2rd rebel_trooper+1=1rd").resolves("a", "rebel_trooper+1:b-rey")
    table.offers("a", "a-dh_17_blaster_pistol+1").answers("a", "modify", "a-dh_17_blaster_pistol+1")
    assert (table.damage("b-rey"), table.pool("a")) == (3, {})


def test_d17_example_without_the_1_or_after_it_is_gone_the_plus_2_cannot_be_used() -> None:
    assert resolving(ranged("dh_17_blaster_pistol+1=+2rd")) == []
    assert resolving(ranged("dh_17_blaster_pistol+1=+2rd rebel_trooper+1=1r")) == ["resolve:a-rebel_trooper+1"]
    table = ranged("dh_17_blaster_pistol+1=+2rd rebel_trooper+1=1rd").resolves("a", "rebel_trooper+1:b-rey")
    table.answers("a", "modify").asks("action", "b").passes("b")
    assert resolving(table) == []


def test_d17_modifiers_of_another_symbol_are_not_offered_and_several_may_be_used() -> None:
    table = position(
        a=player("rey finn", upgrades={"finn": "gaffi_stick lightsaber jetpack"},
                 pool="rey+1=1md gaffi_stick+1=+2md lightsaber+1=+2md jetpack+1=+3rd"),
        b=player("hired_gun"),
    ).resolves("a", "rey+1:b-hired_gun").offers("a", "a-gaffi_stick+1", "a-lightsaber+1")  # fmt: skip
    table.answers("a", "modify", "a-gaffi_stick+1", "a-lightsaber+1")
    assert (table.damage("b-hired_gun"), table.pool("a")) == (5, {"a-jetpack+1": "+3rd"})


def test_d18_the_damage_of_a_die_goes_to_one_character_and_another_dies_to_another() -> None:
    table = ranged("finn+1=2rd rebel_trooper+1=1rd").resolves("a", "finn+1:b-rey")
    table.offers(
        "a",
        *(f"a-rebel_trooper+1:{at}" for at in ("b-rey", "b-hired_gun", "a-rebel_trooper", "a-finn")), "done",
    ).answers("a", "resolve", "a-rebel_trooper+1:b-hired_gun")  # fmt: skip
    assert (table.damage("b-rey"), table.damage("b-hired_gun")) == (2, 1)


def test_d19_shields_of_a_die_go_to_one_character_more_than_three_are_ignored() -> None:
    table = position(
        a=player("qui_gon_jinn finn^2", pool="qui_gon_jinn+1=2sh finn+1=1sh"), b=player("hired_gun")
    ).resolves("a", "qui_gon_jinn+1:a-finn")  # fmt: skip
    table.answers("a", "resolve", "a-finn+1:a-qui_gon_jinn")
    assert (table.shields("a-finn"), table.shields("a-qui_gon_jinn")) == (3, 1)


def test_d19_shields_may_be_given_to_anyones_character() -> None:
    table = position(a=player("finn", pool="finn+1=1sh"), b=player("hired_gun rey"))
    assert resolving(table) == [f"resolve:a-finn+1:{to}" for to in ("a-finn", "b-rey", "b-hired_gun")]
    assert table.resolves("a", "finn+1:b-rey").shields("b-rey") == 1


def test_d20_resources_are_gained_and_an_opponent_loses_those_there_are() -> None:
    table = position(
        a=player("han_solo*2", pool="han_solo+1=1r han_solo+2=2dr"), b=player("rey", resources=1)
    ).resolves("a", "han_solo+1").passes("b").resolves("a", "han_solo+2:b")  # fmt: skip
    assert (table.resources("a"), table.resources("b")) == (1, 0)


def test_d21_discards_are_at_random_or_all_there_are() -> None:
    def laid(hand: str) -> Table:
        return position(
            a=player("jabba_the_hutt", pool="jabba_the_hutt+1=2dc"), b=player("finn", hand=hand)
        ).resolves("a", "jabba_the_hutt+1:b")  # fmt: skip

    table = laid("aim block aim dodge").offers("chance", "aim", "block", "aim", "dodge")
    table.about(of="b", source="a-jabba_the_hutt+1", count=2).answers("chance", "random", "dodge", "aim")
    assert sorted(table.hand("b")) == ["aim", "block"]
    assert laid("aim block").asks("action", "b").hand("b") == []


def focus(pool: str, side: str = "2f") -> Table:
    return position(
        a=player("admiral_ackbar finn rey", pool=f"admiral_ackbar+1={side} {pool}"),
        b=player("hired_gun", pool="hired_gun+1=1r"),
    ).resolves("a", "admiral_ackbar+1")


def test_d22_focus_turns_as_many_own_dice_as_it_says_each_once() -> None:
    """R1: a focus side of 2 turns exactly two other dice of the same player, each of them once."""
    table = focus("finn+1=1r rey+1=1r").about(source="a-admiral_ackbar+1", left=2)
    assert {key.partition(":")[0] for key in table.keys("a")} == {"a-finn+1", "a-rey+1"}
    table.answers("a", "turn", "a-finn+1:2rd")
    assert {key.partition(":")[0] for key in table.keys("a")} == {"a-rey+1"}
    table.answers("a", "turn", "a-rey+1:+1r").asks("action", "b")
    assert table.pool("a") == {"a-finn+1": "2rd", "a-rey+1": "+1r"}


def test_d22_focus_turns_all_the_others_if_there_are_fewer() -> None:
    """R1, Q24: if only one other die can be turned, the question does not say how many are left."""
    table = focus("finn+1=1r").about(source="a-admiral_ackbar+1").answers("a", "turn", "a-finn+1:2rd")
    assert table.asks("action", "b").pool("a") == {"a-finn+1": "2rd"}
    focus("").asks("action", "b")


def test_d23_several_specials_are_resolved_in_one_action_in_the_order_one_likes() -> None:
    table = (
        position(
            a=player("rey", upgrades={"rey": "reys_staff lightsaber"}, pool="reys_staff+1=sp lightsaber+1=sp"),
            b=player("hired_gun"),
        )
        .resolves("a", "lightsaber+1")
        .answers("a", "character", "b-hired_gun")
    )
    table.about(symbol="sp").offers("a", "a-reys_staff+1", "done").answers("a", "resolve", "a-reys_staff+1")
    assert table.asks("action", "b").pool("a") == {}


def test_d23_two_equal_cards_each_have_their_own_special() -> None:
    """R2: "once per round" counts for each card in play, so two lightsabers have two specials."""
    table = position(
        a=player("finn", upgrades={"finn": "lightsaber lightsaber"}, pool="lightsaber+1=sp lightsaber-2+1=sp"),
        b=player("hired_gun"),
    ).resolves("a", "lightsaber+1").answers("a", "character", "b-hired_gun")  # fmt: skip
    table.answers("a", "resolve", "a-lightsaber-2+1").answers("a", "character", "b-hired_gun")
    assert table.damage("b-hired_gun") == 4


def test_d24_a_blank_cannot_be_resolved() -> None:
    assert resolving(position(a=player("rey", pool="rey+1=blank"), b=player("finn"))) == []


def test_d25_a_die_resolved_through_a_card_pays_its_cost_and_takes_no_modifier() -> None:
    def laid(resources: int) -> Table:
        return position(
            a=player("rebel_trooper hired_gun", pool="hired_gun+1=3rd1 rebel_trooper+1=+1rd", hand="natural_talent",
                     resources=resources),
            b=player("rey"),
        ).plays("a", "natural_talent")  # fmt: skip

    table = laid(2).answers("a", "resolve", "a-hired_gun+1:b-rey").asks("action", "b")
    assert (table.damage("b-rey"), table.resources("a")) == (4, 0)
    assert table.pool("a") == {"a-rebel_trooper+1": "+1rd"}
    assert laid(1).asks("action", "b").damage("b-rey") == 0


def test_d25_several_dice_of_one_symbol_through_a_card_take_modifiers() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=+2md", hand="all_in", resources=1), b=player("finn")
    ).plays("a", "all_in")  # fmt: skip
    table.answers("a", "resolve", "a-rey+1:b-finn").answers("a", "modify", "a-rey+2").asks("action", "b")
    assert table.damage("b-finn") == 3


def test_d26_a_die_leaves_with_its_card_and_comes_back_with_it() -> None:
    """Mos Eisley Spaceport returns an upgrade to the hand; when it is played again, its die is on it."""
    table = position(
        a=player("finn", upgrades={"finn": "datapad"}, pool="datapad+1=1r"),
        b=player("rey"), battlefield="mos_eisley_spaceport",
    ).claims("a").answers("a", "piece", "a-datapad")  # fmt: skip
    assert (table.pool("a"), table.hand("a"), table.resources("a")) == ({}, ["datapad"], 1)
    table.passes("b").answers("a", "upkeep").plays("a", "datapad:finn")
    table.passes("b").activates("a", "finn").rolls("1r", "+1r")
    assert table.pool("a") == {"a-finn+1": "1r", "a-datapad+1": "+1r"}


def test_d27_copies_on_two_characters_each_have_their_own_die() -> None:
    table = position(
        a=player("finn rey", upgrades={"finn": "jetpack", "rey": "jetpack"}, pool="jetpack+1=1dr jetpack-2+1=2sh"),
        b=player("hired_gun", hand="confiscation", resources=2), turn="b",
    )  # fmt: skip
    table.plays("b", "confiscation").offers("b", "a-jetpack-2", "a-jetpack").answers("b", "piece", "a-jetpack-2")
    assert table.asks("action", "a").pool("a") == {"a-jetpack+1": "1dr"}
    assert (table.upgrades("a-finn"), table.upgrades("a-rey")) == (["a-jetpack"], [])


def test_d27_of_copies_that_show_the_same_nothing_is_asked() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "jetpack jetpack"}, pool="jetpack+1=2sh jetpack-2+1=2sh"),
        b=player("hired_gun", hand="confiscation", resources=2), turn="b",
    ).plays("b", "confiscation").answers("b", "piece", "a-jetpack").asks("action", "a")  # fmt: skip
    assert table.pool("a") == {"a-jetpack-2+1": "2sh"}


def test_d27_a_defeated_one_of_equal_characters_loses_its_own_die() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("hired_gun hired_gun/8", pool="hired_gun+1=1r hired_gun-2+1=1dr"),
    ).resolves("a", "rey+1:b-hired_gun-2")  # fmt: skip
    assert table.is_defeated("b-hired_gun-2")
    assert table.pool("b") == {"b-hired_gun+1": "1r"}
