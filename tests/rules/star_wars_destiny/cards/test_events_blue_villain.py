"""Tests the events of blue villains, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 79 Abandon All Hope


def hope(resources: int, hand: str) -> Table:
    return position(
        a=player("kylo_ren", hand="abandon_all_hope dodge", resources=2),
        b=player("finn", resources=resources, hand=hand),
    ).plays("a", "abandon_all_hope").offers("b", "1", "2")  # fmt: skip


def test_079_abandon_all_hope_costs_an_opponent_all_resources() -> None:
    table = hope(3, "aim block").answers("b", "either", "1").asks("action", "b")
    assert (table.resources("b"), table.hand("b")) == (0, ["aim", "block"])


def test_079_abandon_all_hope_discards_the_whole_hand() -> None:
    table = hope(3, "aim block").answers("b", "either", "2").asks("action", "b")
    assert (table.resources("b"), table.hand("b"), table.discard("b")) == (3, [], ["aim", "block"])


def test_079_abandon_all_hope_lets_that_be_picked_which_does_nothing() -> None:
    """D232, D180: the opponent may choose an option that does nothing."""
    assert hope(0, "aim").answers("b", "either", "1").asks("action", "b").hand("b") == ["aim"]
    assert hope(3, "").answers("b", "either", "2").asks("action", "b").resources("b") == 3


# 80 Boundless Ambition


def ambition(hand: str, supports: str = "") -> Table:
    return position(
        a=player("kylo_ren", hand=f"boundless_ambition {hand}", resources=1, deck="aim " * 9, supports=supports),
        b=player("finn"),
    ).plays("a", "boundless_ambition")


def test_080_boundless_ambition_draws_up_to_the_hand_size() -> None:
    """D231: the event itself no longer counts as a card in hand; a raised hand size counts."""
    assert len(ambition("block block").hand("a")) == 5
    assert len(ambition("block block", supports="emperors_favor").hand("a")) == 6


def test_080_boundless_ambition_with_as_many_draws_none() -> None:
    assert len(ambition("block " * 6).hand("a")) == 6


# 81 Enrage


def enrage(team: str) -> Table:
    return position(a=player(team, hand="enrage"), b=player("rey")).plays("a", "enrage")


def test_081_enrage_hurts_a_blue_character_for_a_resource() -> None:
    table = enrage("kylo_ren nightsister bala_tik").offers("a", "a-kylo_ren", "a-nightsister")
    table.answers("a", "character", "a-nightsister")
    assert (table.damage("a-nightsister"), table.resources("a")) == (1, 1)


def test_081_enrage_pays_though_a_shield_blocks_and_nothing_without_a_blue_character() -> None:
    """R59: the damage pays for the effect even if a shield blocks it; without a blue character nothing happens."""
    assert enrage("kylo_ren^1 bala_tik").resources("a") == 1
    assert enrage("bala_tik").resources("a") == 0


# 82 Feel Your Anger


def anger(pool: str) -> Table:
    return position(
        a=player("kylo_ren", hand="feel_your_anger", resources=1, pool="kylo_ren+1=blank"),
        b=player("finn hired_gun rey first_order_stormtrooper", pool=pool),
    ).plays("a", "feel_your_anger")


def test_082_feel_your_anger_removes_a_die_for_each_blank_of_an_opponent() -> None:
    """One of that opponent's dice is removed for each blank, exactly that number."""
    table = anger("finn+1=blank hired_gun+1=3rd1 rey+1=1md first_order_stormtrooper+1=blank")
    table.offers("a", *table.pool("b")).refuses("a", "b-rey+1").answers("a", "dice", "b-hired_gun+1", "b-rey+1").asks(
        "action", "b"
    )
    assert table.pool("b") == {"b-finn+1": "blank", "b-first_order_stormtrooper+1": "blank"}


def test_082_feel_your_anger_without_a_blank_removes_none() -> None:
    """The player's own blanks do not count."""
    assert anger("finn+1=1r hired_gun+1=3rd1").asks("action", "b").pool("b").keys() == {"b-finn+1", "b-hired_gun+1"}


# 83 Force Strike


def strike(pool: str, resources: int = 1, team: str = "kylo_ren tusken_raider") -> Table:
    return position(
        a=player(team, hand="force_strike", resources=resources, pool=pool),
        b=player("darth_vader finn", pool="darth_vader+1=1r"),
    ).plays("a", "force_strike")  # fmt: skip


def test_083_force_strike_turns_a_blue_die_to_melee_and_may_resolve_it() -> None:
    """Only the player's own blue dice can be turned; of several melee sides the player chooses one."""
    table = strike("kylo_ren+1=1r tusken_raider+1=1r").offers("a", "a-kylo_ren+1:1md", "a-kylo_ren+1:2md1")
    table.answers("a", "turn", "a-kylo_ren+1:1md").offers(
        "a", *(f"a-kylo_ren+1:{at}" for at in ("b-darth_vader", "b-finn", "a-kylo_ren", "a-tusken_raider")), "done"
    )
    table.answers("a", "resolve", "a-kylo_ren+1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (1, {"a-tusken_raider+1": "1r"})


def test_083_force_strike_may_leave_it_and_pays_its_cost() -> None:
    table = strike("kylo_ren+1=1r").answers("a", "turn", "a-kylo_ren+1:1md").answers("a", "resolve", "done")
    assert table.pool("a") == {"a-kylo_ren+1": "1md"}
    strike("kylo_ren+1=1r").answers("a", "turn", "a-kylo_ren+1:2md1").asks("action", "b")
    table = strike("kylo_ren+1=1r", 2).answers("a", "turn", "a-kylo_ren+1:2md1")
    table.answers("a", "resolve", "a-kylo_ren+1:b-finn")
    assert (table.damage("b-finn"), table.resources("a")) == (2, 0)


def test_083_force_strike_turns_up_a_modifier_that_needs_another_die() -> None:
    table = strike("rey+1=1md", team="rey").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "+2md"}


