"""Measures whole moves at hundreds of tables: My move, a choice, Confirm, and the next player's open panel."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.emulator import Person, World
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from tests.bench.pressing import steps_in, verb_of

TOO_LATE = 3.0
"""The time in seconds that is recorded for a press without an acknowledgement."""


@dataclass
class Moved:
    """The costs of whole moves at many tables."""

    taken: list[float]
    """Seconds until each press was acknowledged."""
    answers: float
    """Answers per second."""
    cpu: float
    seconds: float

    def __str__(self) -> str:
        return (
            f"{len(self.taken) / self.seconds:.0f} presses/s of whole moves ({self.answers:.0f} answers/s): "
            f"acknowledged p50 {percentile(self.taken, 0.5):.0f}, p99 {percentile(self.taken, 0.99):.0f}, longest "
            f"{max(self.taken) * 1000:.0f} ms; {self.cpu / len(self.taken) * 1000:.1f} ms CPU a press, "
            f"{self.cpu / self.seconds * 100:.0f} % of a core"
        )


def percentile(taken: Sequence[float], part: float) -> float:
    """Returns a percentile (`part`: from 0 to below 1) of times in seconds, in milliseconds."""
    return sorted(taken)[int(len(taken) * part)] * 1000


class Moves:
    """A load generator: presses buttons at many tables and records how long each press takes to be acknowledged."""

    def __init__(self, world: World, channels: Sequence[int], trios: Sequence[Sequence[Person]], dice: Random) -> None:
        self.world = world
        self.channels = channels
        self.trios = trios
        self.dice = dice
        self.taken: list[float] = []
        """Seconds until each press was acknowledged."""
        self._free = list(range(len(channels)))
        self._panels: dict[tuple[int, int], Seen] = {}

    async def at(self, presses_a_second: float, seconds: float) -> None:
        """Presses for that many seconds at even intervals, no matter how long the bot takes for each.

        A table gets one press at a time; a press is left out if no table is free.
        """
        async with asyncio.TaskGroup() as group:
            begun = time.monotonic()
            for number in range(int(seconds * presses_a_second)):
                await asyncio.sleep(max(0.0, begun + number / presses_a_second - time.monotonic()))
                if self._free:
                    at = self.dice.randrange(len(self._free))
                    self._free[at], self._free[-1] = self._free[-1], self._free[at]
                    group.create_task(self._once(self._free.pop()))

    async def _once(self, table: int) -> None:
        try:
            await self._press(table)
        finally:
            self._free.append(table)

    async def _press(self, table: int) -> None:
        board = self._board(table)
        if board is None:
            return
        person = self._asked(table, board)
        panel = self._panels.get((table, person.id))
        steps = steps_in(panel) if panel is not None and panel.visible else []
        begun = time.monotonic()
        if panel is None or not steps:
            move = next((part for part in board.usable if verb_of(part) == "move"), None)
            if move is None:
                return
            outcome = await person.press(board, move)
        else:
            part = self.dice.choice(steps)
            if part.type == 2:
                outcome = await person.press(panel, part)
            else:
                count = max(part.min_values, 1)
                values = [option.value for option in self.dice.sample(part.options, count)]
                outcome = await person.select(panel, part, values)
        self.taken.append(time.monotonic() - begun if outcome.acknowledged else TOO_LATE)
        await outcome.done()
        self._note(table, person, outcome)

    def _note(self, table: int, person: Person, outcome: Outcome) -> None:
        shown = outcome.followups[-1] if outcome.followups else outcome.message
        if shown is not None and shown.ephemeral:
            self._panels[table, person.id] = shown

    def _board(self, table: int) -> Seen | None:
        seen = self.trios[table][0].messages(self.world.channels[self.channels[table]])
        return next((one for one in reversed(seen) if not one.ephemeral and one.usable), None)

    def _asked(self, table: int, board: Seen) -> Person:
        """Returns one of the players that the board waits for, chosen at random; any player of the table if it names
        none.
        """
        waiting = next((line for line in board.text.splitlines() if line.startswith("➡️")), "")
        named = [person for person in self.trios[table] if f"<@{person.id}>" in waiting]
        return self.dice.choice(named or list(self.trios[table]))
