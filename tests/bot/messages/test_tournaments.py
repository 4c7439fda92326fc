"""The messages of tournaments after a start."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.background import Background
from bot.messages.tournaments import TournamentMessages


class Damaged:
    """A store with three tournaments, of which the second cannot be read."""

    async def running_tournaments(self) -> list[int]:
        return [1, 2, 3]

    async def tournament(self, number: int) -> Any:
        if number == 2:
            raise ValueError("no JSON")
        return SimpleNamespace(row=SimpleNamespace(guild=number))


async def test_one_that_cannot_be_read_hinders_no_other_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store: Any = Damaged()
    messages = TournamentMessages(None, store, lambda: datetime.now(UTC), Background())  # type: ignore[arg-type]
    shown: list[int] = []

    async def show(number: int) -> None:
        shown.append(number)

    monkeypatch.setattr(messages, "show", show)
    await messages.wake(lambda _guild: True)
    assert shown == [1, 3]
    assert "tournament 2 stays as it is (ValueError)" in caplog.text
    assert "no JSON" not in caplog.text
