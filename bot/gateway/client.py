"""The Discord client: connects shards and passes events and interactions to the application."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.app import App
from bot.background import retry_with_backoff
from bot.gateway import features
from bot.gateway.addresses import redirect
from bot.gateway.command_registration import Registration
from bot.gateway.router import AnyCommand, Router, Tree
from bot.gateway.server_events import ServerEvents
from bot.gateway.sharding import SharedClient
from bot.interactions.handlers import Handlers
from bot.maintenance.identifies import Identifies
from bot.maintenance.orphan_cleanup import before
from bot.maintenance.startup import PAUSE
from bot.maintenance.warm_start import prepare
from bot.measuring.monotonic_clock import MonotonicClock
from bot.messages.api import SILENT, Interaction
from bot.messages.breaker import Breaker
from bot.messages.pace import Pace
from bot.messages.requests import RefusedRequests, hurry
from bot.monitoring.requests import tracing
from storage import Database, DatabaseError, StorageError
from storage.errors import TRANSIENT_ERRORS, StoreClosed
from storage.settings import Settings

if TYPE_CHECKING:
    from storage.postgres.claims import Claims

log = logging.getLogger(__name__)

IGNORED_EVENTS: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
"""Events of an intent that is needed for deletions, dropped unread: the bot does not process messages."""
STARTING: Final = -1
"""A pseudo shard that counts as disconnected until all shards have been connected."""
MAX_IDENTIFY_WAIT: Final = 600.0
FEW: Final = 10
"""The fraction 1/n of the daily identifies below which a start is delayed."""


class Krupier(SharedClient):
    """The Discord client of the bot."""

    def __init__(
        self, settings: Settings, db: Database, now: Callable[[], datetime] | None = None, *,
        claims: Claims | None = None, serving: bool = False,
    ) -> None:  # fmt: skip
        """Builds the bot and its services; does not connect.

        `now`: a clock of tests. `claims`: the shards that this process may serve, if several processes share a
        database. `serving`: whether pictures are drawn in worker processes and symbols are uploaded.
        """
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
            self._connection.parsers[event] = lambda _data: None
        self.settings = settings
        self.clock: asyncio.Task[None] | None = None
        """The task that runs the clocks."""
        self.claims = claims
        self.awake = asyncio.Event()
        """An event that is set when all clocks run after a start; tables may be loaded later."""
        self._waiting = self._without_database = self._stopping = False
        self._connected: set[int] = set()
        """The shards that have been connected since the start."""
        self._identified: set[int] = set()
        """Shards that have identified before. Their first identify is part of the start, which has already waited."""
        self._build(db, now, serving=serving)
        redirect(self.http, settings.api_url, settings.gateway_url)

    def _build(self, db: Database, now: Callable[[], datetime] | None, *, serving: bool) -> None:
        """Builds the services and registers the handlers of events and interactions."""
        steady = MonotonicClock()
        app = self.app = App(self, self.settings, db, now or steady, clock_jump=steady.clock_jump, serving=serving)
        self.background, self.clocks, self.served = app.background, app.clocks, app.shards
        self.identifies = Identifies(db, app.now)
        self.server_events = app.services.get(ServerEvents)
        for listener in self.server_events.listeners():
            self.event(listener)
        handlers = app.services.add(Handlers(features.HANDLERS, app.services))
        self.router = app.services.get(Router)
        self.tree = Tree(self, self.router)
        self.registration = Registration(self, self.tree, self.settings.guilds)
        handlers.add_commands(self.tree, features.GROUPS)

    async def setup_hook(self) -> None:
        """Prepares the application after the login: claims shards, extends deadlines, starts the clocks, loads tables
        in the background, registers commands.

        Waits before it connects if the bot has connected too often.
        """
        hurry(getattr(self.http, "_HTTPClient__session"))  # noqa: B009 - there is no other way to the library's own
        self.clocks.lost(STARTING)
        await self._claim()
        # The drawing process can take seconds to start, and after a crash boards need pictures at once.
        self.app.illustrator.warm()
        lost = await retry_with_backoff(self._give_back, "giving lost time back", TRANSIENT_ERRORS, PAUSE)
        log.info("deadlines extended by the %.0f seconds since the last heartbeat", lost.total_seconds())
        self.note_gap(None, lost)
        self.background.run(self._wake(before(self.app.now(), lost)), "starting the clocks and tables")
        await self.registration.begin()
        emojis = self.app.app_emojis.begin(uploads=self.served.owns(None))
        self.background.run(emojis, "loading the application's emojis")
        await self._spare_identifies()
        await self.identifies.before_connecting()

    def note_gap(self, shard: int | None, lost: timedelta) -> None:
        """Notes that no process had served a shard (None: those of the start) for that time when this one took it."""
        self.server_events.note_gap(shard, lost)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until a shard may identify, and stores the identify in the database.

        That is when it is the shard's turn and, except for its first identify, when a pause after too many identifies
        is over. Raises TooOften if that pause would be too long.
        """
        shard = shard_id or 0
        if shard in self._identified:
            await self.identifies.again()
        await super().before_identify_hook(shard, initial=initial)
        self._identified.add(shard)
        await self.identifies.note(shard)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Handles a connected shard. With the last one the clocks start, even before all servers are known."""
        self._connected.add(shard_id)
        self.server_events.session_begun(shard_id)
        if self._connected.issuperset(self.shard_ids or range(self.shard_count or 1)):
            await self.clocks.found(STARTING)
        if self.joined(shard_id):
            await self.clocks.found(shard_id)

    async def on_ready(self) -> None:
        """Handles the end of the start: lets deadlines run, and retries tables that are paused by trouble."""
        await self.clocks.found(STARTING)
        check = "the check of tables in trouble"
        self.background.run(retry_with_backoff(self.app.channel_health.mended, check, DatabaseError), check)
        await self.awake.wait()
        log.info("ready, in %s", "1 server" if len(self.guilds) == 1 else f"{len(self.guilds)} servers")

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handles a press or a submitted form (`Tree`: commands), and notes that the bot serves users."""
        if not self.identifies.has_served:
            self.background.run(self.identifies.served(), "deleting the stored identifies")
        await self.router.press(interaction)

    async def on_app_command_completion(self, interaction: Interaction, command: AnyCommand) -> None:
        """Handles a command that was answered: tells the user if it has a new name."""
        self.background.run(self.router.name_new_path(interaction), "the note about a command's new path")

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Handles a disconnected shard: stops all deadlines of this process, because players cannot answer."""
        self.clocks.lost(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Handles a resumed session, in which no event was missed: lets deadlines run again."""
        await self.clocks.found(shard_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs an exception in an event handler; events that arrive while the bot stops are expected to fail."""
        if self._stopping and isinstance(sys.exc_info()[1], StoreClosed):
            log.info("event %s ignored: the bot is stopping", event_method)
            return
        log.exception("event %s failed", event_method)

    def dead(self) -> str:
        """Returns the reason for which the process must be restarted; empty if it works."""
        return "the clocks have stopped" if self.clock is not None and self.clock.done() and not self._stopping else ""

    def unready(self) -> str:
        """Returns the reason for which players are not served now; empty if they are."""
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
        """Stops in order: finishes running work, then closes the database and the connections."""
        if not self._stopping:
            self._end_tasks()
            await self.registration.stop()
            await self.app.shutdown.close()
        await super().close()

    async def fence(self) -> None:
        """Stops all clocks, work and connections at once, because another process may already serve."""
        self._end_tasks()
        self.served.lose_all()
        self.clocks.lost(STARTING)
        self.background.abandon()
        self.router.error_replies.stop()
        await super().close()
        await self.registration.stop()
        with contextlib.suppress(StorageError):
            await self.app.shutdown.close()

    def _end_tasks(self) -> None:
        self._stopping = True
        self.seek_no_more()
        if self.clock is not None:
            self.clock.cancel()

    async def _claim(self) -> None:
        """Claims shards if several processes share a database, which may wait; sets the common number of shards."""
        if self.claims is None and self.shard_count is None:
            return
        advised, gateway, limits = await self.http.get_bot_gateway()
        if self.claims is not None:
            count = self.shard_count or next(iter(await self.claims.counts()), advised)
            await self.claims.agree(count)
            self._waiting = True
            prepare()
            await self.take_part(self.claims, count, self.settings.shards_per_worker, limits["max_concurrency"])
            self._waiting = False
        elif self.shard_count is not None:
            self.served.alone(self.shard_count)
        # If the number of shards is known, discord.py does not request the gateway's address.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

    async def _give_back(self) -> timedelta:
        """Extends all deadlines by the time since the last heartbeat; notes if the database cannot be reached."""
        try:
            lost = await self.clocks.give_back()
        except TRANSIENT_ERRORS:
            self._without_database = True
            raise
        self._without_database = False
        return lost

    async def _wake(self, since: datetime | None) -> None:
        # No step that may fail comes before the clocks, which run for all loaded tables.
        self.clock = asyncio.create_task(self.clocks.run(), name="the clocks")
        await self.app.startup.begin()
        # This does not wait for the gateway: until then an old message may be taken for the board.
        sweep = functools.partial(self.app.orphan_cleanup.run, since)
        cleanup = "the cleanup after a crash"
        self.background.run(retry_with_backoff(sweep, cleanup, DatabaseError), cleanup)
        self.awake.set()

    async def _spare_identifies(self) -> None:
        """Delays the start if few of the day's 1,000 identifies are left, as in a crash loop."""
        limits = await self.fetch_session_start_limits()
        if limits.remaining > limits.total // FEW:
            return
        wait = min(limits.reset_after / 1000 / max(limits.remaining, 1), MAX_IDENTIFY_WAIT)
        log.warning("only %s connections to the gateway are left today: waiting %.0f seconds", limits.remaining, wait)
        await asyncio.sleep(wait)
