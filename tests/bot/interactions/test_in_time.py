"""Tests that every press and command is acknowledged within three seconds, even if the database is slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.emulator.people.seen import Seen
from bot.messages import reply
from storage import PersonRow
from storage.sqlite.engine import SqliteEngine
from tests.bot.refused import NO_SEAT
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
NEVER = 60.0
"""Seconds: longer than anything here takes, even on a slow machine."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the time after which an unanswered press is acknowledged automatically to 0.02 seconds."""
    monkeypatch.setattr(reply, "ACK_AFTER", 0.02)


@asynccontextmanager
async def held(evening: Evening) -> AsyncIterator[None]:
    """Makes every read and write of the database wait until the block ends, like a slow disk."""
    engine = evening.bot.app.db.session.engine
    assert isinstance(engine, SqliteEngine)
    async with engine._turn:
        yield


@pytest.mark.parametrize("command", ["hand", "log", "me", "rules", "board", "peek", "stats", "export", "deck"])
async def test_a_command_is_acknowledged_while_the_store_waits(database: Path, command: str) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        options = {"player": "a"} if command == "peek" else {}
        async with held(evening):
            outcome = await evening.person("Bert").slash(evening.channel, f"game {command}", **options)
            assert outcome.kind == "thinking"
        await outcome.done()
        await evening.settled()
        assert outcome.text
        evening.clean()


async def test_a_press_of_someone_unknown_is_acknowledged_while_the_store_waits(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        board = evening.board("Dora")
        async with held(evening):
            outcome = await evening.person("Dora").press(board, Evening.part(board, "hand"))
            assert outcome.kind == "deferred"
        await evening.settled()
        assert NO_SEAT in evening.private("Dora").text
        evening.clean()


async def test_a_picker_comes_privately_also_when_it_comes_late(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        async with held(evening):
            outcome = await evening.person("Anna").slash(evening.channel, "game new")
            assert outcome.kind == "thinking"
        await outcome.done()
        await evening.settled()
        assert "new" in Evening.verbs(evening.private("Anna"))
        assert all(seen.ephemeral for seen in evening.person("Anna").messages(evening.channel))
        evening.clean()


async def test_a_press_on_the_picker_is_answered_publicly_also_when_it_comes_late(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.slash("Anna", "game new")
        picker = evening.private("Anna")
        async with held(evening):
            outcome = await evening.person("Anna").press(picker, Evening.part(picker, "new"))
            assert outcome.kind == "deferred"
        await evening.settled()
        await evening.press_board("Bert", "join")
        assert len(evening.live.seats) == 2
        evening.clean()


async def test_a_lobby_comes_publicly_also_when_it_comes_late(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        async with held(evening):
            outcome = await evening.person("Anna").slash(evening.channel, "game new", game="mafia_city")
            assert outcome.kind == "thinking"
        await outcome.done()
        await evening.settled()
        await evening.press_board("Bert", "join")
        assert len(evening.live.seats) == 2
        await evening.press_board("Cyril", "join")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_an_answer_on_its_way_is_not_overtaken_by_the_late_acknowledgement(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = AsyncWebhookAdapter.create_interaction_response

    async def on_a_slow_line(*args: Any, **named: Any) -> Any:
        answered = await quick(*args, **named)
        await asyncio.sleep(5 * reply.ACK_AFTER)
        return answered

    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", on_a_slow_line)
        outcome = await evening.person("Bert").slash(evening.channel, "learn rules")
        await outcome.done()
        await evening.press_board("Dora", "hand")
        await evening.settled()
        assert NO_SEAT in evening.private("Dora").text
        evening.clean()


async def test_a_press_that_meets_the_late_acknowledgement_counts(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, is_on_its_way = AsyncWebhookAdapter.create_interaction_response, asyncio.Event()

    async def on_a_slow_line(*args: Any, **named: Any) -> Any:
        answered = await quick(*args, **named)
        is_on_its_way.set()
        await asyncio.sleep(5 * reply.ACK_AFTER)
        return answered

    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna")
        person = evening.bot.app.people.person

        async def behind_a_write(user: int) -> PersonRow:
            await is_on_its_way.wait()
            return await person(user)

        monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", on_a_slow_line)
        monkeypatch.setattr(evening.bot.app.people, "person", behind_a_write)
        await evening.press_board("Bert", "join")
        await evening.settled()
        assert [seat.name for seat in evening.live.seats] == ["Anna", "Bert"]
        evening.clean()


async def panel_of_whom_is_asked(evening: Evening) -> tuple[str, Seen]:
    """Opens the panel of the player who is asked; returns the player's name and the panel."""
    name = evening.holder(evening.game.waiting[0])
    await evening.press_board(name, "move")
    return name, evening.private(name)


async def test_only_the_result_of_an_answer_acknowledges_its_press(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply, "ACK_AFTER", NEVER)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(*THREE)
        name, panel = await panel_of_whom_is_asked(evening)
        number = evening.game.number
        outcome = await evening.press(name, panel, Evening.part(panel, "do"))
        token = outcome.interaction.token
        assert outcome.kind == "updated"
        assert evening.game.number > number
        assert [one.method for one in evening.discord.requests if token in one.path] == ["POST"]
        evening.clean()


async def test_an_answer_is_acknowledged_while_the_store_waits(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(*THREE)
        name, panel = await panel_of_whom_is_asked(evening)
        number, panel_text = evening.game.number, panel.text
        async with held(evening):
            outcome = await evening.person(name).press(panel, Evening.part(panel, "do"))
            assert outcome.kind == "deferred"
        await evening.settled()
        assert evening.game.number > number
        assert evening.private(name).text != panel_text
        evening.clean()


async def test_a_board_that_has_its_token_lets_a_pass_be_answered_at_once(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply, "ACK_AFTER", NEVER)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.to_window()
        kinds = []
        for seat in evening.game.waiting:
            board = evening.board()
            kinds.append((await evening.press(evening.holder(seat), board, Evening.part(board, "pass"))).kind)
        assert kinds == ["deferred", "message"], "the first press lends the board its token, the next need not"
        evening.clean()
