"""Tests a small tournament with real processes: two tables in threads, robots, a kill, and a season."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.emulator import LocalDiscord, Person
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen
from tests.wire.bot_process import BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table
from tests.wire.test_whole_games import AT_MOST, Evening, check_the_log

GAME = "kralovske_rosady"
ALL = 4


class LeagueEvening(Evening):
    """A bot and four users in one channel for a tournament; `sit_down` adds the tournament's tables."""

    def __init__(self, discord: LocalDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.bot = bot
        self.power = Power()
        self.tables = []
        self.people = crowd.people(discord.world)
        self.channel = discord.world.channel("table-1")

    def shown(self, verb: str) -> Seen | None:
        """Returns the latest public message in the channel with a usable button of that verb; None if there is none."""
        public = [seen for seen in self.people[0].messages(self.channel) if not seen.ephemeral]
        offering = (seen for seen in reversed(public) if any(_verb(part.custom_id) == verb for part in seen.usable))
        return next(offering, None)

    def message(self, verb: str) -> Seen:
        """Returns the latest public message in the channel with a usable button of that verb; fails if there is
        none.
        """
        found = self.shown(verb)
        assert found is not None, verb
        return found

    async def says(self, verb: str, words: str) -> None:
        """Waits up to 20 seconds until the message with a button of that verb contains these words."""
        await self.people[0].until(lambda: (seen := self.shown(verb)) is not None and words in seen.text, 20.0)

    async def press(self, person: Person, verb: str) -> str:
        """Presses the button of that verb on the season's or tournament's message as this user; returns the answer's
        text.
        """
        message = self.message(verb)
        part = next(part for part in message.usable if _verb(part.custom_id) == verb)
        outcome = await (await person.press(message, part)).done()
        assert outcome.acknowledged, verb
        return outcome.text

    async def asked(self, command: str, **options: object) -> str:
        """Calls a slash command as the last user; returns the answer's text."""
        return (await (await self.people[-1].slash(self.channel, command, **options)).done()).text

    @property
    def threads(self) -> list[Channel]:
        """Returns all threads of the world; each tournament table has one."""
        return [channel for channel in self.discord.world.channels.values() if channel.is_thread]

    async def sit_down(self) -> None:
        """Lets everyone ask for their table, and starts the game in each of the two threads, with a robot for each
        player.
        """
        for person in self.people:
            await self.press(person, "t_mine")
        assert len(self.threads) == ALL // 2
        for number, thread in enumerate(self.threads):
            # The board is posted behind the answer.
            await self.people[0].until(lambda thread=thread: self._lobby(thread), 10.0)  # type: ignore[misc]
            seated = [person for person in self.people if person.mention in self._lobby(thread)]
            self.tables.append(Table(self.discord, thread, seated, 100 * number, self.power))
            # Its lobby was posted before anybody watched.
            self.tables[-1].watch.public = list(thread.messages)
            await self.tables[-1].robots[0].start()
            await self.people[0].until(self.tables[-1].asks, 10.0)

    def _lobby(self, thread: Channel) -> str:
        return "\n".join(seen.text for seen in self.people[0].messages(thread) if not seen.ephemeral)


def _verb(custom_id: str) -> str:
    return custom_id.split(":")[2]


async def test_a_tournament_and_a_season_survive_a_kill(tmp_path: Path) -> None:
    world = crowd.with_people(*(f"Hráč {number}" for number in range(1, ALL + 1)), channels=1)
    async with (
        asyncio.timeout(AT_MOST),
        LocalDiscord(world) as discord,
        BotProcess(discord, tmp_path, KRUPIER_GUILDS=str(next(iter(world.guilds)))) as bot,
    ):
        evening = LeagueEvening(discord, bot)
        people = evening.people
        for command in ("league open", "league tournament"):
            options = {"rounds": 1, "seats": 2} if command.endswith("tournament") else {}
            opened = await (await people[0].slash(evening.channel, command, game=GAME, **options)).done()
            assert opened.message is not None, opened.text
            assert not opened.message.ephemeral, opened.text
        for person in people:
            await evening.press(person, "s_join")
            await evening.press(person, "t_join")
        await evening.says("t_next", people[-1].mention)
        begun = await people[0].press(evening.message("t_next"), "Start the tournament")
        assert begun.acknowledged
        await evening.says("t_mine", "Round 1")
        await evening.sit_down()
        await evening.play(30)
        await evening.cut_off()
        await evening.play()
        await evening.says("t_finish", "✅ Every table")
        asked = await (await people[0].press(evening.message("t_finish"), "Finish")).done()
        panel = next(seen for seen in (*asked.followups, asked.message) if seen and seen.ephemeral)
        await (await people[0].press(panel, "Finish the tournament")).done()
        await evening.says("t_verify", "Final standings")
        assert "✅" in await evening.press(people[-1], "t_verify")
        results = await evening.asked("league results")
        assert all(person.mention in results for person in people)
        assert results.count("1 game") == ALL
        board = await evening.asked("league leaderboard", game=GAME)
        assert all(person.mention in board for person in people)
        records = [await table.export() for table in evening.tables]
        games = await evening.asked("league games")
        for table in evening.tables:
            number = next(part for part in table.robots[0].used)[1].split(":")[1]
            assert f"`{number}`" in games
        assert await bot.stop() == 0
        check_the_log(bot.log, discord.token, records)
    assert world.refusals == []
    assert world.pings == []
    assert [one.data for one in world.interactions.values() if one.state == "failed"] == []
