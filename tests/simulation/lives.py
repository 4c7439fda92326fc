"""The lives of the simulated bot process in an evening: it starts, is observed, and dies."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.emulator.people.outcome import Outcome
from bot.emulator.world.events import Event
from bot.gateway.client import Krupier
from bot.measuring.monotonic_clock import MonotonicClock
from bot.tables.live import LiveTable
from rules.decisions import PASS
from storage.timestamps import read
from tests.faults.course import Course
from tests.faults.disk import FULL, WORDS
from tests.faults.event_faults import Weather
from tests.faults.failpoints import Point, taken_away
from tests.faults.killed_evening import MortalEvening
from tests.faults.onlooker import Onlooker
from tests.simulation import file_damage, losses, previous_schema, states
from tests.simulation import process as processes
from tests.simulation.power import CHECKPOINTS, PowerCut
from tests.simulation.report import Report
from tests.simulation.secrecy import Secrecy
from tests.simulation.virtual import SOURCE, Process
from tests.storage.table import in_file

LOOKS: Final = 0.25
"""Virtual seconds between two checks of whether the process has died."""
RUNNING: Final = (
    "SELECT game, number, due FROM deadlines JOIN games ON games.id = game"
    " WHERE phase = 'running' AND paused_at IS NULL"
)
"""The deadlines of tables that are not paused; a pause keeps the time that is left."""


class Lives(MortalEvening):
    """An evening's simulated bot process, which faults kill and which starts again, and what is noted about it."""

    names: tuple[str, ...]
    weather: Weather
    report: Report
    going = True
    off = 0.0
    """Seconds by which the system clock of the bot's machine is ahead of Discord's."""
    points_left: int | None = None
    """The number of failpoints until the process dies; None: it lives."""
    ends_by = "kill"
    """The kind of fault by which the process dies next."""
    died_in = ""
    """The table's state when the process died."""
    downtime = 0.0
    """Seconds for which the process stays off after its next death."""
    process: Process
    power: PowerCut | None = None
    """The next loss of power; None if none is planned."""
    unknown: set[int]
    """The messages whose IDs the disk may have lost."""
    lost: dict[int, int]
    """Table → the first decision whose answer the disk has just lost."""
    damage: file_damage.FileDamage | None = None
    """The damage of a stored record; None if none is damaged."""
    upgrade = False
    """Whether the next start is an upgrade: it finds a database with the previous schema."""
    disk_waits = False
    """Whether no statement has failed yet because of the present fault of the disk."""
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
        pages = Random(f"{self.report.seed} {SOURCE.now}").choice(CHECKPOINTS)
        in_file(client.app.db).db._conn.execute(f"PRAGMA wal_autocheckpoint = {pages}")
        gate: Any = self.gate
        referee: Any = client.app.referee
        bus: Any = client.app.bus
        at = gate.at

        def point(where: Point) -> None:
            if self.disk_fails and where[0] == "before" and self.gate.left is None:
                self.disk_fails -= 1
                if self.disk_waits:
                    self.struck("disk")
                self.disk_waits = False
                error = sqlite3.OperationalError(WORDS[self.disk_error])
                error.sqlite_errorcode = self.disk_error
                raise error
            if self.power is not None:
                self.power.passes(where, self.gate._file)
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
        if self.points_left > 0 if self.power is None else not self.power.comes(point, self.points_left):
            return False
        self.died_in = self.state
        if self.power is not None or self.ends_by != "upgrade":
            self.struck("kill" if self.power is None else "power")
        return True

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
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
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
        """Damages what was not synced in the dead process's files if the machine has lost power; power is back then."""
        power, image, self.power = self.power, self.gate.left, None
        if image is not None and power is not None:
            losses.happen(self, power, image)

    def _upgraded(self) -> None:
        """Downgrades the database to the previous schema if an upgrade is due, so that the next start has to migrate
        it.
        """
        assert isinstance(self.database, Path)
        if self.upgrade:
            done = previous_schema.downgrade(self.database)
            self.noted(f"an upgrade: {done}")
            self.report.states["upgraded in mid-game"] += done
            self.report.states[f"upgrade: {self.died_in}"] += done
        self.upgrade = False

    async def lives(self) -> None:
        """Starts the process again whenever it has died, after its downtime, until the evening ends."""
        while self.going:
            await asyncio.sleep(LOOKS)
            if self.dead or (self.damage is not None and self.damage.noticed):
                self.noted("killed")
                await self.dies()
                await file_damage.is_mended(self)
                self._upgraded()
                await asyncio.sleep(self.downtime)
                losses.are_over(self)
                await self.boots()
                self.noted("started again")

    # What is noted

    def noted(self, what: str) -> None:
        """Adds a line with the time to the report."""
        self.report.noted(what)

    def struck(self, kind: str, guild: int | None = None) -> None:
        """Counts in the report that a fault has struck the table in its present state; `guild`: only if it is there."""
        if guild in {None, self.channel.guild_id} and states.possible(kind, self.state):
            self.report.states[f"{kind}: {self.state}"] += 1

    def tables_of(self, user: int) -> list[LiveTable]:
        """Returns the newest table, in a list, if the user plays there; otherwise nothing."""
        live = self.latest()
        return [] if live is None or all(seat.user != user for seat in live.seats) else [live]

    def counts(self, rare: str) -> None:
        """Counts in the report that a rare state was reached, and notes it."""
        self.noted(rare)
        self.report.states[rare] += 1

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
        if self.power is not None:
            self.power.heard(event)
        self.secrecy.heard(event, [] if live is None else [live])

    def latest(self) -> LiveTable | None:
        """Returns the newest table in the bot's memory; None if there is none or the bot does not run."""
        lives = {} if self.client is None or self.dead else self.client.app.tables._live
        return lives[max(lives)] if lives else None


def _is_kept(keys: Sequence[str]) -> bool:
    """Returns whether an answer may be one that is not stored: a pass that waits for the end of its window."""
    return tuple(keys) == (PASS,)
