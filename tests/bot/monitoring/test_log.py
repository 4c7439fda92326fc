"""The log in its two forms: no token in either, and the numbers of table and decision where work is about one."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from bot.monitoring.about import about
from tests.bot.monitoring.conftest import SetUp
from tests.bot.table import Evening


def _fails() -> None:
    raise ValueError("/interactions/5/c2VjcmV0/callback")


def said(capsys: pytest.CaptureFixture[str], logged: SetUp, *, structured: bool) -> list[str]:
    """What stands on standard error after one line about a table, one about none, and an error."""
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
    assert "ValueError: /interactions/5/.../callback" in third["error"]
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
        monkeypatch.setattr(evening.bot.app.store, "append", broken)
        await evening.press(name, evening.private(name), Evening.part(evening.private(name), "do"))
        (line,) = [line for line in capsys.readouterr().err.splitlines() if "broken" in line or "failed" in line][:1]
    if structured:
        told = json.loads(line)
        assert (told["game"], told["decision"]) == (table, number)
    else:
        assert line.endswith(f"[table {table}, decision {number}]")


TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE." + "x" * 38


def test_what_looks_like_a_bots_token_is_struck_out(capsys: pytest.CaptureFixture[str], logged: SetUp) -> None:
    for structured in (False, True):
        said(capsys, logged, structured=structured)
        error = RuntimeError(f"Authorization: Bot {TOKEN}")
        logging.getLogger("bot.somewhere").error("refused with %s", TOKEN, exc_info=error)
        told = capsys.readouterr().err
        assert TOKEN not in told
        assert "refused with ..." in told
