"""Runs a bot for the soak test: `python -m tests.faults.soak_process '{"token": …, "api_url": …, "kept": …, …}'`.

The bot has a process of its own, so that everything in the process is the bot's. Each line of standard input is a
command in JSON. The answer is a line {"done": …} with the result. Before it comes a line {"answered": …} for each
stored answer, so that these are known whenever the process is killed.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import logging
import os
import resource
import sys
import traceback
from collections import Counter
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from aiohttp import TCPConnector
from cachetools import TTLCache

from bot.app import App
from bot.features.hand import service
from bot.gateway.client import Krupier
from bot.gateway.router import Router
from bot.measuring.monotonic_clock import MonotonicClock
from bot.messages import reconciler
from bot.messages.breaker import Breaker, Place
from bot.messages.requests import REFUSAL_TTL, REMEMBERED
from bot.tables import registry
from bot.tables.refusals import EXPECTED_ERRORS
from storage.errors import TRANSIENT_ERRORS
from tests.any_answer import any_answer
from tests.bot.table import PATIENCE, Evening
from tests.emulator.driven_clock import DrivenClock
from tests.faults import disk
from tests.faults.judge import Answered, Ledger, judged
from tests.faults.memory import forgotten

SHORT = 0.002
OURS = ("bot.", "rules.", "storage.", "discord.")


class Errors(logging.Handler):
    """A log handler that counts the errors and tracebacks in the process's log, by place and kind."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counted: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.counted[f"{record.name}: {record.msg} {self.of(record)}".rstrip()] += 1

    @staticmethod
    def of(record: logging.LogRecord) -> str:
        kind = record.exc_info[0] if record.exc_info else None
        return "" if kind is None else kind.__name__


class OnItsMachine(Evening):
    """An evening whose bot uses the system clock of its machine, which may be wrong."""

    def __init__(self, there: Any, clock: DrivenClock, database: Path, off: float) -> None:
        super().__init__(there, there, clock, database)
        self.off = off
        """Seconds by which the machine's clock is ahead of the time that goes by evenly, which is Discord's."""
        self.steady = MonotonicClock(self.shown, clock)

    def shown(self) -> datetime:
        """Returns the time that the machine's system clock shows."""
        return datetime.fromtimestamp(self.clock() + self.off, UTC)

    def now(self) -> datetime:
        return self.steady()

    def made(self, client: Krupier) -> None:
        client.app.tables.clock_jump = self.steady.clock_jump


class Servant:
    """The commands that the test can give to the bot's process; each public method is one."""

    def __init__(self, evening: OnItsMachine) -> None:
        self.evening = evening
        self.refused = 0
        """Answers that were refused because the disk was full."""
        self.errors = Errors()
        logging.getLogger().addHandler(self.errors)

    async def settled(self) -> None:
        """Waits until the bot's background tasks are done."""
        await self.evening.settled()

    async def passes(self, seconds: float) -> None:
        """Lets this many seconds pass in the bot's process."""
        await self.evening.pass_time(seconds)

    async def set_clock(self, off: float) -> None:
        """Sets the machine's clock `off` seconds ahead of Discord's; checks that the bot's own time does not change."""
        before = self.evening.now()
        self.evening.off = off
        await self.passes(0.0)
        assert self.evening.now() == before

    async def heard(self, number: int) -> None:
        """Waits until every gateway event up to this sequence number has arrived and is handled."""
        socket = self.evening.bot._connection._get_websocket(shard_id=0)
        await self.evening.noticed(lambda: (socket.sequence or 0) >= number)
        await asyncio.sleep(SHORT)
        await self.evening.settled()

    async def connected(self) -> None:
        """Waits until the bot is connected again."""
        bot = self.evening.bot
        await self.evening.noticed(lambda: bot.is_ready() and not bot.app.clocks.cut_off)
        await self.evening.settled()

    async def mended(self) -> None:
        """Waits until no table is paused any more, without any action of users; raises TimeoutError after `PATIENCE`
        seconds.
        """
        db = self.evening.bot.app.db
        async with asyncio.timeout(PATIENCE):
            while any(row.paused_at is not None for row in await db.games.unfinished()):
                await self.evening.settled()
                await asyncio.sleep(SHORT)

    async def latest(self) -> int:
        """Returns the number of the latest table."""
        return self.evening.table

    async def turn(self, table: int, answers: int, seed: int, full: bool = False) -> bool:
        """Gives some random answers at a table, optionally on a full disk; returns whether the game continues."""
        assert isinstance(self.evening.database, Path)
        with disk.full(self.evening.database) if full else nullcontext():
            going = await self._turn(table, answers, Random(seed))
            await self.evening.settled()
        return going

    async def judged(self, table: int, answers: list[Answered]) -> None:
        """Checks the record of a table, which must have each of these acknowledged answers."""
        ledger = Ledger()
        for number, seat, keys in answers:
            ledger.answered(table, number, seat, keys)
        await judged(self.evening.bot.app.db, table, ledger)

    async def _turn(self, table: int, answers: int, dice: Random) -> bool:
        app = self.evening.bot.app
        for _ in range(answers):
            live = await app.tables.get(table)
            game = live.game
            if game is None or game.decision is None or live.row.phase != "running":
                return False
            if not game.waiting:
                break
            number, seat = game.number, game.waiting[0]
            keys = any_answer(game, seat, dice)
            try:
                await app.referee.play(table, number, live.seat(seat).user, keys)
            except (*EXPECTED_ERRORS, *TRANSIENT_ERRORS) as refusal:
                self.refused += isinstance(refusal, TRANSIENT_ERRORS)
                break  # It stands still until what is broken is mended.
            tell(answered=[table, number, seat, keys])
        return True

    async def weighed(self) -> dict[str, Any]:
        """Empties caches; returns the numbers of objects by kind, the memory, logged errors, refused answers, and the
        tables that are over but still in a cache.
        """
        app = self.evening.bot.app
        kept = {what: sorted(tables) for what, tables in (await forgotten(app)).items()}
        for table in list(app.tables._live):
            app.tables.drop(table)  # The maximum is fixed, but one game is longer than another.
        forget_thoughts()
        gc.collect()
        told = {"kept": kept, "errors": dict(self.errors.counted), "refused": self.refused}
        return {**told, "kinds": kinds(), **memory()}


