"""Tests the reconciler: every message finally shows its newest state, however Discord answers."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.drawing import Picture
from bot.messages import edits
from bot.messages import reconciler as module
from bot.messages.live_message import EDITABLE_FOR, LiveMessage, Rendered, State, Token
from bot.messages.outcomes import Outcome, Result
from bot.messages.posts import PostedElsewhere
from bot.messages.reconciler import FIRST_PAUSE, Reconciler
from bot.messages.requests import Waited
from storage import DatabaseError, MessageRow, PostSlot
from tests.bot.messages.test_outcomes import refusal

NOW = datetime(2026, 1, 1, tzinfo=UTC)
GONE, OLD, HIDDEN, TOO_LARGE = refusal(404, 10008), refusal(429, 30046), refusal(403, 50001), refusal(413, 40005)


class Wire:
    """A stand-in for Discord, the stored posts and the message's owner: it records the requests and gives the answers
    that the test has set.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: list[Exception | None] = []
        self.stored: list[tuple[int, str, bool]] = []
        self.failures: list[Result[None]] = []
        self.text = "first"
        self.picture: Picture | None = None
        self.may_go: asyncio.Event | None = None
        self.under_way = self.most_under_way = self.newest = 0
        self.begun = asyncio.Event()
        self.database: DatabaseError | None = None
        self.claims: list[tuple[int, bool]] = []
        self.elsewhere, self.patient = False, True
        self.forgotten: list[int] = []

    async def _ask(self, what: str) -> None:
        self.asked.append(what)
        self.begun.set()
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        if self.may_go is not None:
            await self.may_go.wait()
        self.under_way -= 1
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer

    async def edit(
        self, _client: Any, _channel: int, message: int, _view: LayoutView, drawn: Any = None, **_: Any
    ) -> None:
        await self._ask(f"edit {message}{' with a picture' if drawn else ''}")

    async def delete(self, _client: Any, _channel: int, message: int) -> None:
        await self._ask(f"delete {message}")

    async def create_dm(self, user: discord.Object) -> discord.Object:
        await self._ask(f"open the DM of {user.id}")
        return discord.Object(9)

    async def post(self, *args: Any, adopting: bool, **_: Any) -> int:
        await self._ask(f"{'adopt' if adopting else 'post'} in {args[1]}{' with a picture' if args[3] else ''}")
        self.newest = self.newest if adopting and self.newest else 100 + len(self.asked)
        return self.newest

    async def render(self, _message: LiveMessage) -> Rendered | None:
        return Rendered(views.say(self.text), self.text, self.picture) if self.text else None

    async def store(self, message: LiveMessage) -> None:
        if self.database is not None:
            raise self.database
        self.stored.append((message.message, message.fingerprint, message.pending))

    async def failed(self, _message: LiveMessage, result: Result[None]) -> bool:
        self.failures.append(result)
        return self.patient

    async def forget_old(self, _slot: PostSlot, message: int) -> None:
        self.forgotten.append(message)

    async def claim(self, present: MessageRow, now: datetime, *, gone: bool) -> datetime:
        self.claims.append((present.message, gone))
        if self.elsewhere:
            raise PostedElsewhere
        return now


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    wire = Wire()
    monkeypatch.setattr(edits, "edit", wire.edit)
    monkeypatch.setattr(module, "edit", wire.edit)
    monkeypatch.setattr(module, "delete", wire.delete)
    return wire


class Setup:
    """A reconciler with one message."""

    def __init__(self, wire: Wire, *, message: int = 7, channel: int = 5) -> None:
        self.wire = wire
        self.background = Background()
        self.now = NOW
        self.loop = Reconciler(wire, wire, lambda: self.now, self.background)  # type: ignore[arg-type]
        self.message = LiveMessage(PostSlot("hand", 1, 3))
        self.message.is_at(channel, message, NOW)

    async def want(self) -> None:
        self.loop.want(self.wire, self.message)
        await self.background.settled()

    async def show(self, **kwargs: Any) -> Result[None]:
        repost = kwargs.pop("repost", False)
        rendered = Rendered(views.say(self.wire.text), self.wire.text, self.wire.picture, repost=repost)
        async with self.message.lock:
            return await self.loop.show(self.wire, self.message, rendered, **kwargs)


async def test_a_message_is_edited_where_it_is_and_stored(wire: Wire) -> None:
    setup = Setup(wire)
    await setup.want()
    assert wire.asked == ["edit 7"]
    assert wire.stored == [(7, "first", False)]
    assert setup.message.state is State.CURRENT


async def test_only_changed_content_is_sent_again(wire: Wire) -> None:
    setup = Setup(wire)
    await setup.want()
    await setup.want()
    assert wire.asked == ["edit 7"]
    wire.text = "second"
    await setup.want()
    assert wire.asked == ["edit 7", "edit 7"]


