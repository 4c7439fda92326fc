"""Tests that a game over sockets and one in memory have the same requests, answers and messages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import GAMES
from tests.any_answer import any_answer
from tests.bot.table import Evening
from tests.emulator.memory import HOST, MemoryDiscord

NAMES = ("Bert", "Cyril", "Dora")
MANAGER = "Anna"
"""A manager of the channel without a seat, whose command ends the game at once: a confirmation would be answered while
the panels close, in an order that no one can predict."""


async def whole_evening(evening: Evening, kind: str) -> list[tuple[Any, ...]]:
    """Plays a lobby, some answers, a hand, a restart and an end; returns everything that people and Discord saw."""
    dice = Random(7)
    await evening.sit_down(*NAMES[: GAMES[kind].seats[0]], game=kind, keep=False)
    for _ in range(5):
        seat = evening.game.waiting[0]
        await evening.answer(seat, *any_answer(evening.game, seat, dice))
    await evening.slash("Bert", "game join")
    await evening.restart()
    await evening.slash("Bert", "game board")
    await evening.press_board("Bert", "hand")
    await evening.end(MANAGER)
    assert (await evening.bot.app.db.games.get(evening.table)).phase == "ended"
    evening.clean()
    return [*requests(evening), *messages(evening)]


def requests(evening: Evening) -> list[tuple[Any, ...]]:
    """Returns the bot's requests with their status, sorted because messages are served concurrently."""
    return sorted((one.name, one.status, here(one.path), here(str(one.body))) for one in evening.discord.requests)


def messages(evening: Evening) -> list[tuple[Any, ...]]:
    """Returns each message that each person sees, with its address and files, sorted."""
    return sorted(
        (name, here(str(seen.data)))
        for name in (*NAMES, MANAGER)
        for seen in evening.person(name).messages(evening.channel)
    )


def here(text: str) -> str:
    """Returns a text in which addresses, IDs, nonces and hashes are replaced by fixed values."""
    text = re.sub(rf"http://({re.escape(HOST)}|127\.0\.0\.1:\d+)/", "http://here/", text)
    return re.sub(r"[0-9a-f]{64}|[0-9]{17,20}|(?<='nonce': ')\w+", "any", text)


@pytest.mark.parametrize("kind", GAMES)
async def test_an_evening_is_the_same_over_both_transports(kind: str, tmp_path: Path) -> None:
    seen = []
    for in_memory in (True, False):
        place = tmp_path / f"{in_memory}.sqlite3"
        async with Evening.of(MANAGER, *NAMES, database=place, seed=bytes(32), in_memory=in_memory) as evening:
            assert isinstance(evening.discord, MemoryDiscord) is in_memory
            seen.append(await whole_evening(evening, kind))
    assert len(seen[0]) > 20
    for in_memory, over_sockets in zip(*seen, strict=True):
        assert in_memory == over_sockets
