"""Tests each game with real processes and a PostgreSQL server, through two kills; its record is checked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.emulator.people import crowd
from rules import GAMES
from storage.check import check
from storage.database import Database
from storage.dsn import Dsn
from tests.postgres import Server
from tests.wire import whole
from tests.wire.tables import most_requests
from tests.wire.test_whole_games import check_a_kill_between_two_moves, check_the_log, report

AT_MOST = 240.0
PRESSES = 25
"""Presses of the robots before each kill; the shortest game of two has forty decisions."""


@pytest.fixture
def dsn(server: Server) -> Iterator[Dsn]:
    fresh = server.fresh(template=None)
    yield fresh
    server.drop(fresh)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_kept_on_a_server_through_two_kills(
    game: str, dsn: Dsn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = GAMES[game].seats[0]
    world = whole.world_of((seats,))
    crowd.people(world)[1].close_dms()
    async with whole.evening(world, tmp_path, (seats,), AT_MOST, KRUPIER_DATABASE=dsn.url) as party:
        (table,) = party.tables
        await table.open(game=game)
        await party.play(PRESSES)
        await check_a_kill_between_two_moves(party)
        async with asyncio.TaskGroup() as group:
            group.create_task(party.play())
            group.create_task(party.killed_in_mid_play(PRESSES))
        record = await whole.the_end(table, game)
        with capsys.disabled():
            report(party, [record])
        assert len(table.spent()) <= most_requests(table, record)
    check_the_log(party.bot.log, party.discord.token, [record])
    assert [name for name in os.listdir(tmp_path) if "sqlite" in name] == [], "nothing is kept in a file"
    await check_what_the_server_keeps(dsn)


async def check_what_the_server_keeps(dsn: Dsn) -> None:
    """Checks that the server has one finished game whose record replays, and nothing unfinished."""
    assert [finding async for finding in check(dsn) if finding.trouble] == []
    async with Database.snapshot(dsn) as db:
        (game,) = await db.archive.with_a_winner()
        rows, flaw = await db.record.checked(game)
    assert rows
    assert flaw is None
