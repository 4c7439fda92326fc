"""A simulated evening of several workers that share a simulated PostgreSQL server."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.emulator import Limits, LocalDiscord, Person, World
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.world.events import Event
from bot.gateway.client import Krupier
from bot.tables.live import LiveTable
from rules import GAMES
from tests.emulator.memory import MemoryDiscord
from tests.faults.event_faults import Weather
from tests.faults.judge import Ledger
from tests.secrets.canaries import entitle
from tests.simulation import damage, service, states
from tests.simulation.evening import without_processes
from tests.simulation.lurking import Aimed, Lurker
from tests.simulation.outages import Outages
from tests.simulation.place import Place
from tests.simulation.players import Player
from tests.simulation.postgres.driver import installed
from tests.simulation.postgres.server import SimulatedServer
from tests.simulation.postgres.session import ServerSession
from tests.simulation.refusals import CountedFaults
from tests.simulation.report import Report
from tests.simulation.secrecy import Secrecy
from tests.simulation.server_strikes import Strikes
from tests.simulation.server_troubles import TROUBLES
from tests.simulation.shared_end import ends
from tests.simulation.troubles import heal, strike
from tests.simulation.virtual import PROCESS, SECOND_OF_DISK, SOURCE, LoopClock
from tests.simulation.workers import Worker, observed, supervise
from tests.workers.world import servers

SHARDS: Final = (2, 2, 3)
"""The numbers of shards of which an evening has one; the third shard has a Discord server without a table."""
WORKERS: Final = (2, 3)
NAMES: Final = ("Anna", "Bert", "Cyril", "Dora")
PACES: Final = ("live", "bank", "relaxed", "untimed")
PATIENCE: Final = 120.0
"""Seconds within which workers must have claimed all shards after the last fault."""
CALMER: Final = (1, 3, 8)
"""The divisors of the fault rates in `TROUBLES`: some evenings are calm enough for games to get far."""


class SharedEvening(Strikes):
    """Two Discord servers with a table each, in two shards, in some evenings a third shard, and the simulated workers
    that share the shards and a database.
    """

    names = NAMES
    going = True
    off = 0.0
    downtime = 0.0

    def __init__(self, world: World, discord: LocalDiscord, folder: Path, report: Report) -> None:
        self.world, self.discord, self.report = world, discord, report
        self.errors: list[str] = []
        self.ledger = Ledger()
        self.dice = Random(f"{report.seed} bot")
        self.weather = Weather(discord)
        self.server = SimulatedServer(folder, lambda: SOURCE.takes(SECOND_OF_DISK))
        self.server.conflicts = Random(f"{report.seed} conflicts")
        self.server.point = self._passes
        self.dsn = self.server.fresh()
        self.file = folder / f"{self.dsn.url.partition('@/')[2].partition('?')[0]}.sqlite3"
        self.store = self.server.store(self.dsn.url)
        self.damage: damage.Damage | None = None
        self.losses: list[str] = []
        """The times at which the connections of the next commits break: `before` or `after` they are carried out."""
        self.secrecy = Secrecy(crowd.people(world), report.noted, self.errors)
        guilds = tuple(world.guilds.values())
        self.shards = len(guilds)
        most = service.limits(report.seed, Random(report.seed).choice(WORKERS), self.shards)
        self.workers = [Worker(self, number, limit) for number, limit in enumerate(most, start=1)]
        self.service = service.Service(self.store, self.workers, guilds, self.errors)
        self.buried: list[Any] = []
        """The remains of killed processes, which must not be cleaned up while the evening goes on."""
        half = len(NAMES) // 2
        self.channels = [world.channel("table-1", guild) for guild in guilds]
        self.places = [
            Place(self, channel, names)
            for channel, names in zip(self.channels, (NAMES[:half], NAMES[half:]), strict=False)
        ]
        self.outages = Outages(self.file, self._serving, self.errors)
        self._turn = 0
        world.faults = CountedFaults(self)
        self._holders: dict[int, Worker] = {}
        world.listen(self._heard)

    def person(self, name: str) -> Person:
        """Returns the player with this name."""
        return crowd.person(self.world, name)

    @property
    def channel(self) -> Channel:
        """Returns the channel for the next fault: at each call that of another table."""
        self._turn += 1
        return self.places[self._turn % len(self.places)].channel

    # What is noted

    def noted(self, what: str) -> None:
        """Adds a line with the time to the report."""
        self.report.noted(what)

    def counts(self, rare: str) -> None:
        """Counts in the report that a rare state was reached, and notes it."""
        self.noted(rare)
        self.report.states[rare] += 1

    def next_table(self) -> tuple[list[Player], str]:
        """Returns the players of a table, the host first, and its state: at each call those of another table."""
        self._turn += 1
        place = self.places[self._turn % len(self.places)]
        return place.players, self.state(place)

    def pressed(self, name: str, outcome: Outcome) -> None:
        """Counts an act of a player in the report and notes its outcome."""
        self.report.presses += 1
        self.report.failed += outcome.failed
        what = outcome.interaction.data
        self.noted(f"{name} {what.get('custom_id') or what.get('name')} {outcome.kind}")

    def watch(self, worker: Worker, client: Krupier) -> None:
        """Records the answers and the changes of tables of a worker's new bot, for the checks at the end."""

        def answered(game: int, number: int, seat: str, keys: Any) -> None:
            self.report.answers += 1
            self.ledger.answered(game, number, seat, keys)
            if worker.client is not None and not worker.client.app.tables.owns(client.app.tables.peek(game).row.guild):  # type: ignore[union-attr]
                self.report.states["an answer at a worker that does not serve the table"] += 1

        served: Any = client.served
        gain = served.gain

        def gained(shard: int) -> None:
            gain(shard)
            self.noted(f"worker {worker.number} takes shard {shard} over while it runs")
            self.report.states["a running worker takes a shard over"] += 1

        observed(client, answered, self.secrecy.learns)
        served.gain = gained

    def holder(self, place: Place) -> Worker | None:
        """Returns the worker that serves a table; None if none does.

        Counts a takeover, and adds an error if several workers serve it.
        """
        if len(found := [worker for worker in self.workers if worker.serves(place.channel.guild_id)]) > 1:
            self.errors.append(f"{len(found)} workers serve one table")
        if found and self._holders.get(place.channel.id) not in {None, found[0]}:
            self.noted(f"worker {found[0].number} has taken over {place.channel.id}")
            self.report.states[f"taken over: {states.of(self._table(found[0], place))}"] += 1
        if found:
            self._holders[place.channel.id] = found[0]
        return found[0] if found else None

    def live(self, place: Place) -> LiveTable | None:
        """Returns a table from the memory of the worker that serves it; None if there is none."""
        worker = self.holder(place)
        return None if worker is None else self._table(worker, place)

    def _serving(self, table: int) -> Callable[[], datetime] | None:
        """Returns the clock of the worker that serves a table; None if no running worker does."""
        for place in self.places:
            worker = self.holder(place)
            if worker is not None and worker.client is not None:
                live = self._table(worker, place)
                if live is not None and live.id == table:
                    return worker.client.app.now
        return None

    @staticmethod
    def _table(worker: Worker, place: Place) -> LiveTable | None:
        lives = {} if worker.client is None else worker.client.app.tables._live
        here = [live for live in lives.values() if live.row.guild == place.channel.guild_id]
        return max(here, key=lambda live: live.id, default=None)

    def _heard(self, event: Event) -> None:
        lives = [live for place in self.places if (live := self.live(place)) is not None]
        self.secrecy.heard(event, lives)

    def _passes(self, session: ServerSession, when: str, sql: str) -> None:
        if sql == "COMMIT" and self.losses and self.losses[0] == when and session.client.get(PROCESS) is not None:
            self.losses.pop(0)
            self.counts(f"a connection is lost {when} a commit")
            self.struck_at("connection", self.workers_of([session]))
            session.end()

    # The course of it

    async def begins(self) -> list[asyncio.Task[None]]:
        """Starts the workers, waits until they serve all shards, and returns the tasks that restart and watch them."""
        tasks = [asyncio.create_task(supervise(worker)) for worker in self.workers]
        tasks.append(asyncio.create_task(self.service.watch()))
        tasks.append(asyncio.create_task(self.outages.watch()))
        await self.served()
        return tasks

    async def served(self) -> None:
        """Waits until each table is served by a worker; raises TimeoutError after `PATIENCE` seconds."""
        async with asyncio.timeout(PATIENCE):
            while not all(self.holder(place) for place in self.places):  # noqa: ASYNC110 - no one tells
                await asyncio.sleep(0.25)

    async def opens(self, dice: Random) -> None:
        """Opens a lobby for a random game in each channel, with computers at the seats that are missing."""
        kind = dice.choice(tuple(GAMES))
        for place in self.places:
            await place.opens(kind, dice.choice(PACES))

    async def plays(self, presses: int, troubles: Collection[str]) -> None:
        """Lets everyone play under these kinds of faults until that many presses were made or all games are over.

        Then ends all faults.
        """
        seed = self.report.seed
        calm = Random(f"{seed} calm").choice(CALMER)
        kinds = {kind: (trouble, pause * calm) for kind, (trouble, pause) in TROUBLES.items() if kind in troubles}
        people = [asyncio.create_task(player.plays()) for place in self.places for player in place.sits_down(seed)]
        striking = [asyncio.create_task(strike(self, kind, seed, kinds)) for kind in kinds]
        striking += [
            asyncio.create_task(Lurker(self, place, kinds, TROUBLES, Aimed(self, place)).lurk())
            for place in range(len(self.places))
        ]
        try:
            while self.report.presses < presses and not self.over():
                await asyncio.sleep(1.0)
                for task in (*people, *striking):
                    if task.done():
                        task.result()
        finally:
            self.going = False
            for place in self.places:
                place.going = False
            self.heals()
            await asyncio.gather(*people)
            for task in striking:
                task.cancel()
            await asyncio.gather(*striking, return_exceptions=True)
            await damage.repaired(self)
        self.heals()

    def over(self) -> bool:
        """Returns whether all games are over."""
        return all(states.of(self.live(place)) in {"over", "ended"} for place in self.places)

    def heals(self) -> None:
        """Ends all faults, and starts the database server if it is down."""
        heal(self)
        self.losses.clear()
        self.server.conflicts = None
        self.server.start()

    def goes_on(self) -> None:
        """Continues all stopped workers (SIGCONT)."""
        for worker in self.workers:
            worker.goes_on()


