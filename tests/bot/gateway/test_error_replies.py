"""Tests that a process that has lost its claims on shards sends and logs no error messages for users."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.gateway.error_replies import ErrorReplies
from bot.messages.reply import Replies
from bot.tables.refusals import Refused
from bot.texts import N_, translator_for


async def test_a_process_that_lost_its_claims_sends_no_error_message(caplog: pytest.LogCaptureFixture) -> None:
    """An error message of a process without claims is neither sent nor logged, because its connections are closed."""
    nobody = cast("Any", None)
    error_replies = ErrorReplies(Replies(nobody, nobody, nobody), over=True)
    await error_replies.send(nobody, RuntimeError("Session is closed"), translator_for("en"))
    assert caplog.records == []


@pytest.mark.parametrize("fenced", [True, False])
async def test_a_fenced_process_sends_no_further_error_message(monkeypatch: pytest.MonkeyPatch, fenced: bool) -> None:
    """A RuntimeError while an error message is sent is ignored if the process loses its claims at that moment (aiohttp
    raises one for a closed session); otherwise it is a defect and is raised.
    """
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
