"""Two bots that share one PostgreSQL database and one local Discord like two worker processes, run in one process.

Shard 0 gets DMs, shard 1 the server.

async with Pair.of("Anna", "Bert", dsn=dsn) as pair:
    await pair.server.sit_down()     # in a server of shard 1
    await pair.press_by_dm("Anna", "move")     # received by shard 0
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import datetime

from bot.emulator import Limits, LocalDiscord, World
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.gateway.client import Krupier
from storage.dsn import Dsn
from tests.bot.table import Evening
from tests.emulator.driven_clock import DrivenClock

SHARDS = 2
SOONER_OR_LATER = 60.0


class Worker(Evening):
    """One of the two bots, on a driven clock; the table is in a server of shard 1."""

    def __init__(self, world: World, discord: LocalDiscord, clock: DrivenClock, database: Dsn, shard: int) -> None:
        super().__init__(world, discord, clock, database)
        self.shard = shard
        self.pictures = False

    def made(self, client: Krupier) -> None:
        async def claim() -> None:
            client.shard_count, client.shard_ids = SHARDS, [self.shard]
            client.app.shards.share(SHARDS, [self.shard])

        client._claim = claim  # type: ignore[method-assign]

    @property
    def channel(self) -> Channel:
        guild = next(one for one in self.world.guilds.values() if (one.id >> 22) % SHARDS == 1)
        return self.world.channel("table-1", guild)

    async def crash(self) -> None:
        """Stops the bot like a crash: unfinished work is lost."""
        client, running = self.bot, self._running
        assert running is not None
        await client.app.background.close(0.0)
        client._stopping = True
        await super(Krupier, client).close()
        running.cancel()
        await asyncio.wait({running})
        await client.registration.stop()
        client.app.thinkers.close()
        await client.app.illustrator.close()
        await client.app.db.close()
        self.client = None


class Pair:
    """The two bots of a test, on one database."""

    def __init__(self, direct: Worker, server: Worker) -> None:
        self.direct = direct
        """The bot with shard 0, which gets what is pressed in DMs."""
        self.server = server
        """The bot with shard 1, which gets what is pressed in the server and owns the server's tables."""

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, *names: str, dsn: Dsn) -> AsyncIterator[Pair]:
        clock = DrivenClock()
        world = crowd.with_people(*names, guilds=SHARDS, channels=2, limits=Limits.generous(), clock=clock)
        async with LocalDiscord(world) as discord:
            pair = cls(*(Worker(world, discord, clock, dsn, shard) for shard in range(SHARDS)))
            try:
                for worker in pair.workers:
                    clock.advance(10)  # between two identifies
                    await worker.start()
                yield pair
            finally:
                for worker in pair.workers:
                    if worker.client is not None:
                        await worker.stop()

    @property
    def workers(self) -> tuple[Worker, Worker]:
        return self.direct, self.server

    def hand(self, name: str) -> Seen:
        """Returns the last message with buttons in a user's DMs."""
        return [seen for seen in self.direct.person(name).dms() if seen.usable][-1]

    async def press_by_dm(self, name: str, verb: str) -> Outcome:
        """Presses the button with that verb on the last message with buttons in a user's DMs; returns the outcome."""
        hand = self.hand(name)
        return await self.direct.press(name, hand, Evening.part(hand, verb))

    async def answer_by_dm(self, *keys: str) -> None:
        """Answers for the first asked seat in the process that gets DMs, without buttons."""
        live = await self.direct.bot.app.tables.get(self.server.table)
        game = live.game
        assert game is not None
        await self.direct.bot.app.referee.play(live.id, game.number, live.seat(game.waiting[0]).user, keys)
        await self.direct.settled()

    def known(self, worker: Worker) -> int:
        """Returns the number of the table's current decision, as that bot knows it."""
        game = worker.bot.app.tables._live[self.table].game
        assert game is not None
        return game.number

    def alarm(self, worker: Worker) -> tuple[int, datetime]:
        """Returns the deadline that a bot has set for the table: the decision's number and the time."""
        alarm = worker.bot.app.clocks._armed.get(self.table)
        assert alarm is not None
        deadline = alarm.deadline
        return deadline.number, deadline.due

    @property
    def table(self) -> int:
        """Returns the number of the latest table."""
        return max(number for worker in self.workers if worker.client for number in worker.bot.app.tables._live)

    def deafen(self) -> None:
        """Makes both running bots ignore all notifications of changed tables from now on."""
        for worker in self.workers:
            if worker.client is not None:
                worker.bot.app.remote_changes.update = _deaf  # type: ignore[method-assign]

    async def comes(self, condition: Callable[[], object]) -> None:
        """Waits until messages between the processes make a condition true; the test's clock does not advance."""
        async with asyncio.timeout(SOONER_OR_LATER):
            while not condition():  # noqa: ASYNC110 - nothing tells of what another process hears
                await asyncio.sleep(0.01)
        for worker in self.workers:
            if worker.client is not None:
                await worker.settled()

    async def pass_time(self, seconds: float) -> None:
        """Advances the clock that both bots share by this many seconds, and lets each running bot do what is due."""
        self.server.clock.advance(seconds)
        for worker in self.workers:
            if worker.client is not None:
                await worker.bot.app.clocks.tick()
                await worker.settled()


def _deaf(game: int) -> None:
    """Ignores a notification that a table has changed."""
