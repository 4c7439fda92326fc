"""Tests places that disappear during a disconnect: their games are paused at the next connection, without silences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.emulator.world import acts
from bot.maintenance.removed_servers import RemovedServers
from storage import GameRow
from storage.games import Games
from tests.bot.features.channel_health.test_service import in_a_thread, rest, stands_still
from tests.bot.maintenance.test_server_health import guild_of, hands, plays_on
from tests.bot.maintenance.test_warm_start import asleep
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
A_LONG_TIME = 200_000.0


def loses_its_server(evening: Evening) -> None:
    moderation.leave(evening.world, guild_of(evening), evening.world.bot.id)


def loses_its_channel(evening: Evening) -> None:
    moderation.delete_channel(evening.world, evening.channel)


PLACES = [(loses_its_server, 0), (loses_its_channel, 1)]
"""The ways to lose a channel, and how many messages its host can get: none without a shared server."""
Loses = Callable[[Evening], None]


async def no_one_is_silenced(evening: Evening) -> None:
    """Lets a long time pass, and checks that no silence has been recorded as an answer."""
    entries = len(evening.game.entries)
    await evening.pass_time(A_LONG_TIME)
    assert len(evening.game.entries) == entries


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(("loses", "words"), PLACES)
async def test_a_table_stops_if_its_place_went_while_the_bot_was_down(
    database: Path, loses: Loses, words: int, slow: bool
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence" if slow else "live")
        await evening.stop()
        loses(evening)
        before = len(evening.person("Anna").dms())
        await evening.start()
        await stands_still(evening, True)
        await evening.settled()
        await no_one_is_silenced(evening)
        told = [one for one in evening.person("Anna").dms()[before:] if "Kanál tvého stolu" in one.text]
        assert len(told) == words


@pytest.mark.parametrize("loses", [loses_its_server, loses_its_channel])
async def test_the_place_of_a_table_that_sleeps(database: Path, loses: Loses) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await asleep(evening, "correspondence")
        loses(evening)
        await evening.start()
        await stands_still(evening, True)
        await no_one_is_silenced(evening)


async def test_a_table_stops_while_its_thread_is_locked(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        thread = await in_a_thread(evening)
        await evening.stop()
        acts.archive(evening.world, thread, locked=True)
        await evening.start()
        await stands_still(evening, True)
        await no_one_is_silenced(evening)
        acts.archive(evening.world, thread, archived=False)
        await stands_still(evening, False)


async def test_a_server_with_an_outage_is_not_gone_and_its_table_goes_on_silently(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before, left = await hands(evening), rest(evening)
        await evening.stop()
        letters = [len(evening.person(name).dms()) for name in THREE]
        moderation.outage(evening.world, guild_of(evening))
        await evening.start()
        await stands_still(evening, True)
        await no_one_is_silenced(evening)
        assert [len(evening.person(name).dms()) for name in THREE] == letters
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        assert rest(evening) == left
        assert await hands(evening) == before
        await plays_on(evening)
        evening.clean()


async def test_a_server_that_discord_lost_does_not_wake_what_sleeps_for_good(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        table = await asleep(evening)
        moderation.outage(evening.world, guild_of(evening))
        await evening.start()
        await stands_still(evening, True)
        moderation.recovery(evening.world, guild_of(evening))
        await stands_still(evening, False)
        assert evening.table == table
        await plays_on(evening)


async def test_a_lobby_whose_channel_went_in_the_meantime_is_called_off(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        table = evening.table
        await evening.stop()
        loses_its_channel(evening)
        await evening.start()
        assert (await evening.bot.app.db.games.get(table)).phase == "ended"


@pytest.mark.parametrize("loses", [loses_its_server, moderation.outage])
async def test_a_lobby_waits_for_its_server(database: Path, loses: Callable[..., None]) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        table = evening.table
        await evening.stop()
        loses(*((evening,) if loses is loses_its_server else (evening.world, guild_of(evening))))
        letters = len(evening.person("Anna").dms())
        await evening.start()
        assert (await evening.bot.app.db.games.get(table)).phase == "lobby"
        assert len(evening.person("Anna").dms()) == letters


@pytest.mark.parametrize("loses", [loses_its_server, loses_its_channel])
async def test_channels_deleted_during_a_lost_session_are_noticed(database: Path, loses: Loses) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.discord.gateway.drop(1001, resumable=False)
        loses(evening)
        await stands_still(evening, True)
        await evening.settled()
        await no_one_is_silenced(evening)


async def test_a_connection_that_was_cut_and_missed_nothing_costs_no_request_and_no_pause(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        since, looked = len(evening.discord.requests), list[int]()

        async def on_shard_ready(shard: int) -> None:
            await evening.bot.server_events.on_shard_ready(shard)
            looked.append(shard)

        evening.bot.event(on_shard_ready)
        await evening.discord.gateway.drop(1001, resumable=False)
        await evening.noticed(lambda: looked)
        await evening.settled()
        assert not evening.live.in_trouble
        asked = [one.path for one in list(evening.discord.requests)[since:] if str(evening.channel.id) in one.path]
        assert asked == []
        await plays_on(evening)


@pytest.mark.parametrize("down", [True, False])
async def test_however_many_servers_come_with_a_connection_the_tables_are_read_once(
    database: Path, monkeypatch: pytest.MonkeyPatch, down: bool
) -> None:
    """When 31 servers arrive with one connection, the unfinished tables are read at most six times, and not once for
    each server.
    """
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        for number in range(30):
            acts.add_guild(evening.world, f"Server {number}")
        await evening.noticed(lambda: len(evening.bot.guilds) == 31)
        await evening.settled()
        read, unfinished = list[int](), Games.unfinished

        async def counted(self: Games) -> list[GameRow]:
            read.append(1)
            return await unfinished(self)

        monkeypatch.setattr(Games, "unfinished", counted)
        ready, missed = list[int](), RemovedServers.missed

        async def told(self: RemovedServers, of: Callable[[int], bool]) -> None:
            ready.append(1)
            await missed(self, of)

        monkeypatch.setattr(RemovedServers, "missed", told)
        if down:
            await evening.restart()
        else:
            await evening.discord.gateway.drop(1001, resumable=False)
        await evening.noticed(lambda: ready and len(evening.bot.guilds) == 31)
        await evening.settled()
        assert 1 <= len(read) <= 6


async def test_only_servers_of_the_shard_that_is_connected_are_looked_for(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        asked = list[Callable[[int], bool]]()

        async def missed(of: Callable[[int], bool]) -> None:
            asked.append(of)

        evening.bot.app.channel_health.missed = missed  # type: ignore[method-assign]
        evening.bot.shard_count = 4
        await evening.bot.server_events.on_shard_ready(3)
        await evening.settled()
        assert [[of(shard << 22 | 17) for shard in range(8)] for of in asked] == [[False, False, False, True] * 2]


async def test_a_new_connection_tells_of_its_own_shard_s_servers_only(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        bot, told = evening.bot, list[int]()

        def dispatch(event: str, *args: discord.Guild) -> None:
            if event == "guild_remove":
                told.append(args[0].id)

        bot._connection.dispatch = dispatch
        bot._connection.shard_count = 2
        there, here, elsewhere = (shard << 22 | 17 for shard in (2, 4, 5))
        for number in (there, here, elsewhere):
            bot._connection._add_guild_from_data(cast("Any", {"id": str(number), "unavailable": True}))
        named = [{"id": str(number), "unavailable": True} for number in (there, guild_of(evening).id)]
        bot._connection.parsers["READY"]({"user": evening.world.bot.wire(), "shard": [0, 2], "guilds": named})
        assert told == [here]


@pytest.mark.parametrize("most", [0, 1])
async def test_the_number_of_threads_asked_for_at_once_is_limited(
    database: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """At a start, at most `MAX_TABLES_CHECKED` archived threads with sleeping tables are requested from Discord, which
    does not list them; there may be tens of thousands.
    """
    monkeypatch.setattr("bot.features.channel_health.service.MAX_TABLES_CHECKED", most)
    async with Evening.of(*THREE, database=database) as evening:
        thread = await in_a_thread(evening)
        await evening.stop()
        acts.archive(evening.world, thread, locked=True)
        since = len(evening.discord.requests)
        await evening.start()
        await evening.settled()
        asked = [one for one in list(evening.discord.requests)[since:] if one.path.endswith(f"/channels/{thread.id}")]
        assert len([one for one in asked if one.method == "GET"]) == most
