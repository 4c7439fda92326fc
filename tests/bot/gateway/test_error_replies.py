"""Tests answers of a process that has lost the right to answer."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.gateway.error_replies import ErrorReplies
from bot.messages.reply import Replies
from bot.tables.refusals import Refused
from bot.texts import N_, translator_for


async def test_a_process_that_lost_its_claims_sends_no_error_message(caplog: pytest.LogCaptureFixture) -> None:
    """Its connections are closed, so an apology would fail and fill the log."""
    nobody = cast("Any", None)
    error_replies = ErrorReplies(Replies(nobody, nobody, nobody), over=True)
    await error_replies.send(nobody, RuntimeError("Session is closed"), translator_for("en"))
    assert caplog.records == []


@pytest.mark.parametrize("fenced", [True, False])
async def test_a_fenced_process_sends_no_further_error_message(monkeypatch: pytest.MonkeyPatch, fenced: bool) -> None:
    """aiohttp raises a RuntimeError for a closed session; any other RuntimeError is a defect and must show."""
    nobody = cast("Any", None)
    replies = Replies(nobody, nobody, nobody)
    error_replies = ErrorReplies(replies)

    async def closed(*_: object) -> None:
        error_replies.over = fenced
        raise RuntimeError("Session is closed")

    monkeypatch.setattr(replies, "reply", closed)
    sending = error_replies.send(
        nobody, Refused(N_("This game has no option {option}."), option=""), translator_for("en")
    )
    if fenced:
        await sending
    else:
        with pytest.raises(RuntimeError):
            await sending
