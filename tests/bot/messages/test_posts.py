"""Tests messages that Discord posted before the bot could store their IDs.

The next process adopts them and repeats nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import views
from bot.emulator.limits import RESET
from bot.emulator.people.seen import Seen
from bot.features.play.board import board_of
from bot.messages import api, reconciler
from bot.messages.api import new_nonce, post
from bot.messages.posts import PostedElsewhere, Posts
from bot.messages.requests import LOST
from bot.views.custom_id import has_button
from storage import PostSlot
from storage.errors import DatabaseUnreachable
from storage.messages import Messages
from storage.spectators import Spectators
from tests.bot.failing_store import failing
from tests.bot.table import Evening
from tests.bot.tournament import FOUR, Tournament

THREE = ("Anna", "Bert", "Cyril")


async def killed(*_args: Any, **_named: Any) -> None:
    """Raises CancelledError before the ID of a posted message is stored, as if the process had been killed."""
    raise asyncio.CancelledError


async def unreachable(*_args: Any, **_named: Any) -> None:
    """Raises the error of a database that is down."""
    raise DatabaseUnreachable("the database", "it has died")


Failure = Callable[..., Awaitable[None]]
FAILURES = pytest.mark.parametrize("fails", [killed, unreachable], ids=["the process dies", "the database dies"])


def public(evening: Evening) -> list[Seen]:
    """Returns the bot's public messages in the channel."""
    seen = evening.person("Anna").messages(evening.channel)
    return [one for one in seen if one.by_bot and not one.ephemeral]


async def next_phase(evening: Evening) -> None:
    live = evening.live
    game, mark = evening.game, live.epoch()
    while live.epoch() == mark:
        assert game.decision is not None
        await evening.answer(game.waiting[0], game.decision.silence or "pass")


@FAILURES
async def test_a_new_phase_board_is_adopted_after_a_crash(
    database: Path, monkeypatch: pytest.MonkeyPatch, fails: Failure
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        before = await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "board", fails))
            await next_phase(evening)
            posted = public(evening)
            assert posted[-1].id != before.id
            await evening.stop()
        await evening.start()
        assert [one.id for one in public(evening)] == [one.id for one in posted]
        assert evening.board().id == posted[-1].id
        assert not evening.person("Anna").message(evening.channel.id, before.id).usable  # type: ignore[union-attr]
        row = await evening.bot.app.db.messages.get(PostSlot("board", evening.table))
        assert row is not None
        assert row.message == posted[-1].id
        evening.clean()


async def test_an_adopted_board_shows_the_present_state(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "board", killed))
            await next_phase(evening)
            posted, before = public(evening)[-1], public(evening)[-1].text
            evening.bot.app.publisher.changed = lambda *_args, **_named: None  # type: ignore[method-assign]
            await evening.answer(evening.game.waiting[0], "place:harbour")
            await evening.stop()
        await evening.start()
        assert evening.board().id == posted.id
        assert evening.board().text != before
        assert f"<@{evening.live.seat(evening.game.waiting[0]).user}>" in evening.board().text
        evening.clean()


async def test_a_requested_board_is_adopted_after_a_crash(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        before = await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "board", killed))
            await evening.slash("Bert", "game board")
            posted = public(evening)
            assert posted[-1].id != before.id
            await evening.stop()
        await evening.start()
        assert [one.id for one in public(evening)] == [one.id for one in posted]
        assert evening.board().id == posted[-1].id
        evening.clean()


async def test_a_board_deleted_before_it_was_adopted_is_posted_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "board", killed))
            await next_phase(evening)
            gone = public(evening)[-1]
            await evening.stop()
        evening.person("Anna").remove(gone)
        await evening.start()
        assert evening.board().id > gone.id
        assert "move" in Evening.verbs(evening.board())
        assert [one.code for one in evening.world.refusals] == [10008]


async def test_a_board_whose_picture_is_refused_is_still_adopted(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "board", killed))
            await next_phase(evening)
            posted = [one.id for one in public(evening)]
            await evening.stop()
        evening.world.faults.demand(403, "POST /channels/{channel_id}/messages", code=50013)
        await evening.start()
        assert [one.id for one in public(evening)] == posted
        row = await evening.bot.app.db.messages.get(PostSlot("board", evening.table))
        assert row is not None
        assert row.message == evening.board().id == posted[-1]
        assert len([one for one in public(evening) if Evening.of_a_game(one)]) == 1


