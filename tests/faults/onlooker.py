"""Observes a channel: no message may show an answer before it is committed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.emulator import World
from bot.emulator.objects import Channel
from bot.emulator.world.events import Event
from bot.views import custom_id

_LATEST = "SELECT COALESCE(MAX(number), 0) FROM entries WHERE game = ?"


class Onlooker:
    """A listener that notes each message which asks decision n while the answer to n - 1 is not stored yet."""

    def __init__(
        self, world: World, channel: Channel, database: Path, *, private: bool = False, keeps: bool = False
    ) -> None:
        self._private = private
        """Whether the private messages of all users are checked, too."""
        self._keeps = keeps
        """Whether one connection to the database is kept, which is faster; the file may then not be replaced."""
        self._kept: sqlite3.Connection | None = None
        self.too_early: list[str] = []
        self.seen = 0
        self.lost: dict[int, int] = {}
        """Table → the last decision whose answer the disk has lost after it was committed. Requests of the dead process
        that are still on their way may ask the decision after it."""
        self._channel, self.database = channel, database
        self.stop = world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if event.channel_id != self._channel.id or (event.only_for is not None and not self._private):
            return
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        for game, number in sorted(asked(event.data.get("components") or [])):
            self.seen += 1
            if (committed := self._committed(game)) < number - 1 and number - 1 > self.lost.get(game, 0):
                self.too_early.append(f"decision {number} of table {game} is asked, committed is {committed}")

    def _committed(self, game: int) -> int:
        if self._keeps:
            self._kept = self._kept or opened(self.database)
            return int(self._kept.execute(_LATEST, (game,)).fetchone()[0])
        with closing(opened(self.database)) as db:
            return int(db.execute(_LATEST, (game,)).fetchone()[0])


def opened(file: Path) -> sqlite3.Connection:
    """Opens and returns a connection to a database file that can only read."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def asked(components: object) -> set[tuple[int, int]]:
    """Returns the (table, decision) pairs of a message's components, except those of replays, whose number is a
    frame.
    """
    found: set[tuple[int, int]] = set()
    for part in components if isinstance(components, list) else []:
        meant = custom_id.parse(str(part.get("custom_id") or ""))
        if meant is not None and meant.game and meant.number is not None and not meant.verb.startswith("replay"):
            found.add((meant.game, meant.number))
        found |= asked(part.get("components")) | asked([part[name] for name in ("accessory",) if part.get(name)])
    return found
