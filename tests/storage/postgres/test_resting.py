"""A table that rests, where several processes may post what follows its board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Store
from storage.rows import Showing
from tests.storage.table import NOON, minutes
from tests.storage.test_resting import resting


@pytest.mark.parametrize("taken", [True, False])
async def test_a_board_that_somebody_claims_wakes_its_table_though_nothing_is_posted(store: Store, taken: bool) -> None:
    game = await resting(store)
    left = await store.board(game)
    assert left is not None
    known = left if taken else replace(left, posted=NOON + minutes(1))
    assert await store.claim_board(game, known, NOON + minutes(5)) is taken
    assert (game in await store.resting("this")) is not taken


async def test_what_a_board_shows_is_noted_and_its_table_sleeps_on(store: Store) -> None:
    game = await resting(store)
    await store.set_showing([Showing(game, 9001, "a digest", "a mark")])
    assert game in await store.resting("this")
