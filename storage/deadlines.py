"""The repository of the deadlines of games: time banks, pauses, heartbeats of shards, extensions after a downtime."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from storage.connection import Row
from storage.consents import Consents
from storage.games import Games
from storage.repository import Repository, transaction, upsertion
from storage.rows import Bank, Deadline
from storage.shards import EVERYTHING, Served, shard_of
from storage.timestamps import EPOCH, read, read_or_epoch, read_or_none, written, written_or_none

_RUNNING: Final = """
SELECT deadlines.*, turn_seconds + COALESCE(bank_seconds, 0) AS turn, window_seconds AS wait
FROM deadlines JOIN games ON games.id = deadlines.game
WHERE games.phase = 'running' AND games.paused_at IS NULL ORDER BY deadlines.game
"""
_PUT: Final = upsertion("deadlines", "game", "number, due, reminded, away")
_GRACE: Final = upsertion("graces", "game, seat", "phase_mark, number")
_BANK: Final = upsertion("banks", "game, seat", "phase_mark, remaining")
_ARMED: Final = """
SELECT deadlines.*, games.guild FROM deadlines JOIN games ON games.id = deadlines.game
WHERE games.phase = 'running' AND games.paused_at IS NULL ORDER BY due, game
"""
_PUT_OFF: Final = "UPDATE deadlines SET due = ? WHERE game = ? AND number = ? AND due = ?"
_BEAT: Final = upsertion("heartbeats", "shard", "shards, at")


class Deadlines(Repository):
    """The repository of deadlines in UTC; the deadline of a paused game is stopped."""

    @transaction
    async def set(
        self, game: int, number: int, due: datetime | None, reminded: int = 0, away: datetime | None = None
    ) -> None:
        """Sets a running game's deadline, or removes it (None: the decision waits without limit); raises WrongPhase."""
        await self._require(game, "running")
        await self.put(game, None if due is None else Deadline(number, due, reminded, away))

    async def running(self) -> list[tuple[int, Deadline, int | None]]:
        """Returns each running game that has a deadline, the deadline, and the most seconds that one of its decisions
        may take.

        The seconds are those of a turn and its time bank, or of a window; None: no limit. Paused games are left out,
        and games whose deadline a disk has altered: they are quarantined.
        """
        found = []
        for row in await self._rows(_RUNNING):
            if (due := read_or_epoch(row["due"])) not in (None, EPOCH):
                deadline = Deadline(row["number"], due, row["reminded"], read_or_none(row["away"]))
                longest = max((each for each in (row["turn"], row["wait"]) if each is not None), default=None)
                found.append((row["game"], deadline, longest))
        return found

    @transaction
    async def extend(self, game: int, seat: str, epoch: str, deadline: Deadline) -> None:
        """Extends a decision's deadline and stores that this seat had its extension in this phase.

        The seat's time bank, if it has one, is used up.
        """
        await self._require(game, "running")
        await self._execute(_GRACE, game, seat, epoch, deadline.number)
        await self.put_bank(game, Bank(seat, epoch, 0.0))
        await self.put(game, deadline)

    @transaction
    async def pause(self, game: int, at: datetime, remaining: float | None = None, *, trouble: bool = False) -> None:
        """Stops a running game's clock with `remaining` seconds left (None: no clock); deletes the votes on a pause.

        `trouble`: the bot itself has paused the game because of trouble, and also resumes it.
        """
        await self._require(game, "running")
        await Consents(self.session).forget_votes(game, ["pause"])
        if trouble:
            await self._execute("INSERT INTO troubles (game) VALUES (?) ON CONFLICT DO NOTHING", game)
        await Games(self.session).set(game, paused_at=written(at), remaining=remaining)

    @transaction
    async def resume(self, game: int, now: datetime, deadline: Deadline | None = None) -> None:
        """Resumes a paused game with this deadline, or with the remaining seconds; a game that is not paused goes on.

        Also deletes the note that the bot itself has paused the game, and the votes about resuming.
        """
        await self._require(game, "running")
        await Consents(self.session).forget_votes(game, ["resume"])
        await self._execute("DELETE FROM troubles WHERE game = ?", game)
        row = await self._row("SELECT paused_at, remaining FROM games WHERE id = ?", game)
        if row is None or row["paused_at"] is None:
            return
        if deadline is not None:
            await self.put(game, deadline)
        elif row["remaining"] is not None:
            due = now + timedelta(seconds=row["remaining"])
            await self._execute("UPDATE deadlines SET due = ? WHERE game = ?", written(due), game)
        await Games(self.session).set(game, paused_at=None, remaining=None)

    @transaction
    async def heartbeat(self, now: datetime, served: Served = EVERYTHING) -> None:
        """Stores that these shards were served at this moment."""
        await self._beat(served.shards, served.count, now)

    @transaction
    async def shift(self, by: timedelta, alive: datetime | None = None, served: Served = EVERYTHING) -> None:
        """Moves every running deadline of these shards by this time, and stores a heartbeat at `alive` (None: none)."""
        if alive is not None:
            await self._beat(served.shards, served.count, alive)
        await self._shift(served.count, dict.fromkeys(served.shards, by))

    @transaction
    async def give_back_downtime(self, now: datetime, served: Served = EVERYTHING) -> timedelta:
        """Moves running deadlines by the time since their shard's last heartbeat, and stores a new heartbeat.

        Returns the longest of these times. They are negative if the clock was set back: a deadline keeps the time that
        was left. One transaction, so that neither a crash in between nor a second process gives the time back twice.
        """
        await self._execute("/*! LOCK TABLE heartbeats IN SHARE ROW EXCLUSIVE MODE */")
        rows = [row for row in await self._rows("SELECT * FROM heartbeats") if _is_sound(row)]
        split = {int(row["shards"]) for row in rows}
        lost = {row["shard"]: _since(row["at"], now) for row in rows if row["shards"] == served.count}
        if split <= {served.count}:
            lost = {shard: lost.get(shard, timedelta(0)) for shard in served.shards}
            await self._shift(served.count, lost)
            await self._beat(served.shards, served.count, now)
        else:
            # The number of shards has changed: each deadline moves by the downtime of its former shard.
            for count in split:
                part = {row["shard"]: _since(row["at"], now) for row in rows if row["shards"] == count}
                lost |= part
                await self._shift(count, part)
            await self._execute("DELETE FROM heartbeats")
            await self._beat(range(served.count), served.count, now)
        return max(lost.values(), key=abs, default=timedelta(0))

    # Steps of other repositories' transactions

    async def put(self, game: int, deadline: Deadline | None) -> None:
        """Sets or removes a game's deadline."""
        if deadline is None:
            await self._execute("DELETE FROM deadlines WHERE game = ?", game)
        else:
            away = written_or_none(deadline.away)
            await self._execute(_PUT, game, deadline.number, written(deadline.due), deadline.reminded, away)

    async def put_bank(self, game: int, bank: Bank) -> None:
        """Stores the remaining seconds of a seat's time bank."""
        await self._execute(_BANK, game, bank.seat, bank.epoch, bank.remaining)

    async def forget_all(self, game: int) -> None:
        """Deletes a game's deadline, extensions and time banks, because it ends."""
        for table in ("deadlines", "graces", "banks"):
            await self._execute(f"DELETE FROM {table} WHERE game = ?", game)

    async def _beat(self, shards: Iterable[int], count: int, now: datetime) -> None:
        # The order is fixed, so that two processes never deadlock.
        await self.session.executemany(_BEAT, [(shard, count, written(now)) for shard in sorted(shards)])

    async def _shift(self, count: int, by: Mapping[int, timedelta]) -> None:
        for row in await self._rows(_ARMED):
            lost = by.get(shard_of(row["guild"], count))
            if not lost or read_or_epoch(row["due"]) == EPOCH:
                continue  # a disk has altered the row: its table is quarantined, the others continue
            due = written(read(row["due"]) + lost)
            # If another process commits an answer at the same time, the new deadline has lost nothing.
            await self._execute(_PUT_OFF, due, row["game"], row["number"], row["due"])


def _is_sound(row: Row) -> bool:
    """Returns whether the numbers in a stored heartbeat, the shard and the count of shards, are undamaged."""
    shard, count = row["shard"], row["shards"]
    return isinstance(shard, int) and isinstance(count, int) and 0 <= shard < count


def _since(at: str, now: datetime) -> timedelta:
    """Returns the time since a heartbeat; zero if a disk has altered it."""
    beat = read_or_epoch(at)
    return timedelta(0) if beat is None or beat == EPOCH else now - beat
