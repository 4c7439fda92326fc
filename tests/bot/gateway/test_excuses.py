"""Answers of a process that may not answer any more."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.gateway.excuses import Excuses
from bot.messages.reply import Replies
from bot.tables.refusals import Refused
from bot.texts import N_, translator_for


async def test_who_may_serve_no_longer_excuses_itself_for_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Its connections are closed: an excuse would fail, and fill the log with what failed before."""
    nobody = cast("Any", None)
    excuses = Excuses(Replies(nobody, nobody, nobody), over=True)
    await excuses.excuse(nobody, RuntimeError("Session is closed"), translator_for("en"))
    assert caplog.records == []


@pytest.mark.parametrize("fenced", [True, False])
async def test_who_is_fenced_while_an_excuse_is_on_its_way_says_no_more(
    monkeypatch: pytest.MonkeyPatch, fenced: bool
) -> None:
    """aiohttp calls it a RuntimeError that its session is closed; any other is a defect, and shows."""
    nobody = cast("Any", None)
    replies = Replies(nobody, nobody, nobody)
    excuses = Excuses(replies)

    async def closed(*_: object) -> None:
        excuses.over = fenced
        raise RuntimeError("Session is closed")

    monkeypatch.setattr(replies, "reply", closed)
    excused = excuses.excuse(nobody, Refused(N_("This game has no option {option}."), option=""), translator_for("en"))
    if fenced:
        await excused
    else:
        with pytest.raises(RuntimeError):
            await excused
