"""Counts which tables of an evening of several workers a fault has struck, and in which states."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import TYPE_CHECKING

from bot.tables.live import LiveTable
from tests.simulation import states
from tests.simulation.place import Place
from tests.simulation.players import Player
from tests.simulation.postgres.session import ServerSession
from tests.simulation.report import Report
from tests.simulation.virtual import PROCESS

if TYPE_CHECKING:
    from tests.simulation.workers import Worker


class Strikes:
    """The part of an evening of several workers that counts faults and finds the tables that they strike."""

    report: Report
    places: Sequence[Place]
    workers: Sequence[Worker]

    def holder(self, place: Place) -> Worker | None:
        """Returns the worker that serves a table; None if none does."""
        raise NotImplementedError

    def live(self, place: Place) -> LiveTable | None:
        """Returns a table from the memory of the worker that serves it; None if there is none."""
        raise NotImplementedError

    def a_place(self, dice: Random) -> Place:
        """Returns the place of a random table, which the next fault strikes."""
        return dice.choice(self.places)

    def a_worker(self, dice: Random) -> Worker:
        """Returns a random worker, which the next fault strikes."""
        return dice.choice(self.workers)

    def state(self, place: Place) -> str:
        """Returns the name of a table's state; "no bot" if no worker serves it."""
        return "no bot" if self.holder(place) is None else states.of(self.live(place))

    def struck(self, kind: str, guild: int | None = None) -> None:
        """Counts in the report that a fault of this kind has struck each table in its present state; `guild`: only the
        table of that Discord server.
        """
        for place in self.places:
            if guild in {None, place.channel.guild_id} and states.possible(kind, state := self.state(place)):
                self.report.states[f"{kind}: {state}"] += 1

    def struck_at(self, kind: str, workers: Collection[Worker]) -> None:
        """Counts in the report that a fault of this kind has struck the tables that these workers serve."""
        for place in self.places:
            if self.holder(place) in workers:
                self.struck(kind, place.channel.guild_id)

    def workers_of(self, sessions: Collection[ServerSession]) -> list[Worker]:
        """Returns the workers whose connections to the database these are."""
        processes = [session.client.get(PROCESS) for session in sessions]
        return [worker for worker in self.workers if worker.process in processes]

    def tables_of(self, user: int) -> list[LiveTable]:
        """Returns the tables at which a user plays, from the memory of the workers that serve them."""
        found = [live for place in self.places if (live := self.live(place)) is not None]
        return [live for live in found if any(seat.user == user for seat in live.seats)]

    def observed(self) -> list[tuple[list[Player], LiveTable | None]]:
        """Returns the players of each table, and the table from the memory of the worker that serves it."""
        return [(place.players, self.live(place)) for place in self.places]
