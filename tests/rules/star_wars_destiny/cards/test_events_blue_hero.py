"""Tests the events of blue heroes, in the order of their set numbers."""

from __future__ import annotations

from ..table import Table, player, position

# 114 Anticipate


def anticipated(pool: str, resources: int = 0, **more: str) -> Table:
    return position(
        a=player("rey/2", hand="anticipate aim", resources=2),
        b=player("jango_fett*2 rey*2", pool=pool, resources=resources, hand="aim", supports=more.get("supports", "")),
    ).plays("a", "anticipate")


def test_114_anticipate_an_opponent_resolves_what_they_like_and_the_rest_is_removed() -> None:
    """D25: dice of any symbols are resolved one after the other; a modifier goes with a die of its symbol."""
    table = anticipated("jango_fett+1=1r rey+1=1md rey+2=+2md jango_fett+2=2rd")
    table.about(source="a-anticipate").offers(
        "b", "b-jango_fett+1",
        "b-rey+1:a-rey", "b-rey+1:b-jango_fett", "b-rey+1:b-rey",
        "b-jango_fett+2:a-rey", "b-jango_fett+2:b-jango_fett", "b-jango_fett+2:b-rey", "done",
    )  # fmt: skip
    table.answers("b", "resolve", "b-jango_fett+1").answers("b", "resolve", "b-rey+1:a-rey")
    table.about(die="b-rey+1", target="a-rey").answers("b", "modify", "b-rey+2")
    table.answers("b", "resolve", "done").asks("action", "b")
    assert (table.resources("b"), table.damage("a-rey"), table.pool("b")) == (1, 5, {})
    assert [event["die"] for event in table.events("removes_die")] == ["b-jango_fett+2"]


def test_114_anticipate_removes_all_if_nothing_is_resolved() -> None:
    assert anticipated("jango_fett+1=1r").answers("b", "resolve", "done").pool("b") == {}
    assert anticipated("jango_fett+1=blank").asks("action", "b").pool("b") == {}


def test_114_anticipate_without_a_die_does_nothing() -> None:
    anticipated("").asks("action", "b")


def test_114_anticipate_side_costs_are_paid() -> None:
    table = anticipated("black_one+1=sp", supports="black_one")
    table.answers("b", "resolve", "b-black_one+1").answers("b", "character", "a-rey").rolls("blank")
    assert table.pool("b") == {"b-black_one+1": "blank"}, "Q75: one that was used and stayed is not removed"


def test_114_q75_dice_that_came_into_the_pool_in_the_meantime_go_too() -> None:
    """Q75: Jango's dice join the pool within the event, by the Scout's additional action, and are removed too."""
    table = anticipated("speeder_bike_scout+1=sp rey+1=1r", supports="speeder_bike_scout")
    table.answers("b", "resolve", "b-speeder_bike_scout+1").asks("action", "b").about(extra=1)
    table.activates("b", "jango_fett").rolls("1r", "blank").asks("resolve", "b")
    table.answers("b", "resolve", "done")
    assert table.pool("b") == {}


def test_114_r28_anticipate_stops_if_it_ends_the_game() -> None:
    table = position(
        a=player("rey/9", hand="anticipate aim", resources=2), b=player("jango_fett", pool="jango_fett+1=2rd")
    )
    table.plays("a", "anticipate").answers("b", "resolve", "b-jango_fett+1:a-rey")
    assert table.over is not None
    assert table.over["winners"] == ["b"]
    assert table.state["limbo"] == ["a-anticipate"], "Q80"


def test_114_anticipate_with_two_opponents_asks_which() -> None:
    table = position(
        a=player("rey", hand="anticipate aim", resources=2), b=player("finn", pool="finn+1=2rd"),
        c=player("finn", pool="finn+1=2rd"),
    )  # fmt: skip
    table.plays("a", "anticipate").answers("a", "opponent", "c").answers("c", "resolve", "c-finn+1:b-finn")
    assert (table.pool("b"), table.pool("c"), table.damage("b-finn")) == ({"b-finn+1": "2rd"}, {}, 2)


# 115 Defensive Stance


def test_115_defensive_stance_gives_two_shields() -> None:
    table = position(
        a=player("rey^2 finn", hand="defensive_stance defensive_stance", resources=2), b=player("jango_fett")
    )
    table.plays("a", "defensive_stance").offers("a", "a-rey", "a-finn", "b-jango_fett")
    table.answers("a", "character", "a-finn").passes("b")
    table.plays("a", "defensive_stance").answers("a", "character", "a-rey")
    assert (table.shields("a-finn"), table.shields("a-rey")) == (2, 3)