async def test_the_newest_state_wins_and_one_request_at_most_is_in_flight(wire: Wire) -> None:
    setup, wire.may_go = Setup(wire), asyncio.Event()
    setup.loop.want(wire, setup.message)
    await wire.begun.wait()
    for text in ("second", "third", "fourth"):
        wire.text = text
        setup.loop.want(wire, setup.message)
        await asyncio.sleep(0)
    wire.may_go.set()
    await setup.background.settled()
    assert len(wire.asked) == 2, "what lies between is never sent"
    assert wire.most_under_way == 1
    assert setup.message.fingerprint == "fourth"


async def test_no_request_is_sent_if_there_is_nothing_to_show(wire: Wire) -> None:
    setup, wire.text = Setup(wire), ""
    await setup.want()
    assert not wire.asked


async def test_without_a_channel_a_dm_is_opened_once(wire: Wire) -> None:
    setup = Setup(wire, message=0, channel=0)
    await setup.want()
    assert wire.asked == ["open the DM of 3", "post in 9"]
    assert wire.stored == [(102, "first", True)], "the same transaction ends the pending post"
    assert not setup.message.pending


@pytest.mark.parametrize("error", [GONE, OLD])
async def test_a_message_that_is_gone_or_too_old_to_edit_is_posted_again(wire: Wire, error: Exception) -> None:
    setup, wire.answers = Setup(wire), [error]
    await setup.want()
    retired = ["delete 7"] if error is OLD else []
    assert wire.asked == ["edit 7", "post in 5", *retired]
    assert setup.message.state is State.CURRENT


async def test_an_old_message_is_not_even_tried(wire: Wire) -> None:
    setup = Setup(wire)
    setup.now = NOW + EDITABLE_FOR + timedelta(seconds=1)
    await setup.want()
    assert wire.asked == ["post in 5", "delete 7"]


async def test_an_old_message_that_cannot_be_deleted_is_deleted_with_the_next_update(wire: Wire) -> None:
    setup, wire.answers = Setup(wire), [None, TimeoutError()]
    assert (await setup.show(repost=True)).ok
    assert (wire.asked, wire.forgotten) == (["post in 5", "delete 7"], [])
    wire.text = "second"
    assert (await setup.show()).ok
    assert wire.asked[2:] == ["edit 101", "delete 7"]
    assert wire.forgotten == [7]
    wire.text = "third"
    assert (await setup.show()).ok
    assert wire.asked[4:] == ["edit 101"]


async def test_its_owner_may_leave_a_deleted_message_deleted(wire: Wire) -> None:
    setup, wire.answers = Setup(wire), [GONE]
    result = await setup.show(reposts=())
    assert wire.asked == ["edit 7"]
    assert (result.outcome, setup.message.state) == (Outcome.GONE, State.ABSENT)


async def test_a_new_message_may_be_wished_for(wire: Wire) -> None:
    setup = Setup(wire)
    assert (await setup.show(repost=True)).ok
    assert wire.asked == ["post in 5", "delete 7"]


@pytest.mark.parametrize("message", [7, 0])
async def test_a_refused_picture_leaves_only_the_text(wire: Wire, message: int) -> None:
    setup, wire.answers = Setup(wire, message=message), [TOO_LARGE]
    wire.picture = Picture(b"png", "alt", "hand")
    await setup.want()
    what = f"edit {message}" if message else "post in 5"
    assert wire.asked == [f"{what} with a picture", what if message else "post in 5"]
    assert setup.message.state is State.CURRENT


async def test_a_refused_place_is_not_tried_again_by_itself(wire: Wire) -> None:
    setup, wire.answers = Setup(wire), [HIDDEN]
    await setup.want()
    assert [failure.outcome for failure in wire.failures] == [Outcome.FORBIDDEN]
    states = [setup.message.state]
    assert setup.message.later is None
    await setup.want()
    states.append(setup.message.state)
    assert states == [State.UNREACHABLE, State.CURRENT], "but its owner may ask again"


@pytest.mark.parametrize("error", [Waited(), TimeoutError(), refusal(500), refusal(429)])
async def test_a_lost_request_is_repeated_after_a_growing_pause(wire: Wire, error: Exception) -> None:
    setup, wire.answers = Setup(wire), [error, error]
    loop = asyncio.get_running_loop()
    pauses = []
    for _ in range(2):
        await setup.want()
        assert setup.message.state is State.BACKING_OFF
        assert setup.message.later is not None
        pauses.append(setup.message.later.when() - loop.time())
    assert pauses == pytest.approx([FIRST_PAUSE, 2 * FIRST_PAUSE], abs=5)
    await setup.want()
    assert (setup.message.state, setup.message.pause) == (State.CURRENT, 0.0)
    setup.message.cancel_pause()


