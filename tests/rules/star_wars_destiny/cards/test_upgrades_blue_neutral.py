"""Tests the neutral blue upgrades, in the order of their set numbers."""

from __future__ import annotations

from ..table import Table, player, position

# 57 Force Throw


def throw(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("rey", upgrades={"rey": "force_throw"}, pool=f"force_throw+1=sp {a_pool}"),
        b=player("finn hired_gun", pool=b_pool),
    ).resolves("a", "force_throw+1")


def test_057_force_throw_removes_a_die_and_deals_its_value() -> None:
    table = throw("hired_gun+1=3rd1 finn+1=1r", "rey+1=+2md").offers("a", "b-hired_gun+1", "b-finn+1", "a-rey+1")
    table.answers("a", "die", "b-hired_gun+1").offers("a", "b-finn", "b-hired_gun", "a-rey")
    table.answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("b")) == (3, {"b-finn+1": "1r"})


def test_057_force_throw_takes_a_modifier_for_its_number() -> None:
    table = throw("", "rey+1=+2md").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.pool("a")) == (2, {})


def test_057_force_throw_of_a_blank_asks_for_no_character() -> None:
    table = throw("finn+1=blank").asks("action", "b")
    assert table.pool("b") == {}


def test_057_force_throw_without_another_die_does_nothing() -> None:
    """R26: the die that is being resolved cannot be chosen."""
    assert throw("").asks("action", "b").events("damage") == []


# 58 Force Training


def training() -> Table:
    return position(
        a=player("rey", upgrades={"rey": "force_training"}, pool="force_training+1=sp"), b=player("finn")
    ).resolves("a", "force_training+1").offers("a", "1", "2", "3")  # fmt: skip


def test_058_force_training_does_two_different_ones_of_three() -> None:
    """Q31: the second option is asked for after the first one is carried out."""
    table = training().answers("a", "either", "3").answers("a", "character", "a-rey")
    assert table.shields("a-rey") == 1
    table.offers("a", "1", "2").answers("a", "either", "1").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.resources("a")) == (1, 0)
    table = training().answers("a", "either", "2").offers("a", "1", "3").answers("a", "either", "3")
    assert table.resources("a") == 1


def test_058_force_training_is_played_on_anyone_if_its_player_has_blue() -> None:
    table = position(a=player("rey finn", hand="force_training", resources=2), b=player("hired_gun"))
    assert table.allows("a", "play:force_training:a-finn")
    table = position(a=player("han_solo", hand="force_training", resources=2), b=player("rey"))
    assert not table.allows("a", "play:force_training:a-han_solo")


# 59 Lightsaber


def test_059_lightsaber_deals_two_past_the_shields() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "lightsaber"}, pool="lightsaber+1=sp"), b=player("hired_gun^3")
    ).resolves("a", "lightsaber+1")  # fmt: skip
    table.offers("a", "b-hired_gun", "a-finn").answers("a", "character", "b-hired_gun")
    assert (table.damage("b-hired_gun"), table.shields("b-hired_gun")) == (2, 3)


def test_059_lightsaber_moves_on_when_its_bearer_falls_and_pushes_out_one_of_three() -> None:
    """D132: the upgrade that is discarded because of the limit is never the one that moves in."""
    table = (
        position(
            a=player("rey", pool="rey+1=1md"),
            b=player("finn/9 hired_gun", upgrades={"finn": "lightsaber", "hired_gun": "datapad comlink jetpack"}),
        )
        .resolves("a", "rey+1:b-finn")
        .answers("b", "character", "b-hired_gun")
    )
    table.offers("b", "b-datapad", "b-comlink", "b-jetpack").answers("b", "piece", "b-comlink")
    assert table.upgrades("b-hired_gun") == ["b-datapad", "b-jetpack", "b-lightsaber"]


# 60 Mind Probe


def probe(hand: str) -> Table:
    return position(
        a=player("rey", upgrades={"rey": "mind_probe"}, pool="mind_probe+1=sp"), b=player("finn^1 hired_gun", hand=hand)
    ).resolves("a", "mind_probe+1")


def test_060_mind_probe_deals_as_much_as_the_opponent_has_cards() -> None:
    table = probe("aim block dodge").offers("a", "b-finn", "b-hired_gun").answers("a", "character", "b-finn")
    assert table.asks("action", "b").damage("b-finn") == 2


def test_060_mind_probe_against_an_empty_hand_asks_nothing() -> None:
    probe("").asks("action", "b")


def test_060_mind_probe_says_which_opponent() -> None:
    """D203: the chosen opponent's hand and characters both count."""
    table = position(
        a=player("rey", upgrades={"rey": "mind_probe"}, pool="mind_probe+1=sp"),
        b=player("finn", hand="aim block"), c=player("han_solo", hand="aim"),
    ).resolves("a", "mind_probe+1").answers("a", "opponent", "c").asks("action", "b")  # fmt: skip
    assert (table.damage("b-finn"), table.damage("c-han_solo")) == (0, 1)
