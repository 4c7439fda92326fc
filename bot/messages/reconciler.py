"""The reconciler: edits or posts live messages so that they show the newest state, with as few requests as possible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import discord
from discord.ui import LayoutView

from bot.background import Background
from bot.messages.api import Client, delete, edit
from bot.messages.edits import Edits
from bot.messages.live_message import UNKNOWN, LiveMessage, Rendered, Signal, State, Token
from bot.messages.outcomes import ARCHIVED, UNKNOWN_CHANNEL, Outcome, Result, is_for_the_picture, safe_call
from bot.messages.posts import PostedElsewhere, Posts
from bot.tables.refusals import EXPECTED_ERRORS
from storage import DatabaseError

log = logging.getLogger(__name__)

QUICK_PAUSE: Final = 5.0
"""Seconds between the quick retries of a message (`LiveMessage.QUICK_TRIES`)."""
FIRST_PAUSE: Final = 60.0
"""Seconds until the first slow retry of a message; each further pause is twice as long, up to `LONGEST_PAUSE`."""
LONGEST_PAUSE: Final = 120.0

M_contra = TypeVar("M_contra", bound=LiveMessage, contravariant=True)
M = TypeVar("M", bound=LiveMessage)


class Storage(Protocol[M_contra]):
    """The interface that stores the place of live messages of one kind."""

    async def store(self, message: M_contra, /) -> None:
        """Stores the message's channel, ID and fingerprint; the same transaction ends a pending post."""


class Owner(Storage[M_contra], Protocol[M_contra]):
    """The interface of the owner of live messages of one kind, which renders them."""

    async def render(self, message: M_contra, /) -> Rendered | None:
        """Returns the message's present content; None if nothing needs to be sent."""

    async def failed(self, message: M_contra, result: Result[None], /) -> bool:
        """Handles a failed update of the message; returns whether the reconciler should retry."""


