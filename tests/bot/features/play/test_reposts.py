"""Tests that a board is posted again at once if a moderator deletes it, also at an inactive table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.features.play.reposts import MAX_REPOSTS
from storage.errors import DatabaseUnreachable
from storage.games import Games
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


def boards(evening: Evening) -> list[int]:
    """Returns the IDs of all public messages of the bot with buttons of a game."""
    seen = evening.person("Anna").messages(evening.channel)
    return [one.id for one in seen if one.by_bot and not one.ephemeral and Evening.of_a_game(one)]


async def deleted(evening: Evening, board: Seen) -> None:
    """Deletes the message as a moderator and waits until the bot has received the event."""
    evening.person("Anna").remove(board)
    await heard(evening)


async def heard(evening: Evening) -> None:
    """Waits until all events so far have reached the bot, by a command on the same connection."""
    await evening.slash("Bert", "learn rules")
    await evening.settled()


async def test_a_deleted_board_is_posted_again_without_a_change_of_the_table(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        evening.person("Anna").remove(old)
        await evening.until(lambda: boards(evening))
        await evening.settled()
        assert boards(evening) == [evening.board().id] != [old.id]
        assert evening.board().text == old.text
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert boards(evening) == [evening.board().id]
        evening.clean()


async def test_a_deleted_lobby_is_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        evening.person("Anna").remove(evening.board())
        await evening.until(lambda: boards(evening))
        await evening.press_board("Cyril", "join")
        assert len(evening.live.seats) == 3
        evening.clean()


async def test_a_board_among_messages_deleted_at_once_is_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old, channel = await evening.sit_down(), evening.channel
        numbers = [str(number) for number in channel.messages]
        channel.messages.clear()
        data = {"ids": numbers, "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}
        evening.world.emit("MESSAGE_DELETE_BULK", data, channel=channel)
        await evening.until(lambda: boards(evening))
        await evening.settled()
        assert boards(evening) == [evening.board().id] != [old.id]
        evening.clean()


async def test_a_deleted_board_of_a_table_that_sleeps_is_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="untimed")
        await evening.restart()
        await evening.restart()
        assert not evening.bot.app.tables._live, "the table is not in memory"
        old = evening.board()
        evening.person("Anna").remove(old)
        await evening.until(lambda: boards(evening))
        await evening.settled()
        assert boards(evening) == [evening.board().id] != [old.id]
        await evening.restart()
        assert boards(evening) == [evening.board().id]
        evening.clean()


async def test_a_deleted_message_that_is_no_board_changes_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        await evening.slash("Bert", "game board")
        present = evening.board()
        since = len(evening.discord.counted)
        await deleted(evening, old)
        assert boards(evening) == [present.id]
        assert [one for one in evening.discord.counted[since:] if one.method == "POST"] == []
        evening.clean()


async def test_the_deleted_board_of_a_finished_game_stays_away(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.end("Anna")
        last = evening.board()
        since = len(evening.discord.counted)
        await deleted(evening, last)
        assert [one for one in evening.discord.counted[since:] if one.method == "POST"] == []
        evening.clean()


async def test_a_board_of_another_processs_table_is_not_reposted(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.sit_down()
        evening.bot.app.tables.owns = lambda _guild: False
        await deleted(evening, board)
        assert boards(evening) == []


async def test_a_board_that_is_deleted_again_and_again_waits_for_the_next_change(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="untimed")
        for _ in range(MAX_REPOSTS):
            evening.person("Anna").remove(evening.board())
            await evening.until(lambda: boards(evening))
            await evening.settled()
        await deleted(evening, evening.board())
        assert boards(evening) == []
        assert "deleted too often" in caplog.text
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert len(boards(evening)) == 1
        await evening.pass_time(601)
        evening.person("Anna").remove(evening.board())
        await evening.until(lambda: boards(evening))


async def test_a_deletion_while_the_database_fails_is_left_to_the_next_change(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.sit_down()

        async def fails(*_args: object) -> None:
            raise DatabaseUnreachable("the database", "it is away")

        with monkeypatch.context() as patch:
            patch.setattr(Games, "in_channel", fails)
            evening.person("Anna").remove(board)
            await evening.noticed(lambda: "cannot check whether a deleted message was a board" in caplog.text)
        assert "Traceback" not in caplog.text
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert len(boards(evening)) == 1


async def test_messages_of_people_are_ignored_unread(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        heard_of: list[str] = []
        evening.bot.dispatch = lambda event, *_args, **_named: heard_of.append(event)  # type: ignore[method-assign]
        await evening.sit_down()
        assert "message" not in heard_of
        assert "message_edit" not in heard_of
