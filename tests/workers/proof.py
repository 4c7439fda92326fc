"""Tables in many servers, the processes that serve them, and the conditions that hold after any crash."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from bot.emulator import LocalDiscord, Person
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.tables.registry import Tables
from bot.views import custom_id
from rules import GAMES
from rules.decisions import CLOCK
from storage.check import check
from storage.database import Database
from storage.dsn import Place
from tests.faults.judge import asked_on, complete_text, judged
from tests.wire.bot_process import BotDied, BotProcess
from tests.wire.robot import Power
from tests.wire.tables import Table
from tests.workers.ledger import Ledger, often_answered
from tests.workers.world import servers

SOON, FAR = 60.0, 3600.0
RIGHT_WITHIN = 15.0
"""Seconds after a takeover within which every board shows the record's state."""
PER_WORKER = 2
AT_ONCE = 3
"""The number of tables that are opened at the same time."""
TURN, WINDOW = 8, 4
"""Seconds of a turn and of a window; the clock answers for silent players."""
MOMENT = re.compile(r"<t:(\d+):R>")
A_LITTLE = 3
"""Seconds by which a board may be wrong; smaller differences are not worth an edit."""


class Proof:
    """All users, tables and processes of the test, from the first start to the final checks."""

    def __init__(self, discord: LocalDiscord, database: Place, folder: Path, shards: int, tables: int) -> None:
        self.discord, self.database, self.folder, self.shards = discord, database, folder, shards
        self.power = Power()
        self.ledger = Ledger()
        self.listening: set[asyncio.Task[None]] = set()
        """The tasks that wait for the results of presses."""
        self.processes: list[BotProcess] = []
        self.paused = False
        world, people = discord.world, iter(crowd.people(discord.world))
        guilds, kinds = list(world.guilds.values()), list(GAMES)
        self.kinds = [kinds[at % len(kinds)] for at in range(tables)]
        self.tables = [
            Table(
                discord,
                world.channel(f"table-{at // len(guilds) + 1}", guilds[at % len(guilds)]),
                [next(people) for _ in range(GAMES[kind].seats[0])],
                100 * at,
                self.power,
            )
            for at, kind in enumerate(self.kinds)
        ]
        self.games: list[int] = []
        """The number of each table."""
        for table in self.tables:
            for robot in table.robots:
                self._witness(robot.person)

    def _witness(self, person: Person) -> None:
        press = person.press

        async def heard(pressed: str, outcome: Outcome) -> None:
            with contextlib.suppress(TimeoutError):
                self.ledger.heard(person, pressed, await outcome.done())

        async def witnessed(message: object, part: object) -> Outcome:
            outcome = await press(message, part)  # type: ignore[arg-type]
            # A press that the bot has only deferred is answered later, and its person does not wait for it.
            listening = asyncio.create_task(heard(getattr(part, "custom_id", ""), outcome))
            self.listening.add(listening)
            listening.add_done_callback(self.listening.discard)
            return outcome

        person.press = witnessed  # type: ignore[method-assign, assignment]

    # --- processes ------------------------------------------------------------------------------------

    def worker(self, **others: str) -> BotProcess:
        """Creates one more bot process, which is not started yet, and returns it; `others`: further settings."""
        database = self.database
        settings = {
            "KRUPIER_DATABASE": str(database) if isinstance(database, Path) else database.url,
            "KRUPIER_SHARDS": str(self.shards), "KRUPIER_PICTURES": "off", "KRUPIER_LOG": "INFO",
            "KRUPIER_SHARDS_PER_WORKER": str(min(PER_WORKER, self.shards)), **others,
        }  # fmt: skip
        process = BotProcess(self.discord, self.folder, f"worker-{len(self.processes) + 1}", **settings)
        self.processes.append(process)
        return process

    @property
    def sessions(self) -> dict[str, int]:
        """Returns the gateway sessions that are connected, each with its shard."""
        known = self.discord.gateway.sessions.known.items()
        return {name: one.shard[0] for name, one in known if one.detached_at is None}

    async def served(self, without: Collection[str] = ()) -> None:
        """Waits until each shard has exactly one connected session, not counting these old ones.

        After `SOON` seconds, raises BotDied with the end of every log.
        """

        def so() -> bool:
            left = [shard for name, shard in self.sessions.items() if name not in without]
            return Counter(left) == dict.fromkeys(range(self.shards), 1)

        try:
            await self.discord.world.until(so, SOON)
        except TimeoutError as error:
            logs = "\n".join(f"{one.log_file.name}:\n{one.log[-2000:]}" for one in self.processes)
            shards = sorted(self.sessions.values())
            raise BotDied(f"the connected sessions have the shards {shards}, not each shard once\n{logs}") from error

    def of(self, process: BotProcess) -> list[int]:
        """Returns the shards that a process has claimed last, according to its log."""
        found = re.findall(r"claimed: ([\d, ]+) of|shard (\d+) was free|(Starting over)|waiting for", process.log)
        held: list[int] = []
        for claimed, free, over in found:
            held = [] if over else [*held, int(free)] if free else [int(one) for one in claimed.split(", ") if one]
        return held

    def holder(self, shard: int) -> BotProcess:
        """Returns the running process that has claimed a shard."""
        return next(one for one in self.processes if one.running and shard in self.of(one))

    async def says(self, process: BotProcess, words: str) -> None:
        """Waits until a process has logged these words, `SOON` seconds at most."""
        async with asyncio.timeout(SOON):
            while words not in process.log:  # noqa: ASYNC110 - a file notifies no one
                await asyncio.sleep(0.1)

    def signal(self, process: BotProcess, number: signal.Signals) -> None:
        """Sends a signal to a process."""
        assert process._process is not None
        process._process.send_signal(number)

    async def frozen(self, process: BotProcess) -> None:
        """Pauses a process with SIGSTOP; its connections stay open."""
        self.signal(process, signal.SIGSTOP)

    # --- play -----------------------------------------------------------------------------------------

    @property
    def presses(self) -> int:
        """Returns the number of presses of everyone."""
        return sum(robot.done.presses for table in self.tables for robot in table.robots)

    async def open(self) -> None:
        """Opens and starts a game at every table, with turns of `TURN` and windows of `WINDOW` seconds, and adds their
        numbers to `games`.
        """
        few = asyncio.Semaphore(AT_ONCE)

        async def opened(table: Table, kind: str) -> None:
            async with few:
                await table.open(game=kind, turn_seconds=TURN, window_seconds=WINDOW)

        async with asyncio.TaskGroup() as group:
            for table, kind in zip(self.tables, self.kinds, strict=True):
                group.create_task(opened(table, kind))
        for table in self.tables:
            (game,) = {meant.game for part in table.final.usable if (meant := custom_id.parse(part.custom_id))} - {0}
            self.games.append(game)

    @asynccontextmanager
    async def playing(self, silent: int = 0) -> AsyncIterator[None]:
        """Lets robots press continuously; that many of the last tables have one robot that stays silent."""
        over = asyncio.Event()
        tasks = []
        for at, table in enumerate(self.tables):
            robots = table.robots[1:] if at >= len(self.tables) - silent else table.robots
            tasks += [asyncio.create_task(robot.play(lambda: not over.is_set())) for robot in robots]
        try:
            yield
        finally:
            over.set()
            await asyncio.gather(*tasks)

    async def pressed(self, times: int) -> None:
        """Waits until all users together have pressed this many times more, or all games are over."""
        enough = self.presses + times
        await self.discord.world.until(lambda: self.presses >= enough or self.over, FAR)

    @property
    def over(self) -> bool:
        """Returns whether every table announces the end of its game."""
        return all(table.watch.over(table.host) for table in self.tables)

    async def struck(self, what: Callable[[], Awaitable[object]], whom: BotProcess | None, presses: int) -> None:
        """Calls `what` while robots play, after they have pressed this many times. It kills or stops the process `whom`
        (None: it affects all processes).

        Waits until new sessions serve the process's shards, ends the robots, and checks that all boards are right
        within `RIGHT_WITHIN` seconds.
        """
        async with self.playing(silent=2):
            await self.pressed(presses)
            self.power.cut()
            shards = range(self.shards) if whom is None else self.of(whom)
            without = [name for name, shard in self.sessions.items() if shard in shards]
            await what()
            await self.served(without)
        since = time.monotonic()
        self.power.on = True
        await self.boards_are_right(RIGHT_WITHIN)
        print(f"boards are right after {time.monotonic() - since:.1f} s")

    # --- the judge ------------------------------------------------------------------------------------

    async def boards_are_right(self, within: float) -> None:
        """Waits until each board shows its record's state; fails if that takes more than this number of seconds."""
        until = time.monotonic() + within
        wrong = dict.fromkeys(range(len(self.tables)), "not looked at")
        while wrong:
            for at in list(wrong):
                wrong[at] = await self._wrong(at)
                if not wrong[at]:
                    del wrong[at]
            assert not wrong or time.monotonic() < until, f"after {within:.0f} s: {wrong}"
            await asyncio.sleep(0.1)

    async def _wrong(self, at: int) -> str:
        """Returns a description of the first difference between a table's board and its record; empty if none."""
        table = self.tables[at]
        async with Database.snapshot(self.database) as db:
            live = await Tables(db).get(self.games[at])
        told = table.final.text
        shown = [int(found) for found in MOMENT.findall(told)]
        for text in complete_text(live, table.final):
            if MOMENT.sub("", text) not in MOMENT.sub("", told):
                return f"{text!r} is not in {told!r}"
            due = [int(found) for found in MOMENT.findall(text)]
            if any(all(abs(one - other) > A_LITTLE for other in shown) for one in due):
                return f"{due} are not among {shown}"
        number = live.game.number if live.game is not None else 0
        ahead = {one for one in asked_on(table.final.usable) if one > number}
        return f"the board asks {ahead}, the record stands at {number}" if ahead else ""

    async def judge(self) -> int:
        """Checks that no acknowledged answer is lost or doubled and every record verifies.

        Returns the number of silences.
        """
        await asyncio.gather(*self.listening)
        assert [finding async for finding in check(self.database) if finding.trouble] == []
        answers, silences = Counter[tuple[int, int, int]](), Counter[tuple[int, int]]()
        async with Database.snapshot(self.database) as db:
            for game in self.games:
                await judged(db, game)
                users = {row.seat: row.user for row in await db.seats.of(game)}
                for (number, seat), times in often_answered(await db.record.entries(game)).items():
                    if seat == CLOCK:
                        silences[game, number] = times
                    elif seat in users:
                        answers[game, number, users[seat]] = times
        lost = self.ledger.lost(answers, silences)
        twice = [(one, times) for one, times in (*answers.items(), *silences.items()) if times > 1]
        assert not lost, lost
        assert not twice, twice
        return silences.total()

    def check_the_wire(self) -> None:
        """Checks that no press failed or stayed unanswered, no hand changed silently, Discord refused no request
        (except with 404), and no process logged an exception or the token.
        """
        done = [robot.done for table in self.tables for robot in table.robots]
        vain = [text for one in done for text in (*one.failures, *one.unanswered, *one.silent_changes)]
        assert not vain, vain
        refused = [one for one in self.discord.world.refusals if one.status != 404]
        assert not refused, refused
        for process in self.processes:
            log = process.log
            assert "Traceback" not in log, log[max(log.index("Traceback") - 600, 0) :][:4000]
            assert self.discord.token not in log


@asynccontextmanager
async def proof(
    database: Place, folder: Path, *, shards: int, guilds: int, tables: int, at_most: float
) -> AsyncIterator[Proof]:
    """Starts a local Discord and yields a Proof with servers and tables on it, without processes. At the end, stops the
    running processes in the regular way and calls `check_the_wire`. Fails after `at_most` seconds.
    """
    rooms = -(-tables // guilds)
    people = sum(max(rules.seats[0] for rules in GAMES.values()) for _ in range(tables))
    world = servers(guilds, shards, rooms, *(f"Player {number}" for number in range(1, people + 1)))
    async with asyncio.timeout(at_most), LocalDiscord(world) as discord:
        sessions = discord.gateway.sessions
        sessions.shards, sessions.max_concurrency = shards, shards
        them = Proof(discord, database, folder, shards, tables)
        try:
            yield them
            stopping = [process.stop() for process in them.processes if process.running]
            assert set(await asyncio.gather(*stopping)) == {0}
        finally:
            for process in them.processes:
                if process.running:
                    process._process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
                    await process.kill()
        them.check_the_wire()
