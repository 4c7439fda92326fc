"""Tests that a claimed board wakes its sleeping table, and that storing what a board shows does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Database, PostSlot
from tests.storage.table import NOON, board, minutes
from tests.storage.test_warm_start import resting


@pytest.mark.parametrize("taken", [True, False])
async def test_a_board_that_someone_claims_wakes_its_table_though_nothing_is_posted(db: Database, taken: bool) -> None:
    game = await resting(db)
    left = await db.messages.get(PostSlot("board", game))
    assert left is not None
    known = left if taken else replace(left, posted=NOON + minutes(1))
    assert await db.messages.claim(known, NOON + minutes(5)) is taken
    assert (game in await db.messages.resting("this")) is not taken


async def test_storing_a_boards_state_does_not_load_its_table(db: Database) -> None:
    game = await resting(db)
    await db.messages.set_shown([board(game, 0, 9001, fingerprint="a digest", about="a mark")])
    assert game in await db.messages.resting("this")
