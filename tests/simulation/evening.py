"""One simulated evening: a table is played under faults, then all faults end, and a judge checks the result."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.emulator import Limits
from bot.emulator.people import crowd
from bot.tables.live import LiveTable
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.thinker_process import Judged
from bot.tables.thinkers import ADVICE_TIMEOUT, Thinkers
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from rules.players.choosing import Keys
from rules.players.question import Question
from rules.players.review import Judgement
from tests.bot import table as table_module
from tests.emulator.memory import MemoryDiscord
from tests.faults.course import Course, no_message_twice
from tests.faults.event_faults import Weather
from tests.faults.judge import Ledger, goes_on, judged
from tests.faults.onlooker import Onlooker
from tests.secrets.canaries import entitle
from tests.simulation import afterwards, error_log, file_damage, hands, losses
from tests.simulation.lives import LOOKS, Lives
from tests.simulation.lurking import Lurker
from tests.simulation.players import Player
from tests.simulation.refusals import CountedFaults
from tests.simulation.report import Report, Wrong
from tests.simulation.secrecy import Secrecy
from tests.simulation.troubles import TROUBLES, heal, strike
from tests.simulation.virtual import SOURCE, LoopClock

NAMES: Final = ("Anna", "Bert", "Cyril", "Dora")
PATIENCE: Final = 600.0
"""Virtual seconds that a start may take."""
ATTEMPTS: Final = 200
"""The maximum number of attempts to answer at a table after the faults."""
CALM: Final = 90.0
"""Seconds after the last fault in which the bot must have repaired everything."""
LONGEST: Final = 900.0
"""The maximum number of seconds that the judge waits for the end of a decision."""
EN: Final = translator_for("en")
PACES: Final = ("live", "bank", "relaxed", "untimed")


class SimulatedEvening(Lives):
    """A Discord server with one table and its players, and a simulated bot process."""

    async def plays(self, presses: int, troubles: Collection[str]) -> None:
        """Lets everyone play under these kinds of faults until that many presses were made or the game is over.

        Then ends all faults.
        """
        seed = self.report.seed
        self.players = [Player(self.person(name), self, Random(f"{seed} {name}")) for name in self.names]
        tasks = [asyncio.create_task(self.lives())]
        tasks += [asyncio.create_task(strike(self, kind, seed)) for kind in troubles]
        kinds = {kind: TROUBLES[kind] for kind in troubles}
        tasks.append(asyncio.create_task(Lurker(self, 0, kinds, TROUBLES).lurk()))
        people = [asyncio.create_task(player.plays()) for player in self.players]
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

    def observed(self) -> list[tuple[list[Player], LiveTable | None]]:
        """Returns the players of the table, and the table from the bot's memory, in a list."""
        return [(self.players, self.latest())]

    def next_table(self) -> tuple[list[Player], str]:
        """Returns the players of the table, the host first, and its state."""
        return self.players, self.state

    async def ends(self) -> None:
        """Starts a dead bot again, ends all faults, and waits `CALM` seconds; then checks everything and plays the
        games to their ends.

        Raises Wrong, another AssertionError or BadRecord if the bot does not answer, a table hangs, or a message or a
        record is wrong.
        """
        if self.damage is not None:
            self.damage.noticed = True
        if self.dead or self.client is None or self.damage is not None:
            await self.dies()
            await file_damage.is_mended(self)
            losses.are_over(self)
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
            no_message_twice(self.world, self.channel, row.id, self.unknown)
            if row.phase == "running":
                people = [self.person(name) for name in self.names]
                await hands.must_be_right(self.database, row.id, people, self.channel)
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


def without_processes(patch: pytest.MonkeyPatch) -> None:
    """Lets computer players use no worker process, for which the virtual clock would not wait: the searches of hard
    ones and for hints are never ready in time, and reviews have one fixed judgement.
    """

    async def judge(_thinkers: Thinkers, _asked: Question, done: Keys, _seconds: float) -> Judged:
        return Judged(Judgement(0.5, done), 0.0)

    async def searched(_thinkers: Thinkers, _asked: Question, _level: str, patience: float) -> None:
        await asyncio.sleep(patience)

    async def advised(_thinkers: Thinkers, _asked: Question, _seed: str) -> None:
        await asyncio.sleep(ADVICE_TIMEOUT)

    patch.setattr(Thinkers, "judge", judge)
    patch.setattr(Thinkers, "_searched", searched)
    patch.setattr(Thinkers, "_advised", advised)
    patch.setattr(Thinkers, "_present_advisers", lambda _thinkers: SimpleNamespace(submit=lambda _work: None))
    patch.setattr(Thinkers, "warm", lambda _thinkers: None)


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
        without_processes(patch)
        async with MemoryDiscord(world) as discord:
            evening = SimulatedEvening(world, discord, clock, database)
            evening.patch, evening.report, evening.names, evening.errors = patch, report, NAMES, []
            evening.ledger, evening.passed, evening.points, evening.tables = Ledger(), Counter(), [], {}
            evening.weather, evening.pictures = Weather(discord), False
            evening.instant_computers = dice.random() < 0.5
            evening.dice, evening.seed = Random(f"{seed} bot"), Random(f"{seed} cards").randbytes(32)
            evening.left_over, evening.lost, evening.unknown = {}, {}, set()
            evening.secrecy = Secrecy(crowd.people(world), evening.noted, evening.errors)
            evening.onlooker = Onlooker(world, evening.channel, database, private=True)
            evening.course = Course(world, evening.channel)
            world.faults = CountedFaults(evening)
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
