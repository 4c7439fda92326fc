"""Tests requests whose answer is lost, also with the connection: nothing is sent twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from bot.emulator.limits import RESET, SILENT
from bot.emulator.people.seen import Seen
from bot.emulator.world import messages
from bot.emulator.world.messages import NONCE_MEMORY
from bot.messages.outcomes import Outcome, Result
from bot.messages.reconciler import Reconciler
from storage import MessageRow, PostSlot
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.faults.course import no_message_twice
from tests.faults.discord.conftest import SHORT
from tests.faults.judge import Ledger, goes_on, shown

POST = "POST /channels/{channel_id}/messages"
UNANSWERED = {"reset": RESET, "silent": SILENT}
MAX_INVALID = 100
INVALID = {401, 403, 404, 429}


def something_fails(evening: Evening, kind: str, route: str, times: int = 1) -> None:
    """Makes the next `times` requests to a route fail with this fault."""
    name = kind.removeprefix("after ")
    status = UNANSWERED[name] if name in UNANSWERED else int(name)
    evening.world.faults.demand(status, route, times=times, after=name != kind)


async def quiet(evening: Evening) -> None:
    """Waits until the bot sends no more requests, so that its replies to commands are complete, too."""
    still, asked = 0, -1
    while still < 15:
        await evening.settled()
        await asyncio.sleep(SHORT)
        still, asked = (still + 1 if asked == len(evening.discord.requests) else 0), len(evening.discord.requests)


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_board_that_was_posted_without_an_answer_is_posted_once(
    fault: str, database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        old = await evening.sit_down()
        something_fails(evening, fault, POST, times=7)
        await evening.slash("Bert", "game board")
        evening.world.faults.coming.clear()
        await goes_on(evening.bot.app, evening.table, Random(1), Ledger(), 1)
        await evening.settled()
        assert evening.board().id != old.id
        posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > old.id]
        assert len([seen for seen in posted if seen.by_bot and not seen.ephemeral]) == 1
        no_message_twice(evening.world, evening.channel, evening.table)
        await shown(evening)


async def board_posted_twice(evening: Evening, start: Callable[[], Awaitable[object]]) -> list[Seen]:
    """Lets the bot post a board whose answer is lost and post it again after Discord has forgotten the nonce; returns
    the two messages.

    `start`: what makes the bot post it.
    """
    before = max(evening.channel.messages, default=0)
    something_fails(evening, "after reset", POST, times=1_000)
    await start()
    evening.world.faults.coming.clear()
    evening.clock.advance(NONCE_MEMORY + 1)
    evening.bot.app.publisher.changed(evening.table)
    await quiet(evening)
    posted = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.id > before]
    return [seen for seen in posted if seen.by_bot and not seen.ephemeral]


async def test_a_board_posted_again_after_discord_forgot_its_nonce_is_the_only_one(
    database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        old = await evening.sit_down()
        first, second = await board_posted_twice(evening, lambda: evening.slash("Bert", "game board"))
        assert (first.usable, evening.board().id) == ([], second.id)
        assert old.id < first.id
        assert await evening.bot.app.db.messages.of("board", evening.table, old=True) == []
        no_message_twice(evening.world, evening.channel, evening.table)
        await shown(evening)


async def test_a_lobby_posted_again_after_discord_forgot_its_nonce_is_the_only_one(
    database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.open("Anna", "Bert")
        first, second = await board_posted_twice(evening, lambda: evening.slash("Bert", "game board"))
        assert (first.usable, evening.board().id) == ([], second.id)
        no_message_twice(evening.world, evening.channel, evening.table)


async def test_a_second_board_that_cannot_be_closed_now_is_closed_later(
    database: Path, hurried: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_args: object) -> Result[None]:
        return Result(Outcome.LOST)

    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Reconciler, "close", lost)
            first, second = await board_posted_twice(evening, lambda: evening.slash("Bert", "game board"))
        assert first.usable
        await goes_on(evening.bot.app, evening.table, Random(1), Ledger(), 1)
        await quiet(evening)
        assert evening.board().id == second.id
        no_message_twice(evening.world, evening.channel, evening.table)


async def test_a_repeated_post_leaves_all_other_messages_of_the_channel_as_they_are(
    database: Path, hurried: Callable[[], float]
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        await evening.slash("Cyril", "league tournament")
        board, cyril = evening.channel.messages[(await board_of(evening)).message], evening.person("Cyril").id
        copied = {"components": board.data["components"], "flags": board.data["flags"]}
        copy = messages.write(evening.world, messages.NewMessage(evening.channel, cyril, copied))
        others = {number: deepcopy(one.data) for number, one in evening.channel.messages.items() if number != board.id}
        assert copy.id in others
        await board_posted_twice(evening, lambda: evening.slash("Bert", "game board"))
        assert {number: evening.channel.messages[number].data for number in others} == others
        assert evening.world.refusals == []


async def test_a_second_board_stays_if_the_bot_may_not_read_the_history(
    database: Path, hurried: Callable[[], float]
) -> None:
    """It is closed when it is pressed."""
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        moderation.forbid(evening.world, evening.channel, "read_message_history")
        first, second = await board_posted_twice(evening, lambda: evening.slash("Bert", "game board"))
        assert first.usable
        assert (await board_of(evening)).message == second.id
        assert [one.code for one in evening.world.refusals] == []
        await evening.press("Bert", first, Evening.part(first, "hand"))
        no_message_twice(evening.world, evening.channel, evening.table)


async def board_of(evening: Evening) -> MessageRow:
    row = await evening.bot.app.db.messages.get(PostSlot("board", evening.table))
    assert row is not None
    return row


@pytest.mark.parametrize("fault", ["after 502", "after reset"])
async def test_a_command_whose_answer_was_lost_is_answered_once(
    fault: str, database: Path, hurried: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        something_fails(evening, fault, "POST /interactions/")
        await evening.open()
        public = [seen for seen in evening.person("Bert").messages(evening.channel) if seen.by_bot]
        assert len([seen for seen in public if not seen.ephemeral]) == 1
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Anna", "start")
        something_fails(evening, fault, "POST /interactions/")
        await evening.press_board("Bert", "hand")
        assert [seen.id for seen in evening.person("Bert").messages(evening.channel) if seen.ephemeral]
        assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
        await shown(evening)
