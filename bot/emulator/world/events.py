"""The events of the local Discord, their audience, and functions that wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.emulator.errors import Json
from bot.emulator.objects import Channel


@dataclass(slots=True, frozen=True)
class Event:
    """An event with its name on the gateway, its data, and its audience: guild, channel, or one user (`only_for`)."""

    name: str
    data: Json
    guild_id: int | None = None
    channel_id: int | None = None
    only_for: int | None = None


class Emitter:
    """An event emitter that calls all listeners with every event, and wakes callers that wait for a change."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []
        self._waiting: set[asyncio.Future[None]] = set()

    def emit(
        self,
        name: str,
        data: Json,
        *,
        guild_id: int | None = None,
        channel: Channel | None = None,
        only_for: int | None = None,
    ) -> None:
        """Sends an event to every listener (the gateway, the page) and wakes callers that wait for a change."""
        home = channel.guild_id if channel else guild_id
        event = Event(name, data, home, channel.id if channel else None, only_for)
        for listener in self._listeners:
            listener(event)
        self.touch()

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Registers a listener for all events; returns a function that removes it.

        Events with `only_for` are meant for one user.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def touch(self) -> None:
        """Wakes all callers that wait for a change."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, condition: Callable[[], object], timeout: float = 30.0) -> None:  # noqa: ASYNC109
        """Waits until the condition is true, which is checked whenever the world changes.

        Raises TimeoutError after that many real seconds.
        """
        async with asyncio.timeout(timeout):
            while not condition():
                future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.add(future)
                await future
