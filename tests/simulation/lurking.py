"""Leads a table to rare states, and causes faults in them: they are over before faults at random times come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from bot.emulator.objects import Channel
from bot.tables.live import LiveTable
from rules.errors import NoUndo
from tests.simulation import states
from tests.simulation.players import Player
from tests.simulation.races import heard_of, together
from tests.simulation.troubles import Trouble

LOOKS: Final = 0.25
"""Virtual seconds between two looks at the tables."""
REGRETS: Final = 0.5
"""The probability that a player asks for an undo at a decision at which others would have to agree. Most moves reveal
something, so a player who asks at a random time is refused."""
SOUGHT: Final[Mapping[str, float]] = {"lobby": 0.3, "undo asked": 0.6, "window": 0.06}
"""The rare states of a table, each with the probability that a fault comes as soon as a table is in it. A game without
windows has none, and others have dozens."""
ASKED: Final = "a vote about an undo begins"
"""The name of this rare state, as the report counts it."""
Kinds = Mapping[str, tuple[Trouble, float]]


class Aimed:
    """An evening in which each fault that would strike a random table strikes a certain one."""

    def __init__(self, evening: Any, place: int) -> None:
        vars(self).update(_evening=evening, _place=place)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._evening, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._evening, name, value)

    @property
    def channel(self) -> Channel:
        """Returns the channel of the table."""
        channel: Channel = self.a_place(None).channel
        return channel

    def next_table(self) -> tuple[list[Player], str]:
        """Returns the players of the table, the host first, and its state."""
        place = self.a_place(None)
        return place.players, self._evening.state(place)

    def a_place(self, _dice: object) -> Any:
        """Returns the place of the table."""
        return self._evening.places[self._place]

    def a_worker(self, dice: Random) -> Any:
        """Returns the worker that serves the table; a random one if none does."""
        return self._evening.holder(self.a_place(None)) or self._evening.a_worker(dice)


class Lurker:
    """An observer of one table that lets players ask for an undo, and causes a fault in a rare state."""

    def __init__(self, evening: Any, place: int, kinds: Kinds, every: Kinds, aimed: Any = None) -> None:
        self._evening, self._place, self._kinds, self._every = evening, place, kinds, every
        self._aimed = evening if aimed is None else aimed
        """The evening whose faults strike this table."""
        self._dice = Random(f"{evening.report.seed} lurking {place}")
        self._state, self._number = "", 0
        self._asking: asyncio.Task[list[bool]] | None = None

    async def lurk(self) -> None:
        """Looks at the table again and again until the evening ends."""
        while self._evening.going:
            await asyncio.sleep(LOOKS)
            players, live = self._evening.observed()[self._place]
            before, self._state = self._state, states.of(live)
            if self._state in SOUGHT and self._state != before:
                await self._strikes()
            elif live is not None and live.game is not None and live.game.number != self._number:
                self._number = live.game.number
                self._lets_ask(players, live)

    async def _strikes(self) -> None:
        """Causes a fault, with the probability in `SOUGHT`; one that is rarer at random times is likelier here.

        The kind is chosen from all kinds, so that leaving one out does not change the others.
        """
        if self._state == "undo asked":
            self._evening.counts(ASKED)
        every = sorted(self._every)
        comes = self._dice.random() < SOUGHT[self._state]
        (kind,) = self._dice.choices(every, [self._every[one][1] for one in every])
        chosen = Random(self._dice.random())
        if comes and kind in self._kinds:
            self._evening.noted(f"trouble {kind}, because a table is in the state {self._state}")
            await self._kinds[kind][0](self._aimed, chosen)

    def _lets_ask(self, players: Sequence[Player], live: LiveTable) -> None:
        """Lets a player ask for an undo about which others must vote, with the probability `REGRETS`."""
        if self._dice.random() >= REGRETS:
            return
        able = set(_voted_about(live))
        asking = [player for player in players if player.person.id in able]
        if asking:
            self._asking = asyncio.create_task(together(heard_of(self._dice.choice(asking), "game undo")))


def _voted_about(live: LiveTable) -> Iterator[int]:
    """Yields the users at a table who can ask for an undo to which others must agree."""
    game = live.game
    if game is None or game.decision is None or states.of(live) not in {"first hands", "turn"}:
        return
    if game.decision.kind in game.rules.undoable.kinds:
        for seat in live.people():
            try:
                back = game.retraction(seat.seat)
            except NoUndo:
                continue
            if live.people_among(back.since):
                yield seat.user
