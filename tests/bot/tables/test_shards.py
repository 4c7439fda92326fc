"""Tests that each table belongs to the process with its server's shard."""

from __future__ import annotations

from bot.tables.shards import Shards
from storage.shards import EVERYTHING, Served, shard_of

GUILD = (25 << 22) + 3


def test_a_server_belongs_to_one_shard_and_no_server_to_shard_0() -> None:
    assert shard_of(GUILD, 1) == 0
    assert shard_of(GUILD, 16) == 9
    assert shard_of(None, 16) == 0


def test_a_single_process_owns_everything() -> None:
    shards = Shards()
    assert shards.owns(GUILD)
    assert shards.owns(None)
    shards.alone(16)
    assert shards.held == frozenset(range(16))
    assert shards.owns(GUILD)


def test_a_process_owns_the_servers_of_its_shards() -> None:
    shards = Shards()
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
    shards = Shards()
    assert not shards.others
    shards.share(2, [1])
    assert shards.others
    shards.gain(0)
    assert not shards.others


def test_each_change_is_published_once_after_it_has_happened() -> None:
    shards, told = Shards(), list[tuple[str, int, bool]]()
    shards.share(4, [1])
    shards.listen(gained=lambda shard: told.append(("gained", shard, shard in shards.held)))
    shards.listen(lost=lambda shard: told.append(("lost", shard, shard in shards.held)))
    for _ in range(2):
        shards.gain(2)
    for _ in range(2):
        shards.lose(1)
    shards.lose_all()
    assert told == [("gained", 2, True), ("lost", 1, False), ("lost", 2, False)]
    assert not shards.held


def test_a_listener_that_fails_keeps_no_other_from_being_told() -> None:
    shards, told = Shards(), list[int]()

    def fails(_shard: int) -> None:
        raise ValueError

    shards.share(2, [0, 1])
    shards.listen(lost=fails)
    shards.listen(lost=told.append)
    shards.lose_all()
    assert told == [0, 1]


def test_a_process_without_claims_owns_nothing_even_if_it_was_the_only_one() -> None:
    shards = Shards()
    shards.alone(2)
    shards.lose_all()
    assert not shards.owns(GUILD)
    assert not shards.owns(None)


def test_shards_count_as_held_only_while_the_claims_are_certain() -> None:
    shards, relied_on = Shards(), True
    assert shards.valid
    shards.share(2)
    assert not shards.valid
    shards.lease = lambda: relied_on
    shards.gain(0)
    assert shards.valid
    assert shards.owns(None)
    relied_on = False
    assert not shards.valid
    assert not shards.owns(None)


def test_the_store_is_told_what_is_served() -> None:
    shards = Shards()
    shards.alone(4)
    assert shards.served == EVERYTHING
    shards.share(4, [2])
    assert shards.served == Served(4, frozenset({2}))
    shards.lose_all()
    assert not shards.served.shards
