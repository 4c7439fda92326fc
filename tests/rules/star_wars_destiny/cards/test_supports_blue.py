"""Tests the blue supports, in the order of their set numbers."""

from __future__ import annotations

from ..table import Table, player, position

DECK_OF_EIGHT = "aim aim block block dodge dodge flank flank"

# 88 Emperor's Favor


def test_88_emperors_favor_makes_the_maximum_hand_one_card_larger() -> None:
    table = position(
        phase="upkeep",
        a=player("darth_vader", supports="emperors_favor", hand="aim", deck=DECK_OF_EIGHT),
        b=player("rey", hand="aim", deck=DECK_OF_EIGHT),
    )
    table.answers("a", "upkeep").answers("b", "upkeep")
    assert (len(table.hand("a")), len(table.hand("b"))) == (6, 5)


def test_88_emperors_favor_is_unique() -> None:
    table = position(
        a=player("darth_vader", hand="emperors_favor", supports="emperors_favor", resources=1),
        b=player("jango_fett", supports="emperors_favor"),
    )
    assert not table.allows("a", "play:emperors_favor")


# 89 Power of the Dark Side


def dark_side(**more: str) -> Table:
    return position(
        a=player("darth_vader", supports=more.get("mine", "power_of_the_dark_side"), pool=more.get("pool", "")),
        b=player("jango_fett^2"),
    )


def test_89_power_of_the_dark_side_rolls_a_die_again_and_a_blank_hurts() -> None:
    table = dark_side(pool="darth_vader+1=1r").uses("a", "power_of_the_dark_side").rolls("blank")
    table.about(source="a-power_of_the_dark_side").offers("a", "b-jango_fett", "a-darth_vader")
    table.answers("a", "character", "b-jango_fett").asks("action", "b")
    assert (table.damage("b-jango_fett"), table.shields("b-jango_fett")) == (2, 2)
    assert table.exhausted("a-power_of_the_dark_side")
    assert table.pool("a") == {"a-darth_vader+1": "blank"}


def test_89_power_of_the_dark_side_does_no_more_if_it_is_no_blank() -> None:
    table = dark_side(pool="darth_vader+1=blank").uses("a", "power_of_the_dark_side").rolls("2dr").asks("action", "b")
    assert table.damage("b-jango_fett") == 0


def test_89_power_of_the_dark_side_without_a_die_may_be_used_to_no_effect() -> None:
    table = dark_side().uses("a", "power_of_the_dark_side").asks("action", "b")
    assert table.exhausted("a-power_of_the_dark_side")


def test_89_power_of_the_dark_side_is_not_used_exhausted() -> None:
    table = dark_side(mine="power_of_the_dark_side!", pool="darth_vader+1=1r")
    assert not table.allows("a", "use:a-power_of_the_dark_side")


# 123 Jedi Council


def council(deck: str, theirs: str = "block dodge flank aim") -> Table:
    return position(
        a=player("rey", supports="jedi_council", hand="aim", deck=deck),
        b=player("jango_fett", deck=theirs),
    ).uses("a", "jedi_council")


def test_123_jedi_council_shows_two_cards_of_any_deck_and_discards_one_for_the_other() -> None:
    table = council("aim aim").offers("a", "a", "b").answers("a", "player", "b")
    table.was_told("saw", to="a", of="b", cards=["block", "dodge"], **{"from": "deck"})
    table.offers("a", "block", "dodge", "done").answers("a", "card", "dodge").asks("action", "b")
    assert table.hand("b") == ["block"]
    assert table.discard("b") == ["dodge"]
    assert table.deck("b") == ["flank", "aim"]
    assert table.exhausted("a-jedi_council")


def test_123_jedi_council_may_leave_both_where_they_are() -> None:
    table = council("aim aim").answers("a", "player", "a").answers("a", "card", "done").asks("action", "b")
    assert table.deck("a") == ["aim", "aim"]


def test_123_q90_jedi_council_offers_no_empty_deck_and_does_no_more_with_one_card() -> None:
    table = council("aim", "").asks("action", "b")
    table.was_told("saw", to="a", of="a", cards=["aim"])
    assert table.deck("a") == ["aim"]


# 124 Awakening


