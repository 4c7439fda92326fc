"""The connection to Discord: shards, events, and the door for every interaction."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import App
from bot.background import retry_with_backoff
from bot.gateway import features
from bot.gateway.command_registration import Registration
from bot.gateway.router import AnyCommand, Router, Tree
from bot.gateway.sharding import SharedClient
from bot.interactions.handlers import Handlers
from bot.maintenance.identifies import Identifies
from bot.maintenance.orphan_cleanup import before
from bot.maintenance.startup import PAUSE
from bot.measuring.monotonic_clock import MonotonicClock
from bot.messages.api import SILENT, Interaction
from bot.messages.breaker import Breaker
from bot.messages.pace import Pace
from bot.messages.requests import RefusedRequests, hurry
from bot.monitoring.requests import tracing
from bot.settings import Settings
from storage import Database, DatabaseError, StorageError
from storage.errors import TRANSIENT_ERRORS, StoreClosed
from storage.shard_claims import Claims
from storage.shards import shard_of

log = logging.getLogger(__name__)

API_PATH: Final = "/api/v10"
IGNORED_EVENTS: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
"""Events of the intent that deletions need. They are dropped unread: the bot does not process what users write."""
STARTING: Final = -1
"""An entry among the shards without a connection, until all of them have been connected."""
MAX_IDENTIFY_WAIT: Final = 600.0
FEW: Final = 10
"""Identifies are spared once less than this part of a day's is left: every other start is ready at once."""


