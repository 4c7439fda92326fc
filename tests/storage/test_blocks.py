"""Tests block lists: each user sees only their own, and a block keeps both users apart."""

from __future__ import annotations

import pytest

from storage import Database, TooManyBlocks
from storage.blocks import MAX_BLOCKS
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, REFUSED, raw


async def test_a_block_keeps_both_apart_and_only_its_owner_lists_it(db: Database) -> None:
    await db.blocks.add(ANNA, BERT)
    await db.blocks.add(ANNA, BERT)
    assert await db.blocks.of(ANNA) == [BERT]
    assert await db.blocks.of(BERT) == []
    assert await db.blocks.apart(ANNA) == {BERT}
    assert await db.blocks.apart(BERT) == {ANNA}
    assert await db.blocks.apart(CYRIL) == frozenset()


async def test_a_block_ends_for_its_owner_and_the_other_one_stays(db: Database) -> None:
    await db.blocks.add(ANNA, BERT)
    await db.blocks.add(BERT, ANNA)
    await db.blocks.remove(ANNA, BERT)
    await db.blocks.remove(ANNA, BERT)
    assert await db.blocks.of(ANNA) == []
    assert await db.blocks.apart(ANNA) == {BERT}


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
