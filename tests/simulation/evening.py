"""One simulated evening: a table is played under faults, then all faults end, and a judge checks the result."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import traceback
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.world.events import Event
from bot.gateway.client import Krupier
from bot.measuring.monotonic_clock import MonotonicClock
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.thinkers import Judged, Thinkers
from bot.texts import translator_for
from rules import GAMES
from rules.decisions import PASS
from rules.engine import Game
from rules.players.choosing import Keys
from rules.players.question import Question
from rules.players.review import Judgement
from storage.timestamps import read
from tests.bot import table as table_module
from tests.faults.course import Course, no_message_twice
from tests.faults.disk import FULL, WORDS
from tests.faults.event_faults import Weather
from tests.faults.failpoints import Point, taken_away
from tests.faults.judge import Ledger, goes_on, judged
from tests.faults.killed_evening import MortalEvening
from tests.faults.onlooker import Onlooker
from tests.secrets.canaries import entitle
from tests.simulation import afterwards, disk, error_log, states
from tests.simulation import process as processes
from tests.simulation.players import Player
from tests.simulation.report import Report, Wrong
from tests.simulation.secrecy import Secrecy
from tests.simulation.troubles import TROUBLES, heal, strike
from tests.simulation.virtual import SOURCE, LoopClock, Process

NAMES: Final = ("Anna", "Bert", "Cyril", "Dora")
PATIENCE: Final = 600.0
"""Virtual seconds that a start may take."""
LOOKS: Final = 0.25
"""Virtual seconds between two checks of whether the process has died."""
ATTEMPTS: Final = 200
"""The maximum number of attempts to answer at a table after the faults."""
CALM: Final = 90.0
"""Seconds after the last fault in which the bot must have repaired everything."""
LONGEST: Final = 900.0
"""The maximum number of seconds that the judge waits for the end of a decision."""
RUNNING: Final = (
    "SELECT game, number, due FROM deadlines JOIN games ON games.id = game"
    " WHERE phase = 'running' AND paused_at IS NULL"
)
"""The deadlines of tables that are not paused; a pause keeps the time that is left."""
EN: Final = translator_for("en")
PACES: Final = ("live", "bank", "relaxed", "untimed")


class SimulatedEvening(MortalEvening):
    """A Discord server with one table and its players, and a simulated bot process that faults kill and that starts
    again.
    """

    names: tuple[str, ...]
    weather: Weather
    report: Report
    going = True
    off = 0.0
    """Seconds by which the system clock of the bot's machine is ahead of Discord's."""
    points_left: int | None = None
    """The number of failpoints until the process dies; None: it lives."""
    downtime = 0.0
    """Seconds for which the process stays off after its next death."""
    process: Process
    power: Random | None = None
    """Random numbers for what is left on the disk when the machine has lost power; None: it has power."""
    synced = 0
    """The number of bytes of the write-ahead log that were synced before the current transaction."""
    upgrade = False
    """Whether the next start is an upgrade: it finds a database with the previous schema."""
    disk_fails = 0
    """The number of further statements that fail because of the disk."""
    disk_error = FULL
    steady: MonotonicClock
    left_over: dict[tuple[int, int], float]
    """(table, decision) → the seconds that were left until its deadline when the process died."""
    errors: list[str]
    secrecy: Secrecy
    onlooker: Onlooker
    course: Course

    # What the bot gets

    def now(self) -> datetime:
        return self.steady()

    def shown(self) -> datetime:
        """Returns the time of the system clock of the bot's machine."""
        return datetime.fromtimestamp(self.clock() + self.off, UTC)

    def made(self, client: Krupier) -> None:
        super().made(client)
        client.app.tables.clock_jump = self.steady.clock_jump
        gate: Any = self.gate
        referee: Any = client.app.referee
        bus: Any = client.app.bus
        at = gate.at

        def point(where: Point) -> None:
            if self.disk_fails and where[0] == "before" and self.gate.left is None:
                self.disk_fails -= 1
                error = sqlite3.OperationalError(WORDS[self.disk_error])
                error.sqlite_errorcode = self.disk_error
                raise error
            if where == ("before", "BEGIN IMMEDIATE"):
                self.synced = disk.size(self.gate._file)
            at(where)

        gate.at = point
        play, changed = referee.play, bus.table_changed

        async def plays(game: int, number: int, user: int, keys: Any, then: Any = (), *, request: str = "") -> Any:
            played = await play(game, number, user, keys, then, request=request)
            live = client.app.tables.peek(game)
            if live is not None and live.game is not None:
                stored = [one for one in live.game.entries if one.number == number and one.seat == played.seat]
                if not _is_kept(played.keys) and [sorted(one.keys) for one in stored] != [sorted(keys)]:
                    self.errors.append(f"{played.seat} has answered decision {number} with {keys}, not with {stored}")
                if stored:
                    self.report.answers += 1
                    self.ledger.answered(game, number, played.seat, stored[0].keys)
            return played

        def has_changed(live: LiveTable, *, elsewhere: bool = False) -> None:
            self.secrecy.learns(live)
            changed(live, elsewhere=elsewhere)

        referee.play, bus.table_changed = plays, has_changed

    def _dies(self, point: Point) -> bool:
        if self.points_left is None:
            return False
        self.points_left -= 1
        # Power goes while a commit is being synced: what it has written may be lost in part.
        return self.points_left <= 0 and (self.power is None or point == ("after", "COMMIT"))

    # The life of the process

    async def boots(self) -> None:
        """Starts the process, repeats failing starts as a service manager would, and checks that no decision has lost
        time.
        """
        while True:
            self.steady, since = MonotonicClock(self.shown, lambda: SOURCE.now), SOURCE.now
            self.process = Process()
            starting = processes.begun(self.process, self.start())
            while not starting.done() and not self.dead:
                await asyncio.wait({starting}, timeout=LOOKS)
            if not self.dead and starting.done() and starting.exception() is None:
                assert self.client is not None
                self.client.clock = processes.begun(self.process, self.client.app.clocks.run())
                self.gives_back(SOURCE.now - since)
                return
            starting.cancel()
            with suppress(BaseException):
                await starting
            self.noted("the start failed")
            before, spent = self.left_over, SOURCE.now - since
            await self.dies()
            # A start that had not given the outage back would measure with its own clock, which may have been set.
            self.left_over |= {one: left - spent for one, left in before.items() if one in self.left_over}
            await asyncio.sleep(2.0)

    def remaining(self, file: Path) -> dict[tuple[int, int], float]:
        """Returns the seconds until each running deadline in a database file, by (table, decision)."""
        with closing(sqlite3.connect(file)) as db:
            found = db.execute(RUNNING).fetchall()
        now = self.now()
        return {(game, number): (read(due) - now).total_seconds() for game, number, due in found}

    def gives_back(self, starting: float) -> None:
        """Adds an error for each decision that has lost time by an outage; the seconds of the start itself (`starting`)
        may count.
        """
        assert isinstance(self.database, Path)
        for decision, left in self.remaining(self.database).items():
            before = self.left_over.pop(decision, left)
            if left < min(before, 0.0) - starting - 1.0 or (before > 0 and left < before - starting - 1.0):
                self.noted(f"time is lost: {decision} {before} {left} {starting}")
                self.errors.append(f"the outage has cost decision {decision} {before - left:.1f} seconds")

    async def dies(self) -> None:
        """Kills the process at once; only data that it has written remain.

        Counts the kill and remembers the time left until each deadline.
        """
        if self.client is None:
            return
        self.report.kills += 1
        self.goes_on()
        self._torn()
        self.left_over = self.remaining(self.gate.left or self.gate._file)
        if self.gate.left is None:
            self.gate.left = taken_away(self.gate._file)
            self.gate.passed.append(("ended", ""))
        self.points_left = None
        await self._bury()
        assert isinstance(self.database, Path)
        self.onlooker.database = self.database

    def stops(self) -> None:
        """Stops the process with its connections for a while (SIGSTOP)."""
        processes.stop(self.process)

    def goes_on(self) -> None:
        """Continues the process if it is stopped (SIGCONT)."""
        if self.process.stopped:
            processes.go_on(self.process)

    def _torn(self) -> None:
        """Damages what was not synced in the dead process's database if the machine has lost power; the power is back
        then.
        """
        image = self.gate.left
        if image is not None and self.power is not None and disk.tear(image, self.synced, self.power):
            self.noted("the log is torn")
            self.report.states["the log is torn"] += 1
        self.power = None

    def _upgraded(self) -> None:
        """Downgrades the database to the previous schema if an upgrade is due, so that the next start has to migrate
        it.
        """
        assert isinstance(self.database, Path)
        if self.upgrade:
            done = disk.downgrade(self.database)
            self.noted(f"an upgrade: {done}")
            self.report.states["upgraded in mid-game"] += done
        self.upgrade = False

    async def lives(self) -> None:
        """Starts the process again whenever it has died, after its downtime, until the evening ends."""
        while self.going:
            await asyncio.sleep(LOOKS)
            if self.dead:
                self.noted("killed")
                await self.dies()
                self._upgraded()
                await asyncio.sleep(self.downtime)
                await self.boots()
                self.noted("started again")

    # What is noted

    def noted(self, what: str) -> None:
        """Adds a line with the time to the report."""
        self.report.noted(what)

    def reached(self, trouble: str) -> None:
        """Counts in the report that a fault of this kind came in the table's current state."""
        self.report.states[f"{trouble}: {self.state}"] += 1

    @property
    def state(self) -> str:
        """Returns the name of the table's state, as far as the bot knows it; "no bot" if the process does not run."""
        if self.client is None or self.dead:
            return "no bot"
        return states.of(self.latest())

    def pressed(self, name: str, outcome: Outcome) -> None:
        self.report.presses += 1
        self.report.failed += outcome.failed
        what = outcome.interaction.data
        self.noted(f"{name} {what.get('custom_id') or what.get('name')} {outcome.kind}")

    def heard(self, event: Event) -> None:
        """Notes an event of Discord, and adds an error if it shows someone a card that they do not know."""
        live = self.latest()
        self.secrecy.heard(event, [] if live is None else [live])

    def latest(self) -> LiveTable | None:
        """Returns the newest table in the bot's memory; None if there is none or the bot does not run."""
        lives = {} if self.client is None or self.dead else self.client.app.tables._live
        return lives[max(lives)] if lives else None

    # The course of it

    async def plays(self, presses: int, troubles: Collection[str]) -> None:
        """Lets everyone play under these kinds of faults until that many presses were made or the game is over.

        Then ends all faults.
        """
        seed = self.report.seed
        players = [Player(self.person(name), self, Random(f"{seed} {name}")) for name in self.names]
        tasks = [asyncio.create_task(self.lives())]
        tasks += [asyncio.create_task(strike(self, kind, seed)) for kind in troubles]
        people = [asyncio.create_task(player.plays()) for player in players]
        try:
            while self.report.presses < presses and self.state not in {"over", "ended"}:
                await asyncio.sleep(1.0)
                for task in (*people, *tasks):
                    if task.done():
                        task.result()
        finally:
            self.going = False
            heal(self)
            await asyncio.gather(*people)
            await asyncio.wait(tasks[:1])
            for task in tasks[1:]:
                task.cancel()
            await asyncio.gather(*tasks[1:], return_exceptions=True)
        heal(self)

    async def ends(self) -> None:
        """Starts a dead bot again, ends all faults, and waits `CALM` seconds; then checks everything and plays the
        games to their ends.

        Raises Wrong, another AssertionError or BadRecord if the bot does not answer, a table hangs, or a message or a
        record is wrong.
        """
        if self.dead or self.client is None:
            await self.dies()
            await self.boots()
        heal(self)
        await asyncio.sleep(CALM)
        await self.settled()
        for row in await self.bot.app.db.games.unfinished():
            await self._time_is_up(row.id)
            await afterwards.must_not_wait(await self.bot.app.tables.get(row.id), self.now, self.latest)
        for name in self.names:
            await afterwards.must_answer(self.person(name), self.channel)
        dice = Random(f"{self.report.seed} after")
        for row in await self.bot.app.db.games.unfinished():
            if row.phase == "running":
                await self._resumed(row.id)
                # The board shows the system clock's time of its last change, so that there must be another one.
                await self._goes_on(row.id, dice, 1)
        await self.settled()
        if self.errors:
            raise Wrong(self.errors[0])
        if wrong := [*self.onlooker.too_early, *self.course.wrong]:
            raise Wrong(wrong[0])
        await self.all_is_well()
        for row in await self.bot.app.db.games.unfinished():
            no_message_twice(self.world, self.channel, row.id)
        for row in await self.bot.app.db.games.unfinished():
            if row.phase == "running":
                await self._plays_on(row.id)
        for table in list(self.ledger.answers):
            await judged(self.bot.app.db, table, self.ledger)

    async def _time_is_up(self, table: int) -> None:
        """Lets the time of the table's decision pass, `LONGEST` seconds at most; the clock must then go on."""
        live = await self.bot.app.tables.get(table)
        if live.deadline is not None and live.row.paused_at is None:
            left = (live.deadline.due - self.now()).total_seconds()
            await asyncio.sleep(min(max(left, 0.0), LONGEST) + 2.0)

    async def _plays_on(self, table: int) -> None:
        game = await self._goes_on(table, Random(self.report.seed), 10**6)
        if game.over is None:
            raise Wrong(f"table {table} does not come to its end: {game.decision}")

    async def _goes_on(self, table: int, dice: Random, answers: int) -> Game:
        """Gives that many further answers at a table, or plays it to its end; returns the game.

        Tries again if a computer or the clock answers first, and raises Wrong after `ATTEMPTS` attempts.
        """
        for _ in range(ATTEMPTS):
            with suppress(*EXPECTED_ERRORS):
                return await goes_on(self.bot.app, table, dice, self.ledger, answers)
            await asyncio.sleep(LOOKS)
        raise Wrong(f"table {table} takes no answer")

    async def _resumed(self, table: int) -> None:
        live = await self.bot.app.tables.get(table)
        if live.row.paused_at is not None:
            await self.bot.app.consent.agree(table, live.people()[0].user, "resume", EN, manager=True)

    async def opens(self, dice: Random) -> None:
        """Opens a lobby for a random game and pace as the first player, with computers at the seats that are
        missing.
        """
        kind = dice.choice(tuple(GAMES))
        self.people_at_table = dice.randint(1, min(3, GAMES[kind].seats[-1]))
        for _ in range(20):
            outcome = await self.slash(self.names[0], "game new", game=kind, pace=dice.choice(PACES))
            if outcome.message is not None and not outcome.failed:
                break
        least = GAMES[kind].seats[0]
        for _ in range(max(0, least - self.people_at_table)):
            with suppress(Exception):
                await self.add_computer(self.names[0], dice.choice(("easy", "normal")))


