"""Tests the rulebook's frequent questions and card clarifications (D220 to D233) that no other file covers."""

from __future__ import annotations

import pytest

from .brought import HEROES
from .table import Table, new, player, position


def test_d220_playing_against_the_same_characters_is_fine() -> None:
    table = new(format="standard", decks=f"{HEROES} | {HEROES}")
    assert table.kind == "deck"
    table.was_told("team", seat="a").was_told("team", seat="b")
    teams = [event["characters"] for event in table.events("team")]
    assert [[one["character"] for one in team] for team in teams] == [
        ["a-rey", "a-han_solo"], ["b-rey", "b-han_solo"],
    ]  # fmt: skip


def test_d221_a_special_is_used_while_its_card_is_exhausted() -> None:
    table = position(a=player("kylo_ren!", pool="kylo_ren+1=sp"), b=player("finn", hand="comlink"))
    table.resolves("a", "kylo_ren+1")
    assert table.damage("b-finn") == 2


def test_d222_several_dice_of_an_action_are_blocked_by_shields_one_by_one() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=1md"), b=player("count_dooku", hand="aim block dodge"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-count_dooku").answers("b", "card", "aim")
    table.answers("a", "resolve", "a-rey+2:b-count_dooku").answers("b", "card", "block").asks("action", "b")
    assert (table.damage("b-count_dooku"), table.shields("b-count_dooku")) == (0, 0)


def test_d223_an_upgrade_with_ambush_on_rey_grants_two_additional_actions() -> None:
    table = position(a=player("rey", hand="holdout_blaster aim aim", resources=2), b=player("finn", pool="finn+1=1rd"))
    table.plays("a", "holdout_blaster:rey").about(extra=2).activates("a", "rey").rolls("1md", "2rd1")
    table.asks("action", "a").about(extra=1).resolves("a", "rey+1:b-finn").asks("action", "b")


def test_d225_a_special_of_the_discarded_card_is_resolved_before_poes_goes_on() -> None:
    """The Falcon's special plays an event from the hand; then Poe may play the Falcon."""
    table = position(
        a=player("poe_dameron finn", pool="poe_dameron+1=sp", hand="millennium_falcon smuggling aim", resources=5),
        b=player("jango_fett"),
    )
    table.resolves("a", "poe_dameron+1").answers("a", "card", "millennium_falcon").answers("a", "side", "sp")
    table.answers("a", "play", "smuggling").asks("may", "a").about(source="a-poe_dameron")
    assert (table.resources("a"), table.hand("a")) == (6, [])
    table.answers("a", "may", "yes")
    assert (table.supports("a"), table.resources("a")) == (["a-millennium_falcon"], 1)


def cunning(upgrade: str, mine: str = "") -> Table:
    """Returns a table at which a resolves Cunning's special and b has this upgrade."""
    return position(
        a=player("finn jango_fett", upgrades={"finn": f"cunning {mine}"}, pool="cunning+1=sp", hand="force_throw aim",
                 resources=2),
        b=player("rey han_solo", upgrades={"rey": upgrade}),
    ).resolves("a", "cunning+1")  # fmt: skip


@pytest.mark.parametrize(("upgrade", "damage"), [("thermal_detonator", 3), ("infantry_grenades", 2)])
def test_d226_cunning_turns_an_opponents_grenades_on_their_own(upgrade: str, damage: int) -> None:
    table = cunning(upgrade).asks("action", "b")
    assert (table.damage("b-rey"), table.damage("b-han_solo"), table.damage("a-finn")) == (damage, damage, 0)
    assert (table.upgrades("b-rey"), table.discard("b")) == ([], [upgrade])
    assert (table.upgrades("a-finn"), table.pool("a")) == (["a-cunning"], {})


def test_d226_q72_cunning_on_an_opponents_holocron_does_nothing() -> None:
    table = cunning("sith_holocron").asks("action", "b")
    assert (table.upgrades("b-rey"), table.hand("a")) == (["b-sith_holocron"], ["force_throw", "aim"])


