"""Tests block lists: each user sees only their own, and a block keeps both users apart."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Final

import pytest

from storage import Database, TooManyBlocks, TournamentFull, seal
from storage.blocks import MAX_BLOCKS
from storage.dsn import Place
from storage.pseudonyms import is_pseudonym, pseudonyms
from tests.storage.table import ANNA, BERT, CYRIL, NOON, REFUSED, SEED, raw
from tests.storage.test_tournaments import NEW

KEY, OTHER_KEY = (urlsafe_b64encode(bytes([byte]) * 32).decode() for byte in (1, 2))


async def test_a_block_keeps_both_apart_and_only_its_owner_lists_it(db: Database) -> None:
    await db.blocks.add(ANNA, BERT)
    await db.blocks.add(ANNA, BERT)
    assert await db.blocks.of(ANNA) == [BERT]
    assert await db.blocks.of(BERT) == []
    assert set(await db.blocks.apart(ANNA)) == {BERT}
    assert set(await db.blocks.apart(BERT)) == {ANNA}
    assert set(await db.blocks.apart(CYRIL)) == set()


async def test_a_block_ends_for_its_owner_and_the_other_one_stays(db: Database) -> None:
    await db.blocks.add(ANNA, BERT)
    await db.blocks.add(BERT, ANNA)
    await db.blocks.remove(ANNA, BERT)
    await db.blocks.remove(ANNA, BERT)
    assert await db.blocks.of(ANNA) == []
    assert set(await db.blocks.apart(ANNA)) == {BERT}


async def test_a_list_has_a_limit_at_which_known_blocks_are_no_error(db: Database) -> None:
    for user in range(1, MAX_BLOCKS + 1):
        await db.blocks.add(ANNA, 5000 + user)
    with pytest.raises(TooManyBlocks):
        await db.blocks.add(ANNA, BERT)
    await db.blocks.add(ANNA, 5001)
    assert len(await db.blocks.of(ANNA)) == MAX_BLOCKS


async def test_no_one_blocks_themselves(db: Database, path: Place) -> None:
    with raw(path) as other, pytest.raises(REFUSED):
        other.execute("INSERT INTO blocks (user, blocked) VALUES (5, 5)")


# Forgotten users


@pytest.fixture
def keys() -> Iterator[None]:
    yield
    seal.install("")


KEYS: Final = [("", ""), ("", KEY), (KEY, f"{OTHER_KEY},{KEY}"), (KEY, KEY)]
"""The operator's keys when a user is forgotten, and when the user comes back."""


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize(("then", "later"), KEYS)
async def test_a_block_outlives_the_oblivion_of_the_blocked_user(
    db: Database, path: Place, then: str, later: str
) -> None:
    seal.install(then)
    await db.blocks.add(ANNA, BERT)
    await db.blocks.add(BERT, CYRIL)
    await db.privacy.forget(BERT, NOON)
    seal.install(later)
    (pseudonym,) = await db.blocks.of(ANNA)
    assert is_pseudonym(pseudonym)
    assert BERT in await db.blocks.apart(ANNA)
    assert BERT in await db.blocks.blocked_by(ANNA)
    assert ANNA in await db.blocks.apart(BERT)
    assert CYRIL not in await db.blocks.apart(ANNA)
    assert await db.blocks.of(BERT) == []
    assert set(await db.blocks.apart(CYRIL)) == set()
    await db.privacy.forget(BERT, NOON)
    assert len(await db.blocks.of(ANNA)) == 1
    await db.blocks.remove(ANNA, BERT)
    assert set(await db.blocks.apart(BERT)) == set()


async def test_a_block_of_a_user_who_came_back_is_one_pseudonym_after_the_next_oblivion(db: Database) -> None:
    for _ in range(2):
        await db.blocks.add(ANNA, BERT)
        await db.privacy.forget(BERT, NOON)
    assert len(await db.blocks.of(ANNA)) == 1


async def test_subscribers_and_tournaments_keep_a_forgotten_pair_apart(db: Database) -> None:
    await db.blocks.add(ANNA, BERT)
    await db.privacy.forget(BERT, NOON)
    await db.subscriptions.set(BERT, 7, ["some_game"])
    assert await db.subscriptions.to(7, "some_game", ANNA) == []
    assert await db.subscriptions.to(7, "some_game", CYRIL) == [BERT]
    tournament = await db.tournaments.create(NEW, SEED)
    await db.tournaments.enter(tournament, ANNA, "Anna")
    with pytest.raises(TournamentFull):
        await db.tournaments.enter(tournament, BERT, "Bert")


@pytest.mark.usefixtures("keys")
def test_the_pseudonym_depends_on_the_key_and_contains_no_id() -> None:
    found = dict[str, int]()
    for key in ("", KEY, OTHER_KEY):
        seal.install(key)
        found[key] = pseudonyms(BERT)[0]
    assert len(set(found.values())) == len(found)
    assert all(str(BERT) not in str(one) for one in found.values())
