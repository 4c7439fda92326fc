"""The bot as an operator runs it: `python -m bot`, a process that shares nothing with the tests but the wire."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.emulator import LocalDiscord

CHECKOUT = Path(__file__).resolve().parents[2]
READY_WITHIN = 30.0
STOPS_WITHIN = 20.0


class BotDied(AssertionError):
    """The process ended before it was ready; the message has its exit code and what it said."""


class BotProcess:
    """One bot on one database, to be started, stopped and killed as often as a test likes.

    `room` is where it runs and keeps its database and log; `settings` are further variables of its environment
    (an empty one is left out).
    """

    module = "bot"
    """What runs."""

    def __init__(self, discord: LocalDiscord, room: Path, name: str = "bot", **settings: str) -> None:
        self.discord = discord
        self.room = room
        self.log_file = room / f"{name}.log"
        self.settings = settings
        self.outages: list[tuple[float, float]] = []
        """The times in which no one could answer, by the world's clock."""
        self._process: Process | None = None
        self._down_since: float | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.running:
            await self.kill()

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The running process's number."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """All that it has written to standard error, over all its lives."""
        return self.log_file.read_text(encoding="utf-8") if self.log_file.exists() else ""

    @property
    def database(self) -> Path:
        """The file of its games."""
        return Path(self.environment["KRUPIER_DATABASE"])

    @property
    def environment(self) -> dict[str, str]:
        """The process's environment: nothing of the developer's own settings."""
        own = {key: value for key, value in os.environ.items() if not key.startswith(("DISCORD_", "KRUPIER_"))}
        said = {
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "KRUPIER_DATABASE": str(self.room / "games.sqlite3"),
            "KRUPIER_LOG": "DEBUG",
            "KRUPIER_COMPUTERS": "prompt",
            "PYTHONPATH": str(CHECKOUT),
            **self.settings,
        }
        return {**own, **{key: value for key, value in said.items() if value}}

    async def spawn(self) -> None:
        """Start the process without waiting for it."""
        with self.log_file.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self.module, cwd=self.room, env=self.environment,
                stdin=DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def start(self) -> float:
        """Start the process and wait until the wire shows that it is ready: seconds it took; raises BotDied."""
        before = set(self.discord.gateway.sessions.known)
        begun = time.monotonic()
        await self.spawn()
        ready = asyncio.create_task(self._ready(before))
        ended = asyncio.create_task(self._wait())
        try:
            await asyncio.wait({ready, ended}, timeout=READY_WITHIN, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                raise BotDied(f"not ready; exit code {ended.result() if ended.done() else None}; it said:\n{self.log}")
            await ready
        finally:
            ready.cancel()
            ended.cancel()
            await asyncio.gather(ready, ended, return_exceptions=True)
        if self._down_since is not None:
            self.outages.append((self._down_since, self.discord.world.clock()))
            self._down_since = None
        return time.monotonic() - begun

    async def kill(self) -> None:
        """SIGKILL: no time for anything."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, the orderly stop; the exit code."""
        return await self._end(signal.SIGTERM)

    async def exit(self) -> int:
        """Wait until it has ended by itself; the exit code."""
        return await asyncio.wait_for(self._wait(), READY_WITHIN)

    async def run_to_its_end(self) -> tuple[int, str]:
        """Start it where it cannot go on: the exit code and what it said."""
        said = len(self.log)
        await self.spawn()
        try:
            return await self.exit(), self.log[said:]
        finally:
            if self.running:
                await self.kill()

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._down_since = self.discord.world.clock()
        self._process.send_signal(number)
        return await asyncio.wait_for(self._wait(), STOPS_WITHIN)

    async def _wait(self) -> int:
        assert self._process is not None
        return await self._process.wait()

    async def _ready(self, before: set[str]) -> None:
        """A session of this life is connected, and its commands can be called."""
        world, known = self.discord.world, self.discord.gateway.sessions.known

        def connected() -> bool:
            new = [one for name, one in known.items() if name not in before and one.detached_at is None]
            return bool(new) and any(world.commands.values())

        await world.until(connected, READY_WITHIN)
