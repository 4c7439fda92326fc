"""The second game on the wire: tables of two, four and six users, played to their winners through two restarts."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table, check_the_budget, verified
from tests.wire.test_whole_games import (
    AT_MOST,
    Evening,
    check_a_kill_between_two_moves,
    check_new_tables,
    check_old_buttons,
    check_the_log,
    offered,
    report,
)  # fmt: skip
from tests.wire.watch import END

GAME = "kralovske_rosady"
HIDDEN = re.compile(r"\b(musketeers|landowner|troubadour|tom_thumb|swordsman|alchemist)\b")
"""Words that only the rules use for cards, some of which always lie hidden."""


class RosadyEvening(Evening):
    """Twelve people at three tables of two, four and six."""

    def __init__(self, discord: LocalDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.bot = bot
        self.power = Power()
        world, people = discord.world, crowd.people(discord.world)
        self.tables = [
            Table(discord, world.channel("table-1"), people[0:2], 100, self.power),
            Table(discord, world.channel("table-2"), people[2:6], 200, self.power),
            Table(discord, world.channel("table-3"), people[6:12], 300, self.power),
        ]


async def test_tables_of_two_four_and_six_are_played_to_their_winners_through_two_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = crowd.with_people(*(f"Hráč {number}" for number in range(1, 13)), channels=3)
    for person in crowd.people(world)[::2]:
        person.locale = "cs"
    crowd.people(world)[1].close_dms()
    async with (
        asyncio.timeout(AT_MOST),
        LocalDiscord(world) as discord,
        BotProcess(discord, tmp_path, KRUPIER_GUILDS=str(next(iter(world.guilds)))) as bot,
    ):
        evening = RosadyEvening(discord, bot)
        async with asyncio.TaskGroup() as group:
            for table in evening.tables:
                group.create_task(table.open(game=GAME))
        await evening.play(200)
        await check_a_kill_between_two_moves(evening)
        async with asyncio.TaskGroup() as group:
            group.create_task(evening.play())
            group.create_task(evening.killed_in_mid_play(200))
        records = [await the_end(table) for table in evening.tables]
        with capsys.disabled():
            report(evening, records)
        check_the_budget(evening.tables, records)
        await check_old_buttons(evening)
        await check_new_tables(evening)
        assert await bot.stop() == 0
    assert [one for one in world.refusals if one.code not in (50007, 50278)] == []
    assert [robot for robot in evening.robots if robot.done.failures or robot.done.unanswered] == []
    asked = {line.split()[2].rstrip(":") for record in records for line in record if line[0].isdigit()}
    assert asked >= {"play", "disguise", "betray", "reshuffle"}
    assert [text for robot in evening.robots for text in robot.done.silent_changes] == []
    check_the_log(bot.log, discord.token, records)
    assert HIDDEN.search(bot.log) is None


async def the_end(table: Table) -> list[str]:
    """The public end, the check of the shuffles, and the record that the rules accept."""
    assert any(word in table.final.text.casefold() for word in END), table.final.text
    with contextlib.suppress(TimeoutError):
        await table.host.until(lambda: not offered(table), 10.0)
    assert offered(table) == []
    checked = await (await table.host.slash(table.channel, "game verify")).done()
    assert "✅" in checked.text, checked.text
    record = await table.export()
    assert f"game {GAME} 1" in record
    assert "winner" in await verified(record)
    return record
