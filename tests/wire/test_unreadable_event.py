"""Tests an event that discord.py cannot read: it ends the process, which a supervisor restarts."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.world.events import Event
from storage.lock import ProcessLock
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table


async def test_the_process_ends_with_a_failure_and_the_next_one_goes_on(tmp_path: Path) -> None:
    world = crowd.with_people("Anna", "Bert", "Cyril", limits=Limits.generous())
    async with asyncio.timeout(120), LocalDiscord(world) as discord, BotProcess(discord, tmp_path) as bot:
        power = Power()
        table = Table(discord, world.channel("table-1"), crowd.people(world), 7, power)
        await table.open()
        await play_on(table)
        hands = await table.hands()
        power.cut()
        discord.gateway.tell(Event("CHANNEL_UPDATE", {"id": "no number"}, table.channel.guild_id))
        assert await bot.exit() == 1
        assert discord.token not in bot.log
        assert given_back(bot.database)
        await bot.start()
        power.on = True
        assert await table.hands() == hands
        await play_on(table)
        assert await bot.stop() == 0


async def play_on(table: Table) -> None:
    """Lets the robots cause five more public changes."""
    enough = table.watch.changes + 5
    await table.play(lambda: table.watch.changes < enough)
    assert table.watch.changes >= enough


def given_back(database: Path) -> bool:
    """Returns whether SQLite finds no error in the database; raises DatabaseInUse if a process still holds its lock."""
    lock = ProcessLock(database)
    lock.acquire()
    lock.release()
    with closing(sqlite3.connect(database)) as db:
        return db.execute("pragma integrity_check").fetchall() == [("ok",)]
