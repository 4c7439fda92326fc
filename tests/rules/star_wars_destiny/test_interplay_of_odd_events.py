"""Tests Ace in the Hole, Prized Possession, Retreat, Anticipate and Hyperspace Jump together with other cards."""

from __future__ import annotations

from .table import Table, player, position


def aced(code: str, side: str, **more: str) -> Table:
    """Returns a table at which a has rolled the die of a card that is not in play; b acts next."""
    return position(
        a=player("finn rey", hand=f"ace_in_the_hole {code}", supports=more.get("supports", ""), resources=2),
        b=player("jango_fett! luke_skywalker", hand=f"{more.get('b', 'aim')} aim", resources=4),
    ).plays("a", "ace_in_the_hole").answers("a", "card", code).rolls(side)  # fmt: skip


def test_ace_in_the_hole_with_cunning_uses_another_cards_special() -> None:
    """Cunning is not in play here; its die uses the special of Black One."""
    table = aced("cunning", "sp", supports="black_one").passes("b").resolves("a", "cunning+1")
    table.about(source="a-black_one").answers("a", "character", "b-luke_skywalker").asks("action", "b")
    assert (table.damage("b-luke_skywalker"), table.pool("a"), table.state["barred"]) == (1, {}, ["a-black_one"])


def test_ace_in_the_hole_with_diplomatic_immunity_splits_no_shields() -> None:
    """D224: Diplomatic Immunity does not split the shields of its die, because it is not in play."""
    table = aced("diplomatic_immunity", "3sh").passes("b")
    assert not table.allows("a", "resolve:a-diplomatic_immunity+1")
    table.resolves("a", "diplomatic_immunity+1:a-rey").asks("action", "b")
    assert table.shields("a-rey") == 3


def test_ace_in_the_hole_with_a_detonator_strikes_and_has_nothing_to_discard() -> None:
    table = aced("thermal_detonator", "sp1").passes("b").resolves("a", "thermal_detonator+1").asks("action", "b")
    assert (table.damage("b-jango_fett"), table.damage("b-luke_skywalker"), table.resources("a")) == (3, 3, 1)
    assert table.discard("a") == ["thermal_detonator", "ace_in_the_hole"]


def test_anticipate_removes_a_die_that_has_no_card_and_it_is_set_aside() -> None:
    table = aced("jetpack", "1dr", b="anticipate").plays("b", "anticipate").answers("a", "resolve", "done")
    assert table.pool("a") == {}


def test_prized_possession_stolen_by_grievous_keeps_its_die() -> None:
    """R43: the die is released only when Prized Possession leaves play."""
    table = position(
        a=player("jango_fett/9 finn", upgrades={"jango_fett": "prized_possession"},
                 holds={"a-prized_possession": "b-general_grievous+1"}, hand="aim"),
        b=player("general_grievous*2", pool="general_grievous+2=2md", hand="aim"), turn="b",
    )  # fmt: skip
    table.resolves("b", "general_grievous+2:a-jango_fett").answers("b", "piece", "a-prized_possession")
    (stolen,) = table.character("b-general_grievous")["upgrades"]
    assert stolen == {"id": "a-prized_possession", "exhausted": False, "holds": "b-general_grievous+1"}
    table.passes("a").activates("b", "general_grievous").about(die="b-general_grievous+2", why="activate")


def test_prized_possession_confiscated_gives_the_die_back() -> None:
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "prized_possession"}, holds={"a-prized_possession": "b-rey+1"},
                 hand="aim"),
        b=player("rey finn", hand="confiscation aim", resources=4), turn="b",
    )  # fmt: skip
    table.plays("b", "confiscation").passes("a").activates("b", "rey").about(die="b-rey+1", why="activate")
    assert table.hand("a") == ["aim", "prized_possession"]


def test_prized_possession_replaced_gives_the_die_back() -> None:
    """D91: a cheaper upgrade may replace a more expensive one."""
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "prized_possession"}, holds={"a-prized_possession": "b-rey+1"},
                 hand="datapad aim"),
        b=player("rey", hand="aim"),
    )  # fmt: skip
    table.plays("a", "datapad:jango_fett:prized_possession").activates("b", "rey").about(die="b-rey+1", why="activate")


def test_abilities_triggered_in_retreat_wait_until_it_is_finished() -> None:
    """Seat b activates Rey within Retreat, which triggers Jango; his ability waits until the event is finished."""
    table = position(
        a=player("jango_fett admiral_ackbar", hand="retreat aim", resources=2), b=player("rey", hand="aim"),
    )  # fmt: skip
    table.plays("a", "retreat").activates("b", "rey").rolls("blank")
    assert table.state["limbo"] == []
    table.about(source="a-jango_fett", event="activated b-rey").answers("a", "may", "yes").rolls("2rd")
    table.asks("upkeep", "a")
    assert table.pool("a") == {}, "the dice go back in the upkeep"


def test_anticipate_is_finished_though_the_phase_is_to_end_inside_it() -> None:
    """R25: b's Falcon plays Hyperspace Jump within Anticipate; b finishes the event, then the upkeep phase begins."""
    table = position(
        a=player("rey", hand="anticipate aim", resources=2),
        b=player("finn", supports="millennium_falcon", discard="hyperspace_jump",
                 pool="millennium_falcon+1=sp finn+1=1sh", hand="aim"),
    )  # fmt: skip
    table.plays("a", "anticipate").answers("b", "resolve", "b-millennium_falcon+1")
    table.answers("b", "play", "discard:hyperspace_jump").answers("b", "resolve", "b-finn+1:b-finn")
    table.asks("upkeep", "a")
    assert table.shields("b-finn") == 1


def test_anticipate_an_opponents_disrupt_takes_from_whose_event_it_is() -> None:
    """In Anticipate the opponent is "you" for the dice, so the opponent's My Kind of Scum gains the lost resources."""
    table = position(
        a=player("rey", hand="anticipate aim", resources=5),
        b=player("jabba_the_hutt", supports="my_kind_of_scum", pool="jabba_the_hutt+1=2dr", hand="aim"),
    )
    table.plays("a", "anticipate").answers("b", "resolve", "b-jabba_the_hutt+1:a")
    assert table.state["limbo"] == []
    table.about(source="b-my_kind_of_scum", event="resolved b-jabba_the_hutt+1").answers("b", "may", "yes")
    assert (table.resources("a"), table.resources("b")) == (1, 2)


def test_after_hyperspace_jump_the_new_battlefields_ability_is_the_one_that_counts() -> None:
    """Outpost uses the new battlefield in the next round, in which its controller acts first."""
    table = position(
        a=player("han_solo", hand="hyperspace_jump aim", resources=3, supports="outpost"), b=player("rey", hand="aim"),
        controller="b", battlefield="echo_base", unused={"a": "separatist_base"},
    )  # fmt: skip
    table.plays("a", "hyperspace_jump").answers("a", "battlefield", "a").answers("b", "upkeep").answers("a", "upkeep")
    table.passes("b").activates("a", "outpost").rolls("sp").passes("b").resolves("a", "outpost+1")
    table.about(source="separatist_base").answers("a", "may", "yes")
    assert table.damage("b-rey") == 1
