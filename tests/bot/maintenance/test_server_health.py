"""Tests a server that Discord loses for a while, and roles of the bot that come and go.

No time runs, nothing is lost.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from bot.emulator.objects import Channel, Guild, Role
from bot.emulator.people import crowd
from storage.deadlines import Deadlines
from storage.errors import DiskTrouble
from tests.bot.features.channel_health.test_service import looks_after, rest, stands_still
from tests.bot.gallery import texts
from tests.bot.maintenance.test_waking import Failing
from tests.bot.refused import PAUSED
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.storage.table import raw

THREE = ("Anna", "Bert", "Cyril")
WRITING = ("send_messages",)
SEEING = ("view_channel",)


def guild_of(evening: Evening) -> Guild:
    return next(iter(evening.world.guilds.values()))


def asked_of_the_channel(evening: Evening, since: int) -> list[str]:
    """Returns the paths of the bot's requests about the table's channel, without the first `since` requests."""
    return [one.path for one in list(evening.discord.requests)[since:] if str(evening.channel.id) in one.path]


async def hands(evening: Evening) -> list[str]:
    return [(await evening.slash(name, "game hand")).text for name in THREE]


# Discord loses the server


async def test_while_the_server_is_lost_no_time_runs_and_nothing_is_sent_to_it(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before, left, board = await hands(evening), rest(evening), evening.board()
        shown, entries = texts(board), len(evening.game.entries) if evening.live.game else 0
        moderation.outage(evening.world, guild_of(evening))
        await stands_still(evening, True)
        since, letters = len(evening.discord.requests), [len(evening.person(name).dms()) for name in THREE]
        await evening.pass_time(5_000)
        await evening.pass_time(90_000)
        assert asked_of_the_channel(evening, since) == []
        assert [len(evening.person(name).dms()) for name in THREE] == letters
        assert len(evening.game.entries) == entries
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        assert await hands(evening) == before
        assert texts(evening.board()).partition("⏰")[0] == shown.partition("⏰")[0]
        assert not board.usable, "an old board is replaced, not left behind"
        await plays_on(evening)
        evening.clean()


async def plays_on(evening: Evening) -> None:
    """Makes the next move with the buttons of the present board."""
    game = evening.game
    number, name = game.number, evening.holder(game.waiting[0])
    for verb in ("move", "do"):
        shown = evening.board(name) if verb == "move" else evening.private(name)
        await evening.press(name, shown, Evening.part(shown, verb))
    assert game.number > number


async def test_a_press_in_a_dm_during_an_outage_says_that_the_game_is_paused(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        name, number = evening.holder(game.waiting[0]), game.number
        moderation.outage(evening.world, guild_of(evening))
        await stands_still(evening, True)
        hand = evening.person(name).dms()[0]
        outcome = await evening.press(name, hand, Evening.part(hand, "move"))
        assert PAUSED in outcome.text
        assert game.number == number
        evening.clean()


async def test_a_server_lost_for_a_moment_costs_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        looks = looks_after(evening)
        moderation.outage(evening.world, guild_of(evening))
        moderation.recovery(evening.world, guild_of(evening))
        await evening.noticed(lambda: len(looks) == 2)
        await evening.settled()
        assert evening.live.row.paused_at is None
        await plays_on(evening)


async def test_a_paused_table_stays_paused_after_an_outage(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        for name in THREE[:2]:
            await evening.slash(name, "game pause")
        moderation.outage(evening.world, guild_of(evening))
        await evening.noticed(lambda: all(guild.unavailable for guild in evening.bot.guilds))
        moderation.recovery(evening.world, guild_of(evening))
        await evening.noticed(lambda: not any(guild.unavailable for guild in evening.bot.guilds))
        await evening.settled()
        assert evening.live.row.paused_at is not None
        assert not evening.live.in_trouble


async def test_an_outage_while_the_disk_is_full_pauses_the_table_when_there_is_room(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateway.server_events.PAUSE", 0.001)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        failing = Failing(Deadlines.pause, DiskTrouble("the file", "full"))
        monkeypatch.setattr(Deadlines, "pause", failing.on_class())
        moderation.outage(evening.world, guild_of(evening))
        await evening.noticed(lambda: failing.tries >= 2)
        failing.fails = False
        await evening.noticed(lambda: bool(evening.bot.app.tables._live))
        await stands_still(evening, True)
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        await plays_on(evening)
        evening.clean()


async def test_a_lobby_waits_for_the_end_of_the_outage(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        moderation.outage(evening.world, guild_of(evening))
        await evening.noticed(lambda: all(guild.unavailable for guild in evening.bot.guilds))
        await evening.pass_time(5_000)
        moderation.recovery(evening.world, guild_of(evening))
        await evening.noticed(lambda: not any(guild.unavailable for guild in evening.bot.guilds))
        await evening.press_board("Cyril", "join")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_a_bot_that_starts_during_the_outage_waits_for_its_end(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before, left = await hands(evening), rest(evening)
        moderation.outage(evening.world, guild_of(evening))
        await stands_still(evening, True)
        await evening.stop()
        evening.clock.advance(3_000)
        since = len(evening.discord.requests)
        await evening.start()
        await evening.pass_time(3_000)
        assert evening.live.in_trouble
        asked = [one for one in list(evening.discord.requests)[since:] if one.method != "GET"]
        assert [one for one in asked if str(evening.channel.id) in one.path] == []
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        assert await hands(evening) == before
        await plays_on(evening)
        evening.clean()


# The bot's own roles


@asynccontextmanager
async def with_a_role_that_counts(database: Path, *granted: str) -> AsyncIterator[tuple[Evening, Role]]:
    """Starts a game in a server where the bot has the permissions `granted` by one role only; yields the evening and
    that role.
    """
    async with Evening.of(*THREE, database=database) as evening:
        guild, bot = guild_of(evening), evening.world.bot.id
        role = moderation.add_role(evening.world, guild, "Croupiers", *granted)
        own = [guild.roles[number] for number in guild.members[bot].roles]
        for one in (*own, guild.roles[guild.id]):
            moderation.change_role(evening.world, guild, one, deny=granted)
        for person in crowd.people(evening.world):
            moderation.allow(evening.world, evening.channel, *granted, who=person.id)
        moderation.give_roles(evening.world, guild, bot, *own, role)
        await evening.noticed(lambda: may(evening, *granted))
        await evening.sit_down()
        yield evening, role


def may(evening: Evening, *names: str) -> bool:
    """Returns whether the bot believes that it has these permissions in the table's channel."""
    guild = evening.bot.get_guild(guild_of(evening).id)
    channel = guild.get_channel(evening.channel.id) if guild else None
    granted = channel.permissions_for(channel.guild.me) if channel else None
    return all(getattr(granted, name) for name in names)