async def test_after_a_lost_edit_no_one_knows_what_is_shown(wire: Wire) -> None:
    setup = Setup(wire)
    await setup.want()
    wire.text, wire.answers = "second", [TimeoutError()]
    await setup.want()
    wire.text = "first"
    await setup.want()
    assert len(wire.asked) == 3
    setup.message.cancel_pause()


async def test_a_lost_post_is_adopted_and_a_refused_one_begun_again(wire: Wire) -> None:
    setup, wire.answers = Setup(wire, message=0), [TimeoutError(), None, None]
    await setup.want()
    assert setup.message.pending
    await setup.want()
    assert wire.asked == ["post in 5", "adopt in 5"]
    setup.message.cancel_pause()
    other, wire.answers = Setup(wire, message=0), [refusal(400, 50035)]
    await other.want()
    await other.want()
    assert wire.asked[2:] == ["post in 5", "post in 5"]


async def test_a_message_that_another_process_posted_is_read_again_later(wire: Wire) -> None:
    setup, wire.answers = Setup(wire, message=0), [PostedElsewhere()]
    await setup.want()
    assert isinstance(wire.failures[0].error, PostedElsewhere)
    assert setup.message.state is State.BACKING_OFF
    assert not setup.message.pending
    setup.message.cancel_pause()


async def test_a_message_whose_id_cannot_be_stored_stays_pending_and_is_adopted(wire: Wire) -> None:
    setup, wire.database = Setup(wire, message=0), DatabaseError("full")
    await setup.want()
    assert (setup.message.message, setup.message.pending) == (101, True)
    wire.database = None
    await setup.want()
    assert wire.asked == ["post in 5", "adopt in 5"]
    assert not setup.message.pending


