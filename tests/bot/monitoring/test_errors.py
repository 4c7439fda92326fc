"""Tests that every failure is counted, and that the log names its table and decision."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.maintenance.startup import Startup
from bot.monitoring.log_context import about, again, of, present
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from storage.deadlines import Deadlines
from storage.errors import DiskTrouble
from tests.bot.monitoring.conftest import SetUp
from tests.bot.monitoring.figures import errors, figure, since
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
SAID = "what nobody may read"


async def breaks(*_args: Any, **_named: Any) -> Any:
    raise AttributeError(SAID)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Returns the JSON log lines of level ERROR on standard error since the last call."""
    found = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    return [line for line in found if line["level"] == "ERROR"]


def test_errors_are_counted_by_their_room_and_nothing_else_is(logged: SetUp) -> None:
    logged(False)
    for name, room in (
        ("bot.tables.clock", "bot.tables"), ("bot.app", "bot.app"), ("storage.repository", "storage"),
        ("rules", "rules"), ("discord.client", "discord"), ("asyncio", "elsewhere"), ("bot.tablesalt", "elsewhere"),
    ):  # fmt: skip
        before, log = errors(), logging.getLogger(name)
        log.info("a word")
        log.warning("a warning")
        assert since(before) == {}
        log.error("an error")
        assert since(before) == {room: 1}, name
        log.critical("another")
        assert since(before) == {room: 2}, name


async def test_errors_outside_presses_are_counted(
    database: Path, logged: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged(True)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before, refused = errors(), figure("krupier_refused_answers_total", kind="AttributeError")
        with monkeypatch.context() as broken:
            broken.setattr(Referee, "clock", breaks)
            await evening.pass_time(91)
        assert since(before) == {"bot.tables": 1}
        evening.bot.app.background.run(breaks(), "a reminder")
        await evening.settled()
        assert since(before) == {"bot.tables": 1, "bot.background": 1}
        await evening.stop()
        with monkeypatch.context() as broken:
            broken.setattr(Startup, "_wake_table", breaks)
            await evening.start()
        assert since(before) == {"bot.tables": 1, "bot.background": 1, "bot.maintenance": 1}
        assert figure("krupier_refused_answers_total", kind="AttributeError") == refused


async def second_table(evening: Evening) -> tuple[int, int]:
    """Starts another game in the second channel; returns the table's number and that of its decision."""
    outcome = await evening.slash("Bert", "game new", channel=evening.world.channel("table-2"), game="mafia_city")
    for name, verb in (("Anna", "join"), ("Cyril", "join"), ("Bert", "start")):
        assert outcome.message is not None
        await evening.press(name, outcome.message, evening.part(outcome.message, verb))
    return evening.table, evening.game.number


async def test_two_presses_that_fail_at_once_each_log_their_own_table_and_decision(
    database: Path, logged: SetUp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logged(True)
    both = asyncio.Barrier(2)

    async def breaks_together(*args: Any, **named: Any) -> None:
        async with asyncio.timeout(10):
            await both.wait()
        await breaks(*args, **named)

    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await evening.sit_down()
        first, second = (evening.table, evening.game.number), await second_table(evening)
        assert first[1] != second[1]
        assert lines(capsys) == []
        before, refused = errors(), figure("krupier_refused_answers_total", kind="AttributeError")
        monkeypatch.setattr(Deadlines, "pause", breaks_together)
        other = evening.world.channel("table-2")
        await asyncio.gather(evening.slash("Anna", "game pause"), evening.slash("Anna", "game pause", channel=other))
        assert since(before) == {"bot.gateway": 2}
        assert figure("krupier_refused_answers_total", kind="AttributeError") == refused + 2
    found = [line for line in lines(capsys) if line["message"] == "an interaction failed"]
    assert SAID not in json.dumps(found)
    assert sorted((line["game"], line["decision"]) for line in found) == [first, second]
    assert all("AttributeError" in line["error"] for line in found)


async def test_a_press_that_the_store_refuses_logs_its_table(
    database: Path, logged: SetUp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def full(*_args: Any, **_named: Any) -> None:
        raise DiskTrouble(database, "full")

    logged(False)
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await evening.sit_down()
        about_it = f"[table {evening.table}, decision {evening.game.number}]"
        refused = figure("krupier_refused_answers_total", kind="DiskTrouble")
        monkeypatch.setattr(Deadlines, "pause", full)
        await evening.slash("Anna", "game pause")
        assert figure("krupier_refused_answers_total", kind="DiskTrouble") == refused + 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "the database cannot be used" in line]
    assert line.endswith(about_it)


async def test_a_press_that_fails_before_its_table_is_loaded_logs_the_buttons_table(
    database: Path, logged: SetUp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logged(True)
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        await evening.sit_down()
        await second_table(evening)
        board = evening.board()
        pressed = evening.part(board, "hand")
        with monkeypatch.context() as broken:
            broken.setattr(Tables, "at_hand", breaks)
            broken.setattr(Tables, "get", breaks)
            await evening.press("Anna", board, pressed)
    found = [line for line in lines(capsys) if line["message"] == "an interaction failed"]
    assert SAID not in json.dumps(found)
    assert [line["game"] for line in found] == [int(pressed.split(":")[1])]


def test_an_error_keeps_the_innermost_table_that_it_has_left() -> None:
    with pytest.raises(ValueError, match="x") as failed, about(3), about(7, 12):
        raise ValueError("x")
    assert of(failed.value) == (7, 12)
    with again(failed.value):
        assert present() == (7, 12)
    assert present() is None
    with about(5), again(ValueError("about none")):
        assert present() == (5, None)
