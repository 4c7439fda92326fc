"""When anything was last done at a table, and tables that move to another channel."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage import BoardRow, ChannelBusy, NewGame, Store, WrongPhase
from storage.dsn import Place

START = datetime(2026, 11, 22, tzinfo=UTC)


def lobby(channel: int) -> NewGame:
    return NewGame(1, channel, "mafia_city", 1, "cs", {}, None, None, "untimed", START, 3)


async def test_whoever_joins_and_whoever_pauses_moves_a_table(path: Place) -> None:
    async with Store.opened(path) as store:
        game = await store.create_game(lobby(5), bytes(32))
        assert await store.last_moved() == {game: START}
        await store.seat(game, 3, "Anna", joined=START + timedelta(days=1))
        assert await store.last_moved() == {game: START + timedelta(days=1)}
        await store.seat(game, 4, "Bert", joined=START)
        await store.start_game(game, 1, START + timedelta(days=2), options={})
        assert await store.last_moved() == {game: START + timedelta(days=2)}
        await store.set_paused(game, START + timedelta(days=3))
        assert await store.last_moved() == {game: START + timedelta(days=3)}
        await store.finish_game(game, "ended", None, START)
        assert await store.last_moved() == {}


async def test_tables_are_read_page_by_page(path: Place) -> None:
    async with Store.opened(path) as store:
        games = [await store.create_game(lobby(channel), bytes(32)) for channel in range(5)]
        await store.finish_game(games[1], "ended", None, START)
        assert [row.id for row in await store.unfinished(most=2)] == [games[0], games[2]]
        assert [row.id for row in await store.unfinished(games[2], 2)] == games[3:]
        assert await store.unfinished(games[4], 2) == []
        assert await store.last_moved(games[0], games[3]) == {games[2]: START, games[3]: START}


async def test_a_table_moves_to_a_free_channel_and_leaves_its_board(path: Place) -> None:
    async with Store.opened(path) as store:
        game, other = [await store.create_game(lobby(channel), bytes(32)) for channel in (5, 6)]
        await store.set_board(game, 5, 99, START)
        with pytest.raises(ChannelBusy):
            await store.move_game(game, 6)
        assert await store.board(game) == BoardRow(5, 99, START)
        await store.move_game(game, 7)
        assert (await store.game(game)).channel == 7
        assert await store.board(game) is None
        await store.finish_game(other, "ended", None, START)
        with pytest.raises(WrongPhase):
            await store.move_game(other, 8)
