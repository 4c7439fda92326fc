"""Tests answers to questions about the specification, on cards, the table and events (Q71 to Q86)."""

from __future__ import annotations

from rules.protocol import Session

from .table import Table, player, position


def test_q71_a_side_of_a_die_in_no_pool_sets_nothing_off_that_wants_your_die() -> None:
    """Poe's disrupt side is not a die in a pool, so My Kind of Scum is not asked."""
    table = position(
        a=player("poe_dameron", supports="my_kind_of_scum", pool="poe_dameron+1=sp", hand="outpost aim"),
        b=player("rey", resources=2),
    )
    table.resolves("a", "poe_dameron+1").answers("a", "card", "outpost").answers("a", "side", "2dr:b")
    table.asks("action", "b")
    assert (table.resources("a"), table.resources("b")) == (0, 0)


def test_q71_a_claim_ability_used_by_a_card_has_the_battlefields_code() -> None:
    table = position(a=player("rey", supports="outpost", pool="outpost+1=sp"), b=player("finn"), controller="b")
    table.resolves("a", "outpost+1").about(source="echo_base").answers("a", "character", "a-rey")
    assert (table.shields("a-rey"), table.state["claimed"]) == (1, None)
    assert table.state["battlefield"]["controller"] == "b"


def test_q75_endless_ranks_brings_a_character_back_ready_with_one_die() -> None:
    """R40: the character returns to its old place without tokens, which the event `readies` reports."""
    table = position(
        a=player("jango_fett", defeated="first_order_stormtrooper", hand="endless_ranks aim", resources=5),
        b=player("rey"),
    )
    table.plays("a", "endless_ranks").asks("action", "b")
    assert [one["id"] for one in table.of("a")["characters"]] == ["a-first_order_stormtrooper", "a-jango_fett"]
    assert table.character("a-first_order_stormtrooper") == {
        "id": "a-first_order_stormtrooper", "dice": 1, "damage": 0, "shields": 0, "exhausted": False, "upgrades": [],
    }  # fmt: skip
    table.was_told("readies", card="a-first_order_stormtrooper")


def test_q75_black_market_offers_the_play_though_nothing_was_drawn() -> None:
    table = position(
        a=player("finn", supports="black_market", pool="black_market+1=sp", hand="datapad aim", deck=""),
        b=player("rey", hand="aim"),
    )
    table.resolves("a", "black_market+1").offers("a", "datapad:a-finn", "done").answers("a", "play", "datapad:a-finn")
    assert table.upgrades("a-finn") == ["a-datapad"]


def test_q75_all_in_modifiers_used_count_as_used() -> None:
    """A later melee die in the same event cannot use the modifier again."""
    table = position(
        a=player("rey*2 luke_skywalker", hand="all_in aim", resources=1,
                 pool="rey+1=1md rey+2=+2md luke_skywalker+1=2md"),
        b=player("finn"),
    )  # fmt: skip
    table.plays("a", "all_in").answers("a", "resolve", "a-rey+1:b-finn").answers("a", "modify", "a-rey+2")
    table.answers("a", "resolve", "a-luke_skywalker+1:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 5


def support_of_force(**b: str) -> Table:
    """Returns a table at which Luke has fallen and One With the Force has become a support."""
    return position(
        a=player("jango_fett rey", pool="jango_fett+1=1rd", **b),  # type: ignore[arg-type]
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "one_with_the_force!"}, hand="aim"),
    ).resolves("a", "jango_fett+1:b-luke_skywalker")


def test_q76_a_support_that_was_an_upgrade_is_a_support_and_no_upgrade() -> None:
    """One With the Force as a support is ready and can be activated; Confiscation, which is about upgrades, cannot hit
    it.
    """
    table = support_of_force(hand="confiscation strategic_planning").activates("b", "one_with_the_force").rolls("2r")
    assert table.pool("b") == {"b-one_with_the_force+1": "2r"}
    table.plays("a", "confiscation").resolves("b", "one_with_the_force+1")
    assert table.hand("a") == ["strategic_planning"]
    assert table.supports("b") == ["b-one_with_the_force"]


def test_q76_it_goes_to_its_owners_pile_when_it_is_discarded() -> None:
    table = support_of_force(supports="at_st", hand="aim").passes("b")
    table.activates("a", "at_st").rolls("sp").passes("b").resolves("a", "at_st+1")
    table.answers("a", "piece", "b-one_with_the_force")
    assert (table.supports("b"), table.discard("b")) == ([], ["one_with_the_force"])


def test_q77_the_detonator_is_discarded_when_the_game_goes_on_after_a_fall() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "thermal_detonator"}, pool="thermal_detonator+1=sp", hand="aim"),
        b=player("rey/8 han_solo", hand="aim"),
    )
    table.resolves("a", "thermal_detonator+1").asks("action", "b")
    assert (table.is_defeated("b-rey"), table.damage("b-han_solo")) == (True, 3)
    assert (table.upgrades("a-finn"), table.discard("a"), table.pool("a")) == ([], ["thermal_detonator"], {})


def test_q77_and_is_not_when_it_ends_the_game() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "thermal_detonator"}, pool="thermal_detonator+1=sp"), b=player("rey/8"),
    )  # fmt: skip
    table.resolves("a", "thermal_detonator+1")
    assert table.over is not None
    assert table.upgrades("a-finn") == ["a-thermal_detonator"]


