"""The place of one table in an evening of several workers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from bot.emulator import NotVisible
from bot.emulator.objects import Channel
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from rules import GAMES
from tests.faults.course import Course
from tests.faults.onlooker import Onlooker
from tests.simulation.players import Player

if TYPE_CHECKING:
    from tests.simulation.shared_evening import SharedEvening


class Place:
    """The channel of one table with its players, as the table's interface for simulated players."""

    def __init__(self, evening: SharedEvening, channel: Channel, names: Sequence[str]) -> None:
        self._evening, self.channel, self.names = evening, channel, names
        self.weather, self.going = evening.weather, True
        self.players: list[Player] = []
        self.onlooker = Onlooker(evening.world, channel, evening.file, private=True, keeps=True)
        self.course = Course(evening.world, channel)

    def sits_down(self, seed: str) -> list[Player]:
        """Creates the simulated players of the table for the seed of the evening, the host first; returns them."""
        people = [self._evening.person(name) for name in self.names]
        self.players = [Player(person, self, Random(f"{seed} {person.name}")) for person in people]
        return self.players

    def counts(self, rare: str) -> None:
        """Counts in the evening that a rare state was reached."""
        self._evening.counts(rare)

    def struck(self, kind: str) -> None:
        """Counts in the evening that a fault of this kind has struck the table in its present state."""
        self._evening.struck(kind, self.channel.guild_id)

    def pressed(self, name: str, outcome: Outcome) -> None:
        """Records an act of a player and its outcome in the evening."""
        self._evening.pressed(name, outcome)

    def board(self) -> list[Seen]:
        """Returns the public messages that have buttons of a game; there should be one at most."""
        seen = self._evening.person(self.names[0]).messages(self.channel)
        public = [one for one in seen if one.by_bot and not one.ephemeral]
        return [one for one in public if [part for part in one.usable if not part.custom_id.startswith("kr:0:")]]

    async def opens(self, kind: str, pace: str) -> None:
        """Opens a lobby for a game of this kind as the first player, with computers at the seats that are missing."""
        host = self._evening.person(self.names[0])
        for _ in range(20):
            with suppress(NotVisible):  # The commands may not be registered yet.
                outcome = await (await host.slash(self.channel, "game new", game=kind, pace=pace)).done()
                if outcome.message is not None and not outcome.failed:
                    break
            await asyncio.sleep(5.0)
        for _ in range(max(0, GAMES[kind].seats[0] - len(self.names))):
            with suppress(Exception):
                board = self.board()[-1]
                part = next(one for one in board.usable if ":computer" in one.custom_id)
                await (await host.select(board, part, "easy")).done()