def tell(**what: Any) -> None:
    """Prints a line of JSON for the parent process."""
    print(json.dumps(what), flush=True)


def fill_up(app: App, router: Router, breaker: Breaker) -> None:
    """Fills bounded caches of presses, tournaments and channels at the start, so that they do not grow later."""
    for number in range(int(breaker._places.maxsize)):
        breaker._places[f"/channels/{10**18 + number}"] = Place()
    for number in range(int(router._seen.maxsize)):
        router._seen[number] = True
    for number in range(int(app.tournament_messages._phases.maxsize)):
        app.tournament_messages._phases[-1 - number] = "over"


def on_a_fast_clock(bot: Krupier, clock: DrivenClock) -> None:
    """Puts the caches and pauses for refused requests on the driven clock, on which a day passes within minutes.

    Also shortens every pause of `asyncio.sleep` in this process to `SHORT` seconds at most.
    """
    bot.pace._now = bot.breaker._now = clock
    bot.refused_requests._refused = TTLCache(REMEMBERED, REFUSAL_TTL, clock)
    sleep = asyncio.sleep

    async def briefly(delay: float, result: Any = None) -> Any:
        return await sleep(min(delay, SHORT), result)

    asyncio.sleep = briefly


def forget_thoughts() -> None:
    """Empties caches of a fixed size: positions of computer players, and keys of panels."""
    for one in gc.get_objects():
        ours = isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith(("rules.", "bot."))
        if ours and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()


def kinds() -> Counter[str]:
    """Returns the number of objects in memory by class, for classes of the bot and of discord.py."""
    found: Counter[str] = Counter()
    for one in gc.get_objects():
        module = getattr(type(one), "__module__", "")
        if isinstance(module, str) and module.startswith(OURS):
            found[f"{module}.{type(one).__qualname__}"] += 1
    return found


def memory() -> dict[str, int]:
    """Returns the memory of the process: the number of Python's blocks and, on Linux, the resident bytes."""
    held = {"blocks": sys.getallocatedblocks()}
    if sys.platform == "linux":
        held["resident"] = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    return held


async def obey(told: dict[str, Any]) -> None:
    """Starts the bot, executes commands from standard input and prints their results until the input ends, and stops
    the bot.
    """
    reconciler.QUICK_PAUSE, service.QUIET, registry.MAX_ANSWERS_IN_MEMORY = 0.0, 0.0, told["kept"]  # type: ignore[misc]
    # The local Discord and its world are in the process that asked; this one reaches them over sockets.
    there: Any = SimpleNamespace(
        world=None,
        connector=lambda: TCPConnector(limit=0),
        **{name: told[name] for name in ("token", "api_url", "gateway_url")},
    )
    clock = DrivenClock(told["now"])
    evening = OnItsMachine(there, clock, Path(told["database"]), told["off"])
    evening.pictures = False
    await evening.start()
    fill_up(evening.bot.app, evening.bot.router, evening.bot.breaker)
    on_a_fast_clock(evening.bot, clock)
    servant = Servant(evening)
    answer: Any = None
    while True:
        tell(done=answer)
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            break
        asked = json.loads(line)
        answer = await getattr(servant, asked.pop("do"))(**asked)
    await evening.stop()


if __name__ == "__main__":
    try:
        asyncio.run(obey(json.loads(sys.argv[1])))
    except BaseException:
        # Threads of the connection would keep the process alive, and the parent would wait for ever.
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
