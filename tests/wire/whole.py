"""Runs whole games of one kind with real processes: several tables at once, through two kills."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.world.world import World
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table, check_the_budget, unaccounted, verified
from tests.wire.test_whole_games import (
    Evening,
    check_a_kill_between_two_moves,
    check_new_tables,
    check_old_buttons,
    check_the_log,
    offered,
    report,
)  # fmt: skip
from tests.wire.watch import END


class Evenings(Evening):
    """A world with one table for each of these sizes, a robot for each user, and the bot that a test kills and
    restarts.
    """

    def __init__(self, discord: LocalDiscord, bot: BotProcess, sizes: Sequence[int]) -> None:
        self.discord = discord
        self.bot = bot
        self.power = Power()
        self.records: list[list[str]] = []
        world, people = discord.world, iter(crowd.people(discord.world))
        self.tables = [
            Table(discord, world.channel(f"table-{at}"), [next(people) for _ in range(size)], 100 * at, self.power)
            for at, size in enumerate(sizes, start=1)
        ]

    async def played_out(self, presses: int) -> None:
        """Plays all games to the end; kills the bot once between two moves and once while everyone presses."""
        await self.play(presses)
        await check_a_kill_between_two_moves(self)
        async with asyncio.TaskGroup() as group:
            group.create_task(self.play())
            group.create_task(self.killed_in_mid_play(presses))


def world_of(sizes: Sequence[int]) -> World:
    """Returns a world with one channel per table and a user per seat; every second user speaks Czech."""
    world = crowd.with_people(*(f"Hráč {number}" for number in range(1, sum(sizes) + 1)), channels=len(sizes))
    for person in crowd.people(world)[::2]:
        person.locale = "cs"
    return world


@asynccontextmanager
async def evening(
    world: World, folder: Path, sizes: Sequence[int], at_most: float, **settings: str
) -> AsyncIterator[Evenings]:
    """Starts a bot and yields tables of these sizes.

    Afterwards the bot must stop with exit code 0. The test fails if requests were refused (except by closed DMs) or
    belonged to no table, if presses stayed unanswered, or if a hand changed without a public event.
    """
    async with (
        asyncio.timeout(at_most),
        LocalDiscord(world) as discord,
        BotProcess(discord, folder, KRUPIER_GUILDS=str(next(iter(world.guilds))), **settings) as bot,
    ):
        party = Evenings(discord, bot, sizes)
        yield party
        assert unaccounted(discord, party.tables) == []
        assert await bot.stop() == 0
    refused = [one for one in world.refusals if one.code not in (50007, 50278)]
    assert refused == [], refused
    failed = [text for robot in party.robots for text in (*robot.done.failures, *robot.done.unanswered)]
    warned = [line for line in bot.log.splitlines() if "WARNING" in line or "ERROR" in line]
    assert failed == [], f"{failed}\nThe bot warned: {warned}"
    changed = [text for robot in party.robots for text in robot.done.silent_changes]
    assert changed == [], changed


async def played(folder: Path, game: str, sizes: Sequence[int], at_most: float) -> Evenings:
    """Plays whole games at tables of these sizes through two kills, with one user's DMs closed; returns the evening.

    Checks the ends, the number of requests, old buttons, new tables and the log.
    """
    world = world_of(sizes)
    crowd.people(world)[1].close_dms()
    async with evening(world, folder, sizes, at_most) as party:
        async with asyncio.TaskGroup() as group:
            for table in party.tables:
                group.create_task(table.open(game=game))
        await party.played_out(200)
        party.records = [await the_end(table, game) for table in party.tables]
        report(party, party.records)
        check_the_budget(party.tables, party.records)
        await check_old_buttons(party)
        await check_new_tables(party)
    check_the_log(party.bot.log, party.discord.token, party.records)
    return party


def asked_in(records: Sequence[Sequence[str]]) -> set[str]:
    """Returns the kinds of decisions that are answered in these records."""
    return {line.split()[2].rstrip(":") for record in records for line in record if line[0].isdigit()}


async def the_end(table: Table, game: str) -> list[str]:
    """Checks that a table shows the end of its game and that its record is valid; returns the record's lines."""
    assert any(word in table.final.text.casefold() for word in END), table.final.text
    with contextlib.suppress(TimeoutError):
        await table.host.until(lambda: not offered(table), 10.0)
    assert offered(table) == []
    checked = await (await table.host.slash(table.channel, "record verify")).done()
    assert "✅" in checked.text, checked.text
    record = await table.export()
    assert f"game {game} 1" in record
    assert "winner" in await verified(record)
    return record
