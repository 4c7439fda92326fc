"""`python -m tests.bench.servers`: measures the memory of a process, and of each further server and table."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.world import acts
from rules import GAMES
from tests.bench.family import shared_memory
from tests.bench.workers import free_ports
from tests.rules.random_play import answer_at_random, new_game
from tests.wire.bot_process import BotProcess

FEW, MANY, CHANNELS = 1, 1000, 30
TABLES, ANSWERS = 5, 100


async def memory(servers: int) -> float:
    """Starts a bot in that many servers; returns the bytes of memory of its processes when it is ready."""
    world = crowd.with_people("Anna", guilds=servers, limits=Limits.generous())
    for guild in list(world.guilds.values()):
        for number in range(CHANNELS - 1):
            acts.add_channel(world, f"room-{number}", guild)
    (port,) = free_ports(1)
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(world) as discord, BotProcess(discord, Path(folder), KRUPIER_METRICS=str(port)) as bot:
            async with asyncio.timeout(120):
                while f"ready, in {servers} server" not in bot.log:  # noqa: ASYNC110 - a file notifies no one
                    await asyncio.sleep(0.2)
            return shared_memory(bot.pid) * 2**20


def of_a_table() -> float:
    """Returns the bytes of memory of one game after `ANSWERS` random answers, on average over all kinds."""
    tracemalloc.start()
    kept = []
    for rules in GAMES.values():
        for seed in range(TABLES):
            game, dice = new_game(rules, rules.seats[-1], seed), Random(seed)
            while game.decision and len(game.entries) < ANSWERS:
                answer_at_random(game, dice)
            kept.append(game)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / len(kept)


def figures() -> Iterator[str]:
    """Yields three lines: the memory of each table, of a process, and of each further server."""
    yield f"each table in memory, after {ANSWERS} answers: {of_a_table() / 1024:.0f} KB"
    few, many = asyncio.run(memory(FEW)), asyncio.run(memory(MANY))
    yield f"a process that is ready: {few / 2**20:.0f} MB"
    yield f"each server of {CHANNELS} channels: {(many - few) / (MANY - FEW) / 1024:.1f} KB"


if __name__ == "__main__":
    for line in figures():
        print(line, flush=True)
