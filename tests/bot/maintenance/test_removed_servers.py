"""Tests servers that removed the bot: their tables are kept for 30 days and then deleted completely."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.emulator.world import acts
from tests.bot.features.channel_health.test_service import stands_still
from tests.bot.maintenance.test_server_health import guild_of
from tests.bot.table import Evening
from tests.bot.tournament import Tournament
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
DAY = 86_400


async def removed(evening: Evening) -> int:
    """Starts a game on a server with settings, removes the bot from that server, and returns the table's number."""
    await evening.sit_down(pace="correspondence")
    game = evening.table
    await evening.bot.app.db.servers.change(guild_of(evening).id, {"language": "cs"})
    moderation.leave(evening.world, guild_of(evening), evening.world.bot.id)
    await stands_still(evening, True)
    await evening.settled()
    return game


async def days_pass(evening: Evening, days: int) -> None:
    """Lets that many days and a further hour pass, so that the hourly check runs twice."""
    await evening.pass_time(days * DAY)
    await evening.pass_time(3_700)


async def test_tables_wait_for_thirty_days_and_go_on_at_the_return(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        game = await removed(evening)
        await days_pass(evening, 29)
        acts.invite_bot(evening.world, guild_of(evening))
        await stands_still(evening, False)
        await evening.settled()
        assert (await evening.bot.app.db.games.get(game)).phase == "running"
        assert (await evening.bot.app.db.servers.known())[guild_of(evening).id] is None
        await days_pass(evening, 2)
        assert (await evening.bot.app.db.games.get(game)).phase == "running"


@pytest.mark.parametrize("restarts", [False, True])
async def test_after_thirty_days_everything_of_the_server_s_tables_is_gone(database: Path, restarts: bool) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        game = await removed(evening)
        if restarts:
            await evening.restart()
        await days_pass(evening, 31)
        await days_pass(evening, 0)
        db = evening.bot.app.db
        assert game not in {row.id for row in await db.games.all()}
        assert await db.servers.known() == {}
        assert await db.messages.of("board", game) == []


async def test_a_removal_while_the_bot_is_down_counts_from_its_next_start(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence")
        await evening.stop()
        moderation.leave(evening.world, guild_of(evening), evening.world.bot.id)
        await evening.start()
        await stands_still(evening, True)
        await evening.settled()
        assert await evening.bot.app.db.servers.known() == {guild_of(evening).id: evening.now()}


async def test_an_outage_is_no_removal(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence")
        game = evening.table
        moderation.outage(evening.world, guild_of(evening))
        await stands_still(evening, True)
        await evening.settled()
        assert await evening.bot.app.db.servers.known() == {}
        assert (await evening.bot.app.db.games.get(game)).phase == "running"


async def test_tournaments_and_seasons_of_the_server_end_and_free_their_people(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        tournament, db = Tournament(evening), evening.bot.app.db
        await tournament.open("Bert", "Cyril", host="Bert")
        guild = guild_of(evening).id
        season = await db.seasons.open(guild, "mafia_city", "Spring", evening.person("Anna").id, evening.now())
        await db.seasons.join(season.id, evening.person("Anna").id, evening.now())
        moderation.leave(evening.world, guild_of(evening), evening.world.bot.id)
        await evening.noticed(lambda: evening.bot.get_guild(guild) is None)
        await days_pass(evening, 31)
        await days_pass(evening, 0)
        assert (await tournament.state()).row.phase == "ended"
        assert [one.closed is None for one in await db.seasons.in_guild(guild)] == [False]
        assert await db.messages.of("tournament") == []
        later = evening.now() + timedelta(days=400)
        people = {evening.person(name).id for name in THREE}
        assert people <= set(await db.privacy.last_seen_before(later))
