"""Games for practice: a finished game is played again from one of a player's decisions, against computers.

The first answers of the record are copied, so all hands stay what they were, and a new seed decides later draws. All
hands of the finished game are public by then. Practice counts in no statistics and in no season.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.changes import ChangesTables
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.wishes import Place
from bot.texts import N_, translator_for
from rules.chance import SEED_BYTES
from rules.engine import Game
from storage import Entry, Newcomer, NewGame, Room

NOT_YOUR_MOVE: Final = N_("You can only play again from your own decisions. Open your review and choose one.")


@dataclass(eq=False, repr=False)
class Practice(ChangesTables):
    """A service that opens games for practice."""

    entropy: Callable[[int], bytes] = secrets.token_bytes
    """The source of the secret seed; by default that of the operating system."""

    async def open(
        self, place: Place, former: LiveTable, seat: str, entries: int, room: Room | None = None
    ) -> LiveTable:  # fmt: skip
        """Opens a running game that copies a finished one up to one answer of the seat, which the user decides again.

        `entries`: the index of that answer. Raises Refused if the seat did not give it, and as `Lobby.open` does.
        """
        game = former.game
        if game is None or not former.row.finished_yet or not _is_answer(game, entries, seat):
            raise Refused(NOT_YOUR_MOVE)
        now = self._now()
        begun = await asyncio.to_thread(_begun, game, entries)
        copied = [Entry.of(entry, now) for entry in game.entries[:entries]]
        new = NewGame(
            guild=place.guild, channel=place.channel, kind=former.row.kind, edition=former.row.edition,
            language=place.language, options=former.row.options, turn_seconds=former.row.turn_seconds,
            window_seconds=former.row.window_seconds, bank_seconds=former.row.bank_seconds, pace=former.row.pace,
            created=now, host=place.host, hints=True, hints_chosen=True, practice_of=former.id, parent=place.parent,
        )  # fmt: skip
        people = _people(former, seat, place)
        people = [replace(one, joined=now) if one.user is not None else one for one in people]
        number = await self._db.tables.practise(new, self.entropy(SEED_BYTES), people, copied, len(begun.told), room)
        return await self._tables.get(number)

    async def go_on(self, live: LiveTable) -> None:
        """Lets the computers of a new game for practice play, once its board is posted."""
        await self._referee.settle(live.id)


def _is_answer(game: Game, entries: int, seat: str) -> bool:
    return 0 <= entries < len(game.entries) and game.entries[entries].seat == seat


def _begun(game: Game, entries: int) -> Game:
    """Returns the game before its answer with that index."""
    replayed = game.beginning()
    replayed.again(game.entries[:entries])
    return replayed


def _people(former: LiveTable, own: str, place: Place) -> Sequence[Newcomer]:
    """Returns the players of a game for practice in the order of the seats: the user at their own seat, computers at
    all others; former computers keep their names and levels."""
    said, seats = translator_for(place.language), sorted(former.seats, key=lambda seat: seat.seat)
    taken = {seat.name for seat in seats if seat.computer}
    possible = (said("Computer {number}", number=number) for number in range(1, 2 * len(seats) + 1))
    names = [name for name in possible if name not in taken]
    return [
        Newcomer(place.host, place.name)
        if seat.seat == own else Newcomer(None, seat.name if seat.computer else names.pop(0), level=seat.level)
        for seat in seats
    ]  # fmt: skip
