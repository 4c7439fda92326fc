"""Tests that memory other than the tables is limited, and does not grow with the number of games."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from bot.tables import referee
from rules.errors import StaleNumber
from tests.bot.table import Evening
from tests.bot.tables.backend import Backend

THREE = ("Anna", "Bert", "Cyril")


@pytest.mark.parametrize("by", ["vote", "last one leaving", "operator"])
async def test_nothing_is_remembered_of_a_game_that_has_ended(database: Path, by: str) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        app, live = evening.bot.app, evening.live
        assert app.referee._latest
        match by:
            case "vote":
                await evening.end("Anna")
            case "last one leaving":
                for name in THREE:
                    await app.lobby.leave_running(live.id, evening.person(name).id)
            case _:
                await app.closing.finish(live.row, evening.now(), "Closed.")
        await evening.settled()
        assert (await app.db.games.get(live.id)).phase == "ended"
        assert not app.referee._latest


async def test_an_answer_is_remembered_for_a_moment_only(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        for _ in range(2):
            game = await backend.game(table)
            seat, number = game.waiting[0], game.number
            await backend.answers(table, seat, "keep")
            assert backend.referee.played(table, number, seat) is not None
            backend.moment += referee.ANSWER_TTL * 1.1
            assert backend.referee.played(table, number, seat) is None
            assert len(backend.referee._latest) == 0


async def test_a_table_has_a_lock_only_while_someone_holds_it_or_waits_for_it(database: Path) -> None:
    async with Backend.opened(database) as backend:
        tables = [await backend.open(channel=channel) for channel in range(500, 503)]
        for table in tables:
            await backend.referee.start(table, 1001)
            with pytest.raises(StaleNumber):
                await backend.referee.play(table, 99, 1001, ("keep",))
        async with backend.tables.held(tables[0]):
            assert backend.tables.peek(tables[0]) is None
            assert list(backend.tables._locks) == tables[:1]
        gc.collect()
        assert list(backend.tables._locks) == []
        assert backend.tables.peek(tables[0]) is not None