def test_q72_cunning_on_an_own_holocron_exchanges_it() -> None:
    """D227: the exchange is free and ignores play restrictions; the new upgrade comes last."""
    table = (
        cunning("comlink", "sith_holocron hunker_down").offers("a", "force_throw").answers("a", "card", "force_throw")
    )
    table.offers("a", "yes", "no").answers("a", "may", "yes").about(die="a-force_throw+1", why="card").rolls("1dr")
    assert table.upgrades("a-finn") == ["a-cunning", "a-hunker_down", "a-force_throw"]
    assert (table.hand("a"), table.resources("a")) == (["aim", "sith_holocron"], 1)
    assert table.pool("a") == {"a-force_throw+1": "1dr"}


def test_d227_the_exchange_costs_nothing_and_needs_no_blue_character() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "sith_holocron!"}, pool="sith_holocron+1=sp", hand="mind_probe aim"),
        b=player("rey"),
    )
    table.resolves("a", "sith_holocron+1").offers("a", "mind_probe").answers("a", "card", "mind_probe")
    table.asks("action", "b")
    assert (table.upgrades("a-finn"), table.hand("a"), table.pool("a")) == (
        ["a-mind_probe"], ["aim", "sith_holocron"], {},
    )  # fmt: skip
    assert not table.exhausted("a-mind_probe")


def test_d229_a_player_without_cards_loses_before_crime_lord_strikes() -> None:
    table = position(
        a=player("rey", deck=""), b=player("finn", hand="aim"),
        more={"delayed": [{"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    table.passes("a", "b").answers("b", "upkeep")
    assert table.over is not None
    assert (table.over["winners"], table.over["ranking"][1]["why"]) == (["b"], "cards")


def test_d233_r6_a_padawans_replaced_upgrade_is_there_until_the_new_one_enters_play() -> None:
    """Lightsaber costs 3, less 2 for the replaced Comlink; the Padawan gives no discount."""

    def offered(resources: int) -> bool:
        table = position(
            a=player("padawan", upgrades={"padawan": "comlink"}, hand="lightsaber aim", resources=resources),
            b=player("jango_fett"),
        )
        return table.allows("a", "play:lightsaber:a-padawan:a-comlink")

    assert (offered(0), offered(1)) == (False, True)


def test_d233_padawan_without_an_upgrade_gets_a_weapon_one_cheaper() -> None:
    table = position(a=player("padawan", hand="lightsaber aim", resources=2), b=player("jango_fett"))
    table.plays("a", "lightsaber:padawan")
    assert table.resources("a") == 0


def test_d233_nightsister_may_reroll_and_then_die_of_her_damage() -> None:
    table = position(
        a=player("darth_vader nightsister/6", pool="darth_vader+1=1r"), b=player("finn"),
    )  # fmt: skip
    table.uses("a", "nightsister").rolls("3md").asks("action", "b")
    assert table.is_defeated("a-nightsister")
    assert table.pool("a") == {"a-darth_vader+1": "3md"}


def test_d228_grievous_takes_the_upgrade_before_redeploy_can_move_it() -> None:
    """The only upgrade with Redeploy is gone, so no one is asked where it goes."""
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("rey/9 finn", upgrades={"rey": "lightsaber"}),
    )
    table.resolves("a", "general_grievous+1:b-rey").answers("a", "piece", "b-lightsaber").asks("action", "b")
    assert (table.upgrades("a-general_grievous"), table.upgrades("b-finn")) == (["b-lightsaber"], [])


def test_d228_what_grievous_leaves_redeploys() -> None:
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("rey/9 finn", upgrades={"rey": "lightsaber"}),
    )
    table.resolves("a", "general_grievous+1:b-rey").answers("a", "piece", "done")
    table.answers("b", "character", "b-finn").asks("action", "b")
    assert table.upgrades("b-finn") == ["b-lightsaber"]