async def simulated(seed: str, folder: Path, presses: int, troubles: Collection[str] = tuple(TROUBLES)) -> Report:
    """Plays the evening of a seed with several workers and PostgreSQL; the report says what was wrong, if anything."""
    SOURCE.begin(f"{seed} workers")
    report, dice = Report(seed), Random(f"{seed} workers")
    clock: Any = LoopClock()
    shards = Random(f"{seed} shards").choice(SHARDS)
    world = servers(shards, shards, 1, *NAMES, clock=clock, limits=Limits.generous())
    for person in crowd.people(world):
        person.locale = "cs"
    with pytest.MonkeyPatch.context() as patch:
        for kind in GAMES:
            entitle(kind, patch)
        without_processes(patch)
        async with MemoryDiscord(world) as discord:
            evening = SharedEvening(world, discord, folder, report)
            supervising: list[asyncio.Task[None]] = []
            with installed(evening.server):
                try:
                    supervising = await evening.begins()
                    await evening.opens(dice)
                    await evening.plays(presses, troubles)
                    await ends(evening)
                except Exception as wrong:
                    where = traceback.extract_tb(wrong.__traceback__)[-1]
                    report.wrong = f"{type(wrong).__name__} in {where.name}, line {where.lineno}: {wrong}"[:2000]
                    logging.getLogger(__name__).debug("the evening failed", exc_info=wrong)
                finally:
                    for task in supervising:
                        task.cancel()
                    for worker in evening.workers:
                        worker.killed()
    return report