def test_q78_anyone_who_resolves_crime_lords_side_with_five_resources_must_pay() -> None:
    def lord(resources: int) -> Table:
        return position(
            a=player("jango_fett", upgrades={"jango_fett": "crime_lord"}, pool="crime_lord+1=sp", resources=resources,
                     hand="aim"),
            b=player("rey"),
        ).resolves("a", "crime_lord+1")  # fmt: skip

    lord(5).offers("a", "b-rey", "a-jango_fett")
    table = lord(4).asks("action", "b")
    assert (table.resources("a"), table.state["delayed"]) == (4, [])


def test_q80_defeated_are_in_team_order_and_turn_is_null_from_the_upkeep_on() -> None:
    """Defeated characters are listed in the order of the team. In the upkeep, `turn` is null, while `passes` and
    `claimed` keep their values until the next round.
    """
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=1md", hand="aim"),
        b=player("finn/9 han_solo/9 leia_organa", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-han_solo").answers("a", "resolve", "a-rey+2:b-finn")
    assert [one["id"] for one in table.of("b")["defeated"]] == ["b-finn", "b-han_solo"]
    table.claims("b").answers("b", "character", "done").passes("a").asks("upkeep", "b")
    assert (table.state["phase"], table.state["turn"], table.state["passes"], table.state["claimed"]) == (
        "upkeep", None, 2, "b",
    )  # fmt: skip
    table.answers("b", "upkeep").answers("a", "upkeep")
    assert (table.state["turn"], table.state["passes"], table.state["claimed"]) == ("b", 0, None)


def test_q80_turn_is_unchanged_at_the_end_of_the_game() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("finn/9", hand="aim"))
    table.resolves("a", "rey+1:b-finn")
    assert (table.state["phase"], table.state["turn"]) == ("over", "a")
    assert (table.of("b")["out"], table.of("b")["hand"], table.of("a")["out"]) == (True, ["aim"], False)


def test_q81_a_position_is_taken_as_it_is_and_no_round_is_told() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"), more={"passes": 1})
    assert table.events("round_begins") == []
    table.passes("a").asks("upkeep", "a")


def test_q81_who_is_out_has_no_hand_for_themselves_and_no_cards_for_others() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("finn/9", hand="aim"), c=player("han_solo"))
    table.resolves("a", "rey+1:b-finn")
    assert table.view("b")["players"]["b"]["hand"] == []
    assert table.view("a")["players"]["b"]["cards"] == 0


def test_q82_costs_are_told_once_before_what_they_pay_for() -> None:
    table = position(
        a=player("kylo_ren", hand="comlink aim", resources=3, pool="kylo_ren+1=2md1"), b=player("finn^1", hand="aim")
    )
    table.plays("a", "comlink:kylo_ren").answers("a", "either", "done").passes("b")
    names = [event["event"] for event in table.told]
    assert names.index("resources") < names.index("plays")
    table.was_told("resources", seat="a", change=-2)
    table.was_told("plays", seat="a", card="comlink", on="a-kylo_ren", replaces=None, cost=2)
    before = len(table.told)
    table.resolves("a", "kylo_ren+1:b-finn")
    names = [event["event"] for event in table.told[before:]]
    assert names[:3] == ["resources", "resolves", "damage"]
    table.was_told("resolves", die="a-kylo_ren+1", side="2md1", modifiers=[], value=2, target="b-finn", cost=1)
    table.was_told("damage", character="b-finn", dealt=2, blocked=1, taken=1, by="a-kylo_ren+1")


def test_q82_damage_by_a_text_is_told_by_its_card() -> None:
    table = position(a=player("finn", hand="reversal aim", resources=3), b=player("rey", pool="rey+1=1md"))
    table.plays("a", "reversal").answers("a", "character", "b-rey").was_told("damage", by="a-reversal")
    table = position(a=player("finn"), b=player("rey", hand="aim"), battlefield="separatist_base").claims("a")
    table.answers("a", "may", "yes").was_told("damage", by="separatist_base")


def test_q82_discards_tell_whose_card_from_where() -> None:
    table = position(
        a=player("finn", hand="block aim", resources=2), b=player("rey", pool="rey+1=1dc"),
        turn="b",
    )  # fmt: skip
    table.resolves("b", "rey+1:a").answers("chance", "random", "aim")
    table.was_told("discards", seat="a", cards=["aim"], **{"from": "hand"})


def test_q82_a_declined_or_quiet_ability_that_does_nothing_tells_nothing() -> None:
    table = position(a=player("bala_tik", pool="bala_tik+1=1rd"), b=player("finn/9 rey"))
    table.resolves("a", "bala_tik+1:b-finn").asks("action", "b")
    assert table.events("triggers") == []


def test_q84_the_game_is_named_under_name() -> None:
    games = Session().say({"cmd": "games"})["games"]
    (found,) = [game for game in games if game["name"] == "star_wars_destiny"]
    assert found["options"]["format"] == ["starters", "standard", "random"]
    assert found["options"]["decks"] == "text"


def test_q85_dice_of_one_effect_are_drawn_in_the_order_of_the_pool() -> None:
    """BB-8's special rolls two dice in the order of the pool: first the other die, then BB-8's own."""
    table = position(
        a=player("rey", supports="bb_8", pool="rey+1=1md bb_8+1=sp"), b=player("finn"),
    )  # fmt: skip
    table.resolves("a", "bb_8+1").about(die="a-rey+1", why="reroll").rolls("blank")
    table.about(die="a-bb_8+1", why="reroll").rolls("1r").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "blank", "a-bb_8+1": "1r"}


def test_q86_a_positions_claimed_need_not_be_the_battlefields_controller() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"), claimed="b", controller="a")
    table.passes("a").asks("upkeep", "a")
