"""Tests that each table belongs to the process with its server's shard."""

from __future__ import annotations

from bot.background import Background
from bot.services import Services
from bot.tables.bus import Bus
from bot.tables.events import ShardGained, ShardLost
from bot.tables.shards import Shards
from storage.shards import EVERYTHING, Served, shard_of

GUILD = (25 << 22) + 3


def of_a_process() -> Shards:
    """Returns the shards of a process in which nothing listens to their changes."""
    return Shards(Bus({}, Services(), Background()))


def test_a_server_belongs_to_one_shard_and_no_server_to_shard_0() -> None:
    assert shard_of(GUILD, 1) == 0
    assert shard_of(GUILD, 16) == 9
    assert shard_of(None, 16) == 0


def test_a_single_process_owns_everything() -> None:
    shards = of_a_process()
    assert shards.owns(GUILD)
    assert shards.owns(None)
    shards.alone(16)
    assert shards.held == frozenset(range(16))
    assert shards.owns(GUILD)


def test_a_process_owns_the_servers_of_its_shards() -> None:
    shards = of_a_process()
    shards.share(16, [3])
    assert not shards.owns(GUILD)
    assert not shards.owns(None)
    shards.gain(9)
    shards.gain(0)
    assert shards.owns(GUILD)
    assert shards.owns(None)
    shards.lose(9)
    assert not shards.owns(GUILD)
    assert shards.held == {0, 3}


def test_a_process_with_all_shards_sends_no_notifications() -> None:
    shards = of_a_process()
    assert not shards.others
    shards.share(2, [1])
    assert shards.others
    shards.gain(0)
    assert not shards.others


def test_each_change_is_published_once_after_it_has_happened() -> None:
    told = list[tuple[str, int, bool]]()

    def noted(event: ShardGained | ShardLost) -> None:
        told.append((type(event).__name__, event.shard, event.shard in shards.held))

    shards = Shards(Bus({ShardGained: [noted], ShardLost: [noted]}, Services(), Background()))
    shards.share(4, [1])
    for _ in range(2):
        shards.gain(2)
    for _ in range(2):
        shards.lose(1)
    shards.lose_all()
    assert told == [("ShardGained", 2, True), ("ShardLost", 1, False), ("ShardLost", 2, False)]
    assert not shards.held


def test_a_process_without_claims_owns_nothing_even_if_it_was_the_only_one() -> None:
    shards = of_a_process()
    shards.alone(2)
    shards.lose_all()
    assert not shards.owns(GUILD)
    assert not shards.owns(None)


def test_shards_count_as_held_only_while_the_claims_are_certain() -> None:
    shards, relied_on = of_a_process(), True
    assert shards.valid
    shards.share(2, lease=lambda: relied_on)
    assert not shards.valid
    shards.gain(0)
    assert shards.valid
    assert shards.owns(None)
    relied_on = False
    assert not shards.valid
    assert not shards.owns(None)


def test_the_store_is_told_what_is_served() -> None:
    shards = of_a_process()
    shards.alone(4)
    assert shards.served == EVERYTHING
    shards.share(4, [2])
    assert shards.served == Served(4, frozenset({2}))
    shards.lose_all()
    assert not shards.served.shards
