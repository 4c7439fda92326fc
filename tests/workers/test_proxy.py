"""Tests processes that share one token: behind a proxy (DISCORD_API_URL) none of them ever meets a rate limit."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.emulator import Limits, LocalDiscord, World
from bot.emulator.people import crowd
from tests.wire.bot_process import CHECKOUT, BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table
from tests.workers.proxy import proxy_process

AT_MOST = 120.0
EACH = 4
CHANNELS = 12
PRESSES = 60


def busy_world() -> World:
    """Returns a world with Anna, Bert and Cyril, and with rate limits: in each second five posts and five edits per
    channel, and fifty requests in all.
    """
    route = "/channels/{channel_id}/messages"
    limits = Limits({f"POST {route}": (5, 1.0), f"PATCH {route}/{{message_id}}": (5, 1.0)}, per_second=50)
    return crowd.with_people("Anna", "Bert", "Cyril", channels=CHANNELS, limits=limits)


async def two_workers(discord: LocalDiscord, api_url: str) -> None:
    """Runs two sender processes to their end, each of which posts and edits in all channels at once."""
    channels = [str(discord.world.channel(f"table-{at}").id) for at in range(1, CHANNELS + 1)]
    settings = {"DISCORD_API_URL": api_url, "DISCORD_TOKEN": discord.token}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.workers.sender", name, str(EACH), *channels, cwd=CHECKOUT,
            env={**os.environ, **settings},
        )
        for name in ("one", "two")
    ]  # fmt: skip
    assert [await process.wait() for process in processes] == [0, 0]


def posted(discord: LocalDiscord) -> Counter[tuple[str, str]]:
    """Returns how many messages there are of each channel and text."""
    anna, world = crowd.person(discord.world, "Anna"), discord.world
    channels = [world.channel(f"table-{at}") for at in range(1, CHANNELS + 1)]
    return Counter((channel.name, seen.text) for channel in channels for seen in anna.messages(channel))


def limits_met(discord: LocalDiscord) -> int:
    """Returns the number of 429s from Discord."""
    return sum(one.status == 429 for one in discord.requests)


@pytest.mark.parametrize("shared", [True, False], ids=["behind a proxy", "each for itself"])
async def test_two_workers_post_everything_once_and_behind_a_proxy_meet_no_limit(shared: bool) -> None:
    async with asyncio.timeout(AT_MOST), LocalDiscord(busy_world()) as discord:
        if shared:
            async with proxy_process(discord.root) as address:
                await two_workers(discord, address)
            assert limits_met(discord) == 0
        else:
            await two_workers(discord, discord.api_url)
            assert limits_met(discord) > 0, "without a proxy these workers are in each other's way"
        texts = {f"{name} {number}!" for name in ("one", "two") for number in range(EACH)}
        channels = {f"table-{at}" for at in range(1, CHANNELS + 1)}
        assert posted(discord) == Counter({(channel, text): 1 for channel in channels for text in texts})


async def test_a_table_plays_through_the_proxy_at_discords_own_limits(tmp_path: Path) -> None:
    """A bot process behind the proxy plays a table with commands, presses, private answers and hands by DM: no request
    gets a 429 or another refusal, and no press fails.
    """
    world = crowd.with_people("Anna", "Bert", "Cyril")
    async with asyncio.timeout(AT_MOST), LocalDiscord(world) as discord, proxy_process(discord.root) as address:
        async with BotProcess(discord, tmp_path, DISCORD_API_URL=address) as bot:
            table = Table(discord, world.channel("table-1"), crowd.people(world), 7, Power())
            await table.open()
            await table.play(lambda: sum(robot.done.presses for robot in table.robots) < PRESSES)
            assert all(await table.hands())
            assert await bot.stop() == 0
            assert "Traceback" not in bot.log
        assert limits_met(discord) == 0
        assert world.refusals == []
        assert [one.data for one in world.interactions.values() if one.state == "failed"] == []
        assert [one for robot in table.robots for one in (*robot.done.failures, *robot.done.unanswered)] == []
