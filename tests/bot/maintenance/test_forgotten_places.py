"""Tests that a table which ends where it cannot be shown leaves the memory like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.play.board_states import NOTED_EVERY
from storage import MessageRow, PostSlot
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.faults.memory import forgotten

THREE = ("Anna", "Bert", "Cyril")


async def test_of_a_lobby_whose_channel_is_deleted_nothing_is_kept(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        app, table = evening.bot.app, evening.table
        moderation.delete_channel(evening.world, evening.channel)
        await evening.noticed(lambda: table not in app.publisher.boards and table not in app.hands._messages)
        assert (await app.db.games.get(table)).phase == "ended"
        assert await forgotten(app) == {}


@pytest.mark.parametrize("how", ["gone", "forbidden", "lost"])
async def test_of_a_game_that_ends_unseen_nothing_is_kept(
    database: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.reconciler.QUICK_PAUSE", 0.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        app, table = evening.bot.app, evening.table
        app.publisher.boards.of(table).tokens.clear()
        if how == "gone":
            moderation.delete_channel(evening.world, evening.channel)
        elif how == "forbidden":
            moderation.forbid(evening.world, evening.channel, "view_channel")
        else:
            evening.world.faults.demand(503, on="/channels", times=100)
        await evening.settled()
        await app.closing.finish(await app.db.games.get(table), app.now(), "closed")
        await evening.settled()
        assert (await app.db.games.get(table)).phase == "ended"
        assert await forgotten(app) == {}


async def test_of_a_table_that_is_over_nothing_is_kept_though_an_old_board_of_it_is_closed(
    database: Path,
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        app, table = evening.bot.app, evening.table
        await evening.slash("Bert", "game board")
        await evening.pass_time(NOTED_EVERY.total_seconds())
        await app.closing.finish(await app.db.games.get(table), app.now(), "closed")
        await evening.settled()
        assert await forgotten(app) == {}
        board = await app.db.messages.get(PostSlot("board", table))
        assert board is not None
        assert board.about
        await app.publisher.old_boards.close(MessageRow(PostSlot("board", table), evening.channel.id, old.id))
        assert await forgotten(app) == {}