@pytest.mark.parametrize("granted", [WRITING, SEEING])
async def test_a_table_stops_until_the_bot_gets_back_the_role_that_it_lost(
    database: Path, granted: tuple[str, ...]
) -> None:
    async with with_a_role_that_counts(database, *granted) as (evening, role):
        guild, bot = guild_of(evening), evening.world.bot.id
        roles = [guild.roles[number] for number in guild.members[bot].roles]
        moderation.give_roles(evening.world, guild, bot, *(one for one in roles if one is not role))
        await evening.noticed(lambda: not may(evening, *granted))
        await evening.slash("Anna", "game board")
        assert evening.live.in_trouble
        left = rest(evening)
        await evening.pass_time(5_000)
        moderation.give_roles(evening.world, guild, bot, *roles)
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        await plays_on(evening)


@pytest.mark.parametrize("granted", [WRITING, SEEING])
async def test_a_table_stops_until_the_bot_s_role_gets_back_its_permission(
    database: Path, granted: tuple[str, ...]
) -> None:
    async with with_a_role_that_counts(database, *granted) as (evening, role):
        moderation.change_role(evening.world, guild_of(evening), role, deny=granted)
        await evening.noticed(lambda: not may(evening, *granted))
        await evening.slash("Anna", "game board")
        assert evening.live.in_trouble
        left = rest(evening)
        await evening.pass_time(5_000)
        moderation.change_role(evening.world, guild_of(evening), role, grant=granted)
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        await plays_on(evening)


