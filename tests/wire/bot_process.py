"""Runs the bot as an operator does: `python -m bot`, a process that shares only the network with the tests."""

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
    """The error that the bot's process ended or ran out of time before it was ready; it has the exit code and the
    output.
    """


class BotProcess:
    """A bot on one database, which can be started, stopped and killed repeatedly.

    `room` is the folder with its database and log; `settings` are further environment variables (an empty one is left
    out).
    """

    module = "bot"
    """The Python module that the process runs."""

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
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """Returns the process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """Returns everything that the process has written to standard error, over all starts."""
        return self.log_file.read_text(encoding="utf-8") if self.log_file.exists() else ""

    @property
    def database(self) -> Path:
        """Returns the path of the SQLite database file."""
        return Path(self.environment["KRUPIER_DATABASE"])

    @property
    def environment(self) -> dict[str, str]:
        """Returns the process's environment variables: the developer's without DISCORD_ and KRUPIER_, then the test's
        settings.
        """
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
        """Starts the process without waiting for it."""
        with self.log_file.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self.module, cwd=self.room, env=self.environment,
                stdin=DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def start(self) -> float:
        """Starts the process and returns the seconds until it is ready.

        Raises BotDied if it ends before, or is not ready within `READY_WITHIN` seconds.
        """
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
        """Kills the process (SIGKILL) and waits for its end."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Stops the process in the regular way (SIGTERM) and returns its exit code."""
        return await self._end(signal.SIGTERM)

    async def exit(self) -> int:
        """Waits up to `READY_WITHIN` seconds until the process ends by itself; returns its exit code."""
        return await asyncio.wait_for(self._wait(), READY_WITHIN)

    async def run_to_its_end(self) -> tuple[int, str]:
        """Starts the process and waits until it ends by itself; returns the exit code and the output of this run."""
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
        """Waits until the bot has a new gateway session and its commands can be called."""
        world, known = self.discord.world, self.discord.gateway.sessions.known

        def connected() -> bool:
            new = [one for name, one in known.items() if name not in before and one.detached_at is None]
            return bool(new) and any(world.commands.values())

        await world.until(connected, READY_WITHIN)
