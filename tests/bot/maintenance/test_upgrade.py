"""Tests the upgrade from schema 23: every message of the tables is found, and nothing is posted twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bot.emulator import Limits
from bot.emulator.objects import EPHEMERAL
from bot.emulator.world import state_file
from rules.draws import Draw
from storage.dsn import Place
from tests.any_answer import any_answer
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.emulator.driven_clock import DrivenClock
from tests.emulator.memory import MemoryDiscord
from tests.storage import schema_23
from tests.storage.schema_23 import DESTINY, LOBBY, MAFIA, ROSADY


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Returns the place of a database with schema 23, on each engine, as the older version wrote it."""
    place = tmp_path / "old.sqlite3" if request.param == "sqlite" else request.getfixturevalue("server").fresh(None)
    schema_23.create(place)
    return place


@asynccontextmanager
async def taken_over(database: Place) -> AsyncIterator[Evening]:
    """Yields an evening with the older version's database and Discord state, in which the test starts the bot."""
    clock = DrivenClock(schema_23.CLOCK)
    world = state_file.load(schema_23.WORLD, clock=clock, limits=Limits.generous())
    async with MemoryDiscord(world) as discord:
        evening = Evening(world, discord, clock, database)
        evening.pictures = False
        try:
            yield evening
        finally:
            await evening.stop()


def posted(evening: Evening) -> dict[int, list[int]]:
    """Returns the IDs of all messages by channel, without ephemeral ones."""
    return {
        channel.id: [message.id for message in channel.messages.values() if not message.flags & EPHEMERAL]
        for channel in evening.world.channels.values()
    }


async def answer(evening: Evening, table: int, dice: Random) -> None:
    """Gives an answer for the first asked seat, as an easy computer would."""
    app = evening.bot.app
    live = await app.tables.get(table)
    game = live.game
    assert game is not None
    assert game.decision is not None
    assert not isinstance(game.decision, Draw)
    seat = game.waiting[0]
    await app.referee.play(live.id, game.number, live.seat(seat).user, any_answer(game, seat, dice))
    await evening.settled()


async def test_after_the_upgrade_nothing_is_posted_and_old_boards_lose_their_buttons(old: Place) -> None:
    async with taken_over(old) as evening:
        before = posted(evening)
        # Old boards are in the database; without the history, no one finds them in the channel.
        moderation.forbid(evening.world, evening.world.channel("table-1"), "read_message_history")
        await evening.start()
        assert posted(evening) == before
        await evening.restart()
        assert posted(evening) == before
        for table in (MAFIA, ROSADY, DESTINY, LOBBY):
            live = await evening.bot.app.tables.get(table)
            public = [
                seen
                for seen in evening.person("Anna").messages(evening.world.channels[live.row.channel])
                if seen.by_bot and not seen.ephemeral and Evening.of_a_game(seen)
            ]
            assert [seen.id for seen in public] == [before[live.row.channel][-1 - (table == ROSADY)]]
        evening.clean()


async def test_after_the_upgrade_hands_boards_and_logs_are_edited_and_calls_deleted(old: Place) -> None:
    async with taken_over(old) as evening:
        before = posted(evening)
        await evening.start()
        app, dice = evening.bot.app, Random("after the upgrade")
        calls = [one for kind in ("ping", "word") for one in await app.db.messages.of(kind)]
        assert len(calls) == 2
        (watcher,) = await app.db.messages.of("watcher")
        log = evening.world.channels[watcher.channel].messages[watcher.message]
        told = str(log.data)
        for table in (MAFIA, ROSADY, DESTINY):
            await answer(evening, table, dice)
        await evening.pass_time(31)
        gone = {call.message for call in calls}
        assert posted(evening) == {
            channel: [message for message in messages if message not in gone] for channel, messages in before.items()
        }
        assert [await app.db.messages.of(kind, old=None) for kind in ("ping", "word")] == [[], []]
        assert str(log.data) != told
        evening.clean()


async def test_after_the_upgrade_a_lobby_and_a_tournament_go_on_in_their_messages(old: Place) -> None:
    async with taken_over(old) as evening:
        before = posted(evening)
        await evening.start()
        (cup,) = await evening.bot.app.db.messages.of("tournament")
        lobby = await evening.bot.app.tables.get(LOBBY)
        for channel, verb, who in ((lobby.row.channel, "join", "Cyril"), (cup.channel, "t_join", "Dora")):
            (seen,) = [
                seen for seen in evening.person(who).messages(evening.world.channels[channel]) if not seen.ephemeral
            ]
            shown = str(evening.world.channels[channel].messages[seen.id].data)
            await evening.press(who, seen, Evening.part(seen, verb))
            assert str(evening.world.channels[channel].messages[seen.id].data) != shown
            assert posted(evening)[channel] == before[channel]
        evening.clean()
