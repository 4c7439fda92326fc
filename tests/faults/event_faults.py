"""Faults of events on their way to the bot: an event may be lost, repeated or delayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.emulator import LocalDiscord
from bot.emulator.world.events import Event

PRESS: Final = "INTERACTION_CREATE"
LOST, DOUBLED, LATE, SLOW = "lost", "doubled", "late", "slow"
PRESSES: Final = (LOST, DOUBLED, DOUBLED, LATE, SLOW)
PLACES: Final = ("", LOST, DOUBLED, LATE)
MANY: Final = 5
IN_TIME, TOO_LATE = 2.0, 3.5
"""Seconds of Discord's time; after three it gives up an unacknowledged press."""


class Weather:
    """A fault injector for events from Discord to the bot: they are lost, repeated or delayed.

    Delayed events keep their order.
    """

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self.presses: list[str] = []
        """The faults of the next presses, in order."""
        self.late: list[Event] = []
        self.tally: Counter[str] = Counter()
        """The number of faults so far, by kind."""

    @contextmanager
    def over(self, name: str, how: str) -> Iterator[None]:
        """Applies the fault `how` to the next event of that name, which the block must cause; "" changes nothing.

        `DOUBLED` delivers it `MANY` times, `LOST` never; `LATE` and `SLOW` keep it until `clears` is called.
        """
        if not how:
            yield
            return
        self.tally[f"{name} {how}"] += 1
        caught = list[Event]()

        def hear(event: Event) -> None:
            if event.name == name:
                caught.append(event)

        self._discord.gateway.repeat(name, MANY if how == DOUBLED else 0)
        unlisten = self._discord.world.listen(hear)
        try:
            yield
        finally:
            unlisten()
        if how in {LATE, SLOW}:
            self.late += caught

    def clears(self) -> bool:
        """Delivers all delayed events in order; returns whether there were any."""
        late, self.late = self.late, []
        for event in late:
            self._discord.gateway.tell(event)
        return bool(late)
