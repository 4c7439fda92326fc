"""Tests the gray supports, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 18 Speeder Bike Scout


def scout(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("bala_tik", supports="speeder_bike_scout", pool=f"speeder_bike_scout+1=sp {a_pool}"),
        b=player("finn", pool=b_pool),
    ).resolves("a", "speeder_bike_scout+1")


def test_018_speeder_bike_scout_removes_a_die_and_grants_an_action() -> None:
    table = (
        scout("finn+1=blank", "bala_tik+1=1r").offers("a", "b-finn+1", "a-bala_tik+1").answers("a", "die", "b-finn+1")
    )
    assert table.pool("b") == {}
    table.asks("action", "a").about(extra=1).resolves("a", "bala_tik+1").asks("action", "b")


def test_018_speeder_bike_scout_must_take_an_own_die_and_acts_without_one_too() -> None:
    """D121, R26: an own die other than the resolved one must be removed; without one the action is granted anyway."""
    assert scout("", "bala_tik+1=1r").asks("action", "a").pool("a") == {}
    scout("").asks("action", "a").about(extra=1)


# 43 BB-8


def bb_8(pool: str) -> Table:
    return position(
        a=player("rey*2", supports="bb_8", pool=f"bb_8+1=sp {pool}"), b=player("finn", pool="finn+1=1rd")
    ).resolves("a", "bb_8+1")


def test_043_bb_8_rolls_itself_and_another_own_die_again() -> None:
    """BB-8's special rolls its own die and another own die again; R2: it works once per round."""
    table = bb_8("rey+1=1md rey+2=1dc").about(source="a-bb_8").offers("a", "a-rey+1", "a-rey+2")
    table.answers("a", "die", "a-rey+2").rolls("sp", "1r").asks("action", "b")
    assert table.pool("a") == {"a-bb_8+1": "sp", "a-rey+1": "1md", "a-rey+2": "1r"}
    table.passes("b")
    assert not table.allows("a", "resolve:a-bb_8+1")
    assert table.allows("a", "resolve:a-rey+2")


def test_043_bb_8_without_another_own_die_rolls_only_its_own() -> None:
    assert bb_8("").rolls("1f").asks("action", "b").pool("a") == {"a-bb_8+1": "1f"}


def test_043_bb_8_and_the_other_are_rolled_in_the_order_of_the_pool() -> None:
    """Q85: both dice are rolled in the order of the pool."""
    table = position(a=player("rey", supports="bb_8", pool="rey+1=1md bb_8+1=sp"), b=player("finn"))
    table.resolves("a", "bb_8+1").about(die="a-rey+1", why="reroll").rolls("1dc")
    table.about(die="a-bb_8+1", why="reroll").rolls("1f")
    assert table.pool("a") == {"a-rey+1": "1dc", "a-bb_8+1": "1f"}


def test_043_bb_8_is_unique() -> None:
    """D3: a unique card cannot be played while its player has a copy in play."""
    table = position(a=player("rey", supports="bb_8", hand="bb_8", resources=1), b=player("finn"))
    assert not table.allows("a", "play:bb_8")
