"""Shares Discord's shards among processes: each takes free ones, and identifies when it is its turn."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket

from bot.background import retry_with_backoff
from bot.maintenance.identifies import Identifies
from bot.maintenance.startup import PAUSE
from bot.monitoring import metrics
from bot.tables.clock import Clocks
from bot.tables.shards import Shards
from storage.errors import TRANSIENT_ERRORS, ClaimsLost
from storage.shard_claims import Claims

log = logging.getLogger(__name__)

SEEK_INTERVAL: Final = 2.0
"""Seconds between two checks for a free shard."""
LOOKS: Final = 15
"""The number of checks until a free shard counts as one that no process has room for."""
TURN_POLL: Final = 0.25
"""Seconds between two questions whether it is this process's turn to identify."""
IDENTIFY_SECONDS: Final = 5.5
"""Seconds of one identify in its bucket: Discord's five, and what its way there may differ by."""

Wait = Callable[[float], Awaitable[None]]


class Sharing:
    """The share of this process: at most that many of the shards (None: all or nothing)."""

    def __init__(self, claims: Claims, count: int, most: int | None, wait: Wait = asyncio.sleep) -> None:
        self._claims = claims
        self._wait = wait
        self.count = count
        self.most = count if most is None else min(most, count)
        self._all = most is None
        self._idle: set[int] = set()
        """Shards that were free at the last check."""
        self._unserved: set[int] = set()

    async def begin(self) -> list[int]:
        """Waits until shards are free, and returns those that were taken; raises ClaimsLost (a DatabaseError)."""
        if self._all:
            await self._claims.claim_all(self.count)
            return list(range(self.count))
        while not (taken := await self._claims.claim_some(self.count, self.most)):
            await self._wait(SEEK_INTERVAL)
        return taken

    async def seek(self, held: Callable[[], int], take: Callable[[int], Awaitable[None]]) -> None:
        """Takes free shards while there is room, one after the other, as long as this process serves.

        `held`: returns how many it has, so that others with room take their part.
        """
        with contextlib.suppress(ClaimsLost):
            for look in itertools.count():
                if look % LOOKS == 0:
                    await self._look_for_idle()
                room = held() < self.most
                taken = await self._claims.claim_some(self.count, held() + 1) if room else []
                for shard in taken:
                    log.info("shard %s was free: it is this process's", shard)
                    await take(shard)
                if not taken:
                    await self._wait(SEEK_INTERVAL)

    async def _look_for_idle(self) -> None:
        """Reports shards to the operator that no process has taken since the last check."""
        idle = set(await self._claims.unclaimed(self.count))
        unserved = idle & self._idle
        if unserved - self._unserved:
            names = ", ".join(map(str, sorted(unserved)))
            log.error("shards %s of %s are not served: no process has room for them", names, self.count)
        elif self._unserved and not unserved:
            log.info("all shards are served again")
        self._idle, self._unserved = idle, unserved
        metrics.UNSERVED.set(len(unserved))


class Turns:
    """One identify every five seconds in each bucket, whichever process it comes from."""

    def __init__(self, claims: Claims, buckets: int, wait: Wait = asyncio.sleep) -> None:
        self._claims = claims
        self._buckets = max(buckets, 1)
        self._wait = wait
        self._ending: set[asyncio.Task[None]] = set()

    async def wait_for(self, shard: int) -> None:
        """Wait until that shard may identify, which it must do at once."""
        bucket = shard % self._buckets
        try:
            while not await self._claims.claim_bucket(bucket):
                await self._wait(TURN_POLL)
        except ClaimsLost:
            await asyncio.Event().wait()  # the watcher of the claims ends all this
        ending = asyncio.create_task(self._end(bucket), name=f"the turn of shard {shard}")
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _end(self, bucket: int) -> None:
        with contextlib.suppress(ClaimsLost):
            await self._wait(IDENTIFY_SECONDS)
            await self._claims.release_bucket(bucket)


class SharedClient(discord.AutoShardedClient):
    """A client of some shards, of which more may come while it runs; of all shards if no process shares them."""

    clocks: Clocks
    served: Shards
    identifies: Identifies

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.turns: Turns | None = None
        """The queue of identifies of all processes."""
        self._sharing: Sharing | None = None
        self._seeking: asyncio.Task[None] | None = None
        self._give_up: Callable[[], None] = lambda: None
        """Releases all claims; the watcher of the claims starts over."""
        self._joining: set[int] = set()
        """Shards that were taken over and are not connected yet."""
        self._hear_of_servers()

    async def take_part(self, claims: Claims, count: int, most: int | None, buckets: int) -> None:
        """Wait for shards to serve, and know from now on which these are."""
        sharing = Sharing(claims, count, most)
        log.info("waiting for %s of %s shards", sharing.most, count)
        held = await sharing.begin()
        log.info("claimed: %s of %s shards", ", ".join(map(str, held)), count)
        self.shard_count, self.shard_ids = count, held
        self._sharing, self.turns, self._give_up = sharing, Turns(claims, buckets), claims.lost.set
        self.served.share(count, held)
        self.served.lease = claims.valid

    async def launch_shards(self) -> None:
        """Those that are this process's; from then on it looks for others that are free."""
        await super().launch_shards()
        if self._sharing is not None and not self.is_closed():
            seek = self._sharing.seek(lambda: len(self.served.held), self._take_over)
            self._seeking = asyncio.create_task(seek, name="looking for free shards")
            self._seeking.add_done_callback(self._sought)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until the shard may identify: among several processes, when it is its turn."""
        if self.turns is not None:
            await self.turns.wait_for(shard_id or 0)
        elif not initial:
            await super().before_identify_hook(shard_id, initial=initial)

    def _hear_of_servers(self) -> None:
        """Reports servers that removed the bot while a shard was disconnected: Discord does not name them at a new
        session.

        discord.py would keep such a server for ever.
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
        """Gives everything up if this process cannot serve a shard that it took, so that another one can."""
        error = None if seeking.cancelled() else seeking.exception()
        if error is not None:
            log.error("a free shard could not be taken over: starting over", exc_info=error)
            self._give_up()

    def joined(self, shard: int) -> bool:
        """Returns whether this is the first connection of a shard that was taken over."""
        joining = shard in self._joining
        self._joining.discard(shard)
        return joining

    def seek_no_more(self) -> None:
        """Before the end: nothing else is taken."""
        if self._seeking is not None:
            self._seeking.cancel()

    def dispatch(self, event: str, /, *args: Any, **options: Any) -> None:
        """Dispatches an event of Discord, unless another process may have received and handled it too."""
        if self.served.valid:
            super().dispatch(event, *args, **options)

    async def _take_over(self, shard: int) -> None:
        """Its games have their lost time back, and are served as soon as it is connected."""
        await self.identifies.before_connecting()  # that may be long, and from here on all clocks stand still
        lost = await retry_with_backoff(
            lambda: self.clocks.take(shard), "giving lost time back", TRANSIENT_ERRORS, PAUSE
        )
        log.info("%.0f seconds in which no process served shard %s are given back", lost.total_seconds(), shard)
        self._joining.add(shard)
        self.shard_ids = self._connection.shard_ids = [*(self.shard_ids or ()), shard]
        self.served.gain(shard)
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