async def test_a_role_that_does_not_help_lets_nothing_go_on(database: Path) -> None:
    async with with_a_role_that_counts(database, *WRITING) as (evening, role):
        guild, bot = guild_of(evening), evening.world.bot.id
        moderation.change_role(evening.world, guild, role, deny=WRITING)
        await evening.noticed(lambda: not may(evening, *WRITING))
        await evening.slash("Anna", "game board")
        told = len(evening.person("Anna").dms())
        other = moderation.add_role(evening.world, guild, "Guests", "view_channel")
        roles = [guild.roles[number] for number in guild.members[bot].roles]
        moderation.give_roles(evening.world, guild, bot, *roles, other)
        await evening.noticed(lambda: any(one.name == "Guests" for one in evening.bot.guilds[0].me.roles))
        await evening.settled()
        assert evening.live.in_trouble
        assert len(evening.person("Anna").dms()) == told


# A table whose record is damaged


class Rooms(Evening):
    """An evening whose actions happen in the channel `room`."""

    room = "table-1"

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.room)


@asynccontextmanager
async def two_tables(database: Path, damaged: int = 0) -> AsyncIterator[tuple[Rooms, int]]:
    """Yields an evening with two running tables in one server, and the number of the one whose record is damaged: the
    first or (1) the second. The evening continues at the other one.
    """
    rooms, tables = ("table-1", "table-2"), []
    async with Rooms.of(*THREE, database=database, channels=2) as made:
        evening = cast("Rooms", made)
        for room in rooms:
            evening.room = room
            await evening.sit_down()
            tables.append(evening.table)
        with raw(database) as db:
            db.execute("DROP TRIGGER entries_never_change")
            db.execute("UPDATE entries SET kind = 'x' WHERE game = ? AND sequence = 0", (tables[damaged],))
        evening.bot.app.tables.drop(tables[damaged])
        evening.room = rooms[1 - damaged]
        yield evening, tables[damaged]


async def test_an_outage_pauses_the_other_tables_if_one_is_damaged(database: Path) -> None:
    async with two_tables(database) as (evening, damaged):
        assert evening.table > damaged
        moderation.outage(evening.world, guild_of(evening))
        await stands_still(evening, True)
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        await plays_on(evening)
        evening.clean()


async def test_a_removal_of_the_bot_pauses_the_other_tables_if_one_is_damaged(database: Path) -> None:
    async with two_tables(database) as (evening, _):
        moderation.leave(evening.world, guild_of(evening), evening.world.bot.id)
        await stands_still(evening, True)


async def test_a_deleted_channel_of_a_damaged_table_is_no_unexpected_error(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_tables(database) as (evening, damaged):
        moderation.delete_channel(evening.world, evening.world.channel("table-1"))
        await evening.noticed(lambda: f"table {damaged} is set aside" in caplog.text)
        await evening.settled()
        assert not [one for one in caplog.records if one.exc_info]
        await plays_on(evening)


async def test_a_new_language_is_shown_in_the_other_hands_if_one_table_is_damaged(database: Path) -> None:
    async with two_tables(database, damaged=1) as (evening, _):
        anna, channel = evening.person("Anna"), evening.channel
        hands = [seen for seen in anna.dms() if f":{evening.table}:" in " ".join(Evening.of_a_game(seen))]
        before = [seen.text for seen in hands]
        assert before
        profile = (await evening.slash("Anna", "profile", channel=channel)).message
        assert profile is not None
        await (await anna.select(profile, Evening.part(profile, "set_language"), "sk")).done()
        await evening.settled()
        assert [seen.text for seen in hands] != before
