"""The log in its two forms: no token in either, and the numbers of table and decision where work is about one."""

from __future__ import annotations

import json
import logging

import pytest

from bot.monitoring.about import about
from bot.monitoring.logs import set_up_logging


def _fails() -> None:
    raise ValueError("/interactions/5/c2VjcmV0/callback")


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, structured: bool) -> list[str]:
    """What stands on standard error after one line about a table, one about none, and an error."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    for name in ("bot", "storage", "rules", "discord"):
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "handlers", [])
        monkeypatch.setattr(logger, "propagate", True)
        monkeypatch.setattr(logger, "level", logging.NOTSET)
    set_up_logging(logging.INFO, structured=structured)
    log = logging.getLogger("bot.somewhere")
    with about(7, 12):
        log.info("POST https://discord.test/api/v10/webhooks/123/c2VjcmV0/messages")
    log.warning("about none")
    try:
        _fails()
    except ValueError:
        log.exception("it failed")
    return capsys.readouterr().err.splitlines()


def test_text_ends_with_table_and_decision(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = said(capsys, monkeypatch, structured=False)
    assert lines[0].endswith(
        "INFO bot.somewhere: POST https://discord.test/api/v10/webhooks/123/.../messages [table 7, decision 12]"
    )
    assert lines[1].endswith("WARNING bot.somewhere: about none")
    assert "c2VjcmV0" not in "\n".join(lines)


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = (json.loads(line) for line in said(capsys, monkeypatch, structured=True))
    assert (first["game"], first["decision"], first["level"]) == (7, 12, "INFO")
    assert first["message"] == "POST https://discord.test/api/v10/webhooks/123/.../messages"
    assert "game" not in second
    assert "ValueError: /interactions/5/.../callback" in third["error"]
    assert "c2VjcmV0" not in json.dumps([first, second, third])


TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE." + "x" * 38


def test_what_looks_like_a_bots_token_is_struck_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for structured in (False, True):
        said(capsys, monkeypatch, structured=structured)
        error = RuntimeError(f"Authorization: Bot {TOKEN}")
        logging.getLogger("bot.somewhere").error("refused with %s", TOKEN, exc_info=error)
        told = capsys.readouterr().err
        assert TOKEN not in told
        assert "refused with ..." in told
