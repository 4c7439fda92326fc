"""Tests the upgrades without a die, in the order of their set numbers."""

from __future__ import annotations

from typing import Any

from ..table import Table, player, position

# 90 Hidden In Shadow


def hidden(shields: str = "", ready: str = "") -> Table:
    return position(
        a=player(f"darth_vader{shields}", upgrades={"darth_vader": f"hidden_in_shadow{ready}"}), b=player("rey")
    )


def test_90_hidden_in_shadow_shields_its_unshielded_bearer() -> None:
    table = hidden().uses("a", "hidden_in_shadow")
    assert table.shields("a-darth_vader") == 1
    assert table.exhausted("a-hidden_in_shadow")


def test_90_q7_hidden_in_shadow_may_be_used_on_a_shielded_bearer_to_no_effect() -> None:
    table = hidden("^1").uses("a", "hidden_in_shadow").asks("action", "b")
    assert table.shields("a-darth_vader") == 1
    assert not table.exhausted("a-hidden_in_shadow")


def test_90_q7_hidden_in_shadow_is_not_offered_exhausted() -> None:
    assert not hidden(ready="!").allows("a", "use:a-hidden_in_shadow")


# 102 Prized Possession


def prized(pool: str = "rey+1=1md jedi_robes+1=1f") -> Table:
    """Returns a table at which a can play Prized Possession, and the opponent has dice of a character and of an
    upgrade in the pool.
    """
    return position(
        a=player("jabba_the_hutt", hand="prized_possession aim", resources=4),
        b=player("rey*2", upgrades={"rey": "jedi_robes"}, pool=pool),
    )


def test_102_prized_possession_keeps_a_character_die() -> None:
    """D185: only the character's die can be chosen, because an upgrade's die is not a character die."""
    table = prized().plays("a", "prized_possession:jabba_the_hutt")
    table.about(source="a-prized_possession", event="played prized_possession").offers("a", "b-rey+1", "done")
    table.answers("a", "die", "b-rey+1").asks("action", "b")
    assert table.pool("b") == {"b-jedi_robes+1": "1f"}
    (held,) = table.character("a-jabba_the_hutt")["upgrades"]
    assert held["holds"] == "b-rey+1"


def test_102_no_one_rolls_the_die_that_prized_possession_keeps() -> None:
    table = prized().plays("a", "prized_possession:jabba_the_hutt").answers("a", "die", "b-rey+1")
    table.activates("b", "rey").about(die="b-rey+2", why="activate").rolls("blank").asks("action", "a")
    assert table.pool("b") == {"b-jedi_robes+1": "1f", "b-rey+2": "blank"}


def test_102_prized_possession_may_be_declined_and_needs_a_character_die() -> None:
    table = prized().plays("a", "prized_possession:jabba_the_hutt").answers("a", "die", "done").asks("action", "b")
    assert len(table.pool("b")) == 2
    prized("jedi_robes+1=1f").plays("a", "prized_possession:jabba_the_hutt").asks("action", "b")


def holding(**more: Any) -> Table:
    return position(
        a=player("jabba_the_hutt/10 finn", upgrades={"jabba_the_hutt": "prized_possession"},
                 holds={"a-prized_possession": "b-rey+1"}),
        b=player("rey*2/9 jango_fett!", pool="jango_fett+1=1rd", hand="aim"),
        turn="b", **more,
    )  # fmt: skip


def test_102_r43_the_die_goes_back_when_prized_possession_leaves_play() -> None:
    table = holding().resolves("b", "jango_fett+1:a-jabba_the_hutt").passes("a")
    assert table.is_defeated("a-jabba_the_hutt")
    table.activates("b", "rey").about(die="b-rey+1", why="activate").rolls("blank", "1md")


def test_102_q74_the_die_leaves_with_its_character() -> None:
    table = holding().resolves("b", "jango_fett+1:b-rey").asks("action", "a")
    (upgrade,) = table.character("a-jabba_the_hutt")["upgrades"]
    assert upgrade["holds"] is None


# 137 Second Chance


def saved(damage: int, side: str = "2rd") -> Table:
    return position(
        a=player("jango_fett", pool=f"jango_fett+1={side}"),
        b=player(f"finn/{damage} rey", upgrades={"finn": "second_chance comlink"}),
    )


