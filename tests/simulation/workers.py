"""Simulated workers: bots that share a database, each in a simulated process that can be stopped or killed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import SecretStr

from bot.gateway.client import Krupier
from bot.measuring.monotonic_clock import MonotonicClock
from bot.run import FINAL, serve
from bot.tables.live import LiveTable
from storage import Database
from storage.settings import Settings
from tests.bot.table import PromptKrupier
from tests.simulation import process as processes
from tests.simulation.virtual import PROCESS, SOURCE, START, Process

if TYPE_CHECKING:
    from tests.simulation.shared_evening import SharedEvening

RESTARTS_AFTER: Final = 2.0
"""Seconds after which a service manager starts a process again that has ended."""


class Worker:
    """One of the simulated processes that share the database; it can be started, stopped and killed."""

    def __init__(self, evening: SharedEvening, number: int, most: int) -> None:
        self.evening, self.number = evening, number
        self.most = most
        """The maximum number of its shards."""
        self.process = Process()
        self.client: Krupier | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def settings(self) -> Settings:
        """Returns the bot's settings for this worker."""
        discord = self.evening.discord
        return Settings(
            token=SecretStr(discord.token),
            api_url=discord.api_url,
            gateway_url=discord.gateway_url,
            database=self.evening.dsn,
            shards=self.evening.shards,
            shards_per_worker=self.most,
            pictures=False,
            instant_computers=True,
        )

    def starts(self) -> None:
        """Starts a new process with a new bot."""
        evening, worker = self.evening, self

        class Simulated(PromptKrupier):
            """The bot on the virtual clock, observed by the judge."""

            def __init__(self, settings: Settings, db: Database, **options: Any) -> None:
                clock = MonotonicClock(worker.shown, lambda: SOURCE.now)
                super().__init__(settings, db, clock, evening.discord, **options)
                self.app.tables.clock_jump = clock.clock_jump
                self.app.lobby.entropy = evening.dice.randbytes
                self.app.tournaments.entropy = evening.dice.randbytes
                self.app.referee.computers.dice = Random(f"{evening.report.seed} {worker.number} {SOURCE.now}")
                evening.watch(worker, self)
                worker.client = self

        self.process, self.client = Process(), None
        self._task = processes.begun(self.process, serve(self.settings, Simulated))

    def shown(self) -> datetime:
        """Returns the time of the system clock of the worker's machine."""
        return datetime.fromtimestamp(START + SOURCE.now + self.evening.off, UTC)

    @property
    def exists(self) -> bool:
        """Whether the process has started and has not ended, even if it is stopped."""
        return self._task is not None and not self._task.done()

    @property
    def runs(self) -> bool:
        """Whether the process has started, and has neither ended nor been stopped."""
        return self.exists and not self.process.stopped

    @property
    def ended(self) -> bool:
        """Whether the process has ended by itself.

        Notes its end, and adds an error to the evening if the operator would not expect it.
        """
        if self._task is None or not self._task.done():
            return False
        error = None if self._task.cancelled() else self._task.exception()
        if error is not None and not isinstance(error, FINAL):
            self.evening.errors.append(f"worker {self.number} has ended: {type(error).__name__}: {error}")
        self.evening.report.noted(f"worker {self.number} has ended: {type(error).__name__}")
        return True

    def stops(self) -> None:
        """Stops the process with its connections for a while (SIGSTOP), and notes it."""
        self.evening.noted(f"worker {self.number} is stopped")
        processes.stop(self.process)

    def goes_on(self) -> None:
        """Continues the process if it is stopped (SIGCONT), and notes it."""
        if self.process.stopped:
            self.evening.noted(f"worker {self.number} goes on")
            processes.go_on(self.process)

    def killed(self) -> None:
        """Kills the process at once; its connections to the database and to Discord end."""
        processes.kill(self.process)
        for session in [one for one in self.evening.server.sessions if one.client.get(PROCESS) is self.process]:
            session.end()
        self.evening.buried.append((self.process, self._task, self.client))
        self._task, self.client = None, None

    def serves(self, guild: int | None) -> bool:
        """Returns whether the worker believes that it serves this Discord server."""
        client = self.client
        return self.runs and client is not None and client.awake.is_set() and client.app.tables.owns(guild)


async def supervise(worker: Worker) -> None:
    """Starts a worker, and starts it again whenever it has ended, as an operator's service manager would."""
    while True:
        worker.starts()
        while worker._task is not None and not worker.ended:  # noqa: ASYNC110 - a killed process tells no one
            await asyncio.sleep(1.0)
        await asyncio.sleep(RESTARTS_AFTER if worker._task is not None else worker.evening.downtime)


def observed(client: Krupier, answered: Callable[..., None], learns: Callable[[LiveTable], None]) -> None:
    """Wraps a bot's methods: `answered` is called with each acknowledged answer, `learns` with each changed table."""
    referee: Any = client.app.referee
    bus: Any = client.app.bus
    play, changed = referee.play, bus.table_changed

    async def plays(game: int, number: int, user: int, keys: Any, then: Any = (), *, request: str = "") -> Any:
        played = await play(game, number, user, keys, then, request=request)
        live = client.app.tables.peek(game)
        if live is not None and live.game is not None:
            for one in live.game.entries:
                if one.number == number and one.seat == played.seat:
                    answered(game, number, played.seat, one.keys)
                    break
        return played

    def has_changed(live: LiveTable, *, elsewhere: bool = False) -> None:
        with suppress(LookupError):
            learns(live)
        changed(live, elsewhere=elsewhere)

    referee.play, bus.table_changed = plays, has_changed