class Reconciler:
    """The service that edits or posts live messages: at most one request in flight for each, the newest state wins."""

    def __init__(self, client: Client, posts: Posts, now: Callable[[], datetime], background: Background) -> None:
        self._client = client
        self._posts = posts
        self._now = now
        self._background = background
        self._edits = Edits(client, now)

    def want(self, owner: Owner[M], message: M) -> asyncio.Task[Any]:
        """Requests an update of a message, which its owner renders; returns the background task that sends it."""
        message.wanted = True
        if message.task is None or message.task.done():
            message.task = self._background.run(self._reconcile(owner, message), str(message))
        return message.task

    async def show(
        self, owner: Storage[M], message: M, rendered: Rendered, *, reposts: Collection[Outcome] | None = None
    ) -> Result[None]:
        """Updates a message to this content; posts a new one if it is missing or too old. The caller holds its lock.

        Sends nothing if the message already shows the content. Returns the result; a failure is logged. `reposts`:
        replaces the message's own REPOSTS. Raises DatabaseError if a post cannot begin.
        """
        result: Result[None] = Result(Outcome.SHOWN)
        if rendered.repost or not message.shows(rendered.fingerprint):
            message.handle(Signal.CHANGED)
            reposts = message.REPOSTS if reposts is None else reposts
            result = await self._send(owner, message, rendered, reposts=reposts)
            if message.state is State.BACKING_OFF:
                message.fingerprint, message.picture = "", UNKNOWN
        if not result.ok:
            log.info("cannot update %s (%s)", message, result)
            return result
        message.pause = 0.0
        message.cancel_pause()
        for old in sorted(message.unretired):
            await self._retire(message, old, rendered)
        if rendered.then is not None:
            await rendered.then()
        return result

    def try_later(self, owner: Owner[M], message: M, seconds: float = 0.0) -> None:
        """Schedules an update of a message after a pause in seconds, in place of an earlier schedule.

        0: twice as long as the last pause, from `FIRST_PAUSE` to `LONGEST_PAUSE`.
        """
        if not seconds:
            seconds = message.pause = min(max(2 * message.pause, FIRST_PAUSE), LONGEST_PAUSE)
        message.cancel_pause()
        message.later = asyncio.get_running_loop().call_later(seconds, self._pause_is_over, owner, message)

    async def change(self, message: LiveMessage, rendered: Rendered) -> Result[Rendered]:
        """Edits a message, without the picture if Discord refuses that; returns the result with the sent content."""
        return await self._with_or_without(message, rendered, partial(self._edits.edit, message))

    async def say_last(
        self, message: LiveMessage, view: LayoutView, *, only_if: Callable[[], bool] = lambda: True
    ) -> None:  # fmt: skip
        """Replaces a message's content by a last view, which is not stored; logs a failure.

        Sends nothing if `only_if` returns False when no other request for the message is in flight.
        """
        async with message.lock:
            if not only_if():
                return
            said = await self.change(message, Rendered(view))
        if not said.ok:
            log.info("cannot update %s (%s)", message, said)

    async def close(self, message: LiveMessage, channel: int, old: int, view: LayoutView) -> Result[None]:
        """Replaces the content of an old message by a last view; deletes the message if it is too old to be edited."""
        if old not in message.worn:
            closed = await self._edits.edit_at(message, channel, old, view)
            if closed.outcome is not Outcome.TOO_OLD:
                return closed
        return await safe_call(delete(self._client, channel, old))

    def lives(self, token: Token | None) -> bool:
        """Returns whether an interaction's token is still valid for editing messages."""
        return token is not None and token.until > self._now()

    def _pause_is_over(self, owner: Owner[M], message: M) -> None:
        message.later, message.is_overdue = None, True
        self.want(owner, message)

    async def _reconcile(self, owner: Owner[M], message: M) -> None:
        """Updates a message until it shows the newest state."""
        tries = 0
        while message.wanted:
            message.wanted = False
            async with message.lock:
                again = await self._attempt(owner, message)
            if again and tries < message.QUICK_TRIES:
                tries, message.wanted = tries + 1, True
                await asyncio.sleep(QUICK_PAUSE)
            elif again is not None:
                self.try_later(owner, message)

    async def _attempt(self, owner: Owner[M], message: M) -> bool | None:
        """Updates a message once; returns True to retry soon, False to retry later, None if no retry is necessary."""
        try:
            rendered = await owner.render(message)
            message.is_overdue = False
            result = Result(Outcome.SHOWN) if rendered is None else await self.show(owner, message, rendered)
            backing_off = message.state is State.BACKING_OFF
            if result.ok or not await owner.failed(message, result) or not backing_off:
                return None
        except EXPECTED_ERRORS as error:
            log.info("cannot update %s (%s)", message, type(error).__name__)
            return None
        except DatabaseError as error:
            log.warning("cannot update %s now; trying again (%s)", message, type(error).__name__)
            return False
        return result.was_sent

    async def _send(
        self, owner: Storage[M], message: M, rendered: Rendered, *, reposts: Collection[Outcome]
    ) -> Result[None]:
        """Edits the message or posts a new one."""
        gone, may_edit = message.is_deleted, bool(message.message) and not (rendered.repost or message.pending)
        if may_edit and not gone and not message.is_too_old(self._now()):
            edited = await self.change(message, rendered)
            message.handle(edited.outcome)
            if edited.ok:
                await self._store(owner, message, edited.unwrap())
            if gone := edited.outcome is Outcome.GONE:
                message.deleted = message.message
            if not _calls_for_a_post(edited, reposts):
                return Result(edited.outcome, error=edited.error)
        return await self._replace(owner, message, rendered, gone=gone)

    async def _replace(self, owner: Storage[M], message: M, rendered: Rendered, *, gone: bool) -> Result[None]:
        """Posts a new message and closes or deletes the present one, if there is one."""
        message.handle(Signal.POST)
        old = message.message
        try:
            if old and message.CLAIMS:
                message.posted = await self._posts.claim(message.row, self._now(), gone=gone)
            if gone:
                message.message = old = 0
            posted = await self._with_or_without(message, rendered, partial(self._post, message))
        except PostedElsewhere as error:
            message.pending = False
            posted = Result(Outcome.LOST, error=error)
        message.handle(posted.outcome)
        if posted.ok:
            await self._store(owner, message, posted.unwrap())
        if posted.ok and old and old != message.message and rendered.retires:
            message.unretired.add(old)
        return Result(posted.outcome, error=posted.error)

    async def _with_or_without(
        self, message: LiveMessage, rendered: Rendered, send: Callable[[Rendered], Awaitable[Result[None]]]
    ) -> Result[Rendered]:
        replies = message.replies
        sent = await send(rendered)
        if rendered.picture is not None and is_for_the_picture(sent):
            log.warning("Discord refuses a picture (%s); only the text is shown", sent)
            message.plain, rendered = True, rendered.without_picture()
            sent = await send(rendered)
        if sent.ok:
            # A response that was sent during the edit may have taken the picture away again.
            message.picture = rendered.digest if message.replies == replies else UNKNOWN
        return Result(sent.outcome, rendered, sent.error)

    async def _post(self, message: LiveMessage, rendered: Rendered) -> Result[None]:
        adopting, message.pending = message.pending, True
        posted = await safe_call(self._new(message, rendered, adopting=adopting))
        if not posted.ok:
            message.pending = not posted.is_final
            return Result(posted.outcome, error=posted.error)
        message.message, message.posted = posted.unwrap(), self._now()
        return Result(Outcome.SHOWN)

    async def _new(self, message: LiveMessage, rendered: Rendered, *, adopting: bool) -> int:
        if not message.channel:
            message.channel = (await self._client.create_dm(discord.Object(message.slot.user))).id
        return await self._posts.post(
            message.slot, message.channel, rendered.shown(), rendered.picture, mentions=rendered.mentions,
            adopting=adopting,
        )  # fmt: skip

    async def _retire(self, message: LiveMessage, old: int, rendered: Rendered) -> None:
        """Closes or deletes a previous message after a new one was posted, to avoid confusion."""
        if rendered.closed is not None:
            retired = await safe_call(edit(self._client, message.channel, old, rendered.closed))
        else:
            retired = await safe_call(delete(self._client, message.channel, old))
        if not retired.ok:
            log.info("cannot delete an old message (%s)", retired)
        if retired.ok or retired.is_final:
            message.unretired.discard(old)
            await self._posts.forget_old(message.slot, old)

    async def _store(self, owner: Storage[M], message: M, rendered: Rendered) -> None:
        """Stores the message's place and fingerprint; if that fails, the next attempt adopts the pending message."""
        message.fingerprint = rendered.fingerprint
        try:
            await owner.store(message)
            message.pending = False
        except DatabaseError as error:
            log.warning("cannot store the message id of %s (%s): %s", message, type(error).__name__, error)


def _calls_for_a_post(edited: Result[Rendered], reposts: Collection[Outcome]) -> bool:
    """Returns whether a post may follow this failed edit; it also reopens an archived thread that is not locked."""
    possible = edited.outcome in reposts and edited.code != UNKNOWN_CHANNEL
    return possible or (edited.code == ARCHIVED and bool(reposts))