async def test_two_boards_of_a_table_have_different_nonces(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        for _ in range(3):
            await evening.slash("Bert", "game board")
        nonces = [message.nonce for message in evening.channel.messages.values() if message.nonce]
        assert len(nonces) == len(set(nonces)) >= 3
        evening.clean()


@FAILURES
async def test_hands_are_adopted_after_a_crash(database: Path, monkeypatch: pytest.MonkeyPatch, fails: Failure) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*THREE)
        await evening.press_board("Anna", "start")
        evening.clock.advance(56 * 60)
        old = {name: [one.id for one in evening.person(name).dms()] for name in THREE}
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "hand", fails))
            for seat in evening.live.seats:
                evening.bot.app.hands._want(evening.table, seat.user, at_once=True)
                evening.bot.app.hands._messages[evening.table][seat.user].fingerprint = ""
            await evening.settled()
            posted = {name: [one.id for one in evening.person(name).dms()] for name in THREE}
            assert all(posted[name][-1] not in old[name] for name in THREE)
            await evening.stop()
        await evening.start()
        for name in THREE:
            dms = {one.id for one in evening.person(name).dms()}
            assert not dms & set(old[name])
            assert posted[name][-1] in dms
        stored = await evening.bot.app.db.messages.of("hand", evening.table)
        assert {hand.message for hand in stored} == {numbers[-1] for numbers in posted.values()}
        # A process that outlives its database has deleted the old hands already.
        assert {(one.method, one.code) for one in evening.world.refusals} <= {("DELETE", 10008)}


async def test_a_new_hand_whose_picture_is_refused_is_posted_without_it(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        evening.clock.advance(56 * 60)
        old = evening.person("Anna").dms()[-1].id
        evening.world.faults.demand(413, "POST /channels/{channel_id}/messages", code=40005)
        seat = next(seat for seat in evening.live.seats if evening.holder(seat.seat) == "Anna")
        evening.bot.app.hands._want(evening.table, seat.user, at_once=True)
        evening.bot.app.hands._messages[evening.table][seat.user].fingerprint = ""
        await evening.settled()
        (hand,) = evening.person("Anna").dms()
        assert hand.id > old
        assert hand.usable
        assert not any(one.pending for one in await evening.bot.app.db.messages.of("hand", evening.table))


@FAILURES
async def test_a_greeting_becomes_the_hand_after_a_crash(
    database: Path, monkeypatch: pytest.MonkeyPatch, fails: Failure
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open("Anna", "Bert")
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "hand", fails))
            await evening.press_board("Cyril", "join")
            greeting = evening.person("Cyril").dms()
            assert len(greeting) == 1
            await evening.stop()
        await evening.start()
        await evening.press_board("Anna", "start")
        hand = evening.person("Cyril").dms()
        assert [one.id for one in hand] == [greeting[0].id]
        assert hand[0].usable


@FAILURES
async def test_a_tournament_round_is_adopted_after_a_crash(
    database: Path, monkeypatch: pytest.MonkeyPatch, fails: Failure
) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        cup = Tournament(evening)
        await cup.open(*FOUR)
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "tournament", fails))
            await evening.person("Bert").press(cup.message, evening.part(cup.message, "t_next"))
            await evening.until(lambda: len(public(evening)) == 2)
            await evening.settled()
            posted = [one.id for one in public(evening)]
            await evening.stop()
        await evening.start()
        assert [one.id for one in public(evening)] == posted
        assert cup.message.id == posted[-1]
        assert [one.message for one in await evening.bot.app.db.messages.of("tournament")] == [posted[-1]]


