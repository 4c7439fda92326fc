"""Answers of a process that may not answer any more."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.messages.reply import Replies
from bot.texts import words


async def test_who_may_serve_no_longer_excuses_itself_for_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Its connections are closed: an excuse would fail, and fill the log with what failed before."""
    nobody = cast("Any", None)
    replies = Replies(nobody, nobody)
    replies.over = True
    await replies.excuse(nobody, RuntimeError("Session is closed"), words("en"))
    assert caplog.records == []
