"""Events about servers, channels, roles, threads and messages, which are passed to the services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from bot.background import Background, retry_with_backoff
from bot.features.channel_health.service import ChannelHealth
from bot.features.play.reposts import Reposts
from bot.features.server.greeting import Greetings
from bot.features.spectate.service import Spectators
from bot.maintenance.removed_servers import RemovedServers
from bot.maintenance.startup import PAUSE
from bot.messages.api import Client
from bot.tables.clock import Clocks
from bot.tables.referee import Now
from storage import DatabaseError
from storage.errors import TRANSIENT_ERRORS
from storage.shards import shard_of


@dataclass(eq=False, repr=False)
class ServerEvents:
    """A service that handles events of servers, channels, roles, threads and messages that concern tables."""

    _client: Client
    _now: Now
    _background: Background
    _clocks: Clocks
    _channel_health: ChannelHealth
    _removed_servers: RemovedServers
    _reposts: Reposts
    _spectators: Spectators
    _greetings: Greetings
    _new_sessions: set[int] = field(default_factory=set, init=False)
    """Shards whose session has just begun, so that their servers are checked together."""
    _unserved: dict[int | None, datetime] = field(default_factory=dict, init=False)
    """Shards (None: those of the start) -> the time since which no process had served them when this one took them."""

    def listeners(self) -> Iterator[Callable[..., Coroutine[Any, Any, None]]]:
        """Yields the methods that handle events of Discord. Their names are those that discord.py looks for."""
        return (getattr(self, name) for name in dir(self) if name.startswith("on_"))

    def session_begun(self, shard: int) -> None:
        """Notes that a session has begun, and that Discord will send the shard's servers."""
        self._new_sessions.add(shard)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Handles a new session: lets deadlines run again, and checks in the background what the shard has missed."""
        await self._clocks.found(shard_id)
        self._new_sessions.discard(shard_id)
        count = self._client.shard_count or 1
        missed = partial(self._missed, lambda guild: shard_of(guild, count) == shard_id, self._unserved_since(shard_id))
        check = f"the check for deleted channels of shard {shard_id}"
        self._background.run(retry_with_backoff(missed, check, DatabaseError), check)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handles an invitation to a server: resumes tables that were paused there, and greets the server."""
        self._run(partial(self._invited, guild), f"handling the invitation to server {guild.id}")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handles the removal from a server: stores it, pauses its running tables and notifies their hosts."""
        self._run(partial(self._membership, guild.id), f"handling the removal from server {guild.id}")

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Handles an outage of a server at Discord: pauses its running tables without notifying anyone."""
        self._run(partial(self._channel_health.server, guild.id), f"handling the outage of server {guild.id}")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handles a server that is available again: retries its paused tables, and greets it if that was missed.

        The servers of a new session are checked together instead.
        """
        if guild.shard_id not in self._new_sessions:
            self._run(partial(self._available, guild), f"handling the end of the outage of server {guild.id}")

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Handles a changed channel, whose permissions may have changed."""
        self._permissions_changed(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Handles a changed role, which may change permissions of the bot and of users."""
        self._permissions_changed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Handles a deleted role, which may have allowed or denied something."""
        self._permissions_changed(role.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Handles changed roles of the bot itself (others need a privileged intent): retries paused tables."""
        if (me := self._client.user) is not None and after.id == me.id:
            self._run(
                partial(self._channel_health.mended, after.guild.id),
                f"handling changed roles of the bot in server {after.guild.id}",
            )

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retries the table of a reopened thread; pauses that of an archived and locked one."""
        metadata = payload.data["thread_metadata"]
        if not metadata["archived"]:
            opened = partial(self._channel_health.opened, payload.thread_id)
            self._run(opened, f"handling the reopened thread {payload.thread_id}")
        elif metadata.get("locked"):
            self._in_trouble(payload.thread_id, "locked")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handles a deleted channel: pauses its running table and notifies the host, or closes its lobby."""
        self._in_trouble(channel.id, "gone")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Handles a deleted thread: pauses its running table and notifies the host, or closes its lobby."""
        self._in_trouble(payload.thread_id, "gone")

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Handles a deleted message: if it was a board, posts the board again."""
        await self._reposts.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Handles a bulk deletion of messages: if it includes a board, posts the board again."""
        await self._reposts.deleted(payload.channel_id, payload.message_ids)

    def note_gap(self, shard: int | None, lost: timedelta) -> None:
        """Stores since when no process had served a shard, because servers may have invited the bot in that time."""
        self._unserved[shard] = self._now() - max(lost, timedelta())

    def _unserved_since(self, shard: int) -> datetime:
        return self._unserved.get(shard) or self._unserved.get(None) or self._now()

    async def _missed(self, of: Callable[[int], bool], since: datetime) -> None:
        """Checks these servers for changes that were missed after that time, while there was no connection."""
        await self._removed_servers.missed(of)
        await self._channel_health.missed(of)
        await self._greetings.greet_missed([guild for guild in self._client.guilds if of(guild.id)], since)

    async def _invited(self, guild: discord.Guild) -> None:
        """Resumes the paused tables of a server that has added the bot, and greets a new server."""
        await self._membership(guild.id)
        await self._greetings.greet(guild)

    async def _membership(self, guild: int) -> None:
        """Stores whether the bot is a member of a server now, and pauses or resumes the server's tables."""
        await self._removed_servers.note(guild)
        await self._channel_health.server(guild)

    async def _available(self, guild: discord.Guild) -> None:
        """Retries the paused tables of a server that is available again, and greets it if that was missed."""
        await self._channel_health.server(guild.id)
        await self._greetings.greet_missed([guild], self._unserved_since(guild.shard_id))

    def _permissions_changed(self, guild: int) -> None:
        """Retries a server's paused tables and removes spectators who may no longer view their table."""

        async def follow() -> None:
            await self._channel_health.mended(guild)
            await self._spectators.permissions_changed(guild)

        self._run(follow, f"handling changed permissions in server {guild}")

    def _in_trouble(self, channel: int, what: str) -> None:
        """Handles a channel in which no one can play any more, if it has a table."""

        async def follow() -> None:
            if what == "locked" and self._client.get_channel(channel) is not None:
                return  # It was reopened while the database failed: discord.py knows no archived threads.
            await self._channel_health.lost(channel, what)

        self._run(follow, f"handling trouble with channel {channel}")

    def _run(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Runs the work in the background, again after each error of the database that passes without a restart."""
        self._background.run(retry_with_backoff(work, name, TRANSIENT_ERRORS, PAUSE), name)