def _is_kept(keys: Sequence[str]) -> bool:
    """Returns whether an answer may be one that is not stored: a pass that waits for the end of its window."""
    return tuple(keys) == (PASS,)


async def judges_without_process(_thinkers: Thinkers, _asked: Question, done: Keys, _seconds: float) -> Judged:
    """Returns the same fixed judgement of any answer, in place of `Thinkers.judge`.

    The virtual clock would not wait for a worker process.
    """
    return Judged(Judgement(0.5, done), 0.0)


async def simulated(seed: str, folder: Path, presses: int, troubles: Collection[str] = tuple(TROUBLES)) -> Report:
    """Plays the evening of a seed with one bot process and SQLite; the report says what was wrong, if anything."""
    SOURCE.begin(seed)
    report, dice = Report(seed), Random(seed)
    table_module.PATIENCE = PATIENCE
    clock: Any = LoopClock()
    world = crowd.with_people(*NAMES, channels=2, limits=Limits.generous(), clock=clock)
    for person in crowd.people(world):
        person.locale = "cs"
    database = folder / "krupier.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        for kind in GAMES:
            entitle(kind, patch)
        patch.setattr(Thinkers, "judge", judges_without_process)
        async with LocalDiscord(world, in_memory=True) as discord:
            evening = SimulatedEvening(world, discord, clock, database)
            evening.patch, evening.report, evening.names, evening.errors = patch, report, NAMES, []
            evening.ledger, evening.passed, evening.points, evening.tables = Ledger(), Counter(), [], {}
            evening.weather, evening.pictures = Weather(discord), False
            evening.instant_computers = dice.random() < 0.5
            evening.dice, evening.seed = Random(f"{seed} bot"), Random(f"{seed} cards").randbytes(32)
            evening.left_over = {}
            evening.secrecy = Secrecy(crowd.people(world), evening.noted, evening.errors)
            evening.onlooker = Onlooker(world, evening.channel, database, private=True)
            evening.course = Course(world, evening.channel)
            world.listen(evening.heard)
            try:
                with error_log.watched(evening.errors):
                    await evening.boots()
                    await evening.opens(dice)
                    await evening.plays(presses, troubles)
                    await evening.ends()
            except Exception as wrong:
                where = traceback.extract_tb(wrong.__traceback__)[-1]
                report.wrong = f"{type(wrong).__name__} in {where.name}, line {where.lineno}: {wrong}"[:2000]
                logging.getLogger(__name__).debug("the evening failed", exc_info=wrong)
            finally:
                evening.going = False
                if evening.client is not None:
                    with suppress(BaseException):
                        await evening.dies()
    return report
