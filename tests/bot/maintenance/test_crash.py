"""Tests a process that is killed at a bad moment: no old board keeps its buttons, and every end is announced."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.world import messages
from bot.gateway.client import Krupier
from bot.messages.live_message import LiveMessage
from bot.messages.outcomes import Result
from bot.messages.posts import LOOKED_AT
from bot.tables import order_execution
from rules.errors import NotAllowed
from tests.bot.failing_store import failing
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")


async def killed(*_args: Any, **_named: Any) -> None:
    """Raises CancelledError in place of a step, as if the process had been killed."""
    raise asyncio.CancelledError


async def to_the_next_phase(evening: Evening) -> None:
    live = evening.live
    game, mark = evening.game, live.epoch()
    while live.epoch() == mark:
        assert game.decision is not None
        await evening.answer(game.waiting[0], game.decision.silence or "pass")


def with_buttons(evening: Evening) -> list[int]:
    """Returns the IDs of the bot's public messages with buttons of a game."""
    seen = evening.person("Anna").messages(evening.channel)
    return [one.id for one in seen if one.by_bot and not one.ephemeral and Evening.of_a_game(one)]


async def test_an_old_board_that_a_crash_has_left_open_is_closed_after_the_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.bot.app.publisher.old_boards._close = killed  # type: ignore[method-assign]
        await to_the_next_phase(evening)
        assert len(with_buttons(evening)) == 2
        await evening.restart()
        assert with_buttons(evening) == [evening.board().id]
        assert await evening.bot.app.db.messages.of("board", old=True) == []
        evening.clean()


async def test_a_lobby_that_was_deleted_while_the_bot_was_down_is_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.open("Anna", "Bert")
        await evening.stop()
        messages.delete(evening.world, evening.channel.messages[board.id])
        await evening.start()
        await evening.settled()
        (posted,) = with_buttons(evening)
        assert posted > board.id


async def test_a_lobby_is_not_posted_again_if_the_bot_may_not_read_the_history(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.open("Anna", "Bert")
        await evening.stop()
        moderation.forbid(evening.world, evening.channel, "read_message_history")
        await evening.start()
        await evening.settled()
        assert with_buttons(evening) == [board.id]


async def test_a_lobby_far_above_the_latest_messages_is_not_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.open("Anna", "Bert")
        await evening.stop()
        for number in range(LOOKED_AT):
            evening.person("Anna").say(evening.channel, f"Message {number}")
        await evening.start()
        await evening.settled()
        assert with_buttons(evening) == [board.id]


async def test_cleanup_after_a_crash_does_not_wait_for_the_gateway(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.bot.app.db.messages.put = failing(evening.bot.app.db.messages.put, "board", killed)  # type: ignore[method-assign]
        await to_the_next_phase(evening)
        assert len(with_buttons(evening)) == 2

        async def never_called(_self: Krupier) -> None:
            """Does nothing, in place of the handler that discord.py calls seconds after the first presses arrive."""

        monkeypatch.setattr(Krupier, "on_ready", never_called)
        await evening.restart()
        assert with_buttons(evening) == [evening.board().id]


async def test_a_board_that_was_posted_but_never_noted_is_closed_after_the_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.bot.app.db.messages.put = failing(evening.bot.app.db.messages.put, "board", killed)  # type: ignore[method-assign]
        await to_the_next_phase(evening)
        assert len(with_buttons(evening)) == 2
        await evening.restart()
        assert len(with_buttons(evening)) == 1
        await evening.press_board("Anna", "hand")
        evening.clean()


async def test_a_lobby_that_was_answered_but_never_noted_is_not_left_behind(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        evening.bot.app.db.messages.put = failing(evening.bot.app.db.messages.put, "board", killed)  # type: ignore[method-assign]
        await (await evening.person("Anna").slash(evening.channel, "game new", game="mafia_city")).done()
        await evening.restart()
        assert len(with_buttons(evening)) == 1
        await evening.press_board("Bert", "join")
        assert len(evening.live.seats) == 2


async def test_without_the_history_an_old_board_goes_when_it_is_pressed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        moderation.forbid(evening.world, evening.channel, "read_message_history")
        old = await evening.sit_down()
        evening.bot.app.db.messages.put = failing(evening.bot.app.db.messages.put, "board", killed)  # type: ignore[method-assign]
        await to_the_next_phase(evening)
        await evening.restart()
        stray = next(
            seen for seen in evening.person("Bert").messages(evening.channel) if seen.usable and seen.id != old.id
        )
        outcome = await evening.press("Bert", stray, Evening.part(stray, "hand"))
        assert not outcome.failed
        assert with_buttons(evening) == [evening.board().id]


async def test_at_the_end_no_message_of_the_table_has_buttons(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        close = evening.bot.app.publisher.old_boards._close
        evening.bot.app.publisher.old_boards._close = killed  # type: ignore[method-assign]
        await to_the_next_phase(evening)
        evening.bot.app.publisher.old_boards._close = close  # type: ignore[method-assign]
        await evening.end("Anna")
        assert with_buttons(evening) == []
        evening.clean()


async def test_an_end_is_told_however_long_the_heart_went_on_beating(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.end_untold("Anna")
        await evening.pass_time(3_600)
        assert with_buttons(evening)
        await evening.restart()
        assert "Konec hry" in evening.board().text
        assert with_buttons(evening) == []
        assert not evening.person("Bert").dms()[0].usable
        assert await evening.bot.app.db.archive.untold_ends() == []
        evening.clean()


async def test_an_end_that_was_told_is_not_told_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.end("Anna")
        spent = len(evening.discord.counted)
        await evening.restart()
        assert [one for one in evening.discord.counted[spent:] if "messages" in one.name] == []
        evening.clean()


async def test_a_phase_that_changes_during_an_edit_is_posted_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        live, publisher = evening.live, evening.bot.app.publisher
        game, mark, board = evening.game, live.epoch(), evening.board()
        edit, begun, may_end = publisher._reconciler._edits.edit_at, asyncio.Event(), asyncio.Event()

        async def slow(message: LiveMessage, *args: Any, **named: Any) -> Result[None]:
            edited = await edit(message, *args, **named)
            if message.slot.kind == "board":
                begun.set()
                await may_end.wait()
            return edited

        publisher._reconciler._edits.edit_at = slow  # type: ignore[method-assign]
        while live.epoch() == mark:
            assert game.decision is not None
            seat = game.waiting[0]
            await evening.bot.app.referee.play(
                live.id, game.number, live.seat(seat).user, (game.decision.silence or "pass",)
            )
            await begun.wait()
        may_end.set()
        await evening.settled()
        assert evening.board().id != board.id
        evening.clean()


async def test_a_refusal_behind_an_answer_leaves_no_answer_behind(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        live, game = evening.live, evening.game
        before = evening.board().text

        def refuses(*_args: Any) -> None:
            raise NotAllowed("a defect of a computer player")

        monkeypatch.setattr(order_execution, "let_act", refuses)
        user = live.seat(game.waiting[0]).user
        with pytest.raises(NotAllowed):
            await evening.bot.app.referee.play(live.id, game.number, user, ("place:harbour",))
        monkeypatch.undo()
        evening.bot.app.bus.table_changed(await evening.bot.app.tables.get(live.id))
        await evening.settled()
        assert evening.board().text == before
        evening.clean()
