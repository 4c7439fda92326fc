"""Tests the last activity of tables, and tables that move to another channel."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage import ChannelBusy, Database, NewGame, PostSlot, WrongPhase
from storage.dsn import Place
from tests.storage.table import board

START = datetime(2026, 11, 22, tzinfo=UTC)


def lobby(channel: int) -> NewGame:
    return NewGame(1, channel, "mafia_city", 1, "cs", {}, None, None, "untimed", START, 3)


async def test_anyone_who_joins_and_anyone_who_pauses_moves_a_table(path: Place) -> None:
    async with Database.opened(path) as db:
        game = await db.tables.open(lobby(5), bytes(32))
        assert await db.games.last_moved() == {game: START}
        await db.seats.add(game, 3, "Anna", joined=START + timedelta(days=1))
        assert await db.games.last_moved() == {game: START + timedelta(days=1)}
        await db.seats.add(game, 4, "Bert", joined=START)
        await db.tables.start(game, 1, START + timedelta(days=2), options={})
        assert await db.games.last_moved() == {game: START + timedelta(days=2)}
        await db.deadlines.pause(game, START + timedelta(days=3))
        assert await db.games.last_moved() == {game: START + timedelta(days=3)}
        await db.tables.finish(game, "ended", None, START)
        assert await db.games.last_moved() == {}


async def test_tables_are_read_page_by_page(path: Place) -> None:
    async with Database.opened(path) as db:
        games = [await db.tables.open(lobby(channel), bytes(32)) for channel in range(5)]
        await db.tables.finish(games[1], "ended", None, START)
        assert [row.id for row in await db.games.unfinished(most=2)] == [games[0], games[2]]
        assert [row.id for row in await db.games.unfinished(games[2], 2)] == games[3:]
        assert await db.games.unfinished(games[4], 2) == []
        assert await db.games.last_moved(games[0], games[3]) == {games[2]: START, games[3]: START}


async def test_a_table_moves_to_a_free_channel_and_leaves_its_board(path: Place) -> None:
    async with Database.opened(path) as db:
        game, other = [await db.tables.open(lobby(channel), bytes(32)) for channel in (5, 6)]
        await db.messages.put(board(game, 5, 99, START), posted=True)
        with pytest.raises(ChannelBusy):
            await db.tables.move(game, 6)
        assert await db.messages.get(PostSlot("board", game)) == board(game, 5, 99, START)
        await db.tables.move(game, 7)
        assert (await db.games.get(game)).channel == 7
        assert await db.messages.get(PostSlot("board", game)) is None
        await db.tables.finish(other, "ended", None, START)
        with pytest.raises(WrongPhase):
            await db.tables.move(other, 8)