# 84 Intimidate


def test_084_intimidate_takes_all_shields_off_a_character() -> None:
    table = position(a=player("kylo_ren^1", hand="intimidate"), b=player("finn^3 rey^2")).plays("a", "intimidate")
    table.offers("a", "b-rey", "b-finn", "a-kylo_ren").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.shields("b-finn"), table.shields("b-rey"), table.shields("a-kylo_ren")) == (0, 2, 1)


def test_084_intimidate_chooses_any_character_whether_or_not_it_has_shields() -> None:
    """D192: any character that is not defeated can be chosen."""
    table = position(a=player("kylo_ren", hand="intimidate"), b=player("finn rey^2")).plays("a", "intimidate")
    table.offers("a", "b-rey", "b-finn", "a-kylo_ren").answers("a", "character", "b-finn").asks("action", "b")
    assert table.shields("b-rey") == 2


# 85 Isolation


def isolation(team: str) -> Table:
    return position(
        a=player(team, hand="isolation", resources=1, pool=f"{team}+1=1r"),
        b=player("rey", upgrades={"rey": "datapad"}, supports="outpost", pool="rey+1=1md datapad+1=1r outpost+1=1f"),
    ).plays("a", "isolation")


def test_085_isolation_removes_a_character_die() -> None:
    """D185: dice of upgrades and supports are not character dice."""
    table = isolation("kylo_ren").offers("a", "b-rey+1", "a-kylo_ren+1").answers("a", "die", "b-rey+1")
    assert table.asks("action", "b").pool("b") == {"b-datapad+1": "1r", "b-outpost+1": "1f"}


def test_085_isolation_without_a_blue_character_does_nothing() -> None:
    """D191: an opponent's blue character does not count."""
    assert len(isolation("bala_tik").asks("action", "b").pool("b")) == 3


# 86 No Mercy


def mercy(hand: str, pool: str = "kylo_ren+1=1md", resources: int = 2) -> Table:
    return position(
        a=player("kylo_ren bala_tik", hand=f"no_mercy {hand}", resources=resources, pool=pool),
        b=player("finn", hand="enrage", pool="finn+1=1rd"),
    ).plays("a", "no_mercy")  # fmt: skip


def test_086_no_mercy_adds_the_number_of_blue_cards_discarded_to_a_damage_die() -> None:
    table = mercy("enrage aim force_throw enrage", "kylo_ren+1=1md bala_tik+1=1r").offers(
        "a", "enrage", "force_throw", "enrage-2"
    )
    table.answers("a", "cards", "enrage", "force_throw")
    table.offers("a", *(f"a-kylo_ren+1:{at}" for at in ("b-finn", "a-kylo_ren", "a-bala_tik")))
    table.answers("a", "resolve", "a-kylo_ren+1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), sorted(table.hand("a"))) == (3, ["aim", "enrage"])


def test_086_no_mercy_may_discard_none_and_asks_for_a_hand_in_which_nothing_fits() -> None:
    """D192, Q16: "any number" includes none, and the player is asked even if no card in hand fits."""
    table = mercy("aim").answers("a", "cards").answers("a", "resolve", "a-kylo_ren+1:b-finn")
    assert table.damage("b-finn") == 1
    assert mercy("").answers("a", "resolve", "a-kylo_ren+1:b-finn").damage("b-finn") == 1


def test_086_no_mercy_resolves_no_single_modifier_and_nothing_unpaid() -> None:
    table = mercy("", "kylo_ren+1=2md1 bala_tik+1=+2rd", 2).asks("action", "b")
    assert table.damage("b-finn") == 0
    table = mercy("", "kylo_ren+1=2md1 bala_tik+1=1rd", 3)
    assert "a-kylo_ren+1:b-finn" in table.keys("a")
    assert "a-bala_tik+1:b-finn" in table.keys("a")


# 87 Pulling The Strings


def strings(b_deck: str, a_deck: str = "dodge") -> Table:
    return position(
        a=player("kylo_ren", hand="pulling_the_strings", deck=a_deck), b=player("finn", deck=b_deck)
    ).plays("a", "pulling_the_strings")  # fmt: skip


def test_087_pulling_the_strings_arranges_three_cards_of_any_deck() -> None:
    """The card that is named first for the top is the top card.

    The one named last for the bottom is the bottom card.
    """
    table = strings("aim block flank datapad").offers("a", "a", "b").answers("a", "player", "b")
    table.was_told("saw", to="a", of="b", cards=["aim", "block", "flank"], **{"from": "deck"})
    table.offers("a", "top:aim", "bottom:aim", "top:block", "bottom:block", "top:flank", "bottom:flank")
    table.answers("a", "arrange", "bottom:aim").answers("a", "arrange", "top:flank")
    table.answers("a", "arrange", "top:block").asks("action", "b")
    assert table.deck("b") == ["flank", "block", "datapad", "aim"]


def test_087_pulling_the_strings_with_fewer_than_three_only_looks() -> None:
    """D137: with fewer than three cards the player only looks at them."""
    table = strings("aim block").answers("a", "player", "b").asks("action", "b")
    table.was_told("saw", to="a", of="b", cards=["aim", "block"])
    assert table.deck("b") == ["aim", "block"]


def test_087_pulling_the_strings_does_not_offer_an_empty_deck() -> None:
    """Q90: if one of two decks is empty, the other is chosen without a question."""
    strings("", "aim block flank").asks("arrange", "a")