@pytest.fixture
def by_token(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Wire:
    async def edit_original(interaction: Any, _view: LayoutView, files: Any) -> int:
        await wire._ask(f"edit through {interaction}{'' if files is None else ' with files'}")
        return 7

    monkeypatch.setattr("bot.messages.wire.edit_original", edit_original)
    return wire


async def test_edits_go_through_a_token_until_it_expires(by_token: Wire) -> None:
    setup, until = Setup(by_token), NOW + timedelta(minutes=14)
    setup.message.tokens[7] = Token("a token", until)  # type: ignore[arg-type]
    await setup.want()
    setup.now, by_token.text = until, "second"
    await setup.want()
    assert by_token.asked == ["edit through a token with files", "edit 7"]


@pytest.mark.parametrize("error", [refusal(404, 10015), refusal(401, 50027)])
async def test_a_token_that_does_not_work_is_replaced_by_a_plain_edit(by_token: Wire, error: Exception) -> None:
    setup, by_token.answers = Setup(by_token), [error]
    setup.message.tokens[7] = Token("a token", NOW + timedelta(minutes=14))  # type: ignore[arg-type]
    await setup.want()
    assert by_token.asked == ["edit through a token with files", "edit 7"]
    assert not setup.message.tokens


@pytest.mark.parametrize("error", [GONE, OLD])
async def test_an_error_about_the_message_is_not_retried_without_the_token(by_token: Wire, error: Exception) -> None:
    setup, by_token.answers = Setup(by_token), [error]
    setup.message.tokens[7] = Token("a token", NOW + timedelta(minutes=14))  # type: ignore[arg-type]
    assert not (await setup.show(reposts=())).ok
    assert by_token.asked == ["edit through a token with files"]


async def test_a_picture_that_the_message_has_is_not_sent_again(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, kept = Setup(wire), list[bool]()

    async def edit(*_: Any, keeps: bool = False) -> None:
        kept.append(keeps)
        await wire._ask("edit")

    monkeypatch.setattr(edits, "edit", edit)
    picture = Picture(b"png", "alt", "board")

    async def show(text: str, digest: str) -> None:
        async with setup.message.lock:
            await setup.loop.show(wire, setup.message, Rendered(views.say(text), text, picture, digest))

    await show("first", "d")
    await show("second", "d")
    await show("third", "e")
    assert kept == [False, True, False]
    wire.answers = [refusal(400, 50035)]
    await show("fourth", "e")
    await show("fifth", "e")
    assert kept[3:] == [True, False, False], "where kept pictures are refused they are sent each time"


async def test_without_the_picture_the_message_in_words_is_sent_and_stored(wire: Wire) -> None:
    setup, wire.answers = Setup(wire), [TOO_LARGE]
    below = Rendered(
        views.say("few"), "f", Picture(b"png", "alt", "board"), "d", lambda: Rendered(views.say("all"), "plain")
    )
    async with setup.message.lock:
        await setup.loop.show(wire, setup.message, below)
    assert wire.stored == [(7, "plain", False)]
    assert (setup.message.plain, setup.message.picture) == (True, None)


async def test_an_older_message_is_closed_or_if_it_is_too_old_deleted_and_not_tried_again(wire: Wire) -> None:
    setup, wire.answers = Setup(wire), [None, OLD]
    for _ in range(3):
        assert (await setup.loop.close(setup.message, 5, 6, views.say("closed"))).ok
    assert wire.asked == ["edit 6", "edit 6", "delete 6", "delete 6"]


class Quick(LiveMessage):
    """A message that is posted again at once, tried twice, and claimed in the database first, as several processes
    might post it.
    """

    QUICK_TRIES, CLAIMS = 2, True


def quick(setup: Setup) -> Quick:
    message = setup.message = Quick(PostSlot("board", 1, 0))
    message.is_at(5, 7, NOW)
    return message


async def test_a_message_that_players_wait_for_is_tried_at_once_before_the_pauses_grow(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUICK_PAUSE", 0.0)
    setup = Setup(wire)
    message, wire.answers = quick(setup), [TimeoutError(), TimeoutError()]
    await setup.want()
    assert (len(wire.asked), message.state, message.later) == (3, State.CURRENT, None)
    wire.text, wire.answers = "second", [TimeoutError()] * 3
    await setup.want()
    assert (len(wire.asked), message.state) == (6, State.BACKING_OFF)
    assert message.later is not None
    message.cancel_pause()


async def test_a_request_that_was_never_sent_is_not_tried_again_at_once(wire: Wire) -> None:
    setup = Setup(wire)
    message, wire.answers = quick(setup), [Waited()]
    await setup.want()
    assert wire.asked == ["edit 7"]
    assert message.later is not None
    message.cancel_pause()


async def test_its_owner_decides_whether_a_lost_message_is_tried_again(wire: Wire) -> None:
    setup, wire.answers, wire.patient = Setup(wire), [TimeoutError()], False
    await setup.want()
    assert (wire.asked, setup.message.later) == (["edit 7"], None)


async def test_a_message_that_is_known_to_be_deleted_is_posted_again_without_an_edit(wire: Wire) -> None:
    setup = Setup(wire)
    message = quick(setup)
    await setup.want()
    message.deleted = 7
    await setup.want()
    assert wire.asked == ["edit 7", "post in 5"]
    assert wire.claims == [(7, True)]


@pytest.mark.parametrize("gone", [True, False])
async def test_a_message_that_another_process_has_claimed_is_not_posted(wire: Wire, gone: bool) -> None:
    setup = Setup(wire)
    message, wire.elsewhere = quick(setup), True
    wire.answers = [GONE if gone else OLD]
    result = await setup.show()
    assert wire.asked == ["edit 7"]
    assert wire.claims == [(7, gone)]
    assert isinstance(result.error, PostedElsewhere)
    assert message.state is State.BACKING_OFF


@pytest.mark.parametrize(("code", "asked"), [(50083, ["edit 7", "post in 5", "delete 7"]), (10003, ["edit 7"])])
async def test_a_new_message_opens_an_archived_thread_but_not_a_channel_that_is_gone(
    wire: Wire, code: int, asked: list[str]
) -> None:
    setup, wire.answers = Setup(wire), [refusal(400 if code == 50083 else 404, code)]
    await setup.show()
    assert wire.asked == asked


async def test_a_follow_up_action_runs_when_the_message_is_shown(wire: Wire) -> None:
    setup, done = Setup(wire), list[int]()
    rendered = Rendered(views.say("first"), "first", then=lambda: noted(done, setup.message.message))
    async with setup.message.lock:
        wire.answers = [HIDDEN]
        await setup.loop.show(wire, setup.message, rendered)
        assert done == []
        for _ in range(2):
            await setup.loop.show(wire, setup.message, rendered)
    assert done == [7, 7]
    assert len(wire.asked) == 2, "it shows that already"


async def noted(done: list[int], message: int) -> None:
    done.append(message)


class Private(LiveMessage):
    """A message that can be edited only by a token, and is never posted again."""

    REPOSTS = frozenset()


async def test_a_private_message_is_edited_by_its_token_only_and_never_posted_again(
    by_token: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def edit_followup(interaction: Any, number: int, _view: LayoutView, _files: Any) -> None:
        await by_token._ask(f"edit {number} through {interaction}")

    monkeypatch.setattr("bot.messages.wire.edit_followup", edit_followup)
    setup = Setup(by_token)
    message = setup.message = Private(PostSlot("panel", 1, 3))
    message.is_at(0, 7)
    until = NOW + timedelta(minutes=14)
    message.tokens[7] = Token("a token", until, original=False)  # type: ignore[arg-type]
    await setup.want()
    assert by_token.asked == ["edit 7 through a token"]
    setup.now, by_token.text = until, "second"
    await setup.want()
    assert by_token.asked == ["edit 7 through a token"]
    assert [failure.outcome for failure in by_token.failures] == [Outcome.GONE]
    assert message.message == 7
