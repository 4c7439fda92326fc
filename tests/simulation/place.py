"""The place of one table in an evening of several workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.emulator.objects import Channel
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from tests.faults.course import Course
from tests.faults.onlooker import Onlooker

if TYPE_CHECKING:
    from tests.simulation.shared_evening import SharedEvening


class Place:
    """The channel of one table with its players, as the table's interface for simulated players."""

    def __init__(self, evening: SharedEvening, channel: Channel, names: Sequence[str]) -> None:
        self._evening, self.channel, self.names = evening, channel, names
        self.weather, self.going = evening.weather, True
        self.onlooker = Onlooker(evening.world, channel, evening.file, private=True)
        self.course = Course(evening.world, channel)

    def pressed(self, name: str, outcome: Outcome) -> None:
        """Records an act of a player and its outcome in the evening."""
        self._evening.pressed(name, outcome)

    def board(self) -> list[Seen]:
        """Returns the public messages that have buttons of a game; there should be one at most."""
        seen = self._evening.person(self.names[0]).messages(self.channel)
        public = [one for one in seen if one.by_bot and not one.ephemeral]
        return [one for one in public if [part for part in one.usable if not part.custom_id.startswith("kr:0:")]]
