"""Tests the yellow supports, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 49 Millennium Falcon


def falcon(hand: str = "", discard: str = "") -> Table:
    return position(
        a=player("rey", supports="millennium_falcon", pool="millennium_falcon+1=sp", hand=hand, discard=discard),
        b=player("finn", pool="finn+1=1rd"),
    ).resolves("a", "millennium_falcon+1")


def test_049_millennium_falcon_plays_a_yellow_event_for_free() -> None:
    """Q26: keys of cards in the discard pile begin with `discard:`; the card is played as usual, with Ambush."""
    table = falcon("reversal aim millennium_falcon", "dont_get_cocky unpredictable block")
    table.offers("a", "reversal", "discard:dont_get_cocky", "discard:unpredictable")
    table.answers("a", "play", "discard:unpredictable").rolls("1r")
    assert table.discard("a") == ["dont_get_cocky", "block", "unpredictable"]
    table.asks("action", "a").about(extra=1)


def test_049_millennium_falcon_must_play_what_it_can_out_of_the_pile() -> None:
    """The play is compulsory: with an empty hand and only one option it happens without a question."""
    table = falcon("", "dont_get_cocky").asks("action", "b")
    assert (len(table.hand("a")), len(table.hand("b"))) == (2, 2)
    assert table.discard("a") == ["dont_get_cocky"]


def test_049_millennium_falcon_with_nothing_playable_asks_if_there_is_a_hand() -> None:
    """Q26: a player with cards in hand is asked even if none can be played."""
    falcon("aim", "block").offers("a", "done").answers("a", "play", "done").asks("action", "b")
    falcon("", "block").asks("action", "b")


# 64 Black Market


def market(hand: str, deck: str, resources: int = 0) -> Table:
    return position(
        a=player("finn rey", supports="black_market", pool="black_market+1=sp", hand=hand, deck=deck,
                 resources=resources),
        b=player("hired_gun"),
    ).resolves("a", "black_market+1")  # fmt: skip


def test_064_black_market_draws_two_and_may_play_an_upgrade_for_one_less() -> None:
    table = market("aim", "comlink datapad block", 1)
    table.offers(
        "a", "comlink:a-rey", "comlink:a-finn", "datapad:a-rey", "datapad:a-finn", "done"
    ).answers("a", "play", "comlink:a-finn").asks("action", "b")  # fmt: skip
    assert (table.upgrades("a-finn"), table.resources("a")) == (["a-comlink"], 0)
    assert (table.hand("a"), table.deck("a")) == (["aim", "datapad"], ["block"])


def test_064_black_market_may_play_none_and_asks_though_nothing_fits() -> None:
    """The player may decline, and is asked even if no card fits, because onlookers do not see the hand."""
    table = market("", "comlink datapad").offers("a", "datapad:a-rey", "datapad:a-finn", "done")
    assert table.answers("a", "play", "done").asks("action", "b").upgrades("a-finn") == []
    market("", "aim block").offers("a", "done").answers("a", "play", "done").asks("action", "b")


def test_064_black_market_offers_the_play_though_nothing_was_drawn() -> None:
    """Q75: the play is offered even if no card was drawn."""
    table = market("datapad", "").answers("a", "play", "datapad:a-rey")
    assert table.upgrades("a-rey") == ["a-datapad"]
    market("", "").asks("action", "b")


def test_064_black_market_pays_an_upgrade_on_rey_like_any() -> None:
    """D223: an upgrade that is played on Rey grants an action, also with Black Market's discount."""
    table = market("datapad aim", "").answers("a", "play", "datapad:a-rey").asks("action", "a")
    table.about(extra=1)
