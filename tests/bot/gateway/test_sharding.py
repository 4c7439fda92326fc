"""Tests sharding: each shard is claimed once, by a process with room, and shards identify one after the other."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast

import discord
import discord.shard
import pytest
from discord.gateway import DiscordWebSocket

from bot.background import Background
from bot.gateway.sharding import IDENTIFY_SECONDS, SharedClient, Sharing, Turns
from bot.maintenance.identifies import Identifies
from bot.monitoring import metrics
from bot.services import Services
from bot.tables.bus import Bus
from bot.tables.clock import Clocks
from bot.tables.shards import Shards
from storage.errors import ClaimsLost
from storage.postgres.claims import Claims


class Board:
    """A registry of shard claims in memory, in place of a database server."""

    def __init__(self) -> None:
        self.shards: dict[int, Claimed] = {}
        self.turns: dict[int, Claimed] = {}


class Claimed(Claims):
    """The claims of one process on shards and on turns to identify, in a registry in memory."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lost = asyncio.Event()
        self.valid = lambda: not self.lost.is_set()

    def has(self) -> set[int]:
        return {shard for shard, who in self.board.shards.items() if who is self}

    def ends(self) -> None:
        self.lost.set()
        for held in (self.board.shards, self.board.turns):
            for key in [key for key, who in held.items() if who is self]:
                del held[key]

    async def counts(self) -> list[int]:
        return []

    async def agree(self, count: int) -> None: ...

    async def claim_all(self, count: int) -> None:
        assert await self.claim_some(count, count) == list(range(count))

    async def claim_some(self, count: int, most: int) -> list[int]:
        if self.lost.is_set():
            raise ClaimsLost("a server")
        free = [shard for shard in range(count) if shard not in self.board.shards][: max(most - len(self.has()), 0)]
        self.board.shards |= dict.fromkeys(free, self)
        return free

    async def unclaimed(self, count: int) -> list[int]:
        return [shard for shard in range(count) if shard not in self.board.shards]

    async def claim_bucket(self, bucket: int) -> bool:
        if self.lost.is_set():
            raise ClaimsLost("a server")
        if bucket in self.board.turns:
            return False
        self.board.turns[bucket] = self
        return True

    async def release_bucket(self, bucket: int) -> None:
        del self.board.turns[bucket]


class Clock:
    """A clock whose time passes only when a test says so; tasks wait on it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    async def wait(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((self.now + seconds, future))
        await future

    async def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        await turn_over()
        while due := [one for one in self._waiting if one[0] <= end and not one[1].done()]:
            at, future = min(due, key=lambda one: one[0])
            self.now = max(self.now, at)
            future.set_result(None)
            await turn_over()
        self.now = end


async def turn_over() -> None:
    """Runs all tasks that can continue without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Process:
    """A process that claims shards and lists those that it has taken over."""

    def __init__(self, board: Board, clock: Clock, most: int | None) -> None:
        self.claims = Claimed(board)
        self.sharing = Sharing(self.claims, 4, most, clock.wait)
        self.held: list[int] = []
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        self.held += await self.sharing.begin()

        async def take(shard: int) -> None:
            self.held.append(shard)

        await self.sharing.seek(lambda: len(self.held), take)


Start = Callable[[int | None], Process]


@pytest.fixture
def start(board: Board, clock: Clock) -> Iterator[Start]:
    started: list[Process] = []

    def begin(most: int | None) -> Process:
        started.append(Process(board, clock, most))
        return started[-1]

    yield begin
    for process in started:
        process.task.cancel()


async def test_each_takes_what_is_free_up_to_its_number_and_the_rest_wait(start: Start, clock: Clock) -> None:
    first, second, third = start(2), start(3), start(2)
    await clock.pass_time(10)
    assert (first.held, second.held, third.held) == ([0, 1], [2, 3], [])


async def test_the_shards_of_a_dead_process_are_taken_by_anyone_who_has_room(start: Start, clock: Clock) -> None:
    first, second, third = start(2), start(3), start(1)
    await clock.pass_time(1)
    first.claims.ends()
    await clock.pass_time(5)
    assert sorted(second.held + third.held) == [0, 1, 2, 3]
    assert (len(second.held), len(third.held)) == (3, 1)


async def test_a_new_process_takes_no_shards_from_others(start: Start, clock: Clock) -> None:
    first = start(3)
    await clock.pass_time(1)
    joining = start(3)
    await clock.pass_time(60)
    assert (first.held, joining.held) == ([0, 1, 2], [3])


async def test_without_a_number_it_is_all_of_them(start: Start, clock: Clock) -> None:
    first = start(None)
    await clock.pass_time(1)
    assert first.held == [0, 1, 2, 3]


