"""Tests the thread of each table: it starts in the channel, the game is played in it, and it outlives a crash."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.emulator.objects import Channel
from bot.emulator.world import acts, messages
from bot.emulator.world.permissions import bits
from bot.features.lobby import threads
from bot.tables.limits import PRESSED
from bot.texts import translator_for
from storage import DatabaseError
from tests.bot.table import Evening
from tests.emulator import moderation

EN = translator_for("en")
TWO = ("Anna", "Bert")
"""The players' names; Anna owns the server."""


async def want_threads(evening: Evening, **more: object) -> None:
    await evening.bot.app.db.servers.change(evening.channel.guild_id or 0, {"threads": True, **more})


def threads_of(evening: Evening) -> list[Channel]:
    return [one for one in evening.world.channels.values() if one.is_thread]


async def open_table(evening: Evening, host: str = "Anna") -> Channel:
    before = threads_of(evening)
    await evening.slash(host, "game new", game="kralovske_rosady")
    (thread,) = (one for one in threads_of(evening) if one not in before)
    return thread


async def test_the_lobby_starts_a_thread_in_which_the_game_is_played(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        thread = await open_table(evening)
        assert (thread.name, thread.parent_id) == ("Královské rošády · Anna", evening.channel.id)
        assert f"<#{thread.id}>" in evening.private("Anna").text
        lobby = evening.board("Bert")
        assert lobby.id == thread.id, "the lobby is the message that started the thread"
        await evening.press_board("Bert", "join")
        await evening.press_board("Anna", "start")
        assert evening.live.row.phase == "running"
        assert evening.live.row.channel == thread.id
        assert [seen for seen in evening.person("Bert").messages(thread) if seen.usable]
        closed = next(seen for seen in evening.person("Bert").messages(evening.channel) if seen.id == lobby.id)
        assert f"<#{thread.id}>" in closed.text
        assert not closed.usable
        evening.clean()


async def test_a_channel_has_several_tables(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        first, second = await open_table(evening), await open_table(evening, "Bert")
        assert [row.channel for row in await evening.bot.app.db.games.unfinished()] == [first.id, second.id]
        evening.clean()


async def test_the_picker_opens_a_thread_too(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        await open_table(evening)
        await evening.slash("Bert", "game new")
        picker = evening.private("Bert")
        await evening.press("Bert", picker, Evening.part(picker, "new"))
        assert len(threads_of(evening)) == 2
        assert f"<#{threads_of(evening)[1].id}>" in evening.private("Bert").text
        evening.clean()


async def test_a_picker_that_is_pressed_twice_quickly_opens_one_table(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        await evening.slash("Bert", "game new")
        picker = evening.private("Bert")
        play = Evening.part(picker, "new")
        await asyncio.gather(*(evening.person("Bert").press(picker, play) for _ in range(2)))
        await evening.settled()
        (thread,) = threads_of(evening)
        assert len(await evening.bot.app.db.games.unfinished()) == 1
        assert f"<#{thread.id}>" in picker.text
        late = await evening.person("Bert").forge(picker, play)
        await late.done()
        assert EN(PRESSED) in late.text
        assert threads_of(evening) == [thread]
        evening.clean()


async def test_a_picker_whose_press_was_refused_can_be_pressed_again(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening, channel_lobbies=1)
        await evening.slash("Bert", "game new")
        picker = evening.private("Bert")
        thread = await open_table(evening)
        await evening.press("Bert", picker, Evening.part(picker, "new"))
        assert len(threads_of(evening)) == 1
        await evening.slash("Anna", "game end", thread)
        await evening.press("Bert", picker, Evening.part(picker, "new"))
        assert len(threads_of(evening)) == 2
        evening.clean()


async def test_a_table_that_is_opened_in_a_thread_gets_no_other(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        place = acts.add_thread(evening.world, evening.channel, "evening")
        await evening.settled()
        await evening.slash("Anna", "game new", place, game="kralovske_rosady")
        assert threads_of(evening) == [place]
        assert evening.live.row.channel == place.id


async def test_without_the_permission_the_table_is_in_the_channel_and_managers_know_why(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        log = evening.world.channel("table-2")
        await want_threads(evening, log_channel=log.id)
        evening.channel.overwrites[evening.channel.guild_id or 0] = (0, bits("create_public_threads"))
        await evening.slash("Bert", "game new", game="kralovske_rosady")
        assert threads_of(evening) == []
        assert evening.live.row.channel == evening.channel.id
        await evening.until(lambda: "Create Public Threads" in evening.person("Anna").messages(log)[-1].text)
        assert not [seen for seen in evening.person("Bert").messages(evening.channel) if seen.ephemeral]
        evening.clean()


async def test_a_manager_without_a_log_reads_the_missing_permission_at_once(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        evening.channel.overwrites[evening.channel.guild_id or 0] = (0, bits("create_public_threads"))
        await evening.slash("Anna", "game new", game="kralovske_rosady")
        await evening.until(
            lambda: "Create Public Threads" in evening.person("Anna").messages(evening.channel)[-1].text
        )
        assert evening.private("Anna")
        evening.clean()


async def test_a_deleted_lobby_message_is_posted_in_its_thread(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        thread = await open_table(evening)
        messages.delete(evening.world, evening.world.get_message(evening.channel.id, thread.id))
        await evening.until(lambda: [seen for seen in evening.person("Bert").messages(thread) if seen.usable])


async def test_a_deleted_thread_closes_its_lobby(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        thread = await open_table(evening)
        moderation.delete_channel(evening.world, thread)
        await evening.until(lambda: not evening.board("Anna").usable)
        assert await evening.bot.app.db.games.unfinished() == []


async def test_after_the_game_discord_archives_the_thread_within_an_hour(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        thread = await open_table(evening)
        assert thread.auto_archive == threads.DAY
        await evening.press_board("Bert", "join")
        await evening.press_board("Anna", "start")
        outcome = await evening.slash("Anna", "game end", thread)
        assert outcome.message is not None
        await evening.press("Anna", outcome.message, Evening.part(outcome.message, "end_sure"))
        await evening.settled()
        assert thread.auto_archive == threads.HOUR
        await evening.slash("Anna", "game rematch", thread)
        await evening.slash("Anna", "help")
        assert thread.auto_archive == threads.DAY
        evening.clean()


async def dies(*_args: object, **_named: object) -> None:
    raise DatabaseError("the disk is full")


async def test_a_table_that_was_stored_is_shown_in_its_thread_after_a_crash(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        with monkeypatch.context() as crash:
            crash.setattr(evening.bot.app.publisher, "adopt", dies)
            thread = await open_table(evening)
        await evening.restart()
        await evening.settled()
        (lobby,) = (seen for seen in evening.person("Bert").messages(thread) if seen.usable)
        await evening.press("Bert", lobby, evening.part(lobby, "join"))
        assert [row.channel for row in await evening.bot.app.db.games.unfinished()] == [thread.id]


async def test_a_table_that_could_not_be_stored_leaves_no_message(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        with monkeypatch.context() as crash:
            crash.setattr(evening.bot.app.lobby, "open", dies)
            await evening.slash("Anna", "game new", game="kralovske_rosady")
        assert not [seen for seen in evening.person("Bert").messages(evening.channel) if not seen.ephemeral]
        thread = await open_table(evening)
        assert [row.channel for row in await evening.bot.app.db.games.unfinished()] == [thread.id]


async def test_a_thread_that_discord_refuses_leaves_the_table_in_the_channel(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        await want_threads(evening)
        evening.world.faults.demand(403, on="POST /channels/{channel_id}/messages/{message_id}/threads")
        await evening.slash("Anna", "game new", game="kralovske_rosady")
        assert threads_of(evening) == []
        assert evening.live.row.channel == evening.channel.id
        assert Evening.part(evening.board("Bert"), "join")
