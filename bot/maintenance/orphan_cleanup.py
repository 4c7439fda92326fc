"""Cleanup after a crash: ends of games, old boards, deleted boards, and old DMs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.features.play.publisher import Publisher
from bot.messages.api import Client, delete
from bot.messages.outcomes import safe_call
from bot.messages.posts import LOOKED_AT
from bot.tables.bus import Bus
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.table_data import everywhere
from bot.views import custom_id
from storage import Database, MessageRow, PostSlot

log = logging.getLogger(__name__)

BEFORE: Final = timedelta(minutes=10)
"""The time before the last heartbeat within which a board may have been in the middle of a post."""


@dataclass(eq=False, repr=False)
class OrphanCleanup:
    """A job that shows unannounced ends of games and closes outdated boards that a crash may have left.

    It runs once after every start, and for each shard taken over from another process.
    """

    _client: Client
    _db: Database
    _tables: Tables
    _publisher: Publisher
    _bus: Bus

    async def run(self, since: datetime | None = None, of: Callable[[int | None], bool] = everywhere) -> None:
        """Shows unannounced ends of games, deletes old DMs, and closes old boards: stored ones, and those in channels
        of recent tables. There it also posts boards again that were deleted while no process could note it.

        `since`: the channels of tables that have changed after this time are searched; None: all. `of`: limits the run
        to some servers.
        """
        moved = await self._db.games.last_moved()
        ended = [await self._db.games.get(game) for game in await self._db.archive.untold_ends()]
        ended = [row for row in ended if self._tables.owns(row.guild) and of(row.guild)]
        left = [row for row in await self._tables.owned() if of(row.guild)]
        rows = [*(row for row in left if since is None or moved.get(row.id, since) >= since), *ended]
        for row in ended:
            await self._tell_end(row.id)
        for kind in ("board", "hand", "watcher"):
            for old in await self._db.messages.of(kind, old=True):
                guild = (await self._db.games.get(old.slot.subject)).guild
                if self._tables.owns(guild) and of(guild):
                    await (self._publisher.old_boards.close(old) if kind == "board" else self._delete(old))
        for channel in dict.fromkeys(row.channel for row in rows):
            await self._look_through(channel, [row.id for row in left if row.channel == channel])

    async def _tell_end(self, game: int) -> None:
        try:
            self._bus.table_changed(await self._tables.get(game))
        except EXPECTED_ERRORS as error:
            log.warning("table %s: cannot show its end (%s)", game, type(error).__name__)
            await self._db.archive.set_end_told(game)

    async def _delete(self, old: MessageRow) -> None:
        """Deletes a DM that a newer message has replaced."""
        deleted = await safe_call(delete(self._client, old.channel, old.message))
        if deleted.ok or deleted.is_final:
            await self._db.messages.remove_old(old.slot, old.message)

    async def _look_through(self, channel: int, games: Sequence[int]) -> None:
        """Closes boards among a channel's latest messages that were posted but not stored, and posts deleted boards of
        its open tables again.

        Without access to the history, the former are found when they are pressed, the latter when they are edited.
        """
        # They are read first: a board that is posted after the messages were read is not among them.
        stored = [await self._db.messages.get(PostSlot("board", game)) for game in games]
        messages = await safe_call(self._client.http.logs_from(channel, LOOKED_AT))
        if not messages.ok:
            log.info("channel %s: cannot search its messages (%s)", channel, messages)
            return
        own = self._client.user.id if self._client.user is not None else 0
        for message in messages.unwrap():
            if int(message["author"]["id"]) == own:
                await self._close(channel, int(message["id"]), message.get("components", []))
        present = [int(message["id"]) for message in messages.unwrap()]
        for board in stored:
            if board is not None and board.channel == channel and self._is_deleted(board, present):
                log.info("table %s: its board was deleted; it is posted again", board.slot.subject)
                self._publisher.deleted(board.slot.subject, board.message)

    def _is_deleted(self, board: MessageRow, present: Sequence[int]) -> bool:
        """Returns whether a board is missing among the latest messages of its channel, which reach back to its time."""
        if not board.message or board.message in present:
            return False
        if not present:  # Discord also answers so if the bot may not read the history.
            return self._may_read(board.channel)
        return len(present) < LOOKED_AT or min(present) < board.message

    def _may_read(self, channel: int) -> bool:
        """Returns whether the bot knows that it may read the history of a channel."""
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return False
        if isinstance(place, discord.Thread) and place.parent is None:
            return False
        return place.permissions_for(place.guild.me).read_message_history

    async def _close(self, channel: int, message: int, components: list[Any]) -> None:
        for game in sorted({meant.game for meant in custom_id.of_components(components)}):
            await self._publisher.old_boards.close(MessageRow(PostSlot("board", game), channel, message))


def before(now: datetime, lost: timedelta) -> datetime | None:
    """Returns the time after which a crash may have left work, given the duration of the outage; None if it is
    unknown."""
    return now - lost - BEFORE if lost > timedelta(0) else None