async def test_a_process_that_has_lost_its_claims_stops_claiming(start: Start, clock: Clock) -> None:
    other, first = start(1), start(4)
    await clock.pass_time(1)
    first.claims.ends()
    other.claims.ends()
    await clock.pass_time(60)
    assert first.task.done()
    assert first.task.exception() is None
    assert first.held == [1, 2, 3]


async def test_shards_that_no_one_has_room_for_are_logged_once_and_counted(
    start: Start, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.gateway.sharding")
    one, _other = start(2), start(1)
    await clock.pass_time(20)
    assert "not served" not in caplog.text, "someone may be about to take it"
    await clock.pass_time(200)
    told = [said.getMessage() for said in caplog.records if "not served" in said.getMessage()]
    assert told == 2 * ["shards 3 of 4 are not served: start another worker"], "each process says it once"
    assert metrics.UNSERVED._value.get() == 1
    start(1)
    await clock.pass_time(40)
    assert metrics.UNSERVED._value.get() == 0
    assert "all shards are served again" in caplog.text
    assert one.held == [0, 1]


async def test_two_processes_identify_one_after_the_other_in_each_bucket(board: Board, clock: Clock) -> None:
    turns = [Turns(Claimed(board), 2, clock.wait) for _ in range(2)]
    identified: dict[int, float] = {}

    async def identify(at: int, shard: int) -> None:
        await turns[at].wait_for(shard)
        identified[shard] = clock.now

    # Both have shards of both buckets.
    tasks = [asyncio.create_task(identify(shard // 2 % 2, shard)) for shard in range(6)]
    await clock.pass_time(30)
    assert all(task.done() for task in tasks)
    for bucket in range(2):
        moments = sorted(identified[shard] for shard in range(bucket, 6, 2))
        assert moments[0] == 0
        assert all(later - earlier >= IDENTIFY_SECONDS for earlier, later in itertools.pairwise(moments))
        assert moments[-1] < 3 * IDENTIFY_SECONDS
    assert IDENTIFY_SECONDS > 5


async def test_a_process_that_dies_in_its_turn_keeps_no_one_waiting(board: Board, clock: Clock) -> None:
    dying, living = Claimed(board), Claimed(board)
    await Turns(dying, 1, clock.wait).wait_for(0)
    waiting = asyncio.create_task(Turns(living, 1, clock.wait).wait_for(1))
    await clock.pass_time(1)
    assert not waiting.done()
    dying.ends()
    await clock.pass_time(1)
    assert waiting.done()
    await clock.pass_time(IDENTIFY_SECONDS)


class Failing:
    """A stand-in for the clocks of tables that fails to take over a shard, and checks that `before_connecting` was
    called before.
    """

    waited = False

    async def before_connecting(self) -> None:
        self.waited = True

    async def take(self, shard: int) -> None:
        assert self.waited, "the clocks of all tables stand from here on"
        raise RuntimeError(f"nothing is known of shard {shard}")


async def test_a_process_that_cannot_serve_its_shards_releases_all_of_them(
    board: Board, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing(_client: object) -> None: ...

    monkeypatch.setattr(discord.AutoShardedClient, "launch_shards", nothing)
    dead, claims = Claimed(board), Claimed(board)
    board.shards[1] = dead
    client = SharedClient(intents=discord.Intents.none())
    clocks = Failing()
    client.clocks, client.served = cast("Clocks", clocks), Shards(Bus({}, Services(), Background()))
    client.identifies = cast("Identifies", clocks)
    await client.take_part(claims, 2, 2, 1)
    assert claims.has() == {0}
    dead.ends()
    await client.launch_shards()
    await turn_over()
    assert claims.lost.is_set()
    assert "nothing is known of shard 1" in caplog.text


async def test_a_client_that_is_closed_never_connects_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the simulation: a worker that had lost its claims tried to connect on a closed session forever.

    Python 3.11 loses a cancellation that comes in the moment in which the connection fails.
    """
    attempts: list[asyncio.Future[None]] = []

    async def connect(*_args: object, **_named: object) -> None:
        attempts.append(asyncio.get_running_loop().create_future())
        await attempts[-1]

    async def pause(_seconds: float) -> None: ...

    monkeypatch.setattr(DiscordWebSocket, "from_client", connect)
    monkeypatch.setattr(discord.shard, "asyncio", SimpleNamespace(wait_for=asyncio.wait_for, sleep=pause))
    client = SharedClient(intents=discord.Intents.none())
    connecting = asyncio.create_task(client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, 0))
    await turn_over()
    client._closing_task = asyncio.create_task(asyncio.sleep(0))
    attempts[0].set_exception(ConnectionResetError())
    await asyncio.sleep(0)
    connecting.cancel()
    await turn_over()
    try:
        assert connecting.done()
    finally:
        connecting.cancel()
    assert len(attempts) == 1
