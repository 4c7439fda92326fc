"""Patches of aiosqlite, discord.py and the network in memory, which then run without threads and on the virtual
clock.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Generator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import aiosqlite.core
import discord.backoff
import discord.gateway
import discord.utils

from bot.emulator.rest import api
from bot.gateway.command_registration import Registration
from tests.emulator.memory import MemoryTransport
from tests.simulation.virtual import SECOND_OF_DISK, SECOND_OF_NETWORK, SOURCE, soon


def install() -> None:
    """Replaces the parts of libraries that use threads, the system's clock or random numbers."""
    connection: Any = aiosqlite.core.Connection
    connection.__await__, connection._connect = _opens, _connect
    connection._execute, connection.stop = _execute, _stop
    gateway: Any = discord.gateway
    gateway.KeepAliveHandler = _KeepAlive
    utils: Any = discord.utils
    utils.utcnow = lambda: datetime.fromtimestamp(time.time(), UTC)
    begins = discord.backoff.ExponentialBackoff.__init__

    def backs_off(self: Any, *args: Any, **named: Any) -> None:
        begins(self, *args, **named)
        self._randfunc = SOURCE.dice.randrange if named.get("integral") else SOURCE.dice.uniform

    backoff: Any = discord.backoff.ExponentialBackoff
    backoff.__init__ = backs_off
    registration: Any = Registration
    registration._payload = _cached(registration._payload)
    rest: Any = api
    rest.YIELD_SECONDS = 0.5  # A request without an answer is looked at rarely, or it would cost half of the time.
    transport: Any = MemoryTransport
    transport._schedule = _travels


def _cached(payload: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    """Wraps the method that renders the commands, which are the same at each start of an evening."""
    known: list[Any] = []

    async def rendered(registration: Any) -> Any:
        if not known:
            known.append(await payload(registration))
        return known[0]

    return rendered


def _travels(self: Any) -> None:
    """Schedules the delivery of received bytes after a simulated time on the network."""
    if self._scheduled or self._paused or not (self._inbox or self._ended):
        return
    self._scheduled = True
    self._loop.call_later(SOURCE.takes(SECOND_OF_NETWORK), self._deliver, context=self._context)


# aiosqlite without its thread


def _opens(self: Any) -> Generator[Any, None, Any]:
    opened: Generator[Any, None, Any] = self._connect().__await__()
    return opened


async def _connect(self: Any) -> Any:
    if self._connection is None:
        self._connection = self._connector()
    return self


async def _execute(self: Any, fn: Callable[..., Any], *args: Any, **named: Any) -> Any:
    if not self._running or self._connection is None:
        raise ValueError("Connection closed")
    work = partial(fn, *args, **named)
    return await soon(asyncio.get_running_loop(), SOURCE.takes(SECOND_OF_DISK), work)


def _stop(self: Any) -> asyncio.Future[None] | None:
    self._running = False
    held: sqlite3.Connection | None = self._connection
    self._connection = None
    if held is not None:
        held.close()
    try:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    except RuntimeError:
        return None
    future.set_result(None)
    return future


class _KeepAlive:
    """A replacement for discord.py's heartbeat thread that runs on the event loop."""

    def __init__(self, *, ws: Any, interval: float | None = None, shard_id: int | None = None) -> None:
        self.ws, self.interval, self.shard_id = ws, interval or 40.0, shard_id
        self.latency = float("inf")
        self._last_send = self._last_received = SOURCE.now
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Schedules the next heartbeat after the interval."""
        self._next = asyncio.get_running_loop().call_later(self.interval, self._beats)

    def _beats(self) -> None:
        if self._last_received + self.ws._max_heartbeat_timeout < SOURCE.now:
            self.ws.loop.create_task(self.ws.close(4000))
            return
        self._last_send = SOURCE.now
        self.ws.loop.create_task(self._sends())
        self.start()

    async def _sends(self) -> None:
        try:
            await self.ws.send_heartbeat(self.get_payload())
        except Exception:
            self.stop()

    def get_payload(self) -> dict[str, Any]:
        """Returns the payload of a heartbeat."""
        return {"op": self.ws.HEARTBEAT, "d": self.ws.sequence}

    def beat(self) -> dict[str, Any]:
        """Notes the time of a heartbeat that is sent now and returns its payload."""
        self._last_send = SOURCE.now
        return self.get_payload()

    def stop(self) -> None:
        """Ends the heartbeats."""
        if self._next is not None:
            self._next.cancel()

    def tick(self) -> None:
        """Notes the time at which a message has arrived from the gateway."""
        self._last_received = SOURCE.now

    def ack(self) -> None:
        """Sets the latency when a heartbeat is acknowledged: the seconds since it was sent."""
        self.latency = SOURCE.now - self._last_send
