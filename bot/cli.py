"""The operator's commands `tables` and `close`, which work while the bot runs."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.commands import parser
from storage import Database, GameRow, StorageError, UnknownGame
from storage.dsn import Place, place
from storage.engines import ask_to_close, close_requested
from storage.settings import database_place
from storage.unknown_settings import unknown_settings

DONE, NOT_YET, WRONG = 0, 1, 2
CLOSE_TIMEOUT: Final = 30.0
"""The maximum seconds that the command `close` waits until a running bot has closed the table."""
POLL_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class State:
    """The state of an unfinished table, as the command `tables` lists it."""

    row: GameRow
    people: int
    computers: int
    moved: datetime
    due: datetime | None
    trouble: bool
    aside: bool = False

    def line(self, now: datetime) -> str:
        """Returns the table's line in the list: number, game, state, ages and place, but nothing hidden."""
        row = self.row
        seats = counted(self.people, "person", "people")
        if self.computers:
            seats += f" + {counted(self.computers, 'computer', 'computers')}"
        told = [
            f"table {row.id}", row.kind, self.state(), seats, f"opened {age(now - row.created)} ago",
            f"last move {age(now - self.moved)} ago", f"server {row.guild}", f"channel {row.channel}",
        ]  # fmt: skip
        if self.due is not None:
            told.append("late" if self.due < now else f"waits {age(self.due - now)} more")
        return " · ".join(told)

    def state(self) -> str:
        """Returns the state in words: lobby, running, paused, paused without access to the channel, or set aside."""
        if self.aside:
            return "set aside (its record is damaged)"
        if self.row.paused_at is None:
            return self.row.phase
        return "paused (no access to its channel)" if self.trouble else "paused"


def age(time_gone: timedelta) -> str:
    """Returns a duration in its largest unit: 3 d, 5 h, 12 min, 40 s."""
    seconds = max(int(time_gone.total_seconds()), 0)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def counted(count: int, one: str, more: str) -> str:
    """Returns a number with its noun in singular or plural."""
    return f"{count} {one if count == 1 else more}"


async def states(database: Place) -> list[State]:
    """Returns the states of all unfinished tables from one snapshot of the database; bots may run at the same time."""
    async with Database.snapshot(database) as db:
        moved, aside = await db.games.last_moved(), await db.games.quarantined()
        return [
            await _state(db, row, moved.get(row.id, row.created), row.id in aside)
            for row in await db.games.unfinished()
        ]


async def _state(db: Database, row: GameRow, moved: datetime, aside: bool) -> State:
    state = await db.tables.state(row.id)
    by_people = sum(not seat.computer and seat.left is None for seat in state.seats)
    due = state.deadline.due if state.deadline is not None and row.paused_at is None else None
    return State(row, by_people, len(state.seats) - by_people, moved, due, state.trouble, aside)


async def finished(database: Place, game: int) -> bool:
    """Returns whether a table is finished; raises UnknownGame."""
    async with Database.snapshot(database) as db:
        return (await db.games.get(game)).finished_yet


def main(arguments: Sequence[str], say: Callable[[str], None] = print, patience: float = CLOSE_TIMEOUT) -> int:
    """Runs the command `tables` (prints a list) or `close` (requests it and waits), and returns its exit code.

    0: done; 1: the bot has not done it (yet); 2: it cannot be done, and standard error says why.
    """
    options = parser(place).parse_args(arguments)
    for sentence in unknown_settings():
        print(sentence, file=sys.stderr, flush=True)
    try:
        database = options.database or database_place()
        if options.command == "tables":
            return _tables(database, say)
        return _close(database, options.table, say, patience)
    except UnknownGame:
        print(f"There is no table {options.table}; `krupier tables` lists the unfinished ones.", file=sys.stderr)
        return WRONG
    except (StorageError, OSError) as error:
        print(error, file=sys.stderr)
        return WRONG


def _tables(database: Place, say: Callable[[str], None]) -> int:
    found, now = asyncio.run(states(database)), datetime.now(UTC)
    for state in found:
        say(state.line(now))
    say(counted(len(found), "unfinished table", "unfinished tables"))
    return DONE


def _close(database: Place, game: int, say: Callable[[str], None], patience: float) -> int:
    if asyncio.run(finished(database, game)):
        print(f"Table {game} is finished already.", file=sys.stderr)
        return WRONG
    take_back = asyncio.run(ask_to_close(database, game))
    until = time.monotonic() + patience
    while (waits := asyncio.run(close_requested(database, game))) and time.monotonic() < until:
        time.sleep(POLL_SECONDS)
    if waits:
        say(f"No bot has closed table {game} yet. The bot will close it at its next start; {take_back}.")
        return NOT_YET
    if not asyncio.run(finished(database, game)):
        print(f"The bot could not close table {game}; its log says why.", file=sys.stderr)
        return NOT_YET
    say(f"Table {game} is closed. If the bot could not post an apology in its channel, its log says so.")
    return DONE