async def test_a_spectators_log_is_adopted_after_a_crash(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        send = Spectators.set

        async def dies_with_the_message(self: Spectators, watcher: Any) -> None:
            if watcher.message:
                raise asyncio.CancelledError
            await send(self, watcher)

        with monkeypatch.context() as patch:
            patch.setattr(Spectators, "set", dies_with_the_message)
            await evening.person("Dora").slash(evening.channel, "game watch")
            await evening.until(lambda: evening.person("Dora").dms())
            await evening.settled()
            posted = [one.id for one in evening.person("Dora").dms()]
            await evening.stop()
        await evening.start()
        await evening.answer(evening.game.waiting[0], "place:harbour")
        await evening.pass_time(60)
        assert [one.id for one in evening.person("Dora").dms()] == posted
        assert [one.message for one in await evening.bot.app.db.spectators.of(evening.table)] == posted


async def test_a_ping_is_adopted_after_a_crash(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        user, before = evening.live.seat(evening.game.waiting[0]).user, len(public(evening))
        with monkeypatch.context() as patch:
            patch.setattr(Messages, "put", failing(Messages.put, "ping", killed))
            evening.bot.app.background.run(evening.bot.app.reminders.ping(evening.table, user), "a ping")
            await evening.settled()
            posted = [one.id for one in public(evening)]
            assert len(posted) == before + 1
            await evening.stop()
        await evening.start()
        await evening.bot.app.reminders.ping(evening.table, user)
        assert [one.id for one in public(evening)] == posted
        assert [call.message for call in await evening.bot.app.db.messages.of("ping", evening.table)] == [posted[-1]]


async def test_a_pending_board_that_another_process_has_just_stored_is_not_posted(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two processes believe that they own a table, and one stores its board after the other has read that it is
    pending, the other process posts no second board.
    """
    monkeypatch.setattr(reconciler, "QUICK_PAUSE", 0.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        app, before = evening.bot.app, public(evening)
        keeper = app.publisher.boards.of(evening.table)
        app.publisher.changed(evening.table, repost=True)
        await evening.settled()
        after = public(evening)
        keeper.pending, keeper.fingerprint = True, ""
        app.publisher.changed(evening.table)
        await evening.settled()
        assert len(after) == len(before) + 1
        assert [one.id for one in public(evening)] == [one.id for one in after]
        assert not keeper.pending
        evening.clean()


async def test_a_deleted_pending_message_is_posted_again_by_one_process_only(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        db, channel = evening.bot.app.db, evening.channel.id
        slot, view = PostSlot("board", 10_000), views.say("Hello")
        nonce, _repeated = await db.messages.begin(slot, new_nonce())
        posts = Posts(evening.bot, db, has_button)
        number = await posts.post(slot, channel, view)
        await evening.bot.http.delete_message(channel, number)
        ended = await db.messages.end(slot, nonce)
        with pytest.raises(PostedElsewhere):
            await posts.post(slot, channel, view, adopting=True)
        assert ended
        assert number not in [one.id for one in public(evening)]


async def test_a_repeated_post_leaves_newer_boards_as_they_are(database: Path) -> None:
    """A newer one may be the board of another process that serves the table now."""
    async with Evening.of(*THREE, database=database) as evening:
        present = (await evening.sit_down()).id
        db, channel, slot = evening.bot.app.db, evening.channel.id, PostSlot("board", evening.table)
        posts, view = Posts(evening.bot, db, has_button), board_of(evening.live)
        first = await posts.post(slot, channel, view)
        newer = await post(evening.bot, channel, view, nonce=new_nonce())
        assert await posts.post(slot, channel, view) == first
        assert present < first < newer
        assert await db.messages.of("board", evening.table, old=True) == []
        await db.messages.end(slot, str(await db.messages.nonce(slot)))
        await db.messages.begin(slot, new_nonce())
        assert await posts.post(slot, channel, view) > newer
        found = await db.messages.of("board", evening.table, old=True)
        assert [one.message for one in found] == [first, newer]


async def test_a_post_that_is_refused_after_a_lost_answer_is_adopted_later(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "PAUSES", (0.0, 0.0))
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        posts, faults = Posts(evening.bot, evening.bot.app.db, has_button), evening.world.faults
        slot, route = PostSlot("ping", evening.table, 1), "POST /channels/{channel_id}/messages"
        faults.demand(RESET, on=route, after=True)
        faults.demand(403, on=route, code=50001)
        with pytest.raises(LOST):
            await posts.post(slot, evening.channel.id, views.say("It is your turn"))
        posted = public(evening)[-1]
        adopted = await posts.post(slot, evening.channel.id, views.say("It is your turn"))
        assert adopted == posted.id
        assert [one.text for one in public(evening)].count(posted.text) == 1