class Krupier(SharedClient):
    """The bot; `now` may be driven by tests."""

    def __init__(self, settings: Settings, db: Database, now: Callable[[], datetime] | None = None) -> None:
        self.refused_requests = RefusedRequests()
        self.pace = Pace.at(settings.api_url)
        self.breaker = Breaker(self.pace)
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=SILENT,
            chunk_guilds_at_startup=False,
            shard_count=settings.shards,
            max_messages=None,
            http_trace=self.refused_requests.watch(self.breaker.watch(tracing())),
        )
        for event in IGNORED_EVENTS:
            self._connection.parsers[event] = _ignore_event
        self.settings = settings
        self._waiting = False
        self._without_database = False
        self.claims: Claims | None = None
        """The shards that this process may serve, if several processes share a database."""
        steady = MonotonicClock()
        self.app = App(
            self,
            db,
            now or steady,
            clock_jump=steady.clock_jump,
            pictures=settings.pictures,
            instant_computers=settings.instant_computers,
        )
        self.identifies = Identifies(db, self.app.now)
        self.clocks, self.served = self.app.clocks, self.app.shards
        handlers = Handlers(features.HANDLERS, self.app.services)
        self.app.services.add(handlers)
        self.router = self.app.services.get(Router)
        self.tree = Tree(self, self.router)
        self.registration = Registration(self, self.tree, settings.guilds)
        self.clock: asyncio.Task[None] | None = None
        """The clocks' own task."""
        self._stopping = False
        self._connected: set[int] = set()
        """Shards that have been connected since the start."""
        self._greeted: set[int] = set()
        self._identified: set[int] = set()
        """Shards that have told Discord who they are: for the first time as part of a start, which has waited."""
        self.awake = asyncio.Event()
        """Set when every clock runs after a start; a table is loaded at the next press, or a little later."""
        handlers.add_commands(self.tree, features.GROUPS)
        self._redirect()

    async def setup_hook(self) -> None:
        """Between logging in and connecting: the clocks' lost time, the boards, and the commands."""
        hurry(getattr(self.http, "_HTTPClient__session"))  # noqa: B009 - there is no other way to the library's own
        self.clocks.lost(STARTING)
        await self._claim()
        # The drawing process can take seconds to start, and after a crash boards need pictures at once.
        self.app.illustrator.warm()
        lost = await retry_with_backoff(self._give_back, "giving lost time back", TRANSIENT_ERRORS, PAUSE)
        log.info("%.0f seconds since the last heartbeat are given back", lost.total_seconds())
        self.app.background.run(self._wake(before(self.app.now(), lost)), "waking up")
        await self.registration.begin()
        await self._spare_identifies()
        await self.identifies.before_connecting()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Counts a shard's identify, and postpones it if there are too many."""
        shard = shard_id or 0
        if shard in self._identified:
            await self.identifies.again()
        await super().before_identify_hook(shard, initial=initial)
        self._identified.add(shard)
        await self.identifies.note(shard)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Presses arrive from now on: once they do on all shards the clocks run, seconds before all is ready."""
        self._connected.add(shard_id)
        self._greeted.add(shard_id)
        if self._connected.issuperset(self.shard_ids or range(self.shard_count or 1)):
            await self.clocks.found(STARTING)
        if self.joined(shard_id):
            await self.clocks.found(shard_id)

    async def on_ready(self) -> None:
        """All shards are connected, and all servers known."""
        await self.clocks.found(STARTING)
        look = retry_with_backoff(self.app.channel_health.mended, "a look at tables in trouble", DatabaseError)
        self.app.background.run(look, "tables that stood still for a trouble")
        await self.awake.wait()
        log.info("ready, in %s", "1 server" if len(self.guilds) == 1 else f"{len(self.guilds)} servers")

    async def on_interaction(self, interaction: Interaction) -> None:
        """Every press and modal; commands come through the tree, by the same door."""
        self.app.background.run(self.identifies.served(), "that people are served")
        await self.router.press(interaction)

    async def on_app_command_completion(self, interaction: Interaction, command: AnyCommand) -> None:
        """A command was answered."""
        self.app.background.run(self.router.name_new_path(interaction, command), "a command's new path")

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stops the clocks: no player can answer."""
        self.clocks.lost(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Checks the servers after a new session, because events were missed."""
        await self.clocks.found(shard_id)
        self._greeted.discard(shard_id)
        look, count = self.app.channel_health.missed, self.shard_count or 1
        missed = functools.partial(look, lambda guild: shard_of(guild, count) == shard_id)
        places = retry_with_backoff(missed, "a look at places that may be gone", DatabaseError)
        self.app.background.run(places, f"what shard {shard_id} has missed")

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection goes on."""
        await self.clocks.found(shard_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited (back)."""
        await self.app.channel_health.server(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away."""
        await self.app.channel_health.server(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord itself has lost the server for a while."""
        await self.app.channel_health.server(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Checks a server that is available again; those of a new connection are checked together."""
        if guild.shard_id not in self._greeted:
            await self.app.channel_health.server(guild.id)

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Handles a changed channel: its permissions may have changed."""
        await self.app.channel_health.mended(after.guild.id)
        await self.app.spectators.permissions_changed(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Handles a changed role: permissions of the bot and of users may have changed."""
        await self.app.channel_health.mended(after.guild.id)
        await self.app.spectators.permissions_changed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Handles a deleted role, which may have allowed or denied something."""
        await self.app.channel_health.mended(role.guild.id)
        await self.app.spectators.permissions_changed(role.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot's own roles may have changed; of others it hears nothing without a privileged intent."""
        if self.user is not None and after.id == self.user.id:
            await self.app.channel_health.mended(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Checks a thread that was opened again, or archived so that no one can play in it."""
        metadata = payload.data["thread_metadata"]
        if not metadata["archived"]:
            await self.app.channel_health.opened(payload.thread_id)
        elif metadata.get("locked"):
            await self._in_trouble(payload.thread_id, "locked")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, perhaps with a table in it."""
        await self._in_trouble(channel.id, "gone")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, perhaps with a table in it."""
        await self._in_trouble(payload.thread_id, "gone")

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Handles a deleted message, which may be a board."""
        await self.app.reposts.deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Handles a bulk deletion, which may include a board."""
        await self.app.reposts.deleted(payload.channel_id, payload.message_ids)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An event could not be dealt with; one that comes while the bot stops need not be."""
        if self._stopping and isinstance(sys.exc_info()[1], StoreClosed):
            log.info("event %s came too late: the bot stops", event_method)
            return
        log.exception("event %s failed", event_method)

    def dead(self) -> str:
        """Returns why the process cannot continue by itself; empty if it can."""
        return "the clocks have stopped" if self.clock is not None and self.clock.done() and not self._stopping else ""

    def unready(self) -> str:
        """Returns why players are not served now; empty if they are."""
        if self._stopping:
            return "stopping"
        if self._waiting:
            return "other processes serve; this one waits"
        if self._without_database:
            return "the database is waited for; the log says why"
        if self.clocks.cut_off or not self.is_ready():
            return "not connected to Discord"
        return "" if self.awake.is_set() else "the tables are being read"

    async def close(self) -> None:
        """An orderly stop: what was begun is done, then the connections and the store are closed."""
        if not self._stopping:
            self._end_tasks()
            await self.registration.stop()
            await self.app.shutdown.close()
        await super().close()

    async def fence(self) -> None:
        """Another process may serve by now: no clock runs, nothing is heard or said, then all is closed."""
        self._end_tasks()
        self.served.lose_all()
        self.clocks.lost(STARTING)
        self.app.background.abandon()
        self.router.excuses.over = True
        await super().close()
        await self.registration.stop()
        with contextlib.suppress(StorageError):
            await self.app.shutdown.close()

    # Inside

    def _end_tasks(self) -> None:
        self._stopping = True
        self.seek_no_more()
        if self.clock is not None:
            self.clock.cancel()

    async def _claim(self) -> None:
        """Waits until no other process serves, if they share a database; the number of shards is that of all."""
        if self.claims is None and self.shard_count is None:
            return
        advised, gateway, limits = await self.http.get_bot_gateway()
        if self.claims is not None:
            count = self.shard_count or next(iter(await self.claims.counts()), advised)
            await self.claims.agree(count)
            self._waiting = True
            await self.take_part(self.claims, count, self.settings.shards_per_worker, limits["max_concurrency"])
            self._waiting = False
        elif self.shard_count is not None:
            self.served.alone(self.shard_count)
        # If the number is known, discord.py does not ask for the gateway's address.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

    async def _give_back(self) -> timedelta:
        """The lost time; while that fails, it is the database that is waited for."""
        try:
            lost = await self.clocks.give_back()
        except TRANSIENT_ERRORS:
            self._without_database = True
            raise
        self._without_database = False
        return lost

    async def _wake(self, since: datetime | None) -> None:
        # Nothing that may fail comes between the process and its clocks: those of loaded tables run.
        self.clock = asyncio.create_task(self.clocks.run(), name="the clocks")
        await self.app.startup.begin()
        # Not only once the gateway is ready: until then a message of before the crash may be taken for the board.
        sweep = functools.partial(self.app.orphan_cleanup.run, since)
        self.app.background.run(
            retry_with_backoff(sweep, "the sweep after a start", DatabaseError), "what a crash has left behind"
        )
        self.awake.set()

    async def _in_trouble(self, channel: int, what: str) -> None:
        row = await self.app.db.games.in_channel(channel)
        if row is not None:
            await self.app.channel_health.trouble(row.id, what)

    async def _spare_identifies(self) -> None:
        """Discord allows 1,000 identifies a day: in a crash loop the last ones wait, each for its share of the day."""
        limits = await self.fetch_session_start_limits()
        if limits.remaining > limits.total // FEW:
            return
        wait = min(limits.reset_after / 1000 / max(limits.remaining, 1), MAX_IDENTIFY_WAIT)
        log.warning("%s identifies are left today: waiting %.0f seconds", limits.remaining, wait)
        await asyncio.sleep(wait)

    def _redirect(self) -> None:
        """Sends REST (callbacks and webhooks included) and the gateway to the addresses of the settings."""
        if self.settings.api_url:
            Route.BASE = api_base(self.settings.api_url)
        if self.settings.gateway_url:
            gateway, connect = yarl.URL(self.settings.gateway_url), self.http.ws_connect

            async def there(url: str, *, compress: int = 0) -> Any:
                return await connect(str(gateway.with_query(yarl.URL(url).query)), compress=compress)

            setattr(self.http, "ws_connect", there)  # noqa: B010 - also for the address that a resume is notified


def _ignore_event(_data: Any) -> None:
    """Ignores an event."""


def api_base(address: str) -> str:
    """The address of the API with its version, which may have been left out."""
    url = yarl.URL(address)
    if url.path in ("", "/"):
        return f"{address.rstrip('/')}{API_PATH}"
    return f"{address}/v10" if url.path.endswith("/api") else address
