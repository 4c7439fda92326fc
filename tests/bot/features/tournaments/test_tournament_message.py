"""Tests that messages of tournaments are restored after a start of the bot and after an edit that failed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.background import Background
from bot.features.tournaments.tournament_message import TournamentMessages
from bot.messages import reconciler
from tests.bot.table import Evening
from tests.bot.tournament import FOUR, Tournament


class Damaged:
    """A repository with three tournaments, of which the second cannot be read."""

    async def unfinished(self) -> list[int]:
        return [1, 2, 3]

    async def get(self, number: int) -> Any:
        if number == 2:
            raise ValueError("no JSON")
        return SimpleNamespace(row=SimpleNamespace(guild=number))


async def test_a_tournament_that_cannot_be_read_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    db: Any = SimpleNamespace(tournaments=Damaged())
    messages = TournamentMessages(db, Background(), None)  # type: ignore[arg-type]
    shown: list[int] = []

    async def show(number: int) -> None:
        shown.append(number)

    monkeypatch.setattr(messages, "show", show)
    await messages.wake(lambda _guild: True)
    assert shown == [1, 3]
    assert "cannot update the message of tournament 2 (ValueError)" in caplog.text
    assert "no JSON" not in caplog.text


async def test_a_lost_edit_follows_later(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciler, "FIRST_PAUSE", 0.01)
    async with Evening.of(*FOUR, database=database) as evening:
        cup = Tournament(evening)
        await cup.open("Anna")
        evening.world.faults.demand(503, on="PATCH /channels/{channel_id}/messages/{message_id}")
        await cup.press("Dora", "t_join")
        await evening.until(lambda: f"<@{evening.person('Dora').id}>" in cup.message.text)
        assert evening.world.faults.coming == [], "the first edit was lost"