# 116 Force Misdirection


def test_116_force_misdirection_removes_all_dice_of_an_own_blue_dies_symbol() -> None:
    """D181: modifiers and sides with a cost count as their symbol."""
    table = position(
        a=player("rey*2 finn", hand="force_misdirection aim", resources=1,
                 pool="rey+1=1md rey+2=1r finn+1=2rd"),
        b=player("kylo_ren*2 rey", pool="kylo_ren+1=2md1 kylo_ren+2=1sh rey+1=+2md"),
    )  # fmt: skip
    table.plays("a", "force_misdirection").offers("a", "md", "r").answers("a", "symbol", "md")
    assert table.pool("b") == {"b-kylo_ren+2": "1sh"}
    assert len(table.pool("a")) == 3


def test_116_force_misdirection_counts_blank_and_special_as_symbols() -> None:
    table = position(
        a=player("rey", hand="force_misdirection aim", resources=1, pool="rey+1=blank"),
        b=player("kylo_ren*2", pool="kylo_ren+1=blank kylo_ren+2=sp"),
    )
    table.plays("a", "force_misdirection").asks("action", "b")
    assert table.pool("b") == {"b-kylo_ren+2": "sp"}


def test_116_force_misdirection_does_nothing_without_an_own_blue_die() -> None:
    table = position(
        a=player("rey finn", hand="force_misdirection aim", resources=1, pool="finn+1=2rd"),
        b=player("jango_fett", pool="jango_fett+1=2rd"),
    )
    table.plays("a", "force_misdirection").asks("action", "b")
    assert len(table.pool("b")) == 1


# 117 Heroism


def heroism(team: str, side: str = "2rd") -> Table:
    return position(
        a=player(team, hand="heroism aim"), b=player("jango_fett", pool=f"jango_fett+1={side}")
    ).plays("a", "heroism")  # fmt: skip


def test_117_heroism_a_unique_character_takes_a_dies_damage_and_it_is_removed() -> None:
    table = heroism("rey padawan finn").offers("a", "a-rey", "a-finn").answers("a", "character", "a-rey")
    assert (table.damage("a-rey"), table.pool("b")) == (2, {})


def test_117_heroism_removes_the_die_though_shields_block_everything() -> None:
    table = heroism("rey^2").asks("action", "b")
    assert (table.damage("a-rey"), table.shields("a-rey"), table.pool("b")) == (0, 0, {})


def test_117_heroism_without_a_unique_character_leaves_the_die() -> None:
    table = heroism("padawan").asks("action", "b")
    assert table.pool("b") == {"b-jango_fett+1": "2rd"}


def test_117_heroism_takes_damage_dice_only() -> None:
    table = heroism("rey", "1r").asks("action", "b")
    assert len(table.pool("b")) == 1


# 118 Noble Sacrifice


def test_118_noble_sacrifice_defeats_a_blue_character_and_exhausts_another() -> None:
    table = position(a=player("rey padawan finn", hand="noble_sacrifice aim"), b=player("jango_fett han_solo!"))
    table.plays("a", "noble_sacrifice").offers("a", "a-padawan", "a-rey").answers("a", "character", "a-padawan")
    table.offers("a", "b-jango_fett", "a-rey", "a-finn").answers("a", "character", "b-jango_fett")
    assert table.is_defeated("a-padawan")
    assert table.exhausted("b-jango_fett")


def test_118_noble_sacrifice_of_the_last_character_loses_the_game() -> None:
    table = position(a=player("rey", hand="noble_sacrifice aim"), b=player("jango_fett"))
    table.plays("a", "noble_sacrifice")
    assert table.over is not None
    assert table.over["winners"] == ["b"]


def test_118_r50_noble_sacrifice_of_one_that_second_chance_saves_exhausts_no_one() -> None:
    table = position(
        a=player("rey/7 finn", hand="noble_sacrifice aim", upgrades={"rey": "second_chance"}), b=player("jango_fett")
    )
    table.plays("a", "noble_sacrifice").asks("action", "b")
    assert (table.damage("a-rey"), table.upgrades("a-rey")) == (2, [])
    assert not table.exhausted("b-jango_fett")


def test_118_noble_sacrifice_without_a_blue_character_does_nothing() -> None:
    table = position(a=player("finn", hand="noble_sacrifice aim"), b=player("jango_fett"))
    table.plays("a", "noble_sacrifice").asks("action", "b")
    assert not table.exhausted("b-jango_fett")


