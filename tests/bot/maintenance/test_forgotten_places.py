"""A table that ends where it cannot be shown is kept in memory no longer than any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.world import acts
from bot.messages.keepers import NOTED_EVERY
from storage import OldBoard
from tests.bot.table import Evening
from tests.faults.memory import forgotten

THREE = ("Anna", "Bert", "Cyril")


async def test_of_a_lobby_whose_channel_is_deleted_nothing_is_kept(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        app, table = evening.bot.app, evening.table
        acts.delete_channel(evening.world, evening.channel)
        await evening.noticed(lambda: table not in app.publisher.keepers and table not in app.hands._keepers)
        assert (await app.store.game(table)).phase == "ended"
        assert await forgotten(app) == {}


@pytest.mark.parametrize("how", ["gone", "forbidden", "lost"])
async def test_of_a_game_that_ends_unseen_nothing_is_kept(
    database: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.board.WAIT", 0.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        app, table = evening.bot.app, evening.table
        app.publisher.keepers.of(table).handles.clear()
        if how == "gone":
            acts.delete_channel(evening.world, evening.channel)
        elif how == "forbidden":
            acts.forbid(evening.world, evening.channel, "view_channel")
        else:
            evening.world.faults.demand(503, on="/channels", times=100)
        await evening.settled()
        await app.closing.finish(await app.store.game(table), app.now(), "closed")
        await evening.settled()
        assert (await app.store.game(table)).phase == "ended"
        assert await forgotten(app) == {}


async def test_of_a_table_that_is_over_nothing_is_kept_though_an_old_board_of_it_is_closed(
    database: Path,
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        app, table = evening.bot.app, evening.table
        await evening.slash("Bert", "game board")
        await evening.pass_time(NOTED_EVERY.total_seconds())
        await app.closing.finish(await app.store.game(table), app.now(), "closed")
        await evening.settled()
        assert await forgotten(app) == {}
        board = await app.store.board(table)
        assert board is not None
        assert board.mark
        await app.publisher.close(OldBoard(table, evening.channel.id, old.id))
        assert await forgotten(app) == {}
