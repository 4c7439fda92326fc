"""Tests both forms of the log: neither has a token, and both have the numbers of table and decision."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import __main__, run
from bot.monitoring.log_context import about
from bot.monitoring.logs import failed_unnoticed
from storage.errors import DiskTrouble
from tests.bot.monitoring.conftest import SetUp
from tests.bot.table import Evening


def _fails() -> None:
    raise ValueError("/interactions/5/c2VjcmV0/callback")


def said(capsys: pytest.CaptureFixture[str], logged: SetUp, *, structured: bool) -> list[str]:
    """Logs a line about a table, one about none, and an error at a table; returns the lines of the log."""
    logged(structured)
    log = logging.getLogger("bot.somewhere")
    with about(7, 12):
        log.info("POST https://discord.test/api/v10/webhooks/123/c2VjcmV0/messages")
    log.warning("about none")
    try:
        with about(8, 3):
            _fails()
    except ValueError:
        log.exception("it failed")
    return capsys.readouterr().err.splitlines()


def test_text_ends_with_table_and_decision(capsys: pytest.CaptureFixture[str], logged: SetUp) -> None:
    lines = said(capsys, logged, structured=False)
    assert lines[0].endswith(
        "INFO bot.somewhere: POST https://discord.test/api/v10/webhooks/123/.../messages [table 7, decision 12]"
    )
    assert lines[1].endswith("WARNING bot.somewhere: about none")
    assert "c2VjcmV0" not in "\n".join(lines)


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str], logged: SetUp) -> None:
    first, second, third = (json.loads(line) for line in said(capsys, logged, structured=True))
    assert (first["game"], first["decision"], first["level"]) == (7, 12, "INFO")
    assert first["message"] == "POST https://discord.test/api/v10/webhooks/123/.../messages"
    assert "game" not in second
    assert (third["game"], third["decision"]) == (8, 3)
    assert third["error"].endswith("\nValueError")
    assert "in _fails" in third["error"]
    assert "c2VjcmV0" not in json.dumps([first, second, third])


@pytest.mark.parametrize("structured", [False, True])
async def test_a_press_that_fails_is_logged_with_its_table_and_decision(
    structured: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    logged: SetUp,
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    async with Evening.of("Anna", "Bert", "Cyril", database=tmp_path / "krupier.sqlite3") as evening:
        await evening.sit_down()
        name, table, number = evening.holder(evening.game.waiting[0]), evening.table, evening.game.number
        await evening.press_board(name, "move")
        said(capsys, logged, structured=structured)
        monkeypatch.setattr(evening.bot.app.db.record, "append", broken)
        await evening.press(name, evening.private(name), Evening.part(evening.private(name), "do"))
        (line,) = [line for line in capsys.readouterr().err.splitlines() if "broken" in line or "failed" in line][:1]
    if structured:
        told = json.loads(line)
        assert (told["game"], told["decision"]) == (table, number)
    else:
        assert line.endswith(f"[table {table}, decision {number}]")


TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE." + "x" * 38


def test_strings_like_a_bot_token_are_removed_from_the_log(capsys: pytest.CaptureFixture[str], logged: SetUp) -> None:
    for structured in (False, True):
        said(capsys, logged, structured=structured)
        error = RuntimeError(f"Authorization: Bot {TOKEN}")
        logging.getLogger("bot.somewhere").error("refused with %s", TOKEN, exc_info=error)
        told = capsys.readouterr().err
        assert TOKEN not in told
        assert "refused with ..." in told


CARD = "police_chief-hat"
"""A player's card, in the texts of the errors about it."""


def _missed(how: str) -> BaseException:
    """Returns an error whose text, or that of its cause, contains a player's card."""
    try:
        _fails_so(how)
    except BaseException as error:
        return error
    raise AssertionError(how)


def _fails_so(how: str) -> None:
    if how == "alone":
        raise KeyError(CARD)
    if how == "in a group":
        raise ExceptionGroup("both", [KeyError(CARD), ValueError(CARD)])
    try:
        _fails_so("alone")
    except KeyError as first:
        if how == "because of it":
            raise DiskTrouble("here", "no room") from first
        if how == "repeated by a library":
            raise discord.app_commands.CommandInvokeError(_command(), first) from first
        raise RuntimeError(CARD)  # noqa: B904 - Python notes what was being handled


def _command() -> discord.app_commands.Command[Any, ..., Any]:
    async def hand(_interaction: discord.Interaction) -> None: ...

    return discord.app_commands.Command(name="hand", description="a hand", callback=hand)


@pytest.mark.parametrize("how", ["alone", "in a group", "because of it", "meanwhile", "repeated by a library"])
@pytest.mark.parametrize("structured", [False, True])
def test_an_errors_own_words_are_no_part_of_the_log(
    how: str, structured: bool, capsys: pytest.CaptureFixture[str], logged: SetUp
) -> None:
    logged(structured)
    for name in ("bot.somewhere", "discord.client", "asyncio"):
        logging.getLogger(name).error("it failed", exc_info=_missed(how))
    told = capsys.readouterr().err
    assert told.count("it failed") == 3
    assert CARD not in told
    assert ("KeyError" in told) or how == "repeated by a library"
    assert "in _missed" in told


def test_words_that_are_made_for_operators_are(capsys: pytest.CaptureFixture[str], logged: SetUp) -> None:
    logged(False)
    logging.getLogger("bot").error("it failed", exc_info=_missed("because of it"))
    told = capsys.readouterr().err
    assert "storage.errors.DiskTrouble: here could not be written (no room)" in told
    assert "direct cause" in told


async def test_an_error_of_a_background_task_is_logged_without_its_task(
    capsys: pytest.CaptureFixture[str], logged: SetUp
) -> None:
    logged(False)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(failed_unnoticed)
    loop.call_soon(_fails_with, CARD)
    task = loop.create_task(asyncio.sleep(0), name=CARD)
    loop.call_exception_handler({"message": "never retrieved", "exception": _missed("alone"), "future": task})
    await task
    told = capsys.readouterr().err
    assert "never retrieved" in told
    assert "Exception in callback _fails_with" in told
    assert "KeyError" in told
    assert CARD not in told


def _fails_with(_card: str) -> None:
    _fails_so("alone")


def test_a_fatal_error_is_logged_without_its_arguments(
    capsys: pytest.CaptureFixture[str], logged: SetUp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    logged(False)

    def fails(_settings: object) -> None:
        raise _missed("alone")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(run, "run", fails)
    assert __main__.main() == 1
    told = capsys.readouterr().err
    assert "the bot has failed" in told
    assert "KeyError" in told
    assert CARD not in told