def test_124_awakening_resolves_a_modifier_as_though_it_had_no_plus() -> None:
    table = position(
        a=player("rey*2", supports="awakening", pool="rey+1=+1r rey+2=+2md"),
        b=player("jango_fett"),
    )
    table.uses("a", "awakening").offers("a", "a-rey+1", "a-rey+2:b-jango_fett", "a-rey+2:a-rey")
    table.answers("a", "resolve", "a-rey+1").asks("action", "b")
    assert table.resources("a") == 1
    assert table.exhausted("a-awakening")
    assert table.pool("a") == {"a-rey+2": "+2md"}


def test_124_awakening_takes_only_modifiers() -> None:
    table = position(a=player("rey", supports="awakening", pool="rey+1=1md"), b=player("jango_fett"))
    table.uses("a", "awakening").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "1md"}


# 125 The Force is Strong


def strong(hand: str, resources: int = 0) -> Table:
    return position(
        a=player("luke_skywalker", supports="the_force_is_strong", hand=hand, resources=resources),
        b=player("jango_fett"),
    )


def test_125_the_force_is_strong_plays_the_second_copy_free() -> None:
    table = strong("force_throw force_throw aim deflect").uses("a", "the_force_is_strong")
    assert table.asked["secret"]
    table.offers("a", "force_throw", "deflect").answers("a", "card", "force_throw")
    table.offers("a", "force_throw:a-luke_skywalker").answers("a", "play", "force_throw:a-luke_skywalker").asks(
        "action", "b"
    )
    assert table.upgrades("a-luke_skywalker") == ["a-force_throw"]
    assert table.discard("a") == ["force_throw"]
    assert table.exhausted("a-the_force_is_strong")
    table.was_told("plays", seat="a", card="force_throw", cost=0)


def test_125_q25_the_force_is_strong_asks_even_for_one_card_without_a_copy() -> None:
    table = strong("deflect aim").uses("a", "the_force_is_strong").offers("a", "deflect")
    table.answers("a", "card", "deflect").offers("a", "done").answers("a", "play", "done").asks("action", "b")
    assert table.hand("a") == ["aim"]


def test_125_q25_the_force_is_strong_is_offered_only_with_a_blue_card() -> None:
    assert not strong("aim block").allows("a", "use:a-the_force_is_strong")


def test_125_the_force_is_strong_still_needs_the_copys_restriction() -> None:
    """R56: Force Throw can be played on blue characters only, also by The Force Is Strong."""
    table = position(
        a=player("finn", supports="the_force_is_strong", hand="force_throw force_throw"), b=player("jango_fett")
    )
    table.uses("a", "the_force_is_strong").answers("a", "card", "force_throw")
    table.offers("a", "done").answers("a", "play", "done").asks("action", "b")


# 150 It Binds All Things


def test_150_it_binds_all_things_makes_a_blue_upgrade_one_cheaper() -> None:
    """When a blue upgrade is played, the player may exhaust the support to pay 1 less (D193)."""
    table = position(
        a=player("rey", supports="it_binds_all_things", hand="force_throw", resources=3), b=player("jango_fett")
    )
    table.plays("a", "force_throw:rey").about(source="a-it_binds_all_things", event="played force_throw")
    table.answers("a", "may", "yes")
    assert table.resources("a") == 1
    assert table.exhausted("a-it_binds_all_things")
    table.was_told("plays", card="force_throw", cost=2)


def test_150_it_binds_all_things_helps_no_other_card() -> None:
    table = position(
        a=player("rey finn", supports="it_binds_all_things", hand="deflect comlink", resources=3),
        b=player("jango_fett"),
    )
    table.plays("a", "deflect").passes("b")
    table.plays("a", "comlink:finn")
    assert not table.exhausted("a-it_binds_all_things")


def test_150_it_binds_all_things_is_not_asked_for_what_is_free_already() -> None:
    table = position(a=player("rey", supports="it_binds_all_things", hand="sith_holocron"), b=player("jango_fett"))
    table.plays("a", "sith_holocron:rey")
    assert table.upgrades("a-rey") == ["a-sith_holocron"]
    assert not table.exhausted("a-it_binds_all_things")
