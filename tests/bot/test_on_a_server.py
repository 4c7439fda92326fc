"""Tests the whole bot on PostgreSQL: restarts, a server that goes away, and the command line."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from bot.cli import main
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from storage.dsn import Dsn
from tests.bot.table import Evening
from tests.postgres import Server, apart

THREE = ("Anna", "Bert", "Cyril")


@pytest.fixture
def database(server: Server) -> Iterator[Dsn]:
    dsn = server.fresh(template=None)
    yield dsn
    server.drop(dsn)


async def pick(evening: Evening, name: str, panel: Seen) -> Outcome:
    """Selects the first answer that the panel offers, and returns the outcome."""
    select = panel.selects[0]
    return await evening.person(name).select(panel, select.custom_id, [select.options[0].value])


async def test_a_table_goes_on_in_another_life(database: Dsn) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        name, entries = evening.holder(game.waiting[0]), list(game.entries)
        await evening.press_board(name, "move")
        panel, board = evening.private(name), evening.board()
        await evening.restart()
        assert evening.board().id == board.id
        assert evening.game.entries == entries
        await pick(evening, name, panel)
        await evening.settled()
        assert len(evening.game.entries) == len(entries) + 1
        evening.clean()


async def test_a_press_is_refused_while_the_server_is_away_and_counts_afterwards(database: Dsn, server: Server) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, entries = evening.holder(evening.game.waiting[0]), list(evening.game.entries)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        server.stop(signal.SIGINT)
        try:
            refused = await pick(evening, name, panel)
            await evening.settled()
        finally:
            server.start()
        assert "postgresql" not in refused.text.casefold()
        assert refused.text
        assert len(await evening.bot.app.db.record.entries(1)) == len(entries)
        await evening.press_board(name, "move")
        await pick(evening, name, evening.private(name))
        await evening.settled()
        assert len(evening.game.entries) == len(entries) + 1


async def test_the_shell_lists_tables_and_has_one_closed(database: Dsn, capsys: pytest.CaptureFixture[str]) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        said: list[str] = []
        assert apart(_typed(["tables", "--database", database.url], said)) == 0
        assert said[0].startswith("table 1 · mafia_city · running · 3 people")
        assert apart(_typed(["close", "1", "--database", database.url], said)) == 1
        assert "No bot has closed table 1 yet" in said[-1]
        await evening.pass_time(1)
        assert (await evening.bot.app.db.games.get(1)).phase == "ended"
        assert await evening.bot.app.db.engine.close_requests() == []
        assert apart(_typed(["close", "1", "--database", database.url], said)) == 2
        assert "finished already" in capsys.readouterr().err
        assert apart(_typed(["close", "9", "--database", database.url], said)) == 2


async def _typed(arguments: list[str], said: list[str]) -> int:
    import asyncio  # noqa: PLC0415 - only here

    return await asyncio.to_thread(main, arguments, said.append, 0.0)
