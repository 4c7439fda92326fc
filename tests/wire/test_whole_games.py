"""Tests whole games with real processes: three tables at once, played by robots, with kills of the bot."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.world import acts
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power, Robot
from tests.wire.tables import Table, check_the_budget, decisions, verified
from tests.wire.watch import END, of_the_game

AT_MOST = 600.0
"""Seconds for all games together, far more than they take."""
NAMES = (
    "Anna", "Břetislav", "a | b", "@everyone", "**Dora**", "<@1>", "Эмма", "`Fík`", "\u202eGustav", "H" * 32,
    "Ivan # Nový", "_",
)  # fmt: skip
CLOSED = (1, 6, 11)
"""Positions in `NAMES` of the users with closed DMs."""
CARD = re.compile(
    r"(hitman|complicity|police_chief|fbi|police_raid|informer|thief|pulling_strings|rackets|grand_plan|secret_deal)"
    r"-(fist|hat|bullet|star)"
)
"""Codes of Mafia City's cards, which must not be in the log."""
LIVES = 3
"""The number of times that the bot starts: once at the beginning, and after each of two kills."""
TRIES = 2
"""The maximum of messages that one run of the bot may send to the same closed DM: the greeting and the hand."""


class Evening:
    """A world of twelve users with three tables of robots, and the bot that a test kills and restarts."""

    def __init__(self, discord: LocalDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.bot = bot
        self.power = Power()
        world, people = discord.world, crowd.people(discord.world)
        thread = acts.add_thread(world, world.channel("table-3"), "hra večer", owner=people[7].id)
        self.tables = [
            Table(discord, world.channel("table-1"), people[0:3], 100, self.power),
            Table(discord, world.channel("table-2"), people[3:7], 200, self.power),
            Table(discord, thread, people[7:12], 300, self.power),
        ]

    @property
    def robots(self) -> list[Robot]:
        """Returns the robots of all tables."""
        return [robot for table in self.tables for robot in table.robots]

    @property
    def presses(self) -> int:
        """Returns the number of presses of all robots so far."""
        return sum(robot.done.presses for robot in self.robots)

    async def play(self, presses: int | None = None) -> None:
        """Lets the robots of all tables play, for that many presses together or (None) until all games are over."""
        enough = None if presses is None else self.presses + presses
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(table.play(lambda: enough is None or self.presses < enough))

    async def killed_in_mid_play(self, after: int) -> None:
        """Kills the bot after that many further presses of robots that play at the same time, and starts it again.

        Fails if all games are over before.
        """
        enough = self.presses + after
        while self.presses < enough:
            over = [table.watch.over(table.host) for table in self.tables]
            assert not all(over), "the games were over before that"
            await self.robots[0].watch.news(self.robots[0].watch.changes, 1.0)
        await self.cut_off()

    async def cut_off(self) -> None:
        """Kills the bot and starts it again on the same database; in between the robots know that it is off."""
        self.power.cut()
        await self.bot.kill()
        await self.bot.start()
        self.power.on = True


async def test_three_tables_are_played_to_their_winners_through_two_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = crowd.with_people(*NAMES, channels=3)
    for person in crowd.people(world)[::2]:
        person.locale = "cs"
    for place in CLOSED:
        crowd.people(world)[place].close_dms()
    async with (
        asyncio.timeout(AT_MOST),
        LocalDiscord(world) as discord,
        BotProcess(discord, tmp_path, KRUPIER_GUILDS=str(next(iter(world.guilds)))) as bot,
    ):
        evening = Evening(discord, bot)
        async with asyncio.TaskGroup() as group:
            for table in evening.tables:
                group.create_task(table.open())
        await evening.play(300)
        await check_a_kill_between_two_moves(evening)
        async with asyncio.TaskGroup() as group:
            group.create_task(evening.play())
            group.create_task(evening.killed_in_mid_play(300))
        records = await check_the_ends(evening)
        with capsys.disabled():
            report(evening, records)
        check_the_budget(evening.tables, records)
        await check_old_buttons(evening)
        await check_new_tables(evening)
        assert await bot.stop() == 0
        check_everyone_was_answered(evening)
        check_the_log(bot.log, discord.token, records)


async def check_a_kill_between_two_moves(evening: Evening) -> None:
    """Kills and restarts the bot; checks that no hand has changed and that the old boards' buttons work at once."""
    before = [await table.hands() for table in evening.tables]
    boards = [table.final for table in evening.tables]
    await evening.cut_off()
    assert [await table.hands() for table in evening.tables] == before
    for table, board in zip(evening.tables, boards, strict=True):
        for part in board.usable:
            outcome = await table.people[-1].press(board, part)
            assert outcome.acknowledged, f"{part} is dead after the restart"
            await outcome.done()


async def check_the_ends(evening: Evening) -> list[list[str]]:
    """Checks that every table names the winner, offers nothing more of the game, and has a valid record.

    Returns the lines of each record.
    """
    records = []
    for table in evening.tables:
        final = table.final
        assert any(word in final.text.casefold() for word in END), final.text
        winner = [line for line in final.text.casefold().split("\n") if "vítěz" in line or "winner" in line]
        assert any(person.mention in line for line in winner for person in table.people), final.text
        await table.host.until(lambda table=table: not offered(table), 10.0)  # type: ignore[misc]
        checked = await (await table.host.slash(table.channel, "record verify")).done()
        assert "✅" in checked.text, checked.text
        records.append(await table.export())
        assert "winner" in await verified(records[-1])
    asked = {line.split()[2].rstrip(":") for record in records for line in record if line[0].isdigit()}
    assert asked >= {"mulligan", "turn", "react", "deal", "retrieve"}
    return records


def offered(table: Table) -> list[str]:
    """Returns the table's components that can still be used, in public and in its players' DMs."""
    public = table.watch.messages(table.host)
    letters = [letter for person in table.people for letter in person.dms() if not letter.ephemeral]
    usable = [part.custom_id for message in (*public, *letters) for part in message.usable]
    return [custom_id for custom_id in usable if of_the_game(custom_id)]


def report(evening: Evening, records: list[list[str]]) -> None:
    """Prints a line for each table: its players, decisions, presses and counted requests."""
    for table, record in zip(evening.tables, records, strict=True):
        asked, spent = decisions(record), len(table.spent())
        pressed = sum(robot.done.presses for robot in table.robots)
        prods = sum(robot.done.prods for robot in table.robots)
        print(
            f"\n{len(table.people)} players: {asked} decisions, {pressed} presses ({prods} unbidden), {spent} requests "
            f"that count: {spent / asked:.2f} a decision",
            end="",
        )


async def check_old_buttons(evening: Evening) -> None:
    """Presses old buttons after the games have ended, and checks that each is answered without any buttons of a
    game.
    """
    for table in evening.tables:
        for robot in table.robots:
            for message in robot.kept[:6]:
                for part in message.usable:
                    if part.type == 2 and message.visible:
                        await check_old_press(robot, message.id, message.channel_id, part.custom_id)
            for custom_id in list(dict.fromkeys(custom_id for _, custom_id in robot.used))[:12]:
                await check_old_press(robot, table.final.id, table.channel.id, custom_id)


async def check_old_press(robot: Robot, message_id: int, channel_id: int, custom_id: str) -> None:
    """Presses an old button as the robot's user, and checks that it is acknowledged and answered without buttons of a
    game.
    """
    message = robot.person.message(channel_id, message_id)
    assert message is not None
    outcome = await (await robot.person.forge(message, custom_id)).done()
    assert outcome.acknowledged, custom_id
    answers = [*outcome.followups, *([outcome.message] if outcome.message else [])]
    usable = [part.custom_id for answer in answers for part in answer.usable]
    assert not any(of_the_game(one) for one in usable), (custom_id, outcome.text)


async def check_new_tables(evening: Evening) -> None:
    """Opens a new table in each channel, and checks that a second one is refused there by a private message."""
    for table in evening.tables:
        outcome = await table.people[-1].slash(table.channel, "game new", game="mafia_city")
        assert outcome.message is not None
        assert outcome.message.usable, outcome.text
        busy = await table.host.slash(table.channel, "game new", game="mafia_city")
        assert busy.message is not None
        assert busy.message.ephemeral, busy.text


def check_everyone_was_answered(evening: Evening) -> None:
    """Checks that the running bot answered every press, mentioned no one, and changed no hand without a public event.

    Discord refused only messages to closed DMs, and only a few.
    """
    world = evening.discord.world
    dark = evening.bot.outages
    failed = [one for one in world.interactions.values() if one.state == "failed"]
    assert [one.data for one in failed if not any(a - 3.0 <= one.created <= b for a, b in dark)] == []
    assert [refusal for refusal in world.refusals if refusal.code not in (50007, 50278)] == []
    assert len(world.refusals) <= TRIES * LIVES * len(CLOSED), "closed DMs are tried again and again"
    assert [text for robot in evening.robots for text in robot.done.failures] == []
    assert [text for robot in evening.robots for text in robot.done.unanswered] == []
    assert [text for robot in evening.robots for text in robot.done.silent_changes] == []
    assert world.pings == []
    assert sum(robot.done.looks for robot in evening.robots) > 0


def check_the_log(log: str, token: str, records: list[list[str]]) -> None:
    """Checks that the log is not empty and has no traceback, no token, no game's seed and no code of a card."""
    assert log
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:3000]
    assert token not in log
    for record in records:
        seed = next(line.removeprefix("seed ") for line in record if line.startswith("seed "))
        assert seed not in log
    assert CARD.search(log) is None, CARD.search(log)
