"""Fixtures of the tests with real bot processes."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.emulator.people import crowd

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord  # noqa: F401

    from bot.emulator import Limits, LocalDiscord, World
    from tests.wire.bot_process import BotProcess
    from tests.wire.shared_bot import SharedBot


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SharedBot]:
    """Starts one bot for all tests of a module; after them it must stop in the regular way, with exit code 0."""
    server, world = tmp_path_factory.mktemp("shared_bot"), World(limits=Limits.generous())
    crowd.add_person(world, "Innkeeper")
    async with LocalDiscord(world) as discord, BotProcess(discord, server) as bot:
        yield SharedBot(discord, bot)
        assert await bot.stop() == 0