# 119 Patience


def patience(*dice: str) -> Table:
    table = position(
        a=player("rey*2", hand="patience aim", resources=1, pool="rey+1=1md rey+2=blank"),
        b=player("jango_fett", deck="aim block dodge"),
    )
    return table.plays("a", "patience").offers("a", "a-rey+1", "a-rey+2").answers("a", "dice", *dice)


def test_119_patience_mills_a_card_for_each_die_removed() -> None:
    table = patience("a-rey+1", "a-rey+2").asks("action", "b")
    assert (table.pool("a"), table.deck("b"), table.discard("b")) == ({}, ["dodge"], ["aim", "block"])


def test_119_patience_with_no_die_mills_nothing() -> None:
    assert patience().deck("b") == ["aim", "block", "dodge"]


def test_119_q89_patience_asks_for_the_opponent_though_the_number_is_nothing() -> None:
    table = position(
        a=player("rey", hand="patience aim", resources=1, pool="rey+1=1md"), b=player("finn"), c=player("finn"),
    )  # fmt: skip
    table.plays("a", "patience").answers("a", "dice").offers("a", "b", "c").answers("a", "opponent", "b")


# 120 Return of the Jedi


def test_120_return_of_the_jedi_brings_a_blue_event_back() -> None:
    table = position(
        a=player("rey", hand="return_of_the_jedi aim", resources=1, discard="deflect aim force_throw heroism"),
        b=player("jango_fett"),
    )
    table.plays("a", "return_of_the_jedi")
    assert not table.asked["secret"]
    table.offers("a", "deflect", "heroism").answers("a", "card", "heroism")
    assert table.hand("a") == ["aim", "heroism"]
    assert table.discard("a") == ["deflect", "aim", "force_throw", "return_of_the_jedi"]


def test_120_return_of_the_jedi_cannot_bring_itself_back() -> None:
    """D47: the event is in limbo while it is resolved, so it is not in the discard pile."""
    table = position(a=player("rey", hand="return_of_the_jedi aim", resources=1), b=player("jango_fett"))
    table.plays("a", "return_of_the_jedi").asks("action", "b")
    assert table.hand("a") == ["aim"]


# 121 Riposte


def riposte(team: str = "rey^3 finn^1") -> Table:
    return position(a=player(team, hand="riposte aim"), b=player("jango_fett^1")).plays("a", "riposte")


def test_121_riposte_deals_as_much_as_shields_are_taken_off() -> None:
    table = riposte().offers("a", "a-rey", "a-finn").answers("a", "character", "a-rey")
    table.offers("a", "0", "1", "2", "3").answers("a", "amount", "2")
    table.offers("a", "b-jango_fett", "a-rey", "a-finn").answers("a", "character", "b-jango_fett")
    assert (table.shields("a-rey"), table.damage("b-jango_fett"), table.shields("b-jango_fett")) == (1, 1, 0)


def test_121_riposte_may_take_none_off() -> None:
    table = riposte("rey^2").answers("a", "amount", "0").asks("action", "b")
    assert table.shields("a-rey") == 2


def test_121_q18_riposte_does_not_ask_how_many_without_shields() -> None:
    riposte("rey finn^1").answers("a", "character", "a-rey").asks("action", "b")


# 122 Willpower


def test_122_willpower_shifts_a_damage_between_exhausted_characters_past_shields() -> None:
    table = position(
        a=player("rey/3! finn/1", hand="willpower aim", resources=1), b=player("jango_fett! count_dooku^2! han_solo"),
    )  # fmt: skip
    table.plays("a", "willpower").offers("a", "b-count_dooku", "b-jango_fett").answers(
        "a", "character", "b-count_dooku"
    )
    assert (table.damage("a-rey"), table.damage("b-count_dooku"), table.shields("b-count_dooku")) == (2, 1, 2)


def test_122_d183_willpower_moves_nothing_without_a_destination() -> None:
    table = position(a=player("rey/3! finn/1!", hand="willpower aim", resources=1), b=player("jango_fett"))
    table.plays("a", "willpower").asks("action", "b")
    assert (table.damage("a-rey"), table.damage("a-finn")) == (3, 1)


def test_122_willpower_may_defeat() -> None:
    table = position(a=player("rey/3!", hand="willpower aim", resources=1), b=player("jango_fett/9! finn"))
    table.plays("a", "willpower")
    assert table.is_defeated("b-jango_fett")
