"""Posts new messages exactly once, even if the process or the database fails before a message's id is stored.

The nonce of each post is stored before the request. If the message's id is not stored afterwards, the next attempt
(perhaps by another process) sends the same nonce, and Discord answers with the message that exists already. Discord
remembers a nonce for a few minutes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.ui import LayoutView

from bot.drawing import Picture
from bot.messages.api import SILENT, Client, delete, edit, new_nonce, post
from bot.messages.outcomes import UNKNOWN_MESSAGE, safe_call
from storage import Database, MessageRow, PostSlot
from storage.messages import KEEPS_OLD

log = logging.getLogger(__name__)

CLAIMED_FOR: Final = timedelta(seconds=8)
"""The time for which a claimed post is reserved for its process. Two quick pauses of the reconciler are longer."""
LOOKED_AT: Final = 50
"""The number of a channel's latest messages that are searched for those whose ID was not stored."""
BUTTONS: Final = {"board": ("move", "start"), "hand": ("move",), "watcher": ("unwatch",)}
"""Kinds of messages -> the verbs of buttons of which each has one. No other message in their kind of channel (public,
or direct messages) has them; a board without them belongs to an ended game."""


class PostedElsewhere(Exception):
    """The error that another process is already posting, or has posted, the same message."""


class Posts:
    """A service that posts messages whose IDs are stored in the database.

    `has_button`: returns whether a message's components (as JSON) have a button of a game with one of these verbs.
    """

    def __init__(
        self, client: Client, db: Database, has_button: Callable[[Sequence[Any], int, Collection[str]], bool]
    ) -> None:
        self._client = client
        self._db = db
        self._has_button = has_button

    async def post(
        self, slot: PostSlot, channel: int, view: LayoutView, drawn: Picture | None = None, *,
        mentions: discord.AllowedMentions = SILENT, adopting: bool = False,
    ) -> int:  # fmt: skip
        """Posts a message, or adopts the one that an earlier attempt has posted; returns its id.

        An adopted message is edited to show the given view. The caller then stores the id, which ends the pending post.
        `adopting`: only repeats a pending post; raises PostedElsewhere if it has ended, because its message is stored
        by now. Raises what Discord raises.
        """
        nonce, repeated = await self._begin(slot, adopting=adopting)
        sent = await safe_call(post(self._client, channel, view, drawn, nonce=nonce, mentions=mentions))
        if repeated and sent.ok:
            # An adopted message still shows the state of the earlier attempt.
            edited = await safe_call(edit(self._client, channel, sent.unwrap(), view, drawn))
            sent = sent if edited.ok else replace(sent, outcome=edited.outcome, error=edited.error)
        if repeated and sent.ok and slot.kind in BUTTONS:
            await self._retire_others(slot, channel, sent.unwrap())
        deleted = repeated and sent.code == UNKNOWN_MESSAGE
        # A repeated post may have created a message the first time, even if it is refused now for another reason.
        ended = (deleted or (sent.is_final and not repeated)) and await self._db.messages.end(slot, nonce)
        if not deleted:
            return sent.unwrap()
        if not ended:
            raise PostedElsewhere
        log.info(
            "the %s message of %s was deleted before its id was stored; it is posted again", slot.kind, slot.subject
        )
        return await self.post(slot, channel, view, drawn, mentions=mentions)

    async def forget_old(self, slot: PostSlot, message: int) -> None:
        """Deletes the note of an old message, which is closed or does not exist any more."""
        if slot.kind in KEEPS_OLD:
            await self._db.messages.remove_old(slot, message)

    async def _retire_others(self, slot: PostSlot, channel: int, message: int) -> None:
        """Deletes older DMs of the same slot, or notes older boards as old ones, which their owner then closes.

        Discord forgets a nonce after some minutes, so a post that is repeated later creates a second message. Without
        the permission to read a channel's history nothing is found.
        """
        latest = await safe_call(self._client.http.logs_from(channel, LOOKED_AT))
        found = [int(one["id"]) for one in latest.unwrap() if self._is_of(slot, one)] if latest.ok else []
        for other in found:
            if other < message and slot.kind == "board":
                await self._db.messages.note_old(slot, channel, other)
            elif other != message and slot.kind != "board":
                await safe_call(delete(self._client, channel, other))

    def _is_of(self, slot: PostSlot, message: Mapping[str, Any]) -> bool:
        """Returns whether a message (as JSON) is one of the bot's own with a button of this slot."""
        own = self._client.user is not None and int(message["author"]["id"]) == self._client.user.id
        return own and self._has_button(message.get("components", []), slot.subject, BUTTONS[slot.kind])

    async def claim(self, present: MessageRow, now: datetime, *, gone: bool) -> datetime | None:
        """Reserves the post that replaces a message; returns the time of the reservation.

        `gone`: the message is known to be deleted. Raises PostedElsewhere if another process has reserved it. If no
        other process uses the database, nothing is reserved and the message's own time is returned; the row of a
        deleted message is removed.
        """
        if self._db.shared:
            just_posted = present.posted is not None and abs(now - present.posted) < CLAIMED_FOR
            if (gone and just_posted) or not await self._db.messages.claim(present, now):
                raise PostedElsewhere
            return now
        if gone:
            await self._db.messages.remove(present.slot)
        return present.posted

    async def _begin(self, slot: PostSlot, *, adopting: bool) -> tuple[str, bool]:
        """Returns the nonce for the post, and whether an earlier attempt used it; raises PostedElsewhere."""
        if not adopting:
            return await self._db.messages.begin(slot, new_nonce())
        nonce = await self._db.messages.nonce(slot)
        if nonce is None:
            raise PostedElsewhere
        return nonce, True
