"""Distributes Discord's shards among processes: each claims free shards and identifies when it is its turn."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.background import retry_with_backoff
from bot.maintenance.identifies import Identifies
from bot.maintenance.startup import PAUSE
from bot.monitoring import metrics
from bot.tables.clock import Clocks
from bot.tables.shards import Shards
from storage.errors import TRANSIENT_ERRORS, ClaimsLost
from storage.shards import SEEK_INTERVAL

if TYPE_CHECKING:
    from storage.postgres.claims import Claims

log = logging.getLogger(__name__)

LOOKS: Final = 60
"""The number of checks for free shards between two looks at all unclaimed ones. A shard that is unclaimed at two looks
in a row is reported in the log, because no process has room for it."""
TURN_POLL: Final = 0.25
"""Seconds between two checks whether this process may identify."""
IDENTIFY_SECONDS: Final = 5.5
"""The seconds for which one identify occupies its bucket: five at Discord, and a margin for the network."""

Wait = Callable[[float], Awaitable[None]]


class Sharing:
    """A service that claims shards for this process, up to a maximum (None: all shards or none)."""

    def __init__(self, claims: Claims, count: int, most: int | None, wait: Wait = asyncio.sleep) -> None:
        self._claims = claims
        self._wait = wait
        self.count = count
        self.most = count if most is None else min(most, count)
        self._all = most is None
        self._idle: set[int] = set()
        """The shards that were free at the last check."""
        self._unserved: set[int] = set()

    async def begin(self) -> list[int]:
        """Waits until shards are free and claims them; returns their numbers; raises ClaimsLost (a DatabaseError)."""
        if self._all:
            await self._claims.claim_all(self.count)
            return list(range(self.count))
        while not (taken := await self._claims.claim_some(self.count, self.most)):
            await self._wait(SEEK_INTERVAL)
        return taken

    async def seek(self, held: Callable[[], int], take: Callable[[int], Awaitable[None]]) -> None:
        """Claims further free shards one by one while this process has fewer than its maximum; runs until the claims
        are lost.

        `held`: returns the number of shards that this process has. `take`: connects a claimed shard.
        """
        with contextlib.suppress(ClaimsLost):
            for look in itertools.count():
                if look % LOOKS == 0:
                    await self._look_for_idle()
                room = held() < self.most
                taken = await self._claims.claim_some(self.count, held() + 1) if room else []
                for shard in taken:
                    log.info("shard %s was free: this process has claimed it", shard)
                    await take(shard)
                if not taken:
                    await self._wait(SEEK_INTERVAL)

    async def _look_for_idle(self) -> None:
        """Logs the shards that are unclaimed now and were unclaimed at the last call, and sets the metric."""
        idle = set(await self._claims.unclaimed(self.count))
        unserved = idle & self._idle
        if unserved - self._unserved:
            names = ", ".join(map(str, sorted(unserved)))
            log.error("shards %s of %s are not served: start another worker", names, self.count)
        elif self._unserved and not unserved:
            log.info("all shards are served again")
        self._idle, self._unserved = idle, unserved
        metrics.UNSERVED.set(len(unserved))


class Turns:
    """A queue that allows one identify every five seconds in each bucket, over all processes."""

    def __init__(self, claims: Claims, buckets: int, wait: Wait = asyncio.sleep) -> None:
        self._claims = claims
        self._buckets = max(buckets, 1)
        self._wait = wait
        self._ending: set[asyncio.Task[None]] = set()

    async def wait_for(self, shard: int) -> None:
        """Waits until that shard may identify, which it must do at once; waits forever if the claims are lost."""
        bucket = shard % self._buckets
        try:
            while not await self._claims.claim_bucket(bucket):
                await self._wait(TURN_POLL)
        except ClaimsLost:
            await asyncio.Event().wait()  # the watcher of the claims ends the process
        ending = asyncio.create_task(self._end(bucket), name=f"the turn of shard {shard}")
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _end(self, bucket: int) -> None:
        with contextlib.suppress(ClaimsLost):
            await self._wait(IDENTIFY_SECONDS)
            await self._claims.release_bucket(bucket)


class SharedClient(discord.AutoShardedClient):
    """A Discord client of some shards, which may claim more while it runs; of all shards if nothing is shared."""

    clocks: Clocks
    served: Shards
    identifies: Identifies

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.turns: Turns | None = None
        """The queue of identifies of all processes; None if this is the only one."""
        self._sharing: Sharing | None = None
        self._seeking: asyncio.Task[None] | None = None
        self._give_up: Callable[[], None] = lambda: None
        """Releases all claims; the watcher of the claims then restarts the process."""
        self._joining: set[int] = set()
        """Shards that were claimed while running and are not connected yet."""
        self._hear_of_servers()

    def note_gap(self, shard: int | None, lost: timedelta) -> None:
        """Notes that no process had served a shard (None: those of the start) for that time when this one took it.

        Does nothing here; subclasses override it.
        """

    async def take_part(self, claims: Claims, count: int, most: int | None, buckets: int) -> None:
        """Waits for free shards, claims them, and sets them as the shards that this client connects and serves."""
        sharing = Sharing(claims, count, most)
        log.info("waiting for %s of %s shards", sharing.most, count)
        held = await sharing.begin()
        log.info("claimed: %s of %s shards", ", ".join(map(str, held)), count)
        self.shard_count, self.shard_ids = count, held
        self._sharing, self.turns, self._give_up = sharing, Turns(claims, buckets), claims.lost.set
        self.served.share(count, held, claims.valid)

    async def launch_shards(self) -> None:
        """Connects the claimed shards, and starts looking for further free ones."""
        await super().launch_shards()
        if self._sharing is not None and not self.is_closed():
            seek = self._sharing.seek(lambda: len(self.served.held), self._take_over)
            self._seeking = asyncio.create_task(seek, name="looking for free shards")
            self._seeking.add_done_callback(self._sought)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connects a shard; raises CancelledError if the client is closed.

        If the task is cancelled in the moment in which the connection fails, Python 3.11's `asyncio.wait_for` raises
        only the failure. discord.py would then try again forever, on a closed HTTP session.
        """
        if self.is_closed():
            raise asyncio.CancelledError
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until the shard may identify; with several processes, until it is its turn."""
        if self.turns is not None:
            await self.turns.wait_for(shard_id or 0)
        elif not initial:
            await super().before_identify_hook(shard_id, initial=initial)

    def _hear_of_servers(self) -> None:
        """Makes each new session dispatch a removal for every server of its shard that Discord no longer names.

        Those have removed the bot while the shard was disconnected. Discord sends no event for them, and discord.py
        would keep them forever.
        """
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        heard = parsers["READY"]

        def ready(data: Any) -> None:
            heard(data)
            named = {int(guild["id"]) for guild in data["guilds"]}
            for guild in self.guilds:
                if guild.shard_id == data["shard"][0] and guild.id not in named:
                    parsers["GUILD_DELETE"]({"id": str(guild.id)})

        parsers["READY"] = ready

    def _sought(self, seeking: asyncio.Task[None]) -> None:
        """Handles the end of the search for shards: releases all claims if a claimed shard could not be connected."""
        error = None if seeking.cancelled() else seeking.exception()
        if error is not None:
            log.error("a free shard could not be claimed: restarting", exc_info=error)
            self._give_up()

    def joined(self, shard: int) -> bool:
        """Returns whether this is the first connection of a shard that was taken over while running; True only once."""
        joining = shard in self._joining
        self._joining.discard(shard)
        return joining

    def seek_no_more(self) -> None:
        """Stops looking for free shards."""
        if self._seeking is not None:
            self._seeking.cancel()

    def dispatch(self, event: str, /, *args: Any, **options: Any) -> None:
        """Dispatches an event of Discord, unless another process may have received and handled it too."""
        if self.served.valid:
            super().dispatch(event, *args, **options)

    async def _take_over(self, shard: int) -> None:
        """Connects a shard that was claimed while running, and extends the deadlines of its games."""
        await self.identifies.before_connecting()  # this may take long; from here on all clocks stand still
        lost = await retry_with_backoff(
            lambda: self.clocks.take(shard), "giving lost time back", TRANSIENT_ERRORS, PAUSE
        )
        log.info("deadlines extended by %.0f seconds in which no process served shard %s", lost.total_seconds(), shard)
        self.note_gap(shard, lost)
        self._joining.add(shard)
        self.shard_ids = self._connection.shard_ids = [*(self.shard_ids or ()), shard]
        self.served.gain(shard)
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
