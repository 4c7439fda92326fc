"""Tests a token that is reset while the bot runs: the bot reports it, closes the database and stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from storage import Database
from tests.bot.test_process import log_of, started

WRONG_SETTING = 2
DATABASE = "krupier.sqlite3"


def left_open(folder: Path) -> list[str]:
    """Returns the names of SQLite's files next to the database, which are there only while it is open."""
    return [path.name for path in folder.glob(f"{DATABASE}-*")]


@pytest.mark.parametrize("how", ["401", "4004"])
async def test_a_token_that_is_reset_ends_the_process_at_once(how: str, tmp_path: Path) -> None:
    world = crowd.with_people("Anna", "Bert")
    async with LocalDiscord(world) as discord:
        secret = discord.token
        process = await started(tmp_path, discord)
        await discord.bot_is_ready()
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        await (await anna.slash(here, "game new", game="mafia_city")).done()
        since = len(discord.requests)
        world.token = "a new one"
        if how == "401":
            await crowd.person(world, "Bert").slash(here, "game join")
        else:
            await discord.gateway.drop(4004, resumable=False)
        log = await log_of(process)
        refused = [one for one in list(discord.requests)[since:] if one.status == 401]
    assert process.returncode == WRONG_SETTING, log
    assert "DISCORD_TOKEN" in log.splitlines()[-1]
    assert "Traceback" not in log
    assert secret not in log
    assert len(refused) <= 3
    assert left_open(tmp_path) == [], "the database was closed"
    async with Database.opened(tmp_path / DATABASE) as db:
        assert [row.phase for row in await db.games.unfinished()] == ["lobby"]