def test_137_second_chance_heals_five_instead_of_a_defeat() -> None:
    """R50: a character that would be defeated heals five damage instead, so it has five health left, and Second Chance
    is discarded.
    """
    table = saved(9).resolves("a", "jango_fett+1:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 5
    assert table.upgrades("b-finn") == ["b-comlink"]
    assert table.discard("b") == ["second_chance"]
    table.was_told("replaced", character="b-finn")
    assert table.events("defeated") == []


def test_137_second_chance_stays_while_its_bearer_is_undefeated() -> None:
    table = saved(7).resolves("a", "jango_fett+1:b-finn")
    assert (table.damage("b-finn"), table.upgrades("b-finn")) == (9, ["b-second_chance", "b-comlink"])


def test_137_second_chance_sets_nothing_off() -> None:
    """D134: the defeat never happens, so Bala-Tik is not readied."""
    table = position(
        a=player("jango_fett bala_tik!", pool="jango_fett+1=2rd"),
        b=player("finn/9 rey", upgrades={"finn": "second_chance"}),
    )
    table.resolves("a", "jango_fett+1:b-finn").asks("action", "b")
    assert table.exhausted("a-bala_tik")


def test_137_second_chance_also_replaces_a_defeat_without_damage() -> None:
    table = position(
        a=player("jango_fett"), b=player("finn/3 rey", upgrades={"finn": "second_chance"}),
        phase="upkeep",
        more={"delayed": [{"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    assert (table.damage("b-finn"), table.upgrades("b-finn")) == (0, [])
    assert table.discard("b") == ["second_chance"]


def test_137_second_chance_goes_on_a_yellow_character_only() -> None:
    table = position(a=player("finn rey", hand="second_chance", resources=3), b=player("jango_fett"))
    assert table.allows("a", "play:second_chance:a-finn")
    assert not table.allows("a", "play:second_chance:a-rey")


# 164 Hunker Down


def hunkered(side: str, shields: str = "", ready: str = "") -> Table:
    return position(
        a=player("finn jango_fett!", pool=f"finn+1={side}"),
        b=player(f"rey{shields}", upgrades={"rey": f"hunker_down{ready}"}),
    )


def test_164_hunker_down_is_discarded_when_melee_damage_is_taken() -> None:
    table = hunkered("1md").resolves("a", "finn+1:b-rey").asks("action", "b")
    assert table.upgrades("b-rey") == []
    assert table.discard("b") == ["hunker_down"]


def test_164_d230_d196_hunker_down_stays_if_shields_block_everything() -> None:
    table = hunkered("1md", "^1").resolves("a", "finn+1:b-rey")
    assert (table.upgrades("b-rey"), table.shields("b-rey")) == (["b-hunker_down"], 0)


def test_164_hunker_down_stays_for_ranged_damage() -> None:
    table = hunkered("2rd").resolves("a", "finn+1:b-rey")
    assert (table.upgrades("b-rey"), table.damage("b-rey")) == (["b-hunker_down"], 2)


def test_164_r11_q2_hunker_down_stays_for_damage_by_a_text() -> None:
    """R11, Q2: damage from the text of Reversal has no kind, so it is not melee damage."""
    table = position(
        a=player("finn", pool="finn+1=1md", hand="reversal", resources=3),
        b=player("rey", upgrades={"rey": "hunker_down"}),
    )
    table.plays("a", "reversal").answers("a", "character", "b-rey")
    assert (table.damage("b-rey"), table.upgrades("b-rey")) == (1, ["b-hunker_down"])


def test_164_hunker_down_shields_its_bearer() -> None:
    table = position(a=player("rey", upgrades={"rey": "hunker_down"}), b=player("finn"))
    table.uses("a", "hunker_down")
    assert (table.shields("a-rey"), table.exhausted("a-hunker_down")) == (1, True)


def test_164_q1_hunker_down_waits_in_the_queue() -> None:
    """Q1: after a melee die has dealt its damage, Hunker Down is discarded before the next die is resolved."""
    table = position(
        a=player("rey*2 finn", pool="rey+1=1md rey+2=1md"), b=player("finn", upgrades={"finn": "hunker_down"}),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").asks("resolve", "a")
    assert table.upgrades("b-finn") == []
