"""Tests damage and shields: what counts as an occurrence, in which order, and under which name."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def protected(rey: int, qui_gon: int) -> Table:
    """Returns a table at which the three shields of Force Protection are split between characters as given."""
    table = position(
        a=player("rey qui_gon_jinn^1", upgrades={"rey": "force_protection"}, pool="force_protection+1=sp", hand="aim"),
        b=player("finn"),
    )
    shares = {"a-rey": rey, "a-qui_gon_jinn": qui_gon}
    key = ":".join(str(shares[name]) for name in table.resolves("a", "force_protection+1").asked["about"]["characters"])
    return table.answers("a", "distribute", key)


def test_r45_no_shields_are_no_occurrence() -> None:
    """R45: "whenever Qui-Gon is about to get shields" is not triggered by zero shields."""
    table = protected(3, 0).asks("action", "b")
    assert (table.shields("a-rey"), table.shields("a-qui_gon_jinn")) == (3, 1)
    protected(0, 3).asks("character", "a").about(source="a-qui_gon_jinn", event="gains_shields a-qui_gon_jinn 3")


def test_r27_damage_to_two_is_laid_clockwise_from_whose_effect_it_is() -> None:
    """R27: damage to one character of each player is dealt first to that of the player whose effect it is, although
    opponents' characters are offered first.
    """
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp", hand="aim"),
        b=player("rey"),
    )
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-rey", "a-jango_fett")
    assert [event["character"] for event in table.events("damage")] == ["a-jango_fett", "b-rey"]


@pytest.mark.parametrize(("by", "order"), [("a", "bcd"), ("b", "cda"), ("c", "dab"), ("d", "abc")])
def test_r27_damage_to_several_goes_clockwise_from_each_player_whose_effect_it_is(by: str, order: str) -> None:
    """R27: characters also fall in that order; each is the first of two characters of its player."""
    players = {seat: player("rey/9 han_solo", hand="aim") for seat in order}
    thrower = player("jango_fett", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp")
    table = position(**{seat: {**players, by: thrower}[seat] for seat in "abcd"}, turn=by)
    table.resolves(by, "flame_thrower+1").answers(by, "characters", *(f"{seat}-rey" for seat in order))
    assert [event["character"] for event in table.events("damage")] == [f"{seat}-rey" for seat in order]
    assert [event["character"] for event in table.events("defeated")] == [f"{seat}-rey" for seat in order]


def test_r27_damage_to_several_characters_of_one_player_goes_in_their_order() -> None:
    """R27: within a team the order is by set number: Jango Fett is 21, Han Solo 46."""
    table = position(
        a=player("rey", hand="aim"),
        b=player("han_solo jango_fett", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp"), turn="b",
    )  # fmt: skip
    table.resolves("b", "flame_thrower+1").answers("b", "characters", "a-rey", "b-han_solo", "b-jango_fett")
    hit = [event["character"] for event in table.events("damage")]
    assert hit == ["b-jango_fett", "b-han_solo", "a-rey"]


def test_damage_is_told_with_the_die_or_the_card_that_dealt_it() -> None:
    """The event names the die even if a special's text deals the damage."""
    table = position(
        a=player("rey*2", upgrades={"rey": "lightsaber"}, pool="rey+1=1md lightsaber+1=sp", hand="aim"),
        b=player("finn", hand="aim"),
    )
    table.resolves("a", "rey+1:b-finn")
    table.was_told("damage", character="b-finn", dealt=1, blocked=0, taken=1, by="a-rey+1").passes("b")
    table.resolves("a", "lightsaber+1").answers("a", "character", "b-finn")
    table.was_told("damage", character="b-finn", dealt=2, blocked=0, taken=2, by="a-lightsaber+1")


def test_damage_taken_counts_the_tokens_placed() -> None:
    """docs/protocol.md, `taken CARD N`: damage that a shield blocked is dealt but not taken."""
    table = position(
        a=player("qui_gon_jinn*2", pool="qui_gon_jinn+1=2md", hand="aim"),
        b=player("jango_fett^1", upgrades={"jango_fett": "hunker_down"}),
    )
    table.resolves("a", "qui_gon_jinn+1:b-jango_fett").asks("action", "b")
    table.was_told("triggers", seat="b", card="b-hunker_down", on="taken b-jango_fett 1")
    assert table.discard("b") == ["hunker_down"]
